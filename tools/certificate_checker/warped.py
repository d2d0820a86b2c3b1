"""The law W (T38 to T43): what it does to a count, with 60 digits.

q_i = n_i / 2^62, n_i = ceil(2^62 exp(-e(i))), 0 where nothing is promised; outputs begin with the
largest class that nobody can notice.
"""
import bisect
import functools
import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction

from .numbers import MARGIN, dec, exp
from .profile import Profile
from .report import Unknown, demand

ONE = 1 << 62
LEAST_EPSILON = Fraction(1, 10**6)      # of those that are not 0 (T40)
NOTHING = Decimal("1e-70")


def more(x, bound):
    """x > bound for two computed numbers, if that is sure."""
    if abs(x - bound) <= MARGIN * bound:
        raise Unknown("two probabilities are too close to be compared")
    return x > bound


@functools.cache
def ratio(epsilon):
    """q, of an epsilon that is neither 0 nor infinite."""
    scaled = ONE * exp(-epsilon)
    low, high = ((scaled * (1 + sign * MARGIN)).to_integral_value(ROUND_CEILING) for sign in (-1, 1))
    if low != high:
        raise Unknown("a probability is too close to a fraction of 2^62")
    return low / ONE


class Warped:
    """W for one profile."""

    def __init__(self, profile):
        limits, epsilons = list(profile.limits), list(profile.epsilons)
        demand(epsilons != [0] and epsilons != [math.inf], "W has no such profile")
        self.least = 0
        if epsilons[0] == 0:
            self.least = limits[0]
            del limits[0], epsilons[0]
        demand(all(e >= LEAST_EPSILON for e in epsilons), "an epsilon is too small for W")
        self.last = math.inf                    # the largest count that is not told
        if epsilons[-1] == math.inf:
            del limits[-1], epsilons[-1]
            self.last = limits[-1] if limits else self.least
        self.ends = limits                      # of the steps between both
        self.starts = [self.least, *limits][:len(limits)]
        self.q = [ratio(e) for e in epsilons]
        self.ln = [q.ln() for q in self.q]
        self.sums = [Decimal(0)]                # ln Q(least, start of each step)
        for start, end, ln in zip(self.starts, self.ends[:-1], self.ln):
            self.sums.append(self.sums[-1] + (end - start) * ln)
        self.knee = self.starts[-1] if self.starts else self.least      # one step from here on
        self.intervals = {}

    def ratio_at(self, i):
        """q_i."""
        if i <= self.least or i > self.last:
            return Decimal(0)
        return self.q[bisect.bisect_left(self.ends, i)]

    def ln_product(self, k):
        """ln Q(least, k), least <= k <= last."""
        if k == self.least:
            return Decimal(0)
        i = bisect.bisect_left(self.ends, k)
        return self.sums[i] + (k - self.starts[i]) * self.ln[i]

    def product(self, a, b):
        """Q(a, b) = q_{a+1} ... q_b, for counts a <= b."""
        a, b = max(a, self.least), max(b, self.least)
        if a == b:
            return Decimal(1)
        if b > self.last:
            return Decimal(0)
        return (self.ln_product(b) - self.ln_product(a)).exp()

    def at_least(self, m, k):
        """P(output >= m | count k), T38 (c)."""
        k = max(k, self.least)
        if m <= self.least:
            return Decimal(1)
        if m > k:
            return self.product(k, m) / (1 + self.ratio_at(m))
        return 1 - self.product(m - 1, k) / (1 + self.ratio_at(m))

    def at_most(self, m, k):
        """P(output <= m | count k)."""
        k = max(k, self.least)
        if m < self.least:
            return Decimal(0)
        if m < k:
            return self.product(m, k) / (1 + self.ratio_at(m + 1))
        return 1 - self.product(k, m + 1) / (1 + self.ratio_at(m + 1))

    def interval(self, output, beta):
        """T42: the least and the greatest count behind an output."""
        if (output, beta) not in self.intervals:
            self.intervals[output, beta] = self.far_interval(output, beta) or self.any_interval(output, beta)
        return self.intervals[output, beta]

    def far_interval(self, output, beta):
        """Where all lies above the knee, the ends move along with the output."""
        if self.last != math.inf:
            return None
        far = self.knee + (1 << 60)
        if (far, beta) not in self.intervals:
            self.intervals[far, beta] = self.any_interval(far, beta)
        low, high = self.intervals[far, beta]
        if output == far or output - (far - low) <= self.knee:
            return None
        return output - (far - low), output + (high - far)

    def any_interval(self, output, beta):
        half = dec(beta / 2)
        low = first(0, output, lambda k: more(self.at_least(output, k), half))
        reach = 1
        while more(self.at_most(output, output + reach), half):
            reach *= 2
        return low, first(output, output + reach, lambda k: not more(self.at_most(output, k), half)) - 1

    def exceeds(self, k, bound):
        """P(|output - k| > bound)."""
        return self.at_least(k + bound + 1, k) + self.at_most(k - bound - 1, k)

    def steps_up(self, k):
        """(start, end, q, Q(k, start)) of the steps above a count, until Q is nothing."""
        weight, start = Decimal(1), k
        for i in range(bisect.bisect_left(self.ends, k + 1), len(self.ends)):
            yield start, self.ends[i], self.q[i], weight
            weight *= power(self.q[i], self.ends[i] - start)
            start = self.ends[i]
            if weight < NOTHING:
                return

    def steps_down(self, k):
        """(start, end, q, Q(end, k)) of the steps below a count, until Q is nothing."""
        weight, end = Decimal(1), k
        for i in range(bisect.bisect_left(self.ends, k), -1, -1):
            if end == self.least or weight < NOTHING:
                return
            yield self.starts[i], end, self.q[i], weight
            weight *= power(self.q[i], end - self.starts[i])
            end = self.starts[i]

    def mean_error(self, k):
        """E|output - k|, the sum of T38."""
        if k > self.last:
            return Decimal(0)
        shown = max(k, self.least)
        total = Decimal(shown - k)
        for start, end, q, weight in [*self.steps_up(shown), *self.steps_down(shown)]:
            total += weight * q * (1 - power(q, end - start)) / (1 - q * q)
        return total

    def unbiased(self, j):
        """u(j) of T41."""
        q, above = self.ratio_at(j), self.ratio_at(j + 1)
        weight = 1 / (1 + q) + 1 / (1 + above) - 1
        return j + (q / (1 - q * q) - above / (1 - above * above)) / weight

    def likely(self, j, prior_mean):
        """T43 for |k - z| and counts of this mean, P(k) = (1-r) r^k: the median of what the output does not rule out
        at one in a million."""
        shown = max(j, self.least)
        low, high = self.interval(shown, Fraction(1, 10**6))
        if high - low > 200_000:
            return j
        r = dec(prior_mean / (1 + prior_mean))
        weights, weight = [Decimal(1)], Decimal(1)
        for k in range(shown - 1, low - 1, -1):
            weight = weight / r * (self.ratio_at(k + 1) if k >= self.least else 1)
            weights.append(weight)
        weights.reverse()
        weight = Decimal(1)
        for k in range(shown + 1, high + 1):
            weight = weight * r * self.ratio_at(k)
            weights.append(weight)
        half, total = sum(weights) / 2, Decimal(0)
        for k, weight in enumerate(weights, low):
            total += weight
            if more(total, half):
                return k
        return high


def power(q, n):
    return Decimal(0) if n == math.inf else q**n


def first(low, high, holds):
    """The least number from low to high for which `holds` is true, as for all larger ones; it is for high."""
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


@functools.lru_cache(maxsize=8)
def warped(text):
    """W for the profile of a certificate."""
    return Warped(Profile.of_text(text))


def rounded(value, unit):
    """A decimal to the nearest multiple of the unit 1/10^n, halves up."""
    scaled = value / dec(unit) + Decimal("0.5")
    low, high = ((scaled + sign * MARGIN).to_integral_value(ROUND_FLOOR) for sign in (-1, 1))
    return {int(low) * unit, int(high) * unit}
