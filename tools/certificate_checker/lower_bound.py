"""Example 8 of [LP15], discrete (T78): noise by a private guess of how large a class is."""
import math
from decimal import Decimal

from .numbers import at_most, exp, number
from .profile import Profile
from .report import Unknown, demand

MOST_WORK = 20_000_000      # entries of all laws, some 10 seconds
CLOSE = 1e-9                # to which the laws are known


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
        demand(told in ([], ["told"]) and shift == str(int(shift)), "no guess")
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
        """Whether all counts have the profile with this delta: by T78 (a), else by the laws themselves."""
        if delta > 0 and at_most(self.proved_delta(), delta):
            return
        *steps, _ = zip(self.profile.limits, self.profile.epsilons)      # the last epsilon is never exceeded
        last, work = 0, 0
        for limit, epsilon in steps:
            for count in range(last + 1, limit + 1):
                found = max(self.divergences(count, epsilon))
                work += (1 + len(steps)) * (1 if self.told else self.window())
                if work > MOST_WORK:
                    raise Unknown("the law of the guess takes too long")
                if found > 0 and abs(found - float(delta)) <= CLOSE * found:
                    raise Unknown(f"the delta of {count} people is too close to {float(delta):g}")
                demand(found <= delta, f"the delta of a class of {count} people is {found:.6g}")
            last = limit

    def cut_ranges(self, count):
        """(epsilon of the noise, P at count, P at count - 1) of ranges in which all guesses have one ratio of both."""
        limits = sorted({0, max(count - self.shift - 1, 0), *self.profile.limits})
        beyond = [[0.0 if k == math.inf else float(tail(self.guess, k - c + self.shift)) for k in limits]
                  for c in (count, count - 1)]
        epsilons = [self.at_zero, *(self.profile.at(k) for k in limits[1:])]
        weights = [[1 - b[0], *(x - y for x, y in zip(b, b[1:]))] for b in beyond]
        return list(zip([e - self.guess for e in epsilons], *weights))

    def window(self):
        """How far noise can go."""
        finite = [float(e - self.guess) for e in [self.at_zero, *self.profile.epsilons] if self.guess < e < math.inf]
        return math.ceil(92 / min(finite)) if finite else 1

    def divergences(self, count, epsilon):
        """H_E of count and count - 1, in both directions."""
        ranges, factor = self.cut_ranges(count), math.exp(epsilon)
        if self.told:
            return [math.fsum(loss(b, *pair, factor) for b, *pair in parts)
                    for parts in (ranges, [(b, v, w) for b, w, v in ranges])]
        laws = [self.output_law(count - i, [(b, pair[i]) for b, *pair in ranges], count) for i in (0, 1)]
        return [math.fsum(max(x - factor * laws[1 - i].get(v, 0.0), 0.0) for v, x in laws[i].items()) for i in (0, 1)]

    def output_law(self, count, ranges, centre):
        """The law of the output alone; None is suppressed."""
        law, reach = {}, self.window() + 1
        for b, weight in ranges:
            if b == 0:
                law[None] = law.get(None, 0.0) + weight
            elif b == math.inf:
                law[count] = law.get(count, 0.0) + weight
            else:
                q, scale = math.exp(-b), weight * math.tanh(b / 2)
                for v in range(centre - reach, centre + reach + 1):
                    law[v] = law.get(v, 0.0) + scale * q**abs(v - count)
        return law


def loss(b, w, v, factor):
    """One range of T78 (b)."""
    if b == math.inf:
        return w
    if b == 0:
        return max(w - factor * v, 0.0)
    h = math.exp(-b)
    return (max(w - factor * v * h, 0.0) + max(w * h - factor * v, 0.0)) / (1 + h)
