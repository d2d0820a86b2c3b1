"""What the codes of a column are multiples of (T175): a power of ten, or a unit of time."""
from fractions import Fraction

from .moments import WORDS, MomentUnit
from .numbers import number, written
from .quantile import MOST_CODE


class ColumnUnit:
    def __init__(self, text):
        self.text = text
        self.moments = MomentUnit(text) if text in WORDS else None
        self.number = Fraction(1) if self.moments else number(text)

    @property
    def codes(self):
        return self.moments.codes() if self.moments else (-MOST_CODE, MOST_CODE)

    @property
    def range(self):
        """What lies outside the codes, as a warning says it."""
        if self.moments:
            return f"values beyond {self.moments.range_text} count as the bound that is next to them{self.moments.zone_words}"
        return (f"sizes of {decimal_of(MOST_CODE, self.number)} and more count as that bound, and sizes below {written(self.number / 2)} as 0;"
                " `unit` moves this range")

    def shown(self, code):
        return shown_as(code, self.moments or self.number)


def unit_text(unit):
    return unit.word if isinstance(unit, MomentUnit) else written(unit)


def shown_as(value, unit):
    if value is None or unit == 1:
        return value
    return unit.text(value) if isinstance(unit, MomentUnit) else decimal_of(value, unit)


def decimal_of(code, unit):
    """A multiple of a power of ten in digits."""
    value = code * unit
    places = max(len(str(unit.denominator)) - 1, 0)
    digits = str(abs(value.numerator) * (10**places // value.denominator)).zfill(places + 1)
    text = f"{digits[:len(digits) - places]}.{digits[len(digits) - places:]}".rstrip("0").rstrip(".") if places else digits
    return "-" + text if value < 0 else text
