"""The rules of sampled sensitivity (T331, T332)."""
from fractions import Fraction

from .numbers import at_most, exp
from .random_dp_rules import random_dp, replaced
from .report import demand
from .rule import Rule, number

MOST_PEOPLE, MOST_SCALES = 10**9, 10**6


class Pairs:
    """How many are looked at, in how many of them one row is, and among how many a fresh one has any rank alike (T330)."""

    def __init__(self, all_pairs, people):
        self.pairs, self.moved, self.fresh = people // 2, 1, people // 2
        if all_pairs:
            self.pairs, self.moved, self.fresh = people * (people - 1) // 2, people - 1, people * (people + 1) // 2

    def covered(self, gamma):
        return -(-(1 - gamma) * self.fresh // 1)

    def gamma(self, covered):
        return Fraction(self.fresh - covered, self.fresh)

    def rank(self, covered, gap):
        return covered + self.moved - 1 + gap

    def eta(self, choice, gap, scales):
        return scales * exp(-choice * gap / (2 * self.moved))


def decay_eta(spread, decay, values):
    return 2 * values * exp(-spread * decay / (values * (1 - decay)))


def ranks(n, gap):
    """What both rules ask of ranks."""
    people, all_pairs, covered = n.take("people", 1, True), n.take("all_pairs", None, True), n.take("covered", 0, True)
    eta, gamma = n.take("eta", 0), n.take("gamma", 0)
    demand(people <= MOST_PEOPLE and all_pairs in (0, 1) and eta < 1 and gamma < 1, "no sampled scale has these numbers")
    pairs = Pairs(all_pairs, people)
    demand(covered <= pairs.fresh and pairs.gamma(covered) <= gamma, "too few pairs are covered for this gamma")
    demand(pairs.rank(covered, gap) <= pairs.pairs, "there are too few people for this gamma")
    return pairs, eta, gamma


def sampled_scale(n):
    """T331: a scale drawn from a list, and noise for it: (choice + noise, eta, gamma)."""
    replaced(n)
    choice, noise = n.take("choice", 0), n.take("noise", 0)
    scales, gap = n.take("scales", 0, True), n.take("gap", 0, True)
    pairs, eta, gamma = ranks(n, gap)
    demand(scales <= MOST_SCALES and at_most(pairs.eta(choice, gap, scales), eta), "the gap is too small for this eta")
    random_dp(n, choice + noise, eta, gamma)


def smooth_scale(n):
    """T332: a scale that one row changes by a factor of 1/decay at most: (noise + spread, eta, gamma)."""
    replaced(n)
    noise, spread, decay = n.take("noise", 0), n.take("spread", 0), n.take("decay", 0)
    values = n.take("values", 0, True)
    demand(decay < 1 and values <= MOST_SCALES, "the decay is not below 1, or there are too many values")
    _, eta, gamma = ranks(n, 1)
    demand(at_most(exp(-spread / values), decay) and at_most(decay_eta(spread, decay, values), eta), "the decay is too far from 1 for this eta")
    random_dp(n, noise + spread, eta, gamma)


RANKS = ("people", "all_pairs", "covered", "eta", "gamma")
RULES = (
    Rule(sampled_scale, "T331", tuple(map(number, ("choice", "noise", "scales", "gap", *RANKS))), new_neighbours=True),
    Rule(smooth_scale, "T332", tuple(map(number, ("noise", "spread", "decay", "values", *RANKS))), new_neighbours=True),
)
