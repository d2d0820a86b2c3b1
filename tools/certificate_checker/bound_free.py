"""Means and sums without bounds (T107 to T110): laws and answers, made anew from what was asked."""
import math
from fractions import Fraction

from .noise import laplace_sum_tail, laplace_tail, least_from
from .numbers import at_most, dec, exactly, written
from .quantile import GUARDED, Prior, Tree, rows_needed

WIDTH_BITS = 20                      # a sum has steps of 2^-20 of its range, or finer
OUTSIDE, LEAST_ROWS = 6, 60
LEAST_EPSILON = Fraction(1, 200)     # for each row of a person
MOST_NOISY = (1 << 62) + (1 << 61)
MOST_SHOWN = 1 << 62
HALF = Fraction(1, 2)


class BoundFree:
    """What follows from verb, epsilon, unit and the rows of a person."""

    def __init__(self, verb, epsilon, column_unit, rows):
        self.is_mean, self.epsilon, self.rows = verb == "mean", epsilon, rows
        self.column_unit, self.unit, self.moments = column_unit, column_unit.number, column_unit.moments
        self.lowest, self.highest = column_unit.codes
        parts = (1, 2, 2) if self.is_mean else (0, 1, 1)
        self.of_centre, self.of_radius, self.of_sums = (epsilon * part / sum(parts) for part in parts)
        self.scale, self.places = column_unit.scale, column_unit.places
        self.octaves = self.scale.exponent + (2 if self.is_mean else 1)
        self.radius_slope = self.of_radius / (2 * rows)
        self.target = math.ceil(OUTSIDE * rows / self.of_radius)
        self.sum_scale = rows / self.of_sums
        self.least = math.ceil(LEAST_ROWS * rows / epsilon)

    @property
    def prior(self):
        """Of the centre."""
        return Prior(self.column_unit.of_numbers, self.column_unit.codes if self.moments else None)

    @property
    def tree(self):
        """Of the centre."""
        return Tree([HALF], self.of_centre, self.rows)

    @property
    def advised(self):
        """With fewer rows the centre may be lost."""
        return rows_needed(self.tree, self.prior.planned(), GUARDED)

    def law(self):
        law = {"epsilon": written(self.epsilon), "lowest": self.lowest, "most": self.highest, "unit": self.column_unit.text,
               "radius": {"octaves": self.octaves, "slope": written(self.radius_slope), "target": self.target},
               "sums": {"scale": written(self.sum_scale), "width_bits": WIDTH_BITS}}
        if self.is_mean:
            law |= {"centre": {"prior": self.prior.name, "slope": written(self.tree.nodes[0].left)}, "least": self.least}
        return law

    def leaves(self):
        rows = {"rows_per_person": self.rows}
        centre = self.tree.nodes[0].left if self.is_mean else None
        first = [("universal_quantile", {"at": HALF, "left": centre, "right": centre, **rows})] if self.is_mean else []
        return first + [("scored_choice", {"slope": self.radius_slope, **rows}), ("clamped_sums", {"scale": self.sum_scale, **rows})]

    def can_draw(self, numbers):
        if len(numbers) != (4 if self.is_mean else 2) or (self.is_mean and not self.lowest <= numbers[0] <= self.highest):
            return False
        radius, *sums = numbers[1:] if self.is_mean else numbers
        return 0 <= radius < self.octaves and all(abs(n) <= MOST_NOISY for n in sums)

    def width_bits(self, j):
        return min(WIDTH_BITS, j + self.is_mean)

    def shift(self, j):
        return j + self.is_mean - self.width_bits(j)

    def noise_bounds(self, j, confidence):
        """What the noise of one sum exceeds with its risk at most, and that of two together."""
        scale, risk = self.sum_scale * (1 << self.width_bits(j)), 1 - confidence
        one = least_tail(scale, lambda t: laplace_tail(scale, t), risk / 2 if self.is_mean else risk)
        return one, least_tail(scale, lambda t: laplace_sum_tail(scale, 2, t), risk) if self.is_mean else None

    def mean(self, numbers, bounds):
        """T109: ((mean, lower, upper) or None, (count, lower, upper)), in units and in rows."""
        centre, j, above, below = numbers
        of_one, of_both = bounds
        width, reach, low, both = 1 << self.width_bits(j), 2 << j, self.scale.value(centre) - (1 << j), above + below
        count = (2 * both + width) // (2 * width)
        ends = max(0, min(count, -((of_both - both) // width))), max(0, max(count, (both + of_both) // width))
        counted = tuple(shown(n) for n in (count, *ends))
        if both < self.least * width:
            return None, counted
        value = Fraction(reach * min(max(above, 0), both), both)
        rounding = 1 << self.shift(j) >> 1
        least, most, rest_least, rest_most = (max(0, n) for n in (above - of_one, above + of_one, below - of_one, below + of_one))
        lower = Fraction(0) if least == 0 else Fraction(reach * least, least + rest_most) - rounding
        upper = Fraction(reach) if rest_least == 0 else Fraction(reach * most, most + rest_least) + rounding
        mean, lower, upper = self.place(low + value, low + min(max(lower, 0), value), low + min(max(upper, value), reach))
        mean = (mean, min(lower, mean), max(upper, mean))
        # No moment lies outside its years, and so no mean of moments.
        return tuple(min(max(n, self.lowest), self.highest) if self.moments else n for n in mean), counted

    def place(self, value, lower, upper):
        """Numbers of codes as they are shown, the ends outwards."""
        if self.places:
            scale = self.places.of_sums
            return scale.nearest(value), scale.below(lower), scale.above(upper)
        return shown((value + HALF) // 1), shown(lower // 1), shown(-(-upper // 1))

    def radius(self, j):
        return self.place(*[Fraction(1 << j)] * 3)[0]

    def sum(self, numbers, bounds):
        """T110: (sum, lower, upper), in units."""
        j, noisy = numbers
        return self.place(*(Fraction((noisy + sign * bounds[0]) << self.shift(j)) for sign in (0, -1, 1)))


def shown(n):
    return min(max(n, -MOST_SHOWN), MOST_SHOWN)


def least_tail(scale, tail, risk):
    """The least t whose tail is surely at most the risk."""
    guess = int(exactly(dec(scale) * -dec(risk).ln()))
    return least_from(guess, lambda t: at_most(tail(t), risk))
