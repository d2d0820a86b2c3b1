"""The rules of average-case promises (T232, T238, T345, T346)."""
import math
from fractions import Fraction

from .numbers import at_most, dec, exp, written
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


def average_case_warning(alpha, eta, gamma, people, alternative):
    """What every release with an average-case promise says first, word for word."""
    n = people
    return (f"Average-case protection only. This release uses random differential privacy (alpha = {written(alpha)}, eta = {written(eta)}, gamma = "
            f"{written(gamma)}). It assumes the {n} rows are independent draws from one population. People with common values are "
            f"protected as by differential privacy. Up to an expected {math.ceil(gamma * n)} of the {n} people, those with rare values, may have NO "
            "protection: whether a cell is empty is published exactly. Someone who already knows the other rows can identify such a person "
            "with certainty. Do not use this for health, criminal, political or other sensitive attributes, for small populations, or when a "
            f"person could be unique. Alternative with a worst-case guarantee: {alternative}")


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


def sparse_people_gamma(cells, people):
    """The same where a person may be in any number of the cells, or in none."""
    return 2 * cells * alone(Fraction(1, people + 1), people)


def sparse_people(n):
    """T346: the same for people who count once in every cell that they are in: (k / scale, 0, gamma)."""
    replaced(n)
    scale, cells, people, gamma = n.take("scale", 0), n.take("cells", 0, True), n.take("people", 0, True), n.take("gamma")
    demand(cells <= MOST and people <= MOST and 0 <= gamma < 1, "there are no such cells or people, or gamma is not below 1")
    demand(at_most(sparse_people_gamma(cells, people), gamma), "gamma is too small for so many cells")
    random_dp(n, cells / scale, 0, gamma)


def failure_given_singletons(people, singletons):
    """That one of two rows out of people + 1 is among so many of them."""
    others = people + 1 - singletons
    return 1 - Fraction(others * (others - 1), people * (people + 1))


def at_most_minus(scale, steps):
    """P(Z <= -steps) for discrete Laplace noise of this scale."""
    return exp(-steps / scale) / (1 + exp(-1 / scale))


def tested_keys(n):
    """T345: all keys that hold somebody where a private test finds few people alone, else those from a threshold on."""
    replaced(n)
    scale, test_scale = n.take("scale", 0), n.take("test_scale", 0)
    people, most, passes, threshold = n.take("people", 0, True), n.take("most", -1, True), n.take("passes", -1, True), n.take("threshold", 1, True)
    gamma, eta = n.take("gamma"), n.take("eta", 0)
    demand(people <= MOST and passes <= most <= people and threshold <= MOST and 0 <= gamma < 1 and eta < 1, "no test has these terms")
    demand(failure_given_singletons(people, most) <= gamma, "gamma is too small for so many people alone")
    shown = at_most_minus(scale, threshold - 1)
    demand(at_most(at_most_minus(test_scale, most - passes) + shown, eta), "eta is too small for this test and threshold")
    demand(at_most(shown + exp(-1 / scale), Fraction(1)), "the threshold is too low for this noise")
    random_dp(n, 2 / scale + 2 / test_scale, eta, gamma)


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
    Rule(sparse_people, "T346", tuple(map(number, ("scale", "cells", "people", "gamma"))), new_neighbours=True),
    Rule(tested_keys, "T345", tuple(map(number, ("scale", "test_scale", "people", "most", "passes", "threshold", "gamma", "eta"))),
         new_neighbours=True),
    Rule(random_composition, "T238"),
)
