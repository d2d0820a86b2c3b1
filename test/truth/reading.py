"""What a value that a file holds counts as: docs/formats.md and docs/where.md, read anew."""
import datetime
import decimal
import fractions
import math
import re
import struct

from files import File, JsonNumber

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
INFINITE = re.compile(r"([+-]?)(inf|infinity)", re.I)
MOMENT = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?")


def number_of_text(text: str):
    """An exact fraction, an infinite float, or None."""
    text = text.strip(" \t\r")
    if infinite := INFINITE.fullmatch(text):
        return float(infinite[1] + "inf")
    if not NUMBER.fullmatch(text):
        return None
    if math.isinf(float(text)):
        return float(text)
    return fractions.Fraction(text)


def shown_digits(value: float, single: bool) -> fractions.Fraction:
    """The shortest decimal that is nearest to this number of its type."""
    if not single:
        return fractions.Fraction(repr(value))
    packed = struct.pack("f", value)
    return next(fractions.Fraction(text) for text in (f"{value:.{digits}g}" for digits in range(1, 18))
                if struct.pack("f", float(text)) == packed)


def moment_of_text(text: str, date_only: bool = False):
    match = MOMENT.fullmatch(text)
    if not match or date_only and match[4]:
        return None
    year, month, day, hour, minute, second = (int(x or 0) for x in match.groups()[:6])
    try:
        return datetime.datetime(year, month, day, hour, minute, second,
                                 int((match[7] or "0").ljust(6, "0")))
    except ValueError:
        return None


class Reader:
    """Reads the values of one file."""

    def __init__(self, file: File):
        self.file = file

    def number(self, name: str, row: int):
        value = self.file.held[name][row]
        if isinstance(value, bool):
            return int(value) if self.file.types else None
        if isinstance(value, str):  # a number of JSON too
            return number_of_text(value)
        if isinstance(value, decimal.Decimal):
            return fractions.Fraction(value)
        if isinstance(value, float):
            return None if math.isnan(value) else value if math.isinf(value) else fractions.Fraction(value)
        return value if isinstance(value, int) else None

    def exact(self, name: str) -> bool:
        """Whether its numbers are compared as whole numbers, not as doubles."""
        return self.file.types.get(name) in ("BOOLEAN", "TINYINT", "SMALLINT", "INTEGER", "BIGINT",
                                             "UTINYINT", "USMALLINT", "UINTEGER")

    def key(self, name: str, row: int):
        value = self.file.held[name][row]
        if value is None or isinstance(value, (list, dict)):
            return None
        if self.file.format in ("csv", "txt", "tsv") and value == "":
            return None
        if isinstance(value, bool):
            return "true" if value else "false"
        return value.isoformat() if isinstance(value, datetime.date) else str(value)

    def person(self, name: str, row: int):
        return self.key(name, row) or None

    def moment(self, name: str, row: int):
        value = self.file.held[name][row]
        if isinstance(value, datetime.datetime):
            return value
        if isinstance(value, datetime.date):
            return datetime.datetime(value.year, value.month, value.day)
        return moment_of_text(value) if isinstance(value, str) and not isinstance(value, JsonNumber) else None

    # ---- of --where ----

    def compared(self, name: str, row: int, kind: str):
        """The value as the predicate reads it; None where it is missing."""
        value = self.file.held[name][row]
        if kind in ("whole", "decimal", "float"):
            number = self.number(name, row)
            if number is None or isinstance(number, float):
                return number
            if isinstance(value, float):  # by the digits that it shows
                return shown_digits(value, self.file.types.get(name) == "FLOAT")
            return number
        if kind == "text":
            return self.key(name, row) or None  # an empty text is missing
        if kind == "flag":
            return {"true": True, "false": False}.get(str(value).lower())
        if kind == "date":
            if isinstance(value, datetime.date):
                return self.moment(name, row)
            return moment_of_text(value) if isinstance(value, str) else None
        return self.moment(name, row)
