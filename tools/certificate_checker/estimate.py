"""Means and variances: T80, T81."""
import math
from fractions import Fraction

from .combined import combined_bound
from .noise import least_bound
from .numbers import number
from .question import grid
from .report import demand

LEVELS = 256        # of the size of a mean
MEAN_PART = 50      # of beta that the mean may take from a variance


class Mean:
    """The mean of r - c over the rows of a cell, r in steps, from the noisy count and sum."""

    def __init__(self, numbers, beta):
        self.count, self.sum, self.beta = numbers[0], numbers[1], beta
        self.per_row, self.divisor = self.sum["per_row"], self.sum["divisor"]
        self.bounds = {}

    def bound(self, level):
        """What |sum - m count| exceeds with probability beta at most, for |m| up to a level of the most."""
        if level not in self.bounds:
            weight = Fraction(self.per_row * level, LEVELS)
            self.bounds[level] = combined_bound([(self.sum, Fraction(1)), (self.count, weight)], self.beta)
            self.bounds[level] += self.divisor != 1
        return self.bounds[level]

    def interval(self, count, total):
        """The hull of all m with |total - m count| <= bound(|m|), as value, least and greatest."""
        width = Fraction(self.per_row, LEVELS)
        centre, found = Fraction(total, count), []
        least, most = Fraction(self.bound(1), count), Fraction(self.bound(LEVELS), count)
        for side in (-1, 1):
            for level in range(1, LEVELS + 1):
                low, high = sorted((side * (level - 1) * width, side * level * width))
                if max(low - centre, centre - high) > most:
                    continue        # farther than any bound
                if max(high - centre, centre - low) > least:
                    reach = Fraction(self.bound(level), count)
                    low, high = max(low, centre - reach), min(high, centre + reach)
                if low <= high:
                    found += [low, high]
        if not found:
            end = self.per_row if total > 0 else -self.per_row
            inner = max(-self.per_row, end - most) if total > 0 else min(self.per_row, end + most)
            found = [Fraction(end), Fraction(inner)]
        low, high = min(found), max(found)
        return [x * self.divisor for x in (min(max(centre, low), high), low, high)]


class Variance:
    """The variance of r over the rows of a cell, from the noisy count, sum and squares."""

    def __init__(self, numbers, beta, radius, half):
        self.count, self.sum, self.squares = numbers
        self.radius, self.half = radius, half
        self.beta, self.mean = beta * Fraction(MEAN_PART - 1, MEAN_PART), Mean(numbers, beta / MEAN_PART)
        self.bounds = {}

    def bound(self, of_sum, of_count):
        """For the noise of squares + of_sum sum + of_count count, the weights rounded up to levels."""
        unit = self.squares["divisor"]
        sums = Fraction(2 * self.radius * self.sum["divisor"], unit * LEVELS)
        counts = Fraction(2 * self.radius**2, unit * LEVELS)
        level = math.ceil(of_sum / sums), math.ceil(of_count / counts)
        if level not in self.bounds:
            self.bounds[level] = combined_bound([(self.squares, Fraction(1)), (self.sum, sums * level[0]),
                                                 (self.count, counts * level[1])], self.beta)
        return self.bounds[level]

    def interval(self, count, total, squares):
        value, low, high = self.mean.interval(count, total)
        unit, total = self.squares["divisor"], total * self.sum["divisor"]

        def parabola(m):
            return squares * unit + (self.half + m * m) * count - 2 * m * total
        far = max(abs(low), abs(high))
        near = 0 if low <= 0 <= high else min(abs(low), abs(high))
        of_sum = 2 * far * self.sum["divisor"] / unit
        least, greatest = parabola(value), max(parabola(low), parabola(high))
        lower, upper, most = Fraction(0), Fraction(self.radius**2), self.radius**2
        for _ in range(2):
            of_count = max(abs(self.half + far**2 - lower), abs(self.half + near**2 - upper)) / unit
            reach = (self.bound(of_sum, of_count) + (of_sum + 1) / 2) * unit / count
            lower, upper = max(least / count - reach, Fraction(0)), min(greatest / count + reach, Fraction(most))
            lower = max(most - reach, Fraction(0)) if lower > most else lower
            upper = min(reach, Fraction(most)) if upper < 0 else upper
        return [min(max(least / count, lower), upper), lower, upper]


class Estimate:
    """What a mean or a variance is, from the noisy numbers of a cell."""

    def __init__(self, certificate):
        self.grid = grid(certificate)
        self.unit, self.is_mean = number(certificate["unit"]), certificate["question"]["verb"] == "mean"
        numbers, beta = certificate["mechanism"]["law"]["numbers"], 1 - number(certificate["confidence"])
        self.empty = least_bound(numbers[0], beta)
        step, radius = self.grid.step, self.grid.radius
        if self.is_mean:
            self.law = Mean(numbers, beta)
            self.offset, self.factor = self.grid.middle * step, step
            self.ends = math.floor(self.grid.low / self.unit), math.ceil(self.grid.high / self.unit)
        else:
            self.law = Variance(numbers, beta, radius, self.grid.half)
            self.offset, self.factor = 0, step**2
            self.ends = 0, math.ceil(radius**2 * step**2 / self.unit)

    def of(self, noisy):
        """Value and interval, in units; None where nothing is known."""
        low, high = self.ends
        if noisy[0] <= self.empty:
            return None
        found = self.law.interval(*noisy)
        # In steps: half of one, or the deviation, rounded up, and a quarter.
        rounded = Fraction(1, 2) if self.is_mean else math.isqrt(math.floor(found[2])) + 1 + Fraction(1, 4)
        value, lower, upper = (self.offset + x * self.factor for x in (found[0], found[1] - rounded, found[2] + rounded))
        cut = lambda x: min(max(x, low), high)
        ends = cut(math.floor(lower / self.unit)), cut(math.ceil(upper / self.unit))
        if ends == self.ends:
            return None
        nearest = cut(math.floor(value / self.unit + Fraction(1, 2)))
        return min(max(nearest, ends[0]), ends[1]), *ends

    def check_unknown(self, noisy):
        demand(self.of(noisy) is None, f"{noisy} say something, and nothing is said")

    def check(self, value, interval, noisy):
        known = self.of(noisy)
        demand(known is not None, f"{noisy} say nothing, and a number is shown")
        wanted = [x * self.unit for x in known]
        demand([value, *interval] == wanted, f"of {noisy} come {float(wanted[0]):.9g} and {float(wanted[1]):.9g} to "
               f"{float(wanted[2]):.9g}")
