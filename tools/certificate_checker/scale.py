"""Whole numbers of many bits as places of 64, in the same order (T250), and the units of numbers that have them."""
import re
from fractions import Fraction

from .numbers import number, written

HALF = Fraction(1, 2)
OCTAVES_OF_SUMS = 40                 # what is shown may lie so far beyond the rows
MOST_DECIMALS = 40


class Scale:
    """Codes below 2^bits are their own places; of larger ones, below 2^exponent, the first bits are kept."""

    def __init__(self, exponent, bits):
        self.exponent, self.bits = exponent, bits
        self.most = ((exponent - bits + 2) << (bits - 1)) - 1
        self.linear = exponent == bits

    def longer(self, octaves):
        return Scale(self.exponent + octaves, self.bits)

    def value(self, place):
        size = abs(place)
        if size >> self.bits == 0:
            return place
        shift = (size >> (self.bits - 1)) - 1
        code = (size - (shift << (self.bits - 1))) << shift
        return -code if place < 0 else code

    def cut(self, size):
        """Of a whole number from 0 on: its place, what is lost and what one bit more would be."""
        if size >> self.exponent:
            return self.most, 1, 4
        shift = max(0, size.bit_length() - self.bits)
        return (shift << (self.bits - 1)) + (size >> shift), size & ((1 << shift) - 1), 1 << shift

    def nearest(self, x):
        """Halves up to a whole number, then away from 0 to a place."""
        whole = (x + HALF) // 1
        place, lost, step = self.cut(abs(whole))
        place = min(self.most, place + (2 * lost >= step))
        return -place if whole < 0 else place

    def below(self, x):
        whole = x // 1
        place, lost, _ = self.cut(abs(whole))
        return place if whole >= 0 else -min(self.most, place + (lost > 0))

    def above(self, x):
        return -self.below(-x)


NARROW, REALS = Scale(62, 62), Scale(96, 53)
BY_EXPONENT = {0: NARROW, 64: Scale(64, 57), 126: Scale(126, 56)}


class NumberUnit:
    """0.01, 2^-32, 0.01:64 or 0.01:126."""

    def __init__(self, text):
        self.text = text
        power = re.fullmatch(r"2\^-([1-9][0-9]?)", text)
        self.halvings = int(power[1]) if power else None
        first, _, reach = text.partition(":")
        self.exponent = int(reach) if re.fullmatch("[1-9][0-9]{0,2}", reach) else 0
        self.number = Fraction(1, 1 << self.halvings) if power else number(first)
        self.scale = REALS if power else BY_EXPONENT.get(self.exponent)
        own = written(self.number) + (f":{self.exponent}" if self.exponent else "")
        decimal = any(self.number == Fraction(10) ** power for power in range(-18, 7))
        self.usable = self.scale is not None and (self.halvings <= 95 if power else decimal and own == text)

    @property
    def linear(self):
        return self.scale.linear

    @property
    def of_values(self):
        """What a value is shown in."""
        return self.number if self.linear else self

    @property
    def of_sums(self):
        """The scale of what is shown."""
        return self.scale.longer(OCTAVES_OF_SUMS)

    def reach(self, octaves=0):
        """From where on sizes count as this."""
        if self.linear:
            return written(self.number * self.scale.most)
        exponent = self.scale.exponent + octaves
        if self.halvings:
            return f"2^{exponent - self.halvings}"
        return f"2^{exponent}" if self.number == 1 else f"2^{exponent} times {written(self.number)}"

    @property
    def half(self):
        return f"2^-{self.halvings + 1}" if self.halvings else written(self.number / 2)

    def apart(self, a, b):
        """b - a of two places: the nearest place, and those next to it on either side."""
        exact = Fraction(self.scale.value(b) - self.scale.value(a))
        longer = self.scale.longer(1)
        return longer.nearest(exact), longer.below(exact), longer.above(exact)

    def shown(self, place):
        """The decimal with the fewest places behind the point that is nearest to this number of all."""
        scale = self.of_sums
        exact = scale.value(place) * self.number
        for decimals in range(MOST_DECIMALS):
            digits = (exact * 10**decimals + HALF) // 1
            if scale.nearest(Fraction(digits, 10**decimals) / self.number) == place:
                text = str(abs(digits)).zfill(decimals + 1)
                text = f"{text[:len(text) - decimals]}.{text[len(text) - decimals:]}" if decimals else text
                return "-" + text if digits < 0 else text
        raise AssertionError("no decimal names a place")
