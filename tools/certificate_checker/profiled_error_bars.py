"""Errors, shown counts and intervals of counts that keep a profile: T38, T41 to T43, T71 to T78."""
import math
from decimal import Decimal
from fractions import Fraction

from .cells import drawn_rows, entries_of
from .lower_bound import LowerBound
from .noise import laplace_bound
from .numbers import MARGIN, confidence_of, dec, number, released, rounded_up, written
from .profiled import law_of
from .report import Unknown, demand
from .staircase import Staircase
from .warped import Warped, rounded

CENT = Fraction(1, 100)
REACHED, MOST_BOUNDS = Fraction(1, 10**12), 10_000      # T77
CLOSE = Decimal("1e-9")         # to which laws on a window are known
OUTSIDE = Decimal("1e-20")      # more than all errors outside of the windows of a law
SHOWN_COUNTS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 10000]


def law_and_beta(certificate):
    confidence = confidence_of(certificate)
    return law_of(certificate["mechanism"]["law"]["numbers"][0]), 1 - confidence


def check_unit(certificate):
    unbiased = certificate["mechanism"]["shown"].get("display") == "unbiased"
    demand(number(certificate["unit"]) == (CENT if unbiased else 1), "counts have the unit 1, unbiased ones 0.01")


def check_error(certificate):
    """Mean and bound of the error at each count that is listed: the mean is rounded up, the bound is the least."""
    law, beta = law_and_beta(certificate)
    demand(certificate["accuracy"] == [], "no bound holds for all counts alike")
    counts = [error["count"] for error in certificate["error"]]
    demand(counts == SHOWN_COUNTS, f"errors are stated at {SHOWN_COUNTS}")
    close = MARGIN if isinstance(law, Warped) else CLOSE
    for error in certificate["error"]:
        count, bound = error["count"], number(error["bound"])
        demand(type(error["bound"]) is int and bound >= 0, "a bound is no count")
        demand(number(error["confidence"]) == 1 - beta, "a bound has another confidence")
        have, mean = number(error["mean_abs"]), Decimal(law.mean_error(count))
        demand(have in {x for sign in (-1, 0, 1) for x in rounded_up(mean * (1 + sign * close), 6)} if mean > OUTSIDE else have <= OUTSIDE,
               f"the mean error at {count} is {mean:.9g}, not {float(have):.9g}")
        demand(not exceeds(law, count, int(bound), beta, close),
               f"at {count} the error exceeds {bound} with a larger probability")
        if isinstance(law, LowerBound):      # one bound for every guess, however likely
            demand(bound <= paper_bound(law, beta), f"at {count} a smaller bound than {bound} is enough")
        else:
            demand(bound == 0 or exceeds(law, count, int(bound) - 1, beta, close),
                   f"at {count} a smaller bound than {bound} is enough")
    return f"at {len(counts)} counts"


def exceeds(law, count, bound, beta, close):
    """Whether the error exceeds the bound with more than this probability."""
    p = Decimal(law.exceeds(count, bound))
    if abs(p - dec(beta)) <= close * p:
        raise Unknown(f"the error at {count} exceeds {bound} with a probability too close to {float(beta):g}")
    return p > dec(beta)


def check_intervals(certificate):
    """The interval of each count, and the count that is shown for what was drawn."""
    (law, beta), fewer = law_and_beta(certificate), certificate["fewer_than"]
    shown, unit = certificate["mechanism"]["shown"], number(certificate["unit"])
    width = paper_bound(law, beta) if isinstance(law, LowerBound) else None
    behind = Behind(law, beta).interval if isinstance(law, Staircase) else lambda noisy: law.interval(noisy, beta)
    demand(len(certificate["drawn"]["numbers"]) == 1, "other numbers were drawn than those of a cell")
    for row, (noisy,) in drawn_rows(certificate):
        value, interval = released(row["count"], unit), [released(x, unit) for x in row["interval"]]
        if fewer is not None:
            demand(noisy >= fewer, "a cell below fewer_than is shown")
        if width is not None:
            demand(value == noisy, f"{written(value)} is shown, and {noisy} was drawn")
            demand(interval == [max(0, noisy - width), max(0, noisy + width)],
                   f"the interval of {noisy} is not plus and minus {width}")
            continue
        demand(isinstance(law, Staircase) or noisy >= law.least, f"{noisy} is no output of W")
        wanted = list(behind(noisy))
        demand(interval == wanted, f"the interval of {noisy} is {wanted}")
        check_shown(law, shown, noisy, value, wanted)
    return f"{len(entries_of(certificate))}" + ("" if width is None else f", plus and minus {width}")


def check_shown(law, shown, noisy, value, interval):
    """What is shown for an output of W: itself, the median of what is behind it within the interval, or the unbiased number."""
    display = shown.get("display")
    demand(display is None or isinstance(law, Warped), "such counts are shown as they were drawn")
    if display == "likely":
        wanted = {min(max(law.likely(noisy, number(shown["prior_mean"])), interval[0]), interval[1])}
    else:
        wanted = rounded(law.unbiased(noisy), CENT) if display == "unbiased" else {noisy}
    demand(value in wanted, f"for {noisy} {written(value)} is shown, not {written(Fraction(min(wanted)))}")


class Behind:
    """T77: the counts behind an output of a staircase, those whose error is often as large."""

    def __init__(self, law, beta):
        self.law, self.beta, self.widest, self.bounds, self.above = law, beta, paper_bound(law, beta), {}, 0
        self.far = max((t for t, _ in law.levels), default=0)
        if law.first is not None:
            self.far += laplace_bound(1 / law.first, beta * REACHED)
            self.above = laplace_bound(1 / law.first, beta * (1 - REACHED))

    def bound(self, count):
        if self.far > MOST_BOUNDS:
            return self.widest
        if count > self.far:
            return self.above
        if count not in self.bounds:
            self.bounds[count] = min(self.widest, self.law.told_bound(count, float(self.beta)))
        return self.bounds[count]

    def interval(self, output):
        low, nearest, high = (max(0, output + way) for way in (-self.widest, 0, self.widest))
        while low < nearest and abs(output - low) > self.bound(low):
            low += 1
        while high > nearest and abs(output - high) > self.bound(high):
            high -= 1
        return low, high


def paper_bound(law, beta):
    """What all noises of a cell together exceed with probability beta at most: each has its part of beta."""
    if isinstance(law, Staircase):
        noises = law.noises()
    else:
        noises = [min(e for e, _ in law.ranges(0) if e > 0)]
        noises = [] if noises == [math.inf] else noises
    return sum(laplace_bound(1 / e, beta / len(noises)) for e in noises)
