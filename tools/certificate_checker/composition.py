"""What several releases promise together: T21 (1), T23, T24."""
import decimal
import math
from collections import Counter
from decimal import Decimal
from fractions import Fraction

from . import lattice
from .losses import COMPOSING, Precision, law_of
from .numbers import divide_up, exp, next_below
from .stated_lattice import stated_law

MOST_ATOMS = 1 << 16      # of laws that are added without a lattice
MOST_BITS = 10**5         # of a product of exact deltas
KNOWN = {}                # what losses_hold has found by composed_delta
STATED = {}               # what is_stated has found


def losses_hold(premises, times, epsilon, delta):
    """The releases, premises[i] so many times[i], are together (epsilon, delta)-private."""
    most = greatest_loss(premises, times)
    if most is not None and epsilon >= most:
        # only the deltas count: T6, and T23 (b)
        deltas = [(p.delta, k) for p, k in zip(premises, times) if p.kind == "dp" and p.delta]
        if sum(d * k for d, k in deltas) <= delta:
            return True
        if sum(k * d.denominator.bit_length() for d, k in deltas) <= MOST_BITS:
            return 1 - math.prod((1 - d)**k for d, k in deltas) <= delta
    if delta == 0:
        return False
    counted = tuple(sorted((p.key, k) for p, k in zip(premises, times)))
    if (counted, epsilon, delta) not in KNOWN:
        holds = composed_delta(premises, times, epsilon, delta) <= delta
        KNOWN[counted, epsilon, delta] = holds
    return KNOWN[counted, epsilon, delta]


def is_stated(premises, times, epsilon, delta, step):
    """epsilon is the least number of 6 digits for this delta, on the lattice of the statement."""
    key = tuple((p.key, k) for p, k in zip(premises, times)), epsilon, delta, step
    if key not in STATED:
        precision = Precision(delta, sum(times))
        with decimal.localcontext(precision.context):
            law = stated_law(premises, times, step, precision)
            STATED[key] = delta_of_one(law, epsilon, precision.unit) <= delta and (
                epsilon == 0 or delta_of_one(law, next_below(epsilon, 6), precision.unit) > delta)
    return STATED[key]


def greatest_loss(premises, times):
    """The greatest finite loss of all together; None if there is none, with Gaussian noise."""
    total = Fraction(0)
    for p, k in zip(premises, times):
        if p.kind == "gaussian_loss":
            return None
        total += k * (p.epsilon if p.kind == "dp" else p.shift / p.scale)
    return total


def composed_delta(premises, times, epsilon, delta):
    """An upper bound of the delta at epsilon, so fine that one of the size `delta` is right."""
    promises, counts = {}, Counter()
    for p, k in zip(premises, times):
        promises.setdefault(p.key, p)
        counts[p.key] += k
    precision = Precision(delta, sum(times))
    with decimal.localcontext(precision.context):
        laws = []
        for key, promise in promises.items():
            law = lattice.shorten(law_of(promise, precision), precision.tail, precision)
            laws.append(lattice.power(law, counts[key], precision))
        laws.sort(key=lambda law: len(law.mass))
        if len(laws) > 1 and math.prod(len(law.mass) for law in laws) <= MOST_ATOMS:
            return delta_of_few(laws, epsilon, precision.unit)
        result = laws[0]
        for law in laws[1:]:
            result = lattice.add(result, law, precision.tail, precision)
        return delta_of_one(result, epsilon, precision.unit)


def delta_of_one(law, epsilon, unit):
    """(1) of T21 at epsilon, rounded up."""
    if epsilon < law.low:
        first = 0
    elif law.step:
        first = int((epsilon - law.low) // law.step) + 1
    else:
        first = len(law.mass)
    result, fall = Decimal(0), exp(-law.step)
    factor = exp(epsilon - law.low - first * law.step) if first < len(law.mass) else None
    for m in law.mass[first:]:
        result += m * (1 - factor)
        factor *= fall
    return Fraction(int(result) + 1 + len(law.mass) // 10**6 + law.infinite, unit)


def delta_of_few(laws, epsilon, unit):
    """The same for the sum of laws with few entries, without a lattice: no loss is moved."""
    fractions = [epsilon, *(law.low for law in laws), *(law.step for law in laws)]
    common = math.lcm(*(x.denominator for x in fractions))
    atoms, finite = {0: unit}, unit       # losses as whole numbers of 1/common
    for law in laws:
        COMPOSING.spend(len(atoms) * len(law.mass) // 8)
        low, step, sums = int(law.low * common), int(law.step * common), Counter()
        for place, a in atoms.items():
            for i, m in enumerate(law.mass):
                sums[place + low + i * step] += a * m
        atoms = {place: divide_up(m, unit) for place, m in sums.items()}
        finite -= finite * min(law.infinite, unit) // unit
    border, result = int(epsilon * common), Decimal(0)
    for place, m in atoms.items():
        if place > border:
            result += m * (1 - exp(Fraction(border - place, common)))
    return Fraction(int(result) + 2 + unit - finite, unit)
