"""The total of counts that keep a profile: the sum of the unbiased counts of W (T41), with the interval of T84.

Moments are sums of positive terms, in doubles as in T84, with its margin of 10^-6; whole bounds are only told apart where
they differ by more than 10^-9 of their size.
"""
import math
from fractions import Fraction

from .error_bars import can_add_up
from .numbers import dec, number, released
from .profile import Profile
from .profiled_error_bars import law_and_beta
from .question import MOST_NUMBER
from .report import Unknown, Wrong, demand
from .warped import Warped, rounded

FINE = Fraction(1, 10**4)       # to which the counts of a total are rounded
MOST_TERMS = 2e6                # of the moments, beyond which no total is told
MOST_WORK = 2e5                 # terms that this program sums, some 10 seconds
TOLD = 1e9                      # the rate of counts that are told as they are
NEGLIGIBLE = 1e-18
MARGIN = 1 + 1e-6
TRIED = (0.25, 0.4, 0.55, 0.7, 0.8, 0.9, 1, 1.15, 1.4, 2)      # parts of the h that is best for Gaussian noise


class Moments:
    """M(h) and V of T84, for W without a class that nobody can notice."""

    def __init__(self, law):
        self.law, self.rates = law, [-float(q.ln()) for q in law.q]
        ends = [*law.ends, math.inf] if law.last < math.inf else law.ends
        starts = [*law.starts, law.last] if law.last < math.inf else law.starts
        rates = self.rates + [TOLD] * (law.last < math.inf)
        self.terms, self.least_rate = 0.0, min(rates)
        for start, end, rate in zip(starts, ends, rates):
            width = 90 / rate + 1
            self.terms += width * (width if end == math.inf else end - start)
        self.knee, self.beyond = starts[-1], 0 if law.last < math.inf else int(45 / rates[-1])

    def prepare(self):
        if self.terms > MOST_WORK:
            raise Unknown("the interval of the total takes too long")
        self.counts = self.knee + 2 + self.beyond
        places = range(self.counts + self.beyond + 4)
        self.q = [float(self.law.ratio_at(j)) for j in places]
        self.u = [float(self.law.unbiased(j)) for j in places[:-1]]
        self.weight = [(1 - a * b) / ((1 + a) * (1 + b)) for a, b in zip(self.q, [*self.q[1:], self.q[-1]])]
        self.variance = max(self.mean(k, lambda off: off * off) for k in range(self.counts)) * MARGIN + 1e-9

    def mean(self, k, value):
        """E value(u(j) - k)."""
        total, way = self.weight[k] * value(self.u[k] - k), 1.0
        for j in range(k - 1, -1, -1):
            way *= self.q[j + 1]
            if way <= NEGLIGIBLE:
                break
            total += self.weight[j] * way * value(self.u[j] - k)
        way = 1.0
        for j in range(k + 1, len(self.u)):
            way *= self.q[j]
            if way <= NEGLIGIBLE:
                break
            total += self.weight[j] * way * value(self.u[j] - k)
        return total

    def log_moment(self, h):
        found = [self.mean(k, lambda off: power(sign * off)) for k in range(self.counts) for sign in (-h, h)]
        return math.log(max(1.0, *found) * MARGIN)

    def bound(self, cells, beta):
        """What the sum of so many cells is off by with probability beta at most: the least of all that were tried."""
        self.prepare()
        variance, needed = cells * self.variance, math.log(2 / beta)
        least, best = math.sqrt(variance / beta), math.sqrt(2 * needed / variance)
        for part in TRIED:
            h = min(best * part, self.least_rate / 4)
            moment = self.log_moment(h) * cells
            if moment < math.inf:
                least = min(least, (moment + needed) / h)
        return least * MARGIN + 1


def power(x):
    return math.exp(x) if x < 709 else math.inf


def sums_are_planned(certificate):
    """Whether a plan says which sums it shows: W in every cell, of which half the profile is one of W too."""
    law, fewer = law_and_beta(certificate)[0], certificate["fewer_than"]
    columns, threshold = certificate["question"]["columns"], certificate["mechanism"]["law"]["threshold"]
    if not isinstance(law, Warped) or fewer is not None or threshold is not None or not columns or law.least > 0:
        return False
    profile = Profile.of_text(certificate["mechanism"]["law"]["numbers"][0]["profile"])
    try:
        Warped(Profile([(limit, epsilon / 2) for limit, epsilon in zip(profile.limits, profile.epsilons)]))
    except Wrong:
        return False
    return True


def check_total(certificate):
    """It is there exactly if the plan shows totals and all cells can be added up."""
    total, shown, columns = certificate["total"], certificate["mechanism"]["shown"], certificate["question"]["columns"]
    planned = sums_are_planned(certificate)
    demand(planned or not shown["totals"], "a total is shown that cannot be there")
    demand(len(shown["margins"]) == (len(columns) if planned and len(columns) > 1 else 0), "not one entry for the margin of each column")
    if not shown["totals"] or not can_add_up(certificate):
        demand(total is None, "there should be none")
        return "none"
    (law, beta), unit = law_and_beta(certificate), number(certificate["unit"])
    moments, drawn = Moments(law), certificate["drawn"]["numbers"][0]
    least = most = Fraction(0)
    for noisy in drawn:
        values = rounded(law.unbiased(noisy), FINE)
        least, most = least + min(values), most + max(values)
    wanted = {math.floor(x / unit + Fraction(1, 2)) * unit for x in (least, most)}
    if moments.terms > MOST_TERMS or min(abs(x) / unit for x in wanted) > MOST_NUMBER:
        demand(total is None, "there should be none")
        return "none"
    demand(total is not None, "it is missing")
    demand(set(total) == {"count", "interval"}, "it is no sum of counts")
    value, interval = released(total["count"], unit), [released(x, unit) for x in total["interval"]]
    demand(value in wanted, f"the total is {float(min(wanted)):.12g}")
    bound = moments.bound(len(drawn), float(dec(beta)))
    bounds = {math.ceil(bound * (1 + sign * 1e-9)) for sign in (-1, 1)}
    demand(any(interval == [max(0, value - b), max(0, value + b)] for b in bounds),
           f"the interval is not {float(value):.12g} plus and minus {min(bounds)}")
    return f"plus and minus {interval[1] - value}"
