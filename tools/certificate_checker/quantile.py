"""One quantile by the universal prior (T90 to T93): its law and its error, made anew from what was asked."""
from decimal import Decimal
from fractions import Fraction

from .numbers import MARGIN, dec, written
from .report import Unknown

EXPONENT = 60                        # codes are from -(2^60 - 1) to 2^60 - 1
MOST_CODE = (1 << EXPONENT) - 1
LEAST_EPSILON, MOST_EPSILON = Fraction(1, 1000), 50      # the least for each row of a person
MOST_DENOMINATOR = MOST_ROWS = 10**6
TOTAL = (2 * EXPONENT + 1) << (EXPONENT - 1)


def weight(code, exponent=EXPONENT):
    """T90: every octave of either sign, and 0, weigh 2^(E-1)."""
    octave = max(abs(code).bit_length() - 1, 0)
    return 1 << (exponent - 1 - octave)


def slopes(at, epsilon, rows_per_person):
    """T91: (left, right)."""
    larger, of_row = max(at, 1 - at), epsilon / rows_per_person
    steep = max(of_row / (2 * larger), of_row * Fraction(3, 4))
    other = of_row / larger - steep
    return (other, steep) if at >= Fraction(1, 2) else (steep, other)


def epsilon_of(at, left, right, rows_per_person):
    """T91: what such slopes promise."""
    return rows_per_person * max(left, right, max(at, 1 - at) * (left + right))


def law_of(at, epsilon, unit, rows_per_person):
    """The law as a certificate has it."""
    left, right = slopes(at, epsilon, rows_per_person)
    return {"at": written(at), "exponent": EXPONENT, "left": written(left), "right": written(right), "unit": written(unit)}


def is_unit(unit):
    """A power of ten from 10^-18 to 10^6."""
    return any(unit == Fraction(10) ** power for power in range(-18, 7))


def error_over(slope, confidence):
    """T93: (ln total + ln(1 / (1 - confidence))) / slope, rounded up."""
    exact = (Decimal(TOTAL).ln() - dec(1 - confidence).ln()) / dec(slope)
    low, high = (int((exact * (1 + sign * MARGIN)).to_integral_value("ROUND_CEILING")) for sign in (-1, 1))
    if low != high:
        raise Unknown("a bound is too close to a whole number to tell")
    return low


def rank_error(left, right, confidence):
    """With this confidence at most so many rows lie between the answer and its rank."""
    return error_over(min(left, right), confidence)


def rows_needed(at, left, right, confidence):
    """From so many rows on the answer lies within the data."""
    return error_over(min(left * at, right * (1 - at)), confidence)
