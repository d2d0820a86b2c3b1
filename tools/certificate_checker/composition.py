"""What several releases promise together: T21 (1), T23, T24."""
import math
from decimal import Decimal
from fractions import Fraction

from .lattice import all_together
from .losses import COMPOSING, UNIT
from .numbers import decided, dec, exp, next_below

MOST_TIMES = 100_000      # of equal promises, by T23 (c); beyond it on their lattice
MOST_BITS = 10**5         # of a power of deltas that is computed exactly
KNOWN = {}                # what was found of statements
LAST = {}                 # the last law of a lattice: several statements may be about it


def is_least(premises, times, step, epsilon, delta):
    """epsilon is the least number of 6 digits for this delta, on the lattice of the statement (T24)."""
    def holds(e):
        return delta_is_at_most(law_of_sum(premises, times, step), e, delta)
    key = tuple((p.key, k) for p, k in zip(premises, times)), step, epsilon, delta
    if key not in KNOWN:
        KNOWN[key] = holds(epsilon) and (epsilon == 0 or not holds(next_below(epsilon, 6)))
    return KNOWN[key]


def law_of_sum(premises, times, step):
    key = tuple((p.key, k) for p, k in zip(premises, times)), step
    if key not in LAST:
        LAST.clear()
        LAST[key] = all_together(premises, times, step)
    return LAST[key]


def is_least_of_equals(promise, times, epsilon, delta):
    """The same for equal promises, without a lattice (T23 c): 6 digits, or the sum if that is less."""
    def holds(e):
        return equals_hold(promise.epsilon, promise.delta, times, e, delta)
    key = promise.key, times, epsilon, delta
    if key not in KNOWN:
        KNOWN[key] = holds(epsilon) and (epsilon == 0 or not holds(next_below(epsilon, 6)))
    return KNOWN[key]


def delta_is_at_most(law, epsilon, delta):
    """(1) of T21 at epsilon. More digits always tell (T24)."""
    first = max(0, (epsilon - law.low) // law.step + 1)
    above, room = law.mass[first:], delta * UNIT - law.infinite
    if room <= 0 or not any(above):
        return room >= 0 and not any(above)

    def find(digits):
        result, fall = Decimal(0), exp(-law.step)
        factor = exp(epsilon - law.low - first * law.step)
        for m in above:
            result += m * (1 - factor)
            factor *= fall
        return told(dec(room) - result, Decimal(sum(above) + UNIT) * (len(above) + 10), digits)
    return decided(find)


def told(difference, size, digits):
    """Whether a computed number is positive; None if it may be an error of less than 1000 last digits of a size."""
    slack = size.scaleb(3 - digits)
    return None if abs(difference) <= slack else difference > 0


def equals_hold(e, d, times, epsilon, delta):
    """1 - (1-d)^k (1 - inner) <= delta, where inner is delta' of T23 (c)."""
    COMPOSING.spend(times // 8)
    if epsilon >= times * e and times * d.denominator.bit_length() <= MOST_BITS:
        return (1 - d)**times >= 1 - delta
    terms = 0 if epsilon >= times * e else times - math.floor((epsilon / e + times) / 2)

    def find(digits):
        q, inner = exp(-e), Decimal(0)
        mass = (-times * (1 + q).ln()).exp()
        if terms:
            factor, rise = exp(epsilon - times * e), exp(2 * e)
        for i in range(terms):
            inner += mass * (1 - factor)
            factor *= rise
            mass *= q * (times - i) / (i + 1)
        kept = (times * dec(1 - d).ln()).exp()
        return told(kept * (1 - inner) - dec(1 - delta), Decimal(times + 10), digits)
    return decided(find)
