"""Tests of profiles: single rules, and laws against known numbers.

    python3 tools/check_profile_laws_test.py
"""
import math
import os
import sys
import unittest
from decimal import Decimal
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.derivation import check_step  # noqa: E402
from certificate_checker.distributional import divergences, sampled_delta  # noqa: E402
from certificate_checker.lower_bound import LowerBound  # noqa: E402
from certificate_checker.numbers import exp  # noqa: E402
from certificate_checker.profile import Profile  # noqa: E402
from certificate_checker.profiled import partition_of  # noqa: E402
from certificate_checker.profiled_totals import Moments  # noqa: E402
from certificate_checker.report import Wrong  # noqa: E402
from certificate_checker.staircase import Staircase  # noqa: E402
from certificate_checker.warped import Warped, warped  # noqa: E402
import made_certificates as made  # noqa: E402
from made_profiles import PARTITION, PERSON, TWO, node, outlier, promise, unprotected_leaf, warped_leaf  # noqa: E402


class ProfileRules(unittest.TestCase):
    """Single rules, with numbers of the documents."""

    def holds(self, rule, conclusion, inputs, *premises):
        try:
            check_step(node(rule, conclusion, inputs, *premises))
            return True
        except Wrong:
            return False

    def weak(self, delta):
        """0.01 for classes of up to 100, with a delta."""
        return {**warped_leaf(), "rule": "staircase_cells",
                "conclusion": outlier((100, "0.01"), (None, "1"), delta=delta, partition="p")}

    def test_group(self):
        """T63: 100 people of 0.01 and 1e-6 each have 1.70970473831e-4."""
        inputs = {"people": "100", "size": "100"}
        for epsilon, delta, right in (("1", "0.000170970473831", True), ("1", "0.00017097047383", False), ("0.99", "0.01", False)):
            group = promise("group", people=100, size=100, epsilon=epsilon, delta=delta, partition="p")
            self.assertEqual(right, self.holds("outlier_group", group, inputs, self.weak("0.000001")), (epsilon, delta))
        over = promise("group", people=2, size=101, epsilon="1.01", delta="0", partition="p")
        self.assertTrue(self.holds("outlier_group", over, {"people": "2", "size": "101"}, self.weak("0")))
        self.assertFalse(self.holds("outlier_group", {**over, "partition": "q"}, {"people": "2", "size": "101"}, self.weak("0")))
        self.assertFalse(self.holds("outlier_group", {**over, "people": 3}, {"people": "2", "size": "101"}, self.weak("0")))
        self.assertFalse(self.holds("outlier_group", over, {"people": "2", "size": "101"}, unprotected_leaf("p")))

    def test_substitution(self):
        """T64: (1 + exp(1)) d, or 2d with independent cells."""
        inputs, cells = {"from": "100", "to": "101"}, {"independent_cells": "1"}
        composed = node("outlier_composition", self.weak("0.001")["conclusion"], {"times_1": "1"}, self.weak("0.001"))
        for delta, more, premise, right in (("0.00371828182846", {}, self.weak("0.001"), True), ("0.00371828182845", {}, self.weak("0.001"), False),
                                            ("0.002", cells, self.weak("0.001"), True), ("0.0019", cells, self.weak("0.001"), False),
                                            ("0.002", cells, composed, False)):
            claim = promise("substitution", "replace_person", **{"from": 100, "to": 101}, epsilon="1.01", delta=delta, partition="p")
            self.assertEqual(right, self.holds("outlier_substitution", claim, {**inputs, **more}, premise), (delta, more))
            self.assertFalse(self.holds("outlier_substitution", {**claim, "neighbours": PERSON}, {**inputs, **more}, premise))
            self.assertFalse(self.holds("outlier_substitution", {**claim, "epsilon": "1"}, {**inputs, **more}, premise))

    def test_crowds(self):
        """T65: the epsilon of a class of one less, if classes are cells."""
        def crowd(n, epsilon):
            return promise("crowd_blending", crowd=n, epsilon=epsilon, delta="0")
        leaf, cells = warped_leaf(), ("outlier_crowd_blending",)
        self.assertTrue(self.holds(*cells, crowd(21, "0.1"), {"crowd": "21"}, leaf))
        self.assertFalse(self.holds(*cells, crowd(22, "0.1"), {"crowd": "22"}, leaf))
        self.assertFalse(self.holds(*cells, crowd(1, "0.1"), {"crowd": "1"}, leaf))
        other = node("outlier_composition", outlier((20, "1.1"), (None, "2")), {"times_1": "1", "times_2": "1"}, leaf, warped_leaf("city"))
        self.assertFalse(self.holds(*cells, crowd(21, "1.1"), {"crowd": "21"}, other))
        same = node("outlier_composition", outlier((20, "0.2"), (None, "2")), {"times_1": "2"}, leaf)
        self.assertTrue(self.holds(*cells, crowd(21, "0.2"), {"crowd": "21"}, same))
        told = node("outlier_from_dp", outlier((None, "1")), {"partition": PARTITION}, {**leaf, "conclusion": made.dp("1")})
        self.assertFalse(self.holds(*cells, crowd(21, "1"), {"crowd": "21"}, told))

    def test_weaker(self):
        leaf = warped_leaf()
        for limit, right in (("20", True), ("10", True), ("21", False)):
            claim = outlier((int(limit), "0.1"), (None, "1"))
            inputs = {"delta": "0", "profile": [(int(limit), "0.1"), (None, "1")]}
            self.assertEqual(right, self.holds("profile_at_most", claim, inputs, leaf), limit)
        self.assertFalse(self.holds("dp_from_outlier", made.dp("1000"), {}, unprotected_leaf()))

    def test_infinity(self):
        """T69: infinity over the same classes adds, over others nothing follows."""
        claim = outlier((20, "0.15"), (30, "1.05"), (None, "infinity"))
        times = {"times_1": "1", "times_2": "1"}
        self.assertTrue(self.holds("outlier_composition", claim, times, warped_leaf(), unprotected_leaf()))
        for nothing in (claim, outlier((None, "infinity"))):
            self.assertFalse(self.holds("outlier_composition", nothing, times, warped_leaf(), unprotected_leaf("other")))

    def test_profiles_of_w(self):
        for profile in ([(None, "0")], [(None, "infinity")], [(None, "0.0000001")], [(5, "1"), (None, "1")],
                        [(99007199254740993, "0.1"), (None, "1")], [(20, "0.1")], [(None, "1"), (20, "0.1")], []):
            inputs = {"bits": "62", "profile": profile, "partition": PARTITION}
            for claim in (outlier((None, "infinity")), outlier(*profile)):
                self.assertFalse(self.holds("warped_geometric_cells", claim, inputs), profile)

    def test_a_profile_has_one_form(self):
        """An input that means the same as the promise, but is not its lower envelope, is refused."""
        for profile, right in ((TWO, True), (TWO[::-1], False), ([(5, "0.1"), *TWO], False), ([(5, "3"), *TWO], False), ([*TWO, (None, "1")], False)):
            inputs = {"bits": "62", "profile": profile, "partition": PARTITION}
            self.assertEqual(right, self.holds("warped_geometric_cells", outlier(*TWO), inputs), profile)

    def test_envelope(self):
        profile = Profile([(30, Fraction(3, 10)), (10, Fraction(1, 2)), (math.inf, 2)])
        self.assertEqual([profile.at(k) for k in (1, 10, 30, 31, math.inf)], [Fraction(3, 10)] * 3 + [2, 2])
        self.assertEqual(profile.runs(29, 33), [(2, 3), (Fraction(3, 10), 2)])

    def test_partition(self):
        question = {"columns": [{"name": "a", "domain": "0:1:1", "missing": "cell"},
                                {"name": "b", "domain": "@f", "missing": "drop", "keys": "0123456789abcdef" * 4}],
                    "person": {"column": "id", "rows_per_person": 3}, "where": "c > 1"}
        keys = "0123456789abcdef" * 4
        self.assertEqual(partition_of(question), f"a=0:1:1 x b=@f #{keys} without missing of id where c > 1")
        self.assertEqual(partition_of(question, "may 1"), f'a=0:1:1 x b=@f #{keys} without missing of id at "may 1" where c > 1')
        self.assertEqual(partition_of({"columns": [], "person": "one row", "where": None}), "everybody")


