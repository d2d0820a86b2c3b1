"""The rules of noise (T4, T22, T25, T31, T96): what a leaf promises because of what was drawn."""
from decimal import Decimal

from .numbers import exp
from .report import demand
from .rule import Rule, number, optional


def discrete_laplace_cells(n):
    """T4: noise DLap(s), a sum of sizes of at most D: (D/s, 0)."""
    n.leaf()
    n.dp(n.take("sensitivity", 0, True) / n.take("scale", 0))


def discrete_laplace_loss(n):
    """T22 (b): dominated by DLap(s) against itself moved by D."""
    n.leaf()
    claim = n.claims("laplace_loss")
    demand((claim.scale, claim.shift) == (n.take("scale", 0), n.take("sensitivity", 0, True)), "is about other noise")


def discrete_gaussian_loss(n):
    """T22 (c): dominated by DG(v) against itself moved by D, for one cell."""
    n.leaf()
    claim = n.claims("gaussian_loss")
    demand((claim.variance, claim.shift) == (n.take("variance", 0), n.take("sensitivity", 0, True)),
           "is about other noise")


def discrete_gaussian_cells(n):
    """T25 (c): noise DG(v), a sum of squares of at most D2: rho = D2/(2v)."""
    n.leaf()
    n.zcdp(n.take("squared_sensitivity", 0) / (2 * n.take("variance", 0)))


def sum_at_least(s, draws, least):
    """T96: P(Z_1 + ... + Z_draws >= least), from P(sum = n) = ((1-q)/(1+q))^draws q^n (a n^2 + b n + c)."""
    q, one = exp(-1 / s), Decimal(1)
    if draws == 1:
        return exp(-least / s) / (1 + q)
    r = q * q
    c2 = (1 + r) / (1 - r)
    a, b, c = (one * 0, one, c2) if draws == 2 else (one / 2, one / 2 + c2 + r / (1 - r), c2 + 2 * c2 * r / (1 - r) + 2 * r / (1 - r)**2)
    x = Decimal(int(least))
    total = (a * x * x + b * x + c) / (1 - q) + (2 * a * x + b) * q / (1 - q)**2 + a * q * (1 + q) / (1 - q)**3
    return ((1 - q) / (1 + q))**draws * exp(-least / s) * total


def key_threshold(n):
    """T31, T96: cells that are not known are shown from T on."""
    n.leaf()
    s, t = n.take("scale", 0), n.take("threshold", 0, True)
    m, g, r = (n.take(name, 0, True) for name in ("rows", "cells", "rows_in_cell"))
    summed = [n.take(name, 0, True) if name in n.inputs else None for name in ("draws", "per_row", "sensitivity")]
    demand(len({x is None for x in summed}) == 1 and summed != [1, 1, 1], "draws, per_row and sensitivity are there or are not")
    draws, row, change = summed if summed[0] is not None else (1, 1, 1)
    demand(draws <= 3, "T96 speaks of at most three draws")
    demand(t > r * row, "the threshold is not above rows_in_cell")
    demand(max(g, r) <= m <= g * r, "T31 does not speak of such a share")

    def p(c):
        return sum_at_least(s, draws, t - c * row)

    def some(cells):
        """One row in each of so many cells, the others in as few of them as hold them: the chance that one is shown; for
        tiny numbers their sum, which is more."""
        full, rest = divmod(m - cells, r - 1) if r > 1 else (0, 0)
        chances = [(p(r), full), (p(1 + rest), 1), (p(1), cells - full - 1)] if full < cells else [(p(r), full)]
        few, hidden = sum(chance * times for chance, times in chances), Decimal(1)
        for chance, times in chances:
            hidden *= (1 - chance) ** times
        return few if few < Decimal("1e-25") else 1 - hidden
    delta = max(Decimal("1e-100"), *(some(cells) for cells in extremes(m, g, r)))      # smaller ones are not stated
    n.claims("dp")
    n.is_exactly("epsilon", m * change / s)
    n.is_rounded("delta", delta, 12, most=1)


def extremes(m, g, r):
    """T31: the least and the largest number of cells, and next to them those where every cell has one row or r."""
    least = -(-m // r)
    if r == 1:
        return {g}
    full = {m - k * (r - 1) for k in (-(-(m - g) // (r - 1)), (m - least) // (r - 1))}
    return {least, g} | {cells for cells in full if least <= cells <= g}


RULES = (
    Rule(discrete_laplace_cells, "T4", (number("scale"), number("sensitivity"))),
    Rule(discrete_laplace_loss, "T22", (number("scale"), number("sensitivity"))),
    Rule(discrete_gaussian_loss, "T22", (number("variance"), number("sensitivity"))),
    Rule(discrete_gaussian_cells, "T25", (number("variance"), number("squared_sensitivity"))),
    Rule(key_threshold, "T31", (number("scale"), number("threshold"), number("rows"), number("cells"), number("rows_in_cell"),
                               optional("draws"), optional("per_row"), optional("sensitivity"))),
)
