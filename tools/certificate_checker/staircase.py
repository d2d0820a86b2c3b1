"""Examples 2 to 7 of [LP15], discrete (T70 to T77): noise, and at levels more noise or suppression.

The law of one count is computed on a window, with doubles. All terms are positive, so masses are
right to about 1e-12 of their size; what is compared is only told apart if it differs by 1e-9.
"""
import math

from .numbers import exp, number
from .report import Unknown, demand
from .work import Work

WINDOWS = Work("the law of the staircase", 40_000_000)      # entries of all windows, about 20 seconds
FEWER = 1e-40               # mass outside of a window


def reach(epsilon):
    """P(|Z| > reach) is nothing."""
    return math.ceil(-math.log(FEWER) / epsilon) + 1


class Law:
    """Masses of the outputs low, low + 1, ... for each set of flags, and the mass that is suppressed for each."""

    def __init__(self, low, parts):
        self.low, self.parts, self.suppressed = low, parts, {}


class Staircase:
    """first: the epsilon of the first noise, None for none; levels: (threshold, epsilon), epsilon 0 suppresses."""

    def __init__(self, first, levels, flags=False):
        self.first, self.levels, self.flags = first, levels, flags
        demand(first is None or first > 0, "the first noise has no epsilon")
        demand(all(e >= 0 for _, e in levels), "a level has no epsilon")

    @classmethod
    def of_text(cls, text):
        """1;32:0.1;20:0 and perhaps ;flags"""
        first, *levels = text.split(";")
        flags = levels[-1:] == ["flags"]
        levels = levels[:-1] if flags else levels
        pairs = [level.split(":") for level in levels]
        demand(all(len(pair) == 2 and pair[0] == str(int(pair[0])) for pair in pairs), "no levels")
        return cls(None if first == "infinity" else number(first), [(int(t), number(e)) for t, e in pairs], flags)

    def __eq__(self, other):
        return (self.first, self.levels, self.flags) == (other.first, other.levels, other.flags)

    def noises(self):
        """The epsilons of all noises that may be added."""
        return [e for e in [self.first, *(e for _, e in self.levels)] if e]

    def law(self, count, extra=0):
        """The law of one count; `extra` makes the window larger, for a neighbour."""
        width = sum(reach(float(e)) for e in self.noises()) + extra + 1
        WINDOWS.spend(width * (1 + len(self.levels)) * (2 ** len(self.levels) if self.flags else 1))
        low = count - width
        start = [0.0] * (2 * width + 1)
        start[width] = 1.0
        law = Law(low, {(): start if self.first is None else noisy(start, float(self.first))})
        for threshold, epsilon in self.levels:
            cut, parts = max(0, threshold - low + 1), {}
            for flags, p in law.parts.items():
                below, above = p[:cut] + [0.0] * (len(p) - cut), [0.0] * min(cut, len(p)) + p[cut:]
                told = (lambda fired: (*flags, fired)) if self.flags else (lambda fired: ())
                if epsilon == 0:
                    law.suppressed[told(1)] = law.suppressed.get(told(1), 0.0) + math.fsum(below)
                else:
                    add(parts, told(1), noisy(below, float(epsilon)))
                add(parts, told(0), above)
            law.parts = parts
        return law

    def mean_error(self, count):
        """E|output - count|; suppressed is 0."""
        law = self.law(count)
        shown = math.fsum(abs(law.low + i - count) * m for p in law.parts.values() for i, m in enumerate(p))
        return shown + count * math.fsum(law.suppressed.values())

    def exceeds(self, count, bound):
        """P(|output - count| > bound)."""
        law = self.law(count)
        shown = math.fsum(m for p in law.parts.values() for i, m in enumerate(p) if abs(law.low + i - count) > bound)
        return shown + (math.fsum(law.suppressed.values()) if count > bound else 0)

    def told_bound(self, count, beta):
        """T77: the least r with P(told, |output - count| > r) <= beta; -1 where it is told with no more than that."""
        law, by_error = self.law(count), {}
        for p in law.parts.values():
            for i, m in enumerate(p):
                error = abs(law.low + i - count)
                by_error[error] = by_error.get(error, 0.0) + m
        above = 0.0
        for error in sorted(by_error, reverse=True):
            above += by_error[error]
            if abs(above - beta) <= 1e-9 * beta:
                raise Unknown(f"the error at {count} exceeds {error - 1} with a probability too close to {beta:g}")
            if above > beta:
                return error
        return -1

    def reduced(self, count):
        """T71: without a first noise, what counts `count` and `count` - 1 go through; None if both have one law."""
        if self.first is not None or not self.levels:
            return self
        (threshold, epsilon), *rest = self.levels
        if count - 1 > threshold:
            return Staircase(None, rest, self.flags).reduced(count)
        if count <= threshold:
            return Staircase(epsilon, rest, self.flags) if epsilon else None
        return self

    def delta(self, count, epsilon):
        """The larger divergence of the laws of `count` and `count` - 1; exactly 0 only where that is proved."""
        way = self.reduced(count)
        if way is None or (way.first is not None and epsilon >= way.first):
            return 0.0
        more, fewer = way.law(count), way.law(count - 1, 1)
        factor = float(exp(epsilon))
        return max(divergence(more, fewer, factor), divergence(fewer, more, factor))

    def keeps(self, profile, delta):
        """Whether all counts have (profile, delta): T75, and every count that the thresholds can reach."""
        top = max([t for t, _ in self.levels], default=0)
        low = 1
        for limit, epsilon in zip(profile.limits, profile.epsilons):
            if epsilon == math.inf or (self.first is not None and epsilon >= self.first):
                low = limit + 1
                continue
            far = top + 2 + (reach(float(self.first)) if self.first else 0)
            for count in range(low, min(limit, far) + 1):      # beyond `far` no level fires: all pairs are alike
                found = self.delta(count, epsilon)
                if found == 0:
                    continue
                if abs(found - float(delta)) <= 1e-9 * found:
                    raise Unknown(f"the delta of {count} people is too close to {float(delta):g}")
                demand(found <= delta, f"the delta of a class of {count} people is {found:.6g}")
            low = limit + 1


def add(parts, flags, masses):
    parts[flags] = [a + b for a, b in zip(parts[flags], masses)] if flags in parts else masses


def noisy(p, epsilon):
    """The masses after noise, by two passes (T72)."""
    q = math.exp(-epsilon)
    scale, result, carried = math.tanh(epsilon / 2), [], 0.0
    for m in p:
        carried = m + q * carried
        result.append(carried)
    carried = 0.0
    for i in range(len(p) - 1, -1, -1):
        result[i] = (result[i] + carried) * scale
        carried = q * (carried + p[i])
    return result


def divergence(a, b, factor):
    """H_E(a || b), factor = exp(E). The window of `b` holds that of `a` or the other way round."""
    total = [0.0]
    for flags, p in a.parts.items():
        other, shift = b.parts.get(flags, []), a.low - b.low
        for i, m in enumerate(p):
            if m:
                total.append(max(m - factor * (other[i + shift] if 0 <= i + shift < len(other) else 0.0), 0.0))
    for flags, m in a.suppressed.items():
        total.append(max(m - factor * b.suppressed.get(flags, 0.0), 0.0))
    return math.fsum(total)
