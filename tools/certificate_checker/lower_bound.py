"""Example 8 of [LP15], discrete (T78): noise by a private guess of how large a class is."""
import math
from decimal import Decimal

from .numbers import above, at_most, dec, exp, number
from .profile import Profile
from .report import Unknown, demand


def tail(epsilon, m):
    """P(Z > m) of noise of epsilon."""
    q = exp(-epsilon)
    return q**(m + 1) / (1 + q) if m >= 0 else 1 - q**-m / (1 + q)


class LowerBound:
    """k' = max(count + Z(guess) - shift, 0), then noise of profile(k') - guess; at_zero is profile(0)."""

    def __init__(self, guess, shift, at_zero, profile, told=False):
        self.guess, self.shift, self.at_zero, self.profile, self.told = guess, shift, at_zero, profile, told
        demand(guess > 0 and shift >= 0, "no such guess")
        demand(guess <= at_zero <= profile.at(1), "the profile does not grow from 0 on, or begins below the guess")

    @classmethod
    def of_text(cls, text):
        """0.05;262;0.1;20:0.1,1 and perhaps ;told"""
        guess, shift, at_zero, profile, *told = text.split(";")
        demand(told in ([], ["told"]), "no guess")
        return cls(number(guess), int(shift), number(at_zero), Profile.of_text(profile), bool(told))

    def __eq__(self, other):
        return (self.guess, self.shift, self.at_zero, self.profile, self.told) == (
            other.guess, other.shift, other.at_zero, other.profile, other.told)

    def proved_delta(self):
        """T78 (a): the chance that the guess is too large."""
        return tail(self.guess, self.shift)

    def ranges(self, count):
        """(epsilon of the noise, probability) of the ranges of guesses with one epsilon."""
        def beyond(k):      # P(k' > k)
            return Decimal(0) if k == math.inf else tail(self.guess, k - count + self.shift)
        result, last = [(self.at_zero - self.guess, 1 - beyond(0))], 0
        for limit, epsilon in zip(self.profile.limits, self.profile.epsilons):
            result.append((epsilon - self.guess, beyond(last) - beyond(limit)))
            last = limit
        return result

    def mean_error(self, count):
        """T78 (c)."""
        total = Decimal(0)
        for epsilon, weight in self.ranges(count):
            if epsilon == 0:
                total += weight * count
            elif epsilon < math.inf:
                q = exp(-epsilon)
                total += weight * 2 * q / (1 - q * q)
        return total

    def exceeds(self, count, bound):
        """P(|output - count| > bound); suppressed is 0."""
        total = Decimal(0)
        for epsilon, weight in self.ranges(count):
            if epsilon == 0:
                total += weight if count > bound else 0
            elif epsilon < math.inf:
                total += weight * 2 * tail(epsilon, bound)
        return total

    def keeps(self, delta):
        """Whether all counts have the profile with this delta."""
        proved = self.proved_delta()
        if delta > 0 and at_most(proved, delta):
            return
        surely = self.told_delta()
        demand(not self.told or surely <= above(dec(delta)), f"a delta is {surely:.6g}")
        raise Unknown(f"the simple bound of T78 is {proved:.6g}; the exact law was not computed")

    def told_delta(self):
        """T78 (b) at the first counts of a new epsilon, where the guess is told: no more than the largest delta."""
        worst = Decimal(0)
        for limit, epsilon in zip(self.profile.limits, self.profile.epsilons):
            if epsilon < math.inf and limit < math.inf:
                pairs = [(b, w, v) for (b, w), (_, v) in zip(self.ranges(limit), self.ranges(limit - 1))]
                for order in (1, -1):
                    worst = max(worst, sum(loss(b, *(w, v)[::order], exp(epsilon)) for b, w, v in pairs))
        return worst


def loss(b, w, v, factor):
    """One range of T78 (b); cutting it finer can only make it larger."""
    if b == math.inf:
        return w
    if b == 0:
        return max(w - factor * v, Decimal(0))
    h = exp(-b)
    return (max(w - factor * v * h, Decimal(0)) + max(w * h - factor * v, Decimal(0))) / (1 + h)
