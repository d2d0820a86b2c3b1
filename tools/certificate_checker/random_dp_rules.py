"""The rules of average-case promises (T232, T238)."""
from fractions import Fraction

from .numbers import at_most, dec
from .report import demand
from .rule import Rule, number

MOST = 10**12


def alone(p, times):
    """p (1 - p)^times, as a decimal."""
    return dec(p) * (dec(1 - p).ln() * times).exp() if p < 1 else dec(Fraction(times == 0))


def sparse_gamma(cells, people):
    """Twice the largest chance that a row is alone in its cell, over all populations of so many cells."""
    worst = Fraction(1, people + 1)
    return 2 * ((cells - 1) * alone(worst, people) + alone(max(Fraction(1, cells), worst), people))


def replaced(n):
    n.need(exactly=0)
    demand(n.promise.neighbours == "replace_person", "an average-case leaf speaks of replace_person")


def random_dp(n, alpha, eta, gamma):
    n.claims("random_dp")
    for name, value in (("alpha", alpha), ("eta", eta), ("gamma", gamma)):
        n.is_exactly(name, value)


def sparse_cells(n):
    """T232: noise in the full cells alone, k cells and n people: (2 / scale, 0, gamma)."""
    replaced(n)
    scale, cells, people, gamma = n.take("scale", 0), n.take("cells", 0, True), n.take("people", 0, True), n.take("gamma")
    demand(cells <= MOST and people <= MOST and 0 <= gamma < 1, "there are no such cells or people, or gamma is not below 1")
    demand(cells == 1 or at_most(sparse_gamma(cells, people), gamma), "gamma is too small for so many cells")
    random_dp(n, 2 / scale, 0, gamma)


def random_composition(n):
    """T238: average-case releases that were fixed before any answer, then dp releases."""
    n.need("random_dp", "dp")
    kinds = [p.kind for p in n.premises]
    demand(kinds == sorted(kinds, reverse=True) and kinds[0] == "random_dp", "an average-case release after an answer")
    demand(len({p.neighbours for p in n.premises} | {n.promise.neighbours}) == 1, "the neighbours are mixed")
    random = [p for p in n.premises if p.kind == "random_dp"]
    dp = [p for p in n.premises if p.kind == "dp"]
    gamma = sum(p.gamma for p in random)
    demand(gamma > 0, "no premise has a gamma")
    random_dp(n, sum(p.alpha for p in random) + sum(p.epsilon for p in dp), sum(p.eta for p in random) + sum(p.delta for p in dp), gamma)


RULES = (
    Rule(sparse_cells, "T232", tuple(map(number, ("scale", "cells", "people", "gamma"))), new_neighbours=True),
    Rule(random_composition, "T238"),
)
