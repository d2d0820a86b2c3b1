"""Moments as codes (docs/formats.md): how many whole units of time have passed since 1970, in the years 1 to 9999."""
from datetime import date, datetime, timedelta

from .report import demand

MICROSECONDS = {"day": 86_400_000_000, "hour": 3_600_000_000, "minute": 60_000_000, "second": 1_000_000, "millisecond": 1000, "microsecond": 1}
EPOCH = datetime(1970, 1, 1)


def day_of(text):
    """A date as a request writes it."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    demand(day is not None and day.isoformat() == text, f"'{text[:40]}' is no date")
    return day


OF_DAY = "-of-day"
WORDS = set(MICROSECONDS) | {word + OF_DAY for word in MICROSECONDS if word != "day"}


class MomentUnit:
    """Of moments, or of times of day: these are moments of 1970-01-01."""

    def __init__(self, word):
        self.word, self.of_day = word, word.endswith(OF_DAY)
        self.name = word.removesuffix(OF_DAY)
        self.size = MICROSECONDS[self.name]

    @property
    def zone_words(self):
        return "" if self.of_day else "; times with a zone count in UTC"

    @property
    def range_text(self):
        return "0001-01-01:9999-12-31" if not self.of_day else " to ".join(map(self.text, self.codes()))

    def first_of(self, day):
        return (day - EPOCH.date()).days * MICROSECONDS["day"] // self.size

    def last_of(self, day):
        return ((day - EPOCH.date()).days * MICROSECONDS["day"] + MICROSECONDS["day"] - 1) // self.size

    def codes(self, bounds=None):
        """Of all years, or between two days."""
        if bounds is None and self.of_day:
            return 0, MICROSECONDS["day"] // self.size - 1
        if bounds is None:
            return self.first_of(date.min), self.last_of(date.max)
        demand(bounds.count(":") == 1, "bounds are none")
        first, last = map(day_of, bounds.split(":"))
        demand(first <= last, "the bounds are exchanged")
        return self.first_of(first), self.last_of(last)

    def text(self, code):
        moment = EPOCH + timedelta(microseconds=code * self.size)
        if self.word == "day":
            return moment.date().isoformat()
        text = moment.time().isoformat() if self.of_day else moment.isoformat(sep=" ")
        return text.rstrip("0") if "." in text else text
