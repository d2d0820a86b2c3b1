"""Sums of losses: the laws of T21 on lattices. Whatever is rounded or moved goes up (T21 a-c)."""
import decimal
import math
from decimal import Decimal
from fractions import Fraction

from .losses import COMPOSING, Losses
from .numbers import divide_up, exp

MOST_ENTRIES = 1 << 15    # of a law that is kept
MOST_SHARES = 1024        # that are remembered in a split


def add(a, b, tail, precision):
    """The law of the sum of two losses; `tail` is what it may move to infinity."""
    unit = precision.unit
    infinite = a.infinite + b.infinite - a.infinite * b.infinite // unit
    if len(a.mass) > 1 and len(b.mass) > 1 and a.step != b.step:
        a, b = on_one_lattice(a, b, precision)
    step = a.step if len(a.mass) > 1 else b.step
    mass = [divide_up(m, unit) for m in convolution(a.mass, b.mass, precision.digits)]
    return shorten(Losses(a.low + b.low, step, mass, infinite), tail, precision)


def power(law, times, precision):
    """The law of the sum of equal losses, by repeated squaring."""
    result, left, reached = None, times, 1
    while True:
        if left & 1:
            result = add(result, law, precision.tail / 64, precision) if result else law
        left >>= 1
        if not left:
            return result
        reached *= 2
        law = add(law, law, precision.tail * reached / times / 64, precision)


def convolution(a, b, digits):
    """The convolution of two lists of masses, exact, in units of 10^-(2 digits)."""
    COMPOSING.spend(len(a) + len(b))
    if len(a) > len(b):
        a, b = b, a
    if len(a) > 8:
        return long_convolution(a, b, 2 * digits + 4)
    result = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                result[i + j] += x * y
    return result


def long_convolution(a, b, width):
    """One product of two long decimals (T24): each mass is `width` digits, the first one last."""
    x, y = (Decimal("".join(str(m).zfill(width) for m in reversed(masses))) for masses in (a, b))
    entries = len(a) + len(b) - 1
    exact = decimal.Context(prec=width * (entries + 2), Emax=decimal.MAX_EMAX,
                            Emin=decimal.MIN_EMIN, traps=[decimal.Inexact, decimal.Overflow,
                                                          decimal.InvalidOperation])
    text = format(exact.multiply(x, y), "f").zfill(width * entries)
    ends = [len(text) - i * width for i in range(entries)]
    return [int(text[end - width:end]) for end in ends]


def shorten(law, tail, precision):
    """Small tails go up (T21 b), and too many entries onto a coarser lattice (T21 c)."""
    law = cut_tails(law, int(tail * precision.unit)) if len(law.mass) > 512 else law
    factor = divide_up(len(law.mass), MOST_ENTRIES)
    return split(law, factor * law.step, precision) if factor > 1 else law


def cut_tails(law, room):
    """Up to `room` from the top goes to infinity, as much from the bottom to the least loss."""
    mass, end, top = law.mass, len(law.mass), 0
    while end > 1 and top + mass[end - 1] <= room:
        end -= 1
        top += mass[end]
    start, bottom = 0, 0
    while start < end - 1 and bottom + mass[start] <= room:
        bottom += mass[start]
        start += 1
    mass = mass[start:end]
    mass[0] += bottom
    return Losses(law.low + start * law.step, law.step, mass, law.infinite + top)


def split(law, h, precision, origin=Fraction(0)):
    """T21 (c) onto the origin and whole multiples of h from it; the upper share is rounded up."""
    if origin:
        moved = split(Losses(law.low - origin, law.step, law.mass, law.infinite), h, precision)
        return Losses(moved.low + origin, h, moved.mass, moved.infinite)
    unit, entries = precision.unit, len(law.mass)
    first = law.low // h
    last = (law.low + (entries - 1) * law.step) // h
    result = [0] * int(last - first + 2)
    COMPOSING.spend(len(result) // 8 + entries // 8)
    # losses, counted from first * h on, and steps as whole numbers of 1/common
    common = math.lcm(law.low.denominator, law.step.denominator, h.denominator)
    place, step, size = (int(x * common) for x in (law.low - first * h, law.step, h))
    whole, shares = 1 - exp(-h), {0: 0}
    for m in law.mass:
        if m:
            cell, rest = divmod(place, size)
            share = shares.get(rest)
            if share is None:
                share = precision.mass((1 - exp(Fraction(-rest, common))) / whole)
                if len(shares) <= MOST_SHARES:
                    shares[rest] = share
            upper = min(m, divide_up(m * share, unit))
            result[cell] += m - upper
            result[cell + 1] += upper
        place += step
    while len(result) > 1 and not result[-1]:
        result.pop()
    return Losses(first * h, h, result, law.infinite)


def on_one_lattice(a, b, precision):
    """Two laws with one step: one that divides both, or, if that is too small, one with splits."""
    common = math.lcm(a.step.denominator, b.step.denominator)
    step = Fraction(math.gcd(int(a.step * common), int(b.step * common)), common)
    factors = [int(law.step / step) for law in (a, b)]
    lengths = [(len(law.mass) - 1) * factor + 1 for law, factor in zip((a, b), factors)]
    if sum(lengths) <= 2 * MOST_ENTRIES:
        return spread(a, factors[0]), spread(b, factors[1])
    reach = sum((len(law.mass) - 1) * law.step for law in (a, b))
    h = reach / MOST_ENTRIES
    if h < 1:
        h = Fraction(int(h * 2**80) or 1, 2**80)
    return split(a, h, precision), split(b, h, precision)


def spread(law, factor):
    """The same law with a step that is smaller by a whole factor."""
    mass = [0] * ((len(law.mass) - 1) * factor + 1)
    mass[::factor] = law.mass
    return Losses(law.low, law.step / factor, mass, law.infinite)
