"""With which probability a value is shown that k people can change: T125, in integers."""
from math import isqrt

from .numbers import exp
from .report import Unknown

ONE = 2**64
MOST_DEPTH = 200_000
WIDEST = 2**63 - 1


def growth_of(epsilon):
    """A number of at most exp(epsilon), as (multiple, shift)."""
    value = exp(epsilon)
    bits = 2
    while 2**bits < value:
        bits += 1
    shift = 64 - bits
    return int(value * 2**shift), shift


def table(epsilon, delta):
    """The probabilities at k = 1, 2, ... in units of 2^-64, up to the first that is 1."""
    multiple, shift = growth_of(epsilon)
    step = int(delta * ONE)
    result = [step]
    while result[-1] < ONE:
        now = result[-1]
        if len(result) > MOST_DEPTH:
            raise Unknown("the table of probabilities is too long")
        if ONE - now <= step:
            result.append(ONE)
            continue
        hidden = -((-((ONE - now - step) << shift)) // multiple)
        result.append(min((now * multiple >> shift) + step, ONE - hidden))
    return result


def least_from(power):
    """The least whole number whose square is 2^power or more."""
    if power < 0:
        return 1
    root = isqrt(2**power)
    return root if root * root == 2**power else root + 1


def ends_of_octave(bin_, widest=WIDEST):
    """The least and the largest whole number of a bin up to the widest, and the one in the middle by ratio. [T124]"""
    if bin_ == 0:
        return 0, 0, 0
    least, most = least_from(bin_ - 2), min(least_from(bin_) - 1, widest)
    return least, most, min(max(isqrt(2**(bin_ - 1)), least), most)


def octave_of(x, half):
    if x == 0:
        return 0
    power = x.bit_length() - 1
    return 2 * power + (2 if not half else 3 if x * x >= 2**(2 * power + 1) else 1)
