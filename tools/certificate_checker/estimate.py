"""Counts, means and variances from sums that are released together: T80, T81, T95."""
import math
from fractions import Fraction

from .combined import combined_bound
from .noise import least_sum_bound
from .numbers import confidence_of, number
from .question import grid, moments
from .report import demand

LEVELS = 256            # of the size of a mean, and of a weight
EMPTY_RISK = Fraction(1, 1000)
MEAN_PART = 50          # of beta that the mean may take from a variance
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


class Mean:
    """The mean of a cell, from -1 at the lower bound to 1 at the upper."""

    def __init__(self, numbers, beta):
        self.noise, self.count, self.beta = numbers[0], len(numbers), beta
        self.rounded = numbers[0]["divisor"] != 1
        self.bounds = {}

    def bound(self, level):
        """What |high - low - m count| exceeds with probability beta at most, for |m| up to a level and from that below."""
        if level not in self.bounds:
            most = Fraction(level, LEVELS)
            weights = [1 + most, 1 - Fraction(level - 1, LEVELS)] + [most] * (self.count == 3)
            self.bounds[level] = combined_bound(self.noise, weights, self.beta)
            self.bounds[level] += math.ceil(sum(weights) / 2) if self.rounded else 0
        return self.bounds[level]

    def farthest(self):
        """At least what any bound is."""
        if 0 not in self.bounds:
            weights = [Fraction(2), Fraction(1)] + [Fraction(1)] * (self.count == 3)
            self.bounds[0] = combined_bound(self.noise, weights, self.beta)
            self.bounds[0] += math.ceil(sum(weights) / 2) if self.rounded else 0
        return self.bounds[0]

    def interval(self, noisy):
        """The hull of all m with |high - low - m count| <= bound(|m|), as value, least and greatest."""
        count, found = sum(noisy), []
        centre, most = Fraction(noisy[-1] - noisy[0], count), Fraction(self.farthest(), count)
        for side in (-1, 1):
            for level in range(1, LEVELS + 1):
                low, high = sorted((side * Fraction(level - 1, LEVELS), side * Fraction(level, LEVELS)))
                if max(low - centre, centre - high) > most:
                    continue        # farther than any bound
                if found and low > min(found) and high < max(found):
                    continue        # between means that are accepted
                reach = Fraction(self.bound(level), count)
                low, high = max(low, centre - reach), min(high, centre + reach)
                if low <= high:
                    found += [low, high]
        if not found:
            found = [Fraction(1), max(Fraction(-1), 1 - most)] if centre > 0 else [Fraction(-1), min(Fraction(1), most - 1)]
        low, high = min(found), max(found)
        return [min(max(centre, low), high), low, high]


class Variance:
    """The variance of a cell, where the bounds are 0 and 1."""

    def __init__(self, numbers, beta):
        self.noise, self.rounded = numbers[0], numbers[0]["divisor"] != 1
        p, q = (5, 4) if numbers[0]["noise"] == "discrete_laplace" else (2, 1)
        self.offset = Fraction(q, 2 * p) - QUARTER
        self.beta, self.mean = beta * Fraction(MEAN_PART - 1, MEAN_PART), Mean(numbers, beta / MEAN_PART)
        self.bounds = {}

    def reach(self, mean, variance):
        """What noise and rounding of the sum of (t - m)^2 - v are at most, for m and v between these."""
        weights = []
        for place, offset in ((0, 0), (HALF, self.offset), (1, 0)):
            sizes = sorted(abs(place - m) for m in mean)
            near = 0 if mean[0] <= place <= mean[1] else sizes[0]
            exact = max(abs(sizes[1]**2 - offset - variance[0]), abs(near**2 - offset - variance[1]))
            weights.append(Fraction(math.ceil(exact * LEVELS), LEVELS))
        key = tuple(weights)
        if key not in self.bounds:
            self.bounds[key] = combined_bound(self.noise, weights, self.beta)
        return self.bounds[key] + (sum(weights) / 2 if self.rounded else 0)

    def interval(self, noisy):
        count, (value, low, high) = sum(noisy), [(side + 1) / 2 for side in self.mean.interval(noisy)]

        def parabola(m):
            return m**2 * noisy[0] + ((HALF - m)**2 - self.offset) * noisy[1] + (1 - m)**2 * noisy[2]
        least, greatest = parabola(value), max(parabola(low), parabola(high))
        lower, upper = Fraction(0), QUARTER
        for _ in range(2):
            reach = self.reach((low, high), (lower, upper))
            lower, upper = max((least - reach) / count, Fraction(0)), min((greatest + reach) / count, QUARTER)
            lower = max(QUARTER - reach / count, Fraction(0)) if lower > QUARTER else lower
            upper = min(reach / count, QUARTER) if upper < 0 else upper
        return [min(max(least / count, lower), upper), lower, upper]


