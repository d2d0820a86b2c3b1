#!/usr/bin/env python3
"""Prints the reference numbers of the tests about keys that are not known.

    python3 test/vectors/key_threshold.py > test/vectors/key_threshold.txt

Only the standard library is used. Every way to spread a person's rows over cells, new
ones (only this person is in them) and old ones (others are too), is tried, both
directions of neighbours, term by term from the definition of the mechanism: release
count + Z where that is at least T, for cells that hold rows. Nothing is used of the
theorem that tells the worst spread.
"""
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import product

getcontext().prec = 50
NEGLIGIBLE = Decimal(10) ** -40


def dec(x) -> Decimal:
    x = Fraction(x)
    return Decimal(x.numerator) / Decimal(x.denominator)


def laplace(scale):
    q = (-1 / dec(scale)).exp()
    return lambda z: (1 - q) / (1 + q) * q ** abs(z)


def cell_law(count: int, threshold: int, scale) -> dict:
    """The law of one cell's output: a number, or None for nothing."""
    if count == 0:
        return {None: Decimal(1)}
    noise = laplace(scale)
    law, shown, z = {}, Decimal(0), threshold - count
    while noise(z) > NEGLIGIBLE or z < 0:
        law[count + z] = noise(z)
        shown += noise(z)
        z += 1
    law[None] = 1 - shown
    return law


def joint(counts, threshold, scale):
    """Losses of a product law are sums, so cells are joined pair by pair."""
    return [cell_law(c, threshold, scale) for c in counts]


def divergence(ps, qs, epsilon: Decimal) -> Decimal:
    """H_E of two product laws: pairs (p, q) of all outcomes."""
    factor = epsilon.exp()
    pairs = [(Decimal(1), Decimal(1))]
    for p, q in zip(ps, qs):
        step = [(p.get(y, Decimal(0)), q.get(y, Decimal(0))) for y in set(p) | set(q)]
        merged = {}
        for (a, b), (c, d) in product(pairs, step):
            # Outcomes with the same ratio are one: that keeps the list short.
            key = None if b * d == 0 else (a * c / (b * d)).quantize(Decimal("1e-20")) \
                if a * c < b * d * Decimal(10) ** 20 else "huge"
            x, y = merged.get(key, (Decimal(0), Decimal(0)))
            merged[key] = (x + a * c, y + b * d)
        pairs = list(merged.values())
    return sum((max(p - factor * q, Decimal(0)) for p, q in pairs), Decimal(0))


def spreads(rows: int, cells: int, in_cell: int):
    """All ways, as sorted lists of at most `cells` numbers of 1..in_cell."""
    def extend(left, places, most):
        yield []
        if places == 0:
            return
        for first in range(min(left, most), 0, -1):
            for rest in extend(left - first, places - 1, first):
                yield [first] + rest
    return extend(rows, cells, in_cell)


def worst(scale, threshold, rows, cells, in_cell) -> Decimal:
    epsilon = dec(rows) / dec(scale)
    result = Decimal(0)
    for spread in spreads(rows, cells, in_cell):
        # Each of the person's cells is new, or has 1 or T rows of others in it.
        for others in product((0, 1, threshold), repeat=len(spread)):
            with_person = joint([o + s for o, s in zip(others, spread)], threshold, scale)
            without = joint(others, threshold, scale)
            result = max(result, divergence(with_person, without, epsilon),
                         divergence(without, with_person, epsilon))
    return result


def main() -> None:
    print("# made by key_threshold.py: every spread, both directions")
    print("# scale threshold rows cells rows_in_cell delta")
    for scale, threshold, rows, cells, in_cell in [
            (1, 3, 1, 1, 1), (1, 15, 1, 1, 1), (2, 8, 1, 1, 1), (Fraction(1, 2), 2, 1, 1, 1),
            (2, 9, 2, 1, 2), (2, 9, 2, 2, 2), (2, 9, 2, 2, 1), (3, 6, 3, 2, 3),
            (3, 6, 3, 3, 3), (3, 6, 3, 3, 1), (Fraction(3, 2), 5, 3, 2, 3), (4, 12, 3, 1, 3),
            (20, 3, 2, 2, 2), (20, 4, 3, 2, 3), (50, 2, 1, 1, 1),
            (3, 6, 4, 2, 2), (3, 6, 4, 3, 2), (Fraction(3, 2), 5, 5, 3, 2), (2, 7, 5, 3, 3),
            (20, 4, 5, 3, 3), (1, 9, 4, 4, 3)]:
        delta = worst(scale, threshold, rows, cells, in_cell)
        print(scale, threshold, rows, cells, in_cell, f"{delta:.24e}")


main()
