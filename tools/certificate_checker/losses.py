"""Loss distributions of promises (T23) and of noise (T22), as T24 writes them down: in whole units of 2^-120.

A mass is the least whole number of units that is not below its probability. Decimals get more digits until it is sure
which one that is, so that two programs that follow T24 have the same masses.
"""
import math
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction

from .numbers import decided, dec, divide_up, exp
from .report import demand
from .work import Work

UNIT = 1 << 120           # probability 1

COMPOSING = Work("composing the loss distributions", 1_500_000)      # about 30 seconds


class Losses:
    """Upper bounds on a loss distribution: mass[i] at the loss low + i step, and `infinite`."""

    def __init__(self, low, step, mass, infinite):
        self.low = low
        self.step = step
        self.mass = [min(m, UNIT) for m in mass]
        self.infinite = min(infinite, UNIT)
        if sum(self.mass) > 2 * UNIT:         # nothing is known: the worst law
            self.mass, self.infinite = [0], UNIT


def masses(probabilities, digits):
    """Of positive decimals, each wrong by less than 10^(10 - digits); None if that is too much to tell."""
    result, slack = [], Decimal(UNIT).scaleb(10 - digits)
    for x in probabilities:
        below, above = (int((x * UNIT + s).to_integral_value(ROUND_CEILING)) for s in (-slack, slack))
        if max(1, below) != max(1, above):
            return None
        result.append(max(1, above))
    return result


def law_of(promise):
    if promise.kind == "dp":
        return dp_law(promise.epsilon, promise.delta)
    if promise.kind == "laplace_loss":
        return laplace_law(promise.scale, promise.shift)
    return gaussian_law(promise.variance, promise.shift)


def dp_law(e, d):
    """W(e, d) of T23 (a)."""
    demand(d < 1, "a premise has a delta of 1")
    infinite = divide_up(d.numerator * UNIT, d.denominator)
    if e == 0:
        return Losses(Fraction(0), Fraction(1), [divide_up((d.denominator - d.numerator) * UNIT, d.denominator)], infinite)

    def find(digits):
        share = dec(1 - d) / (1 + exp(-e))
        return masses([share * exp(-e), share], digits)
    return Losses(-e, 2 * e, decided(find), infinite)


def laplace_law(s, shift):
    """L(D) of T22 (a), from the greatest loss D/s down, and then turned around."""
    COMPOSING.spend(shift // 32)

    def find(digits):
        q = exp(-1 / s)
        head = 1 / (1 + q)
        shares, power = [head], head * (1 - q)
        for _ in range(1, shift):
            power *= q
            shares.append(power)
        return masses([*shares, head * exp(-shift / s)], digits)
    return Losses(-shift / s, 2 / s, decided(find)[::-1], 0)


def gaussian_law(v, shift):
    """DG(v) against itself moved by `shift`, T22 (c), up to R = isqrt(147 v) + 1.

    Weights exp(-z^2/2v) are in units of 10^(10 - digits), rounded down: first ratio and factor are too small by at most 2
    of them, the ratio of z by 2 + 3z, and the weight of z by less than 2 (z+1)^2.
    """
    reach = math.isqrt(int(147 * v)) + 1
    COMPOSING.spend(reach // 32)

    def find(digits):
        fine = 10**(digits - 10)
        ratio = int(exp(-1 / (2 * v)) * fine) - 1      # of the weight of z + 1 to that of z
        factor = int(exp(-1 / v) * fine) - 1           # of a ratio to the one before
        weights = [fine]
        for _ in range(reach):
            weights.append(max(0, weights[-1] * ratio // fine))
            ratio = max(0, ratio * factor // fine)
        total = 2 * sum(weights) - fine
        most = total + 2 * (reach + 2)**3
        found = []
        for z, weight in enumerate(weights):
            below, above = divide_up(weight * UNIT, most), divide_up((weight + 2 * (z + 1)**2) * UNIT, total)
            if max(1, below) != max(1, above):
                return None
            found.append(max(1, above))
        # sum over z > R of exp(-z^2/2v) <= exp(-(R+1)^2/2v) / (1 - exp(-(2R+3)/2v))
        first = exp(-Fraction((reach + 1)**2) / (2 * v)) / (1 - exp(-(2 * reach + 3) / (2 * v)))
        rest = masses([first * fine / total], digits - 4)
        return rest and (found, rest[0])
    mass, rest = decided(find)
    mass = mass[:0:-1] + mass                   # z = R, ..., -R: losses grow
    mass[0] += rest
    low = (Fraction(shift)**2 - 2 * reach * shift) / (2 * v)
    return Losses(low, shift / v, mass, rest)
