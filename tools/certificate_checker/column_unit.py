"""What the codes of a column are multiples of, and how far they reach (T175, T250): a unit of numbers, or one of time."""
from fractions import Fraction

from .moments import WORDS, MomentUnit
from .numbers import written
from .scale import NARROW, NumberUnit


class ColumnUnit:
    def __init__(self, text):
        self.text = text
        self.moments = MomentUnit(text) if text in WORDS else None
        self.of_numbers = None if self.moments else NumberUnit(text)
        self.number = Fraction(1) if self.moments else self.of_numbers.number
        # Where codes are not their own places.
        self.places = self.of_numbers if self.of_numbers and self.of_numbers.scale and not self.of_numbers.linear else None

    @property
    def usable(self):
        return self.moments is not None or self.of_numbers.usable

    @property
    def scale(self):
        return NARROW if self.moments else self.of_numbers.scale

    @property
    def codes(self):
        return self.moments.codes() if self.moments else (-self.scale.most, self.scale.most)

    @property
    def of_values(self):
        """What a value is shown in."""
        return self.moments or self.places or self.number

    @property
    def of_differences(self):
        return self.places or self.number

    def apart(self, a, b):
        """b - a, and the next ones on either side where not all differences are shown."""
        return self.places.apart(a, b) if self.places else (b - a,) * 3

    @property
    def range(self):
        """What lies outside the codes, as a warning says it."""
        if self.moments:
            return f"values beyond {self.moments.range_text} count as the bound that is next to them{self.moments.zone_words}"
        return f"sizes of {self.of_numbers.reach()} and more count as that bound, and sizes below {self.of_numbers.half} as 0; `unit` moves this range"

    def shown(self, code):
        return shown_as(code, self.of_values)


def unit_text(unit):
    return unit.word if isinstance(unit, MomentUnit) else unit.text if isinstance(unit, NumberUnit) else written(unit)


def shown_as(value, unit):
    if value is None or unit == 1:
        return value
    if isinstance(unit, NumberUnit):
        return unit.shown(value)
    return unit.text(value) if isinstance(unit, MomentUnit) else decimal_of(value, unit)


def decimal_of(code, unit):
    """A multiple of a power of ten in digits."""
    value = code * unit
    places = max(len(str(unit.denominator)) - 1, 0)
    digits = str(abs(value.numerator) * (10**places // value.denominator)).zfill(places + 1)
    text = f"{digits[:len(digits) - places]}.{digits[len(digits) - places:]}".rstrip("0").rstrip(".") if places else digits
    return "-" + text if value < 0 else text
