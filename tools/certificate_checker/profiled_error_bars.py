"""Errors, shown counts, intervals and the total of counts that keep a profile: T38, T41 to T43, T71 to T78."""
import math
from decimal import Decimal
from fractions import Fraction

from .cells import entries_of, is_listed
from .lower_bound import LowerBound
from .noise import laplace_bound
from .numbers import MARGIN, dec, number, rounded_up, written
from .profiled import law_of
from .report import Unknown, demand
from .staircase import Staircase
from .warped import Warped, rounded

CENT = Fraction(1, 100)
FINE = Fraction(1, 10**4)       # to which the counts of a total are rounded
CLOSE = Decimal("1e-9")         # to which laws on a window are known
SHOWN_COUNTS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 10000]


def law_and_beta(certificate):
    confidence = number(certificate["confidence"])
    demand(0 < confidence < 1, "the confidence is not between 0 and 1")
    return law_of(certificate["mechanism"]["numbers"][0]), 1 - confidence


def check_unit(certificate):
    unbiased = certificate["mechanism"].get("display") == "unbiased"
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
        demand(have in {x for sign in (-1, 0, 1) for x in rounded_up(mean * (1 + sign * close), 6)} if mean else have == 0,
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
    """The interval of each count, and the count that is shown for a noisy one."""
    (law, beta), fewer = law_and_beta(certificate), certificate["fewer_than"]
    display, unit = certificate["mechanism"].get("display"), number(certificate["unit"])
    width = None if isinstance(law, Warped) else paper_bound(law, beta)
    check_hidden(law, fewer)
    for row in entries_of(certificate):
        whole = [type(x) is int for x in (row["count"], *row["interval"])]
        demand(all(whole) if unit == 1 else not any(whole), "numbers and texts are exchanged")
        demand(("noisy" in row) == (display is not None) and len(row.get("noisy", [0])) == 1,
               "a noisy count is there or is not")
        value, interval = number(row["count"]), [number(x) for x in row["interval"]]
        noisy = row["noisy"][0] if display else row["count"]
        if fewer is not None:
            demand(noisy >= fewer, "a cell below fewer_than is shown")
        if width is not None:
            demand(interval == [max(0, noisy - width), max(0, noisy + width)],
                   f"the interval of {noisy} is not plus and minus {width}")
            continue
        demand(noisy >= law.least, f"{noisy} is no output of W")
        wanted = list(law.interval(noisy, beta))
        demand(interval == wanted, f"the interval of {noisy} is {wanted}")
        check_shown(law, certificate["mechanism"], noisy, value)
    return f"{len(entries_of(certificate))}" + ("" if width is None else f", plus and minus {width}")


def check_shown(law, mechanism, noisy, value):
    """What is shown for an output of W: itself, the median of what is behind it, or the unbiased number."""
    display = mechanism.get("display")
    if display == "likely":
        mean = number(mechanism["prior_mean"])
        demand(mean > 0, "the guess of a mean is not above 0")
        wanted = {law.likely(noisy, mean)}
    else:
        wanted = rounded(law.unbiased(noisy), CENT) if display == "unbiased" else {noisy}
    demand(value in wanted, f"for {noisy} {written(value)} is shown, not {written(Fraction(min(wanted)))}")


def check_hidden(law, fewer):
    """Cells that are suppressed are not in the answer."""
    if isinstance(law, Staircase) and law.levels:
        threshold, epsilon = law.levels[-1]
        demand(all(e for _, e in law.levels) or fewer is not None, "cells are suppressed, and that is not said")
        demand(epsilon or fewer > threshold, "fewer_than is below the threshold")


def paper_bound(law, beta):
    """What all noises of a cell together exceed with probability beta at most: each has its part of beta."""
    if isinstance(law, Staircase):
        noises = law.noises()
    else:
        noises = [min(e for e, _ in law.ranges(0) if e > 0)]
        noises = [] if noises == [math.inf] else noises
    return sum(laplace_bound(1 / e, beta / len(noises)) for e in noises)


def check_total(certificate):
    """The sum of the unbiased counts (T41), each rounded to 1/10000; its interval is not recomputed."""
    total = certificate["total"]
    if total is None:
        return "none"
    law, rows = law_and_beta(certificate)[0], entries_of(certificate)
    demand(certificate["question"]["columns"] and is_listed(certificate), "there should be none")
    demand("cell" not in total and "noisy" not in total, "it is no cell")
    demand(isinstance(law, Warped), "only W has unbiased counts")
    least = most = Fraction(0)
    for row in rows:
        noisy = row["noisy"][0] if "noisy" in row else row["count"]
        values = rounded(law.unbiased(noisy), FINE)
        least, most = least + min(values), most + max(values)
    wanted = {math.floor(x + Fraction(1, 2)) for x in (least, most)}
    demand(number(total["count"]) in wanted, f"the total is {min(wanted)}")
    low, high = (number(x) for x in total["interval"])
    demand(low <= number(total["count"]) <= high, "the interval does not hold the total")
    raise Unknown("the total is right; its interval was not recomputed")