class Laws(unittest.TestCase):
    """Reference values of 13 digits."""

    def near(self, found, wanted):
        self.assertAlmostEqual(float(found) / wanted, 1, delta=1e-11)

    def test_warped(self):
        law = Warped(Profile([(10, Fraction(1, 10)), (math.inf, Fraction(1))]))
        for found, wanted in ((law.at_least(17, 12), 0.004925833956036), (law.at_least(20, 1), 1.349405030898e-5),
                              (law.at_most(5, 12), 0.04309291588178), (law.mean_error(5), 4.186197190111),
                              (law.mean_error(12), 1.220367508687), (law.mean_error(40), 0.8509181282396),
                              (law.unbiased(0), -9.508331944775), (law.unbiased(10), 27.83415542137), (law.unbiased(11), 11)):
            self.near(found, wanted)
        for k in (0, 3, 10, 11, 30):
            for m in range(1, 40):      # by two ways, also where the epsilon changes
                self.assertAlmostEqual(float(law.at_most(m, k) - law.at_most(m - 1, k)),
                                       float(law.at_least(m, k) - law.at_least(m + 1, k)), places=30)
                mass = (1 / (1 + law.ratio_at(m)) + 1 / (1 + law.ratio_at(m + 1)) - 1) * law.product(min(m, k), max(m, k))
                self.assertAlmostEqual(float(law.at_most(m, k) - law.at_most(m - 1, k) - mass), 0, places=30)
        wide = Warped(Profile([(100, Fraction(1, 100)), (math.inf, Fraction(1))]))
        beta = Fraction(1, 20)
        self.assertEqual([wide.interval(j, beta) for j in (40, 100, 105, 10**9)], [(0, 102), (0, 103), (102, 108), (10**9 - 3, 10**9 + 3)])

    def test_intervals_near_the_knee(self):
        """The short way for large outputs and the long way agree."""
        law, beta = Warped(Profile([(20, Fraction(1, 10)), (math.inf, Fraction(1))])), Fraction(1, 20)
        for j in range(60):
            self.assertEqual(law.interval(j, beta), law.any_interval(j, beta))

    def test_zero_and_infinity(self):
        """T39: at c = L = 100 the mean error is 0.43; beyond the protected classes counts are told."""
        law = Warped(Profile([(100, Fraction(0)), (math.inf, Fraction(1))]))
        self.assertAlmostEqual(float(law.mean_error(100)), 0.425459, places=6)
        self.assertAlmostEqual(float(law.mean_error(0)), 100.425459, places=6)
        self.assertEqual(law.interval(100, Fraction(1, 20)), (0, 103))
        told = Warped(Profile([(20, Fraction(1, 10)), (math.inf, math.inf)]))
        self.assertEqual([told.interval(21, Fraction(1, 20)), told.mean_error(21), told.at_least(21, 20)], [(21, 21), 0, 0])

    def test_likely(self):
        """The median, against sums over all counts, in double."""
        for steps in ([(20, "1/10"), (math.inf, "1")], [(5, "0"), (30, "1/20"), (math.inf, "1/2")], [(9, "1/3"), (math.inf, math.inf)]):
            profile = Profile([(k, e if e == math.inf else Fraction(e)) for k, e in steps])
            law, mean = Warped(profile), Fraction(40)
            for j in range(law.least, 60, 7):
                weights = []
                for k in range(400):
                    low, high = sorted((max(k, law.least), j))
                    weights.append(math.exp(-sum(map(float, map(profile.at, range(low + 1, high + 1))))) * float(mean / (1 + mean))**k)
                half, found = sum(weights) / 2, 0
                while sum(weights[:found + 1]) < half:
                    found += 1
                self.assertEqual(law.likely(j, mean), found, (steps, j))

    def test_totals(self):
        """T84: u is unbiased, and bounds are those of the program."""
        for text, cells, bound in (("1:0.9,1", 4, 14), ("1:0.9,1", 5, 15), ("5:0.2,20:0.5,1", 3, None), ("3:0.5,infinity", 2, None)):
            moments = Moments(warped(text))
            found = moments.bound(cells, 0.05)
            self.assertEqual(bound or math.ceil(found), math.ceil(found))
            for k in (0, 1, 2, 5, 10, 20):
                if k < moments.counts:
                    self.assertAlmostEqual(moments.mean(k, lambda off: 1), 1, places=12)
                    self.assertAlmostEqual(moments.mean(k, lambda off: off), 0, places=9)
        self.assertGreater(Moments(warped("1000:0.0001,1")).terms, 2e6)

    def test_staircase(self):
        levels = [(25, Fraction(1, 2)), (20, Fraction(1, 10))]
        flags, hidden = Staircase(Fraction(1), levels, True), Staircase(Fraction(1), levels)
        for found, wanted in ((flags.delta(20, Fraction(1, 2)), 0.0007130109235749), (flags.delta(5, Fraction(1, 10)), 8.997378552490e-5),
                              (flags.delta(6, Fraction(1, 2)), 5.928890599871e-10), (hidden.delta(5, Fraction(1, 10)), 6.040534307533e-5),
                              (flags.mean_error(5), 10.38698416552), (hidden.mean_error(30), 0.8528090348173),
                              (Staircase(Fraction(1), [(8, Fraction(0))]).delta(5, Fraction(1, 5)), 0.007373377752557)):
            self.near(found, wanted)

    def test_guess(self):
        steps = [(k, Fraction(1, 10) + Fraction(k, 100)) for k in range(1, 90)]
        law = LowerBound(Fraction(1, 20), 100, Fraction(1, 10), Profile([*steps, (math.inf, Fraction(1))]), True)
        for found, wanted in zip(law.divergences(20, Fraction(3, 10)), (0.0003546220980774, 0.0002081375453998)):
            self.near(found, wanted)
        self.near(law.divergences(100, Fraction(3, 5))[0], 0.004309717274917)

    def test_sampled(self):
        for crowd, small, rate, wanted in ((20, 0, "1/2", 0.01683208644521), (40, "1/50", "1/2", 0.002959792795067),
                                           (20, "1/20", "1/10", 0.003237157006156)):
            self.near(sampled_delta(crowd, Fraction(small), Fraction(0), Fraction(rate), Fraction(1, 2)), wanted)
        # f2 of T50 for n = 9, K = 4, E/k = 0.05, F = 0.5, and a delta of 0.001 of its own, term by term
        p, small, large = [math.comb(9, x) / 512 for x in range(10)], math.exp(0.05), math.exp(0.5)
        links = sum(p[x] * sum(small**-i for i in range(1, 4 - x)) for x in range(4))
        wanted = sum(max(p[x] - large * p[x - 1], 0) for x in range(5, 10)) + 0.001 * (1 + (large - small) * links)
        wanted += max(p[4] - (large - small) * sum(p[x] * small**(x - 3) for x in range(4)), 0)
        law = [Decimal(x) for x in p]
        found = divergences(law, 4, exp(Fraction(1, 20)), exp(Fraction(1, 2)), Decimal("0.001"))
        self.assertAlmostEqual(float(found[2]), wanted, places=12)
        self.assertLess(wanted, float(found[3]))      # else the line above proves nothing


if __name__ == "__main__":
    unittest.main()
