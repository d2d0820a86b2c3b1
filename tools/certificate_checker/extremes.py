"""Maxima and minima (T102 to T105): bins, ends of bins and promises, made anew from what was asked."""
from datetime import timedelta
from fractions import Fraction

from .domain import Dates, Numbers
from .moments import EPOCH, MICROSECONDS, MomentUnit
from .numbers import MARGIN, dec, exp, written
from .question import power_above
from .report import Unknown, demand

MOST_CODE = (1 << 60) - 1            # of given bins
MOST_BINS, MOST_EXPONENTIAL_BINS, MOST_CELLS = 10**6, 10**5, 10**7
LEAST_EPSILON, MOST_EPSILON = Fraction(1, 10**6), 50      # the least for each row of a person and each end
SHARES = 64
FINEST, LARGEST = Fraction(1, 10**18), 10**24
MOST_DIGITS = 40


class Octaves:
    """T102: all codes of a unit's scale, 16 bins to every octave. `unit` is that of the answer."""

    def __init__(self, column_unit):
        self.column_unit, self.unit, self.scale = column_unit, column_unit.of_values, column_unit.scale
        self.bins = 32 * self.scale.exponent - 97
        self.known_at_once = False      # the bin of those who find nobody says nothing

    def upper(self, bin_):
        """The largest code of a bin, as its place; bins are numbered from 0, the lowest. Where codes are not their own places, where
        the next bin begins if that is farther from 0."""
        number = bin_ - self.bins // 2
        if number < 0:
            return -self.scale.cut(least_code(-number))[0]
        end = self.scale.most + 1 if bin_ == self.bins - 1 else self.scale.cut(least_code(number + 1))[0]
        return end - (self.scale.linear or number < 32)

    def lower(self, bin_):
        return -self.upper(self.bins - 1 - bin_)

    def apart(self, low, high):
        """Never less than they are."""
        return self.column_unit.apart(low, high)[2]


def least_code(number):
    """The smallest code of a bin of codes from 0 on."""
    return number if number < 16 else (16 + number % 16) << (number // 16 - 1)


class UnitsOfDay:
    """Times of day: one bin for each unit."""

    def __init__(self, unit):
        self.unit, self.step, self.known_at_once = unit, Fraction(1), False
        self.bins = unit.codes()[1] + 1

    def upper(self, bin_):
        return bin_

    def lower(self, bin_):
        return bin_

    def apart(self, low, high):
        return high - low


class Given:
    """Bins LOW:HIGH:STEP, and one as wide as a step at either end for all that lies outside; the answer has the largest unit, a power of
    ten up to 1, of which all edges are multiples."""

    def __init__(self, text):
        bins = self.numbers = Numbers(text)
        self.bins, self.known_at_once = bins.bins + 2, True
        demand(2 <= bins.bins <= MOST_BINS, "there are too few or too many bins")
        demand(all(len(part) <= MOST_DIGITS for part in text.split(":")), "a number has more than 40 digits")
        low, high = bins.low - bins.step, bins.high + bins.step
        demand(all(len(written(end)) <= MOST_DIGITS for end in (low, high)), "a number has more than 40 digits")
        largest = max(abs(low), abs(high))
        demand(largest <= LARGEST, "the bins reach too far")
        self.step = max(FINEST, power_above(max((high - low) / (2 * MOST_CODE), largest / MOST_CODE)))
        demand(self.step <= 1, "the bins reach too far")
        numbers = (bins.low, bins.high, bins.step)
        demand(all((x / self.step).denominator == 1 for x in numbers), "an edge has too many digits")
        self.unit = Fraction(1)
        while any((x / self.unit).denominator > 1 for x in numbers):
            self.unit /= 10

    def edge(self, i):
        bins = self.numbers
        return bins.high + bins.step if i == self.bins else min(bins.low + (i - 1) * bins.step, bins.high)

    @property
    def ends(self):
        return written(self.numbers.low), written(self.numbers.high)

    def upper(self, bin_):
        return int(self.edge(bin_ + 1) / self.unit)

    def lower(self, bin_):
        return int(self.edge(bin_) / self.unit)


class GivenDates:
    """Bins of the calendar, and one of a unit at either end for all that lies outside, where the years 1 to 9999 have it; the answer has the
    longest unit of which all edges are multiples."""

    def __init__(self, text):
        dates, self.known_at_once, self.step = Dates(text), True, Fraction(1)
        demand(2 <= dates.bins <= MOST_BINS, "there are too few or too many bins")
        edges = [(dates.edge(i) - EPOCH) // timedelta(microseconds=1) for i in range(dates.bins + 1)]
        self.unit = MomentUnit(next(word for word, size in MICROSECONDS.items() if all(edge % size == 0 for edge in edges)))
        codes = [edge // self.unit.size for edge in edges]
        self.ends = self.unit.text(codes[0]), self.unit.text(codes[-1])
        first, last = self.unit.codes()
        self.edges = [codes[0] - 1] * (codes[0] > first) + codes + [codes[-1] + 1] * (codes[-1] < last)
        self.bins = len(self.edges) - 1

    def edge(self, i):
        return self.edges[i]

    def upper(self, bin_):
        return self.edge(bin_ + 1)

    def lower(self, bin_):
        return self.edge(bin_)


def range_of(bins, low, high):
    """Of a minimum and a maximum; of what lies outside given bins nothing more is known than that."""
    lowest, highest = bins.upper(0), bins.lower(bins.bins - 1)
    return min(max(high, lowest), highest) - min(max(low, lowest), highest) if bins.known_at_once else bins.apart(low, high)


def rounded_up(exact):
    """A computed number, rounded up to a whole one."""
    low, high = (int((exact + sign * (abs(exact) + 1) * MARGIN).to_integral_value("ROUND_CEILING")) for sign in (-1, 1))
    if low != high:
        raise Unknown("a bound is too close to a whole number to tell")
    return low


def beyond_threshold(first, second, threshold, bins, risk):
    """T104: the least K with this risk; None where there is none."""
    r, s = 1 - exp(-first), 1 - exp(-second)
    both = 1 - exp(-(first + second))
    left = dec(risk) - exp(-first * (threshold + 1)) * s / both
    if abs(left) < MARGIN:
        raise Unknown("a risk is too close to tell")
    if left <= 0:
        return None
    more = rounded_up(((bins - 1) * r / both / left).ln() / dec(second))
    return max(threshold, threshold - 1 + more)


def beyond_exponential(slope, people, bins, risk):
    """T105."""
    needed = rounded_up(((bins - 1) / dec(risk)).ln() / dec(slope))
    return None if needed > people else people - 1 + max(1, needed)
