"""Loss distributions: those of promises (T23) and of noise (T22), as upper bounds.

A mass is a whole number of units of 10^-digits. All that is not whole is computed with decimals
of 30 digits more, those of Precision.context, which composition.py sets around all of it.
"""
import math
from decimal import ROUND_CEILING
from fractions import Fraction

from .numbers import dec, decimals, divide_up, exactly, exp
from .report import Unknown
from .work import Work


class Losses:
    """Upper bounds on a loss distribution: mass[i] at the loss low + i step, and `infinite`."""

    def __init__(self, low, step, mass, infinite):
        self.low = low
        self.step = step
        self.mass = mass
        self.infinite = infinite


class Precision:
    """So fine that a delta of this size, of so many releases, is right to 12 digits at least."""

    def __init__(self, delta, times):
        self.digits = 40 + max(0, -dec(delta).adjusted())
        if self.digits > 500:
            raise Unknown("delta is too small to compute with")
        self.unit = 10**self.digits
        self.context = decimals(self.digits + 30)
        self.tail = delta / times / 10**16      # what one law may move to infinity

    def mass(self, x):
        """A decimal as a mass, rounded up."""
        return int((x * self.unit).to_integral_value(ROUND_CEILING)) + 1


COMPOSING = Work("composing the loss distributions", 1_500_000)      # about 30 seconds


def law_of(promise, precision):
    if promise.kind == "dp":
        return dp_law(promise.epsilon, promise.delta, precision)
    if promise.kind == "laplace_loss":
        return laplace_law(promise.scale, promise.shift, precision)
    return gaussian_law(promise.variance, promise.shift, precision)


def dp_law(e, d, precision):
    """W(e, d) of T23 (a)."""
    d = min(d, Fraction(1))
    infinite = divide_up(d.numerator * precision.unit, d.denominator)
    if e == 0:
        return Losses(Fraction(0), Fraction(0), [precision.unit - infinite + 1], infinite)
    share = (1 - dec(d)) / (1 + exp(-e))
    mass = [precision.mass(share * exp(-e)), precision.mass(share)]
    return Losses(-e, 2 * e, mass, infinite)


def laplace_law(s, shift, precision):
    """L(D) of T22 (a), from the greatest loss D/s down, and then turned around."""
    COMPOSING.spend(shift // 32)
    q = exp(-1 / s)
    head = 1 / (1 + q)
    mass, power = [precision.mass(head)], head * (1 - q)
    for _ in range(1, shift):
        power *= q
        mass.append(precision.mass(power))
    mass.append(precision.mass(head * exp(-shift / s)))
    return Losses(-shift / s, 2 / s, mass[::-1], 0)


def gaussian_law(v, shift, precision):
    """DG(v) against itself moved by `shift`, T22 (c).

    Weights exp(-z^2/2v) are in units of 10^-(digits+20), rounded down: that of z is then too
    small by less than (z+1)^2 units, far less than one unit of mass.
    """
    reach = math.isqrt(int(2 * v * int(1 - exactly(dec(precision.tail).ln())))) + 2
    COMPOSING.spend(reach // 32)
    fine = precision.unit * 10**20
    ratio = int(exp(-1 / (2 * v)) * fine)       # of the weight of z + 1 to that of z
    factor = int(exp(-1 / v) * fine)            # of a ratio to the one before
    weights = [fine]
    for _ in range(reach):
        weights.append(weights[-1] * ratio // fine)
        ratio = ratio * factor // fine
    total = 2 * sum(weights) - fine
    mass = [w * precision.unit // total + 2 for w in weights]
    # sum over z > R of exp(-z^2/2v) <= exp(-(R+1)^2/2v) / (1 - exp(-(2R+3)/2v))
    first = exp(-Fraction((reach + 1)**2) / (2 * v))
    fall = exp(-(2 * reach + 3) / (2 * v))
    rest = divide_up(precision.mass(first / (1 - fall)) * fine, total)
    mass = mass[:0:-1] + mass                   # z = R, ..., -R: losses grow
    mass[0] += rest
    low = (Fraction(shift)**2 - 2 * reach * shift) / (2 * v)
    return Losses(low, shift / v, mass, rest)
