"""The rules of releases after a test (T126, T127, T188)."""
from fractions import Fraction

from .numbers import exp, rounded_up, sum_of, written_sum
from .report import demand
from .rule import NEIGHBOURS, TIMES, Input, Rule, numbered

MOST_TESTS, MOST_MARGIN = 1000, 1 << 31


def take_tests(n, other, whole):
    """The tests with their releases and the other numbers, and what they cost: the worst place to stop."""
    n.need(exactly=0)
    demand(n.take_neighbours() == n.promise.neighbours, "wrong neighbours")
    tests = []
    while f"test_{len(tests) + 1}" in n.inputs:
        i = len(tests) + 1
        demand(i <= MOST_TESTS, "there are too many tests")
        test, release = n.take(f"test_{i}", 0), n.take(f"release_{i}")
        demand(release >= 0, "a release is negative")
        tests.append((test, release, n.take(f"{other}_{i}", -1 if whole else 0, whole)))
    demand(tests, "there are no tests")
    passed = cost = Fraction(0)
    for test, release, _ in tests:
        passed += test
        cost = max(cost, passed + release)
    return tests, cost


def tested_cascade(n):
    """T127: tests by the table of T125; the first that passes is published."""
    tests, cost = take_tests(n, "delta", False)
    demand(all(delta < 1 for _, _, delta in tests), "a delta is not below 1")
    n.dp(cost, sum_of(delta for _, _, delta in tests))


def threshold_cascade(n):
    """T127: tests by discrete Laplace noise and a threshold; each gives away P(noise >= margin), rounded up to 12 digits."""
    tests, cost = take_tests(n, "margin", True)
    n.claims("dp")
    n.is_exactly("epsilon", cost)
    sums = {Fraction(0)}
    for test, _, margin in tests:
        demand(margin <= MOST_MARGIN, "a margin is too large")
        given = rounded_up(exp(-test * margin) / (1 + exp(-test)), 12)
        sums = {written_sum(total + one) for total in sums for one in given}
    demand(n.promise.delta in sums, f"delta is {float(n.promise.delta):.12g}, proved is {float(max(sums)):.12g}")


def levels_of_cascades(n):
    """T188: levels that are each given what those before have published, or cascades side by side: the sum of all."""
    n.need("dp")
    demand(n.take_value("arranged") in ("levels", "side_by_side"), "cascades are not arranged like this")
    times = n.times()
    n.dp(*(sum_of(k * getattr(p, name) for k, p in zip(times, n.premises)) for name in ("epsilon", "delta")))


RULES = (
    Rule(tested_cascade, "T127", (numbered("test_"), numbered("release_"), numbered("delta_"), NEIGHBOURS)),
    Rule(threshold_cascade, "T127", (numbered("test_"), numbered("release_"), numbered("margin_"), NEIGHBOURS)),
    Rule(levels_of_cascades, "T188", (Input("arranged", "text"), TIMES)),
)
