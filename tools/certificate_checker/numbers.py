"""Exact numbers as fractions; exp and ln as decimals with a margin on the safe side."""
import decimal
import re
from decimal import Decimal
from fractions import Fraction

from .report import Unknown, demand

MOST_DIGITS = 4000        # of a number
MARGIN = Decimal("1e-30")
REQUEST_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,5})?", re.ASCII)


def decimals(digits):
    """Arithmetic with so many digits, and exponents without limit."""
    return decimal.Context(
        prec=digits, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN,
        traps=[decimal.Overflow, decimal.InvalidOperation, decimal.DivisionByZero])


decimal.setcontext(decimals(60))     # for all of this program, where nothing else is said


def number(text):
    """An exact number of a certificate; it has one way to be written. Whole ones may be numbers."""
    if isinstance(text, int):
        return Fraction(text)
    if len(text) > MOST_DIGITS:
        raise Unknown(f"a number of {len(text)} characters")
    top, _, bottom = text.partition("/")
    demand(not bottom or int(bottom) != 0, "a fraction with denominator 0")
    value = Fraction(top) / int(bottom or 1)
    right = written(value)
    demand(right == text, f"the number {text[:40]} is not written as {right[:40]}")
    return value


def released(value, unit):
    """A number of the answer: whole where the unit is 1, else a text. The schema knows their form."""
    demand(type(value) is (int if unit == 1 else str), "numbers and texts are exchanged")
    return Fraction(value)


def written(value):
    """An exact decimal if 18 places suffice, else a fraction in lowest terms."""
    if 10**18 % value.denominator:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * (10**18 // value.denominator)).zfill(19)
    text = f"{digits[:-18]}.{digits[-18:]}".rstrip("0").rstrip(".")
    return "-" + text if value < 0 else text


def request_number(text):
    """A number of a request: a decimal with an exponent, or a fraction of two of them."""
    parts = text.split("/")
    for part in parts:
        match = REQUEST_NUMBER.fullmatch(part)
        demand(match and len(parts) <= 2, f"{text[:40]!r} is no number")
        exponent = int(match[2][1:]) if match[2] else 0
        if len(part) > MOST_DIGITS or abs(exponent) > MOST_DIGITS:
            raise Unknown("a number in the question is too long")
    value = Fraction(parts[0])
    return value / Fraction(parts[1]) if len(parts) == 2 else value


def divide_up(a, b):
    """a / b of whole numbers, rounded up."""
    return -(-a // b)


def dec(x):
    """A fraction as a decimal, right up to the last of its digits."""
    return Decimal(x.numerator) / Decimal(x.denominator)


def confidence_of(certificate):
    """That of its intervals: nothing that is computed with another number comes to an end."""
    confidence = number(certificate["confidence"])
    demand(0 < confidence < 1, "the confidence is not between 0 and 1")
    return confidence


def exp(x):
    """exp of a fraction, as a decimal."""
    return dec(x).exp()


def decided(find):
    """What find(digits) finds; it says None where so many digits do not tell, and then gets more."""
    for digits in (60, 120, 240, 480, 960, 1920):
        with decimal.localcontext(decimals(digits)):
            found = find(digits)
        if found is not None:
            return found
    raise Unknown("thousands of digits do not tell two numbers apart")


def above(x):
    """Surely above a positive number that was computed with 60 digits."""
    return x + abs(x) * MARGIN


def rounded_up(x, digits):
    """A computed positive decimal, rounded up to so many digits: one fraction, or two if it is too close to tell."""
    context = decimal.Context(prec=digits, rounding=decimal.ROUND_CEILING, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)
    return {exactly(context.plus(x * (1 + sign * MARGIN))) for sign in (-1, 1)}


def has_digits(x, digits):
    """Whether a fraction is a decimal of at most so many digits."""
    while x.denominator > 1 and x.numerator < 10**digits and 10**(4 * digits) % x.denominator == 0:
        x *= 10
    while x.denominator == 1 and x.numerator >= 10**digits and x.numerator % 10 == 0:
        x /= 10
    return x.denominator == 1 and x.numerator < 10**digits


def next_below(x, digits):
    """The largest decimal of so many digits that is less than a positive fraction."""
    unit = Fraction(1)
    while x / unit > 10**digits:
        unit *= 10
    while x / unit <= 10**(digits - 1):
        unit /= 10
    return (-(-x // unit) - 1) * unit


def written_sum(x):
    """A sum as it is, or rounded up to 40 decimals where it is too long to be read."""
    if x.numerator.bit_length() + x.denominator.bit_length() <= 4096:
        return x
    return Fraction(-(-x * 10**40 // 1), 10**40)


def sum_of(terms):
    """A sum as a promise states it."""
    total = Fraction(0)
    for term in terms:
        total = written_sum(total + term)
    return total


def at_most(x, bound):
    """x <= bound for a computed positive x, on the safe side, and an exact bound."""
    return bound > 0 and above(x) <= dec(bound) * (1 - MARGIN)


def exactly(x):
    """A decimal as a fraction."""
    if not x.is_finite() or abs(x.adjusted()) > 10 * MOST_DIGITS:
        raise Unknown("a number is too large or too small")
    return Fraction(x)