class Estimates:
    """What the noisy sums of a cell say: of each series value and interval in its units, None where nothing is known."""

    def __init__(self, certificate):
        self.grid, law = grid(certificate), certificate["mechanism"]["law"]
        numbers, beta = law["numbers"], 1 - confidence_of(certificate)
        sums = moments(certificate)
        self.of_row = Fraction(sums.of_row * numbers[0]["times"], numbers[0]["divisor"])
        rounded = (len(numbers) + 1) // 2 if numbers[0]["divisor"] != 1 else 0
        # A table has many cells, and an empty one has no mean.
        self.bound, self.surely = (least_sum_bound(numbers[0], len(numbers), risk) + rounded for risk in (beta, min(beta, EMPTY_RISK)))
        self.mean = Mean(numbers, beta)
        self.variance = Variance(numbers, beta) if len(numbers) == 3 else None
        self.units = {s["name"]: number(s["unit"]) for s in certificate["numbers"]}

    def of(self, name, noisy):
        return {"count": self.count, "mean": self.mean_of, "variance": self.variance_of, "deviation": self.deviation_of}[name](noisy)

    def count(self, noisy):
        value, reach = (math.floor(x / self.of_row + HALF) for x in (sum(noisy), self.bound))
        return value, max(value - reach, 0), max(value + reach, 0)

    def mean_of(self, noisy):
        g, unit = self.grid, self.units["mean"]
        ends = math.floor(g.low / unit), math.ceil(g.high / unit)
        if sum(noisy) <= self.surely:
            return None
        middle, radius = Fraction(g.lowest + g.highest, 2), Fraction(g.width, 2)
        value, lower, upper = (middle + x * radius for x in self.mean.interval(noisy))
        return within([value * g.step, (lower - HALF) * g.step, (upper + HALF) * g.step], unit, ends)

    def in_squares(self, noisy):
        """The variance in squares of the unit of values: value and ends, rounding to the grid inside."""
        g = self.grid
        value, lower, upper = (x * g.width**2 for x in self.variance.interval(noisy))
        rounded = math.isqrt(math.floor(upper)) + 1 + QUARTER      # the deviation, rounded up, and a quarter
        return [x * g.step**2 for x in (value, lower - rounded, upper + rounded)]

    def variance_of(self, noisy):
        g, unit = self.grid, self.units["variance"]
        if sum(noisy) <= self.surely:
            return None
        return within(self.in_squares(noisy), unit, (0, math.ceil(((g.high - g.low) / 2)**2 / unit)))

    def deviation_of(self, noisy):
        """The root, each end rounded outward and the value to the nearest unit, from below."""
        g, unit = self.grid, self.units["deviation"]
        ends = 0, math.ceil((g.high - g.low) / 2 / unit)
        if sum(noisy) <= self.surely:
            return None
        value, lower, upper = (max(x, Fraction(0)) / unit**2 for x in self.in_squares(noisy))
        cut = lambda x: min(max(x, ends[0]), ends[1])
        found = cut(math.isqrt(math.floor(lower))), cut(root_above(upper))
        if found == ends:
            return None
        return min(max(cut((math.isqrt(math.floor(4 * value)) + 1) // 2), found[0]), found[1]), *found

    def check(self, name, value, interval, noisy):
        known, unit = self.of(name, noisy), self.units[name]
        if value is None:
            demand(known is None, f"{noisy} say something, and nothing is said")
            return
        demand(known is not None, f"{noisy} say nothing, and a number is shown")
        wanted = [x * unit for x in known]
        demand([value, *interval] == wanted, f"of {noisy} come {float(wanted[0]):.9g} and {float(wanted[1]):.9g} to "
               f"{float(wanted[2]):.9g}")


def root_above(x):
    """The least whole number whose square is at least x."""
    root = math.isqrt(math.ceil(x))
    return root if root * root >= x else root + 1


def within(exact, unit, all_ends):
    """In units, the ends rounded outward and cut; None if the interval leaves nothing out."""
    low, high = all_ends
    cut = lambda x: min(max(x, low), high)
    ends = cut(math.floor(exact[1] / unit)), cut(math.ceil(exact[2] / unit))
    if ends == all_ends:
        return None
    nearest = cut(math.floor(exact[0] / unit + HALF))
    return min(max(nearest, ends[0]), ends[1]), *ends
