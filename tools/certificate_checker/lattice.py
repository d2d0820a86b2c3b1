"""Sums of losses on the lattice of a statement. Whatever is rounded or moved goes up (T21 a-c).

What is rounded, cut and moved, and when, is fixed by T24 to the last unit: a lattice that begins one step further on
would give another sixth digit.
"""
import decimal
import heapq
import itertools
import math
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction

from .losses import COMPOSING, UNIT, Losses, law_of
from .numbers import decided, divide_up, exp
from .report import demand

WHOLE_LENGTH = 1024       # up to here nothing is cut off
MOST_LENGTH = 1 << 14     # beyond it the step is doubled
MOST_PARTS = 1 << 18      # entries of all parts
TAIL = UNIT >> 100        # what is cut off at each end
MOST_SHARES = 1024        # that are remembered in a split
WIDTH = 2 * len(str(2 * UNIT))      # decimal digits of one entry of a product


def all_together(premises, times, step):
    """The law of all losses together; `step` is None for a single premise."""
    parts = [power(shorten(law_of(p)), k) for p, k in zip(premises, times)]
    if step is None:
        return parts[0]
    demand(sum(-((1 - len(law.mass)) * law.step // step) + 2 for law in parts) <= MOST_PARTS, "the step is too small")
    order = itertools.count()         # of laws of one length those that came first
    queue = [(len(law.mass), next(order), law) for law in (onto(law, step) for law in parts)]
    heapq.heapify(queue)
    while len(queue) > 1:
        a, b = (heapq.heappop(queue)[2] for _ in range(2))
        if a.step < b.step:
            a, b = b, a
        if a.step != b.step:
            b = split(b, a.step, b.low)
        law = product(a, b)
        heapq.heappush(queue, (len(law.mass), next(order), law))
    return queue[0][2]


def onto(law, step):
    if len(law.mass) == 1:
        return Losses(law.low, step, law.mass, law.infinite)
    factor = law.step / step
    return spread(law, int(factor)) if factor.denominator == 1 else split(law, step)


def power(law, times):
    """The law of so many equal losses: doubled from the first binary digit of the number on."""
    result = law
    for bit in bin(times)[3:]:
        result = product(result, result)
        if bit == "1":
            once = law if len(law.mass) == 1 or law.step == result.step else split(law, result.step, law.low)
            result = product(result, once)
    return result


def product(a, b):
    infinite = a.infinite + b.infinite - a.infinite * b.infinite // UNIT
    mass = [divide_up(m, UNIT) for m in convolution(a.mass, b.mass)]
    return shorten(Losses(a.low + b.low, b.step if len(a.mass) == 1 else a.step, mass, infinite))


def shorten(law):
    """Small tails go up (T21 b), and too many entries onto a lattice of twice the step (T21 c)."""
    if len(law.mass) > WHOLE_LENGTH:
        law = cut_tails(law)
        while len(law.mass) > MOST_LENGTH:
            law = split(law, 2 * law.step, law.low)
    return law


def cut_tails(law):
    """Up to TAIL from the top goes to infinity, as much from the bottom to the least loss."""
    mass, end, top = law.mass, len(law.mass), 0
    while end > 1 and top + mass[end - 1] <= TAIL:
        end -= 1
        top += mass[end]
    start, bottom = 0, 0
    while start < end - 1 and bottom + mass[start] <= TAIL:
        bottom += mass[start]
        start += 1
    mass = mass[start:end]
    mass[0] += bottom
    return Losses(law.low + start * law.step, law.step, mass, law.infinite + top)


def convolution(a, b):
    """The convolution of two lists of masses, exact, in units of 2^-240."""
    COMPOSING.spend(len(a) + len(b))
    if len(a) > len(b):
        a, b = b, a
    if len(a) > 8:
        return long_convolution(a, b)
    result = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                result[i + j] += x * y
    return result


def long_convolution(a, b):
    """One product of two long decimals (T24): each mass is WIDTH digits, the first one last."""
    x, y = (Decimal("".join(str(m).zfill(WIDTH) for m in reversed(masses))) for masses in (a, b))
    entries = len(a) + len(b) - 1
    exact = decimal.Context(prec=WIDTH * (entries + 2), Emax=decimal.MAX_EMAX,
                            Emin=decimal.MIN_EMIN, traps=[decimal.Inexact, decimal.Overflow,
                                                          decimal.InvalidOperation])
    text = format(exact.multiply(x, y), "f").zfill(WIDTH * entries)
    ends = [len(text) - i * WIDTH for i in range(entries)]
    return [int(text[end - WIDTH:end]) for end in ends]


def split(law, h, origin=Fraction(0)):
    """T21 (c) onto the origin and whole multiples of h from it; both shares of a mass are rounded up."""
    low, entries = law.low - origin, len(law.mass)
    first = low // h
    last = (low + (entries - 1) * law.step) // h
    result = [0] * int(last - first + 2)
    COMPOSING.spend(len(result) // 8 + entries // 8)
    # losses, counted from first * h on, and steps as whole numbers of 1/common
    common = math.lcm(low.denominator, law.step.denominator, h.denominator)
    place, step, size = (int(x * common) for x in (low - first * h, law.step, h))
    shares = {0: (UNIT, 0)}
    for m in law.mass:
        if m:
            cell, rest = divmod(place, size)
            share = shares.get(rest)
            if share is None:
                share = shares_of(Fraction(rest, common), h)
                if len(shares) <= MOST_SHARES:
                    shares[rest] = share
            result[cell] += divide_up(m * share[0], UNIT)
            result[cell + 1] += divide_up(m * share[1], UNIT)
        place += step
    while len(result) > 1 and not result[-1]:
        result.pop()
    return Losses(origin + first * h, h, result, law.infinite)


def shares_of(distance, h):
    """What of a loss, so far above a point of the lattice, stays there and what goes to the next."""
    def find(digits):
        whole = 1 - exp(-h)
        up = UNIT * (1 - exp(-distance)) / whole
        slack = UNIT / whole.scaleb(digits - 3)
        ends = [{int((x + s).to_integral_value(ROUND_CEILING)) for s in (-slack, slack)} for x in (UNIT - up, up)]
        return tuple(max(1, *end) for end in ends) if all(len(end) == 1 for end in ends) else None
    return decided(find)


def spread(law, factor):
    """The same law with a step that is smaller by a whole factor."""
    mass = [0] * ((len(law.mass) - 1) * factor + 1)
    mass[::factor] = law.mass
    return Losses(law.low, law.step / factor, mass, law.infinite)
