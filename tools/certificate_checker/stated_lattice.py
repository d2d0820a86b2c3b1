"""The lattice on which the epsilon of a composition is stated (docs/formats.md): another one gives other last digits.

Masses are finer here than those of the program, and that does not show in six digits; where losses lie does.
"""
import heapq
import itertools

from .lattice import convolution, cut_tails, split, spread
from .losses import Losses, law_of
from .numbers import divide_up
from .report import demand

WHOLE_LENGTH = 1024       # up to here nothing is cut off
MOST_LENGTH = 1 << 14     # beyond it the step is doubled
MOST_PARTS = 1 << 18      # entries of all parts
TAIL = 1 << 100           # one over what is cut off at each end


def stated_law(premises, times, step, precision):
    """The law of all losses together; `step` is None for a single premise."""
    parts = [power(shorten(law_of(p, precision), precision), k, precision) for p, k in zip(premises, times)]
    if step is None:
        return parts[0]
    demand(sum(-((1 - len(law.mass)) * law.step // step) + 2 for law in parts) <= MOST_PARTS, "the step is too small")
    order = itertools.count()
    queue = [(len(law.mass), next(order), law) for law in (onto(law, step, precision) for law in parts)]
    heapq.heapify(queue)
    while len(queue) > 1:
        a, b = (heapq.heappop(queue)[2] for _ in range(2))
        if a.step < b.step:
            a, b = b, a
        if a.step != b.step:
            b = split(b, a.step, precision, b.low)
        law = product(a, b, precision)
        heapq.heappush(queue, (len(law.mass), next(order), law))
    return queue[0][2]


def onto(law, step, precision):
    if len(law.mass) == 1:
        return Losses(law.low, step, law.mass, law.infinite)
    factor = law.step / step
    return spread(law, int(factor)) if factor.denominator == 1 else split(law, step, precision)


def power(law, times, precision):
    """The law of so many equal losses: doubled from the first binary digit of the number on."""
    result = law
    for bit in bin(times)[3:]:
        result = product(result, result, precision)
        if bit == "1":
            once = law if len(law.mass) == 1 or law.step == result.step else split(law, result.step, precision, law.low)
            result = product(result, once, precision)
    return result


def product(a, b, precision):
    infinite = a.infinite + b.infinite - a.infinite * b.infinite // precision.unit
    mass = [divide_up(m, precision.unit) for m in convolution(a.mass, b.mass, precision.digits)]
    return shorten(Losses(a.low + b.low, b.step if len(a.mass) == 1 else a.step, mass, infinite), precision)


def shorten(law, precision):
    if len(law.mass) > WHOLE_LENGTH:
        law = cut_tails(law, precision.unit // TAIL)
        while len(law.mass) > MOST_LENGTH:
            law = split(law, 2 * law.step, precision, law.low)
    return law
