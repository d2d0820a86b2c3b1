"""Tests of the second checker's quantiles: prior, slopes, laws and errors, certificates and lies about them.

    python3 tools/check_quantile_test.py
"""
import math
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.quantile import (GUARDED, Ends, Prior, Tree, distance, epsilon_of, is_end, is_unit, law_of, octaves, rank_error,  # noqa: E402
                                          rows_needed, slopes)

from certificate_checker.column_unit import decimal_of  # noqa: E402
from certificate_checker.mechanisms.quantile import MOMENTS_REASON, NONE, REASON, least_bound  # noqa: E402
from made_certificates import KEY, NO_LEDGER, ROWS, SECRET, Forger, certificate, dp, finish, inputs_of, laplace, run  # noqa: E402
from certificate_checker.scale import NumberUnit, Scale  # noqa: E402

HALF, ALMOST = Fraction(1, 2), Fraction(19, 20)
QUARTILES = [Fraction(i, 4) for i in (1, 2, 3)]
MOST = 2**62 - 1
REALS = 202661983231672319                 # the last place of doubles
RANGE = "sizes of {} and more count as that bound, and sizes below {} as 0; `unit` moves this range"
FEW = "with fewer than {} rows the answer may lie anywhere, far outside the data, and nothing in it shows that"
GUARD = "where the noisy count is below {} there is no answer, since it might lie anywhere; a group of few rows may still pass by chance"
CAPS = ("at most 3 rows of each person are taken and further rows are left out: numbers and intervals are about the rows that are kept, "
        "not about all rows")


def leaf(rule, theorem, promised, /, **inputs):
    return {"rule": rule, "theorem": theorem, "premises": [], "conclusion": dp(promised), "inputs": inputs_of(inputs)}


def quantiles(verb, at, unit, law, answer, series, derivation, beta, warnings, person="one row", **measure):
    made = certificate(verb, [], answer, [], [derivation], unit=unit, person=person, name="universal_quantile",
                       measure={"at": at, "unit": unit, **measure})
    made["mechanism"].update(reason=REASON, law={"at": at.split(","), "unit": unit, **law}, shown={})
    made["accuracy"] = [{"alpha": "0", "beta": beta, "gamma": "0.05", "distortion": "none", "metric": "rows between the answer and its rank"}]
    made["numbers"] = [{"name": name, "unit": its, "may_be_unknown": unknown} for name, its, unknown in series]
    made["warnings"] = [*warnings, NO_LEDGER]
    return made


class Tiny:
    """A unit with few codes."""

    def __init__(self, exponent, bits=None, halvings=None):
        self.scale, self.halvings = Scale(exponent, bits or exponent), halvings


def median():
    """With the guard."""
    law = {"epsilon": "0.95", "lowest": -REALS, "most": REALS, "prior": "whole_numbers", "ties": 0, "guard": {"least": 74, "scale": "20"},
           "nodes": [{"at": "0.5", "left": "0.95", "right": "0.95"}]}
    whole = {"rule": "basic_composition", "theorem": "T6", "inputs": [], "conclusion": dp("1"), "premises": [
        laplace("20"), leaf("universal_quantile", "T91", "0.95", at="0.5", left="0.95", right="0.95", rows_per_person="1")]}
    return quantiles("median", "0.5", "2^-32", law, {"value": "54000.1234", "interval": None, "count": 700, "count_interval": [640, 760],
                                                     "noisy": [round(Fraction("54000.1234") * 2**32), 700]},
                     [("median", "2^-32", True), ("count", "1", False)], whole, "48",
                     [RANGE.format("2^64", "2^-33"), GUARD.format(74), ROWS])


def stopped():
    """By the guard."""
    made = median()
    made["answer"] = {"value": None, "interval": None, "count": 73, "count_interval": [13, 133]}
    made["drawn"]["numbers"] = [[NONE], [73]]
    return made


def ninth():
    """Whole numbers, three rows a person, a large epsilon, no guard."""
    law = {"epsilon": "6", "lowest": -MOST, "most": MOST, "prior": "octaves", "ties": 0, "nodes": [{"at": "0.9", "left": "13/18", "right": "1.5"}]}
    return quantiles("quantile", "0.9", "1", law, {"value": -17, "interval": None, "noisy": [-17]}, [("0.9 quantile", "1", False)],
                     leaf("universal_quantile", "T91", "6", at="0.9", left="13/18", right="1.5", rows_per_person="3"), "70",
                     [RANGE.format(MOST, "0.5"), FEW.format(335), "epsilon 6 promises little: one person may change the odds of an "
                      "output by a factor of 4.1e+02", CAPS], no_guard="yes",
                     person={"column": "id", "rows_per_person": 3, "cells_per_person": 3, "per_person": "sum"})


def day():
    """Of the first hundred days of 1970."""
    law = {"epsilon": "1", "lowest": 0, "most": 99, "prior": "flat", "ties": 0, "nodes": [{"at": "0.5", "left": "1", "right": "1"}]}
    made = quantiles("median", "0.5", "day", law, {"value": "1970-02-28", "interval": None, "noisy": [58]}, [("median", "day", False)],
                     leaf("universal_quantile", "T91", "1", at="0.5", left="1", right="1", rows_per_person="1"), "8",
                     ["values beyond 1970-01-01:1970-04-10 count as the bound that is next to them; times with a zone count in UTC", FEW.format(16), ROWS],
                     no_guard="yes", bounds="1970-01-01:1970-04-10")
    made["mechanism"]["reason"] = MOMENTS_REASON
    return made


def quartiles():
    """Between bounds, with the check."""
    law = {"epsilon": "0.95", "lowest": 0, "most": 900, "prior": "flat", "ties": 20, "check": {"scale": "20"},
           "nodes": [{"at": at, "left": "0.475", "right": "0.475"} for at in ("0.5", "0.25", "0.75")]}
    whole = {"rule": "basic_composition", "theorem": "T6", "inputs": [], "conclusion": dp("1"), "premises": [
        leaf("split_quantiles", "T97", "0.95", levels="2", epsilon="0.475", rows_per_person="1"), laplace("20")]}
    shares = [(f"share below {name}", "0.001", True) for name in ("0.25 quantile", "median", "0.75 quantile")]
    answer = {"value": 300, "interval": None, "0.25 quantile": 200, "median": 400, "0.75 quantile": 500, "share below 0.25 quantile": "0.25",
              "share below median": "0.5", "share below 0.75 quantile": "0.813"}
    answer |= {f"{name}_interval": None for name in list(answer)[2:]}
    answer["noisy"] = [200, 400, 500, 4, 4, 5, 3]
    return quantiles("iqr", "0.25,0.5,0.75", "1", law, answer,
                     [("IQR", "1", False)] + [(name, "1", False) for name in ("0.25 quantile", "median", "0.75 quantile")] + shares, whole, "95",
                     ["values beyond 0:900 count as the bound that is next to them", FEW.format(200), ROWS], bounds="0:900", no_guard="yes", check="yes")


def between():
    """A median with an interval, without the guard."""
    law = {"epsilon": "0.6", "lowest": -MOST, "most": MOST, "prior": "octaves", "ties": 0, "nodes": [{"at": "0.5", "left": "0.6", "right": "0.6"}],
           "interval": {"first": "0.1", "second": "0.1", "most": 400, "shifts": [13]}}
    whole = {"rule": "basic_composition", "theorem": "T6", "inputs": [], "conclusion": dp("1"), "premises": [
        leaf("universal_quantile", "T91", "0.6", at="0.5", left="0.6", right="0.6", rows_per_person="1"),
        leaf("rank_thresholds", "T115", "0.4", first="0.1", second="0.1", searches="2", rows_per_person="1")]}
    return quantiles("median", "0.5", "1", law, {"value": 100, "interval": [68, 134], "noisy": [100, 68, 134]}, [("median", "1", False)], whole, "84",
                     [RANGE.format(MOST, "0.5"), FEW.format(168), ROWS], no_guard="yes", interval="yes")


class Quantile(unittest.TestCase):
    def test_prior(self):
        plain, whole = Prior(Tiny(8)), Prior(Tiny(8, halvings=3))
        self.assertEqual([plain.weight(k) for k in (0, 1, 2, 5, 200, -5)], [128, 128, 64, 32, 1, 32])
        self.assertEqual([whole.weight(k) for k in (0, 1, 5, 8, 9, 200)], [256, 256, 64, 144, 16, 9])
        self.assertEqual((plain.total(), whole.total(), whole.first(20) - whole.first(9), whole.first(200)), (2176, 4352, 200, 1945))
        for prior in (plain, whole, Prior(Tiny(8, 5, 4)), Prior(Tiny(9, 3, 2)), Prior(Tiny(8, 4)), Prior(None, (-3, 40)), Prior(Tiny(4), ties=3)):
            self.assertEqual(sum(prior.weight(k) for k in range(prior.lowest, prior.most + 1)) << prior.ties, prior.total())
        self.assertEqual((octaves(10**12, 96), octaves(0, 96)), (1577392681809022407871372984320, 0))

    def test_slopes(self):
        self.assertEqual(slopes(Fraction(3, 4), Fraction(1), 1), (Fraction(7, 12), Fraction(3, 4)))
        self.assertEqual(slopes(Fraction(1, 10), Fraction(2), 3), (Fraction(1, 2), Fraction(13, 54)))
        for b in range(2, 30):
            for a in range(1, b):
                left, right = slopes(Fraction(a, b), Fraction(7, 5), 2)
                self.assertEqual(epsilon_of(Fraction(a, b), left, right, 2), Fraction(7, 5))

    def test_promises(self):
        self.assertEqual(epsilon_of(Fraction(3, 4), Fraction(1), Fraction(1), 1), Fraction(3, 2))
        self.assertEqual(epsilon_of(HALF, Fraction(1, 9), Fraction(5), 2), 10)

    def test_trees(self):
        """Those of quantile_tree_test.cpp."""
        nodes = Tree([Fraction(9, 10)], Fraction(1), 1).nodes
        self.assertEqual([(n.left, n.below, n.above) for n in nodes], [(Fraction(13, 36), 446, 215)])
        tree = Tree(QUARTILES, Fraction(2), 1)
        self.assertEqual((tree.levels, [n.at for n in tree.nodes]), (2, [HALF, Fraction(1, 4), Fraction(3, 4)]))
        self.assertEqual([n.below for n in tree.nodes], [161, 242, 242])
        self.assertEqual([n.at for n in Tree([Fraction(1, 4), Fraction(3, 4)], Fraction(1), 1).nodes], [HALF, Fraction(1, 4), Fraction(3, 4)])

    def test_guard(self):
        """The vectors of quantile_list_test.cpp."""
        def least(at, epsilon):
            return rows_needed(Tree(at, Fraction(epsilon) * Fraction(19, 20), 1), Prior(NumberUnit("2^-32")).planned(), GUARDED)
        self.assertEqual([least([HALF], e) for e in ("1/2", 1, 2)], [148, 74, 37])
        self.assertEqual([least([Fraction(q, 100)], 1) for q in (75, 90, 99)], [197, 492, 4912])
        self.assertEqual([least(QUARTILES, 1), least([Fraction(i, 10) for i in (1, 5, 9)], 1), least([Fraction(i, 10) for i in range(1, 10)], 1)],
                         [295, 983, 1965])

    def test_laws(self):
        law = law_of([HALF], Tree([HALF], Fraction(1), 1), Fraction(1), "1", Prior(NumberUnit("1")), False, False, None)
        self.assertEqual(law, {"at": ["0.5"], "epsilon": "1", "lowest": -MOST, "most": MOST, "prior": "octaves", "ties": 0, "unit": "1",
                               "nodes": [{"at": "0.5", "left": "1", "right": "1"}]})

    def test_errors(self):
        """Those of quantile_accuracy_test.cpp."""
        certain = Prior(Tiny(60)).certain()
        for epsilon, confidence, rows in ((1, ALMOST, 49), (Fraction(1, 2), ALMOST, 98), (1, Fraction(99, 100), 51)):
            self.assertEqual(rank_error(Tree([HALF], Fraction(epsilon), 1), certain, confidence), rows)
        self.assertEqual(rows_needed(Tree([HALF], Fraction(1), 1), certain, ALMOST), 98)
        self.assertEqual(least_bound(Fraction(20), Fraction(1, 20)), 60)

    def test_intervals(self):
        """Those of value_interval_test.cpp."""
        ends = Ends([HALF], Fraction(2, 5), 1, ALMOST)
        self.assertEqual((ends.shifts, ends.most, ends.searches, ends.share), ([13], 400, 2, Fraction(1, 10)))
        risk = 0.1 * (2 * ends.shifts[0] + 1)
        self.assertLess(math.exp(-risk) * (1 - math.exp(-0.1)) / (1 - math.exp(-0.3)), 0.025)
        self.assertGreater(math.exp(-risk + 0.2) * (1 - math.exp(-0.1)) / (1 - math.exp(-0.3)), 0.025)
        self.assertEqual([distance(i) for i in (0, 15, 16, 31, 32, 33, 48)], [0, 15, 16, 31, 32, 34, 64])
        far = {distance(i) for i in range(200)}
        self.assertTrue(all(is_end(d, 10**4) == (d in far or d == 10**4) for d in range(-3, 10**4 + 3)))

    def test_scales(self):
        """T250, T251: all places of small scales, and the numbers of doubles."""
        for exponent in range(1, 10):
            for bits in range(1, exponent + 1):
                scale = Scale(exponent, bits)
                codes = [scale.value(place) for place in range(-scale.most, scale.most + 1)]
                self.assertEqual(codes, sorted(set(codes)))
                self.assertTrue(all(scale.nearest(Fraction(scale.value(p))) == p == scale.below(Fraction(scale.value(p))) for p in range(-scale.most, scale.most + 1)))
                for halvings in range(exponent):
                    places, linear = (Prior(Tiny(exponent, b, halvings or None)) for b in (bits, exponent))
                    last = [(scale.value(p + 1) if p < scale.most else 1 << exponent) - 1 for p in range(scale.most + 1)]
                    self.assertEqual([places.first(p) << (exponent - bits) for p in range(scale.most + 1)], [linear.first(k) for k in last])
        unit = NumberUnit("2^-32")
        whole = Prior(unit)
        self.assertEqual((whole.total(), whole.first(10**12) << 43, whole.weight(37 << 32) << 43, whole.weight(75 << 31) << 43),
                         (193 << 53, 3154837776868418223161582026752, 1237940039573610651050835968, 288230376151711744))
        for text in ("54312", "1234.56", "-0.1", "0.000000001", "1000000000000000"):
            self.assertEqual(unit.shown(unit.scale.nearest(Fraction(text) * 2**32)), text)

    def test_units(self):
        for text in ("1", "0.01", "2^-32", "2^-95", "1:64", "0.01:126"):
            self.assertTrue(NumberUnit(text).usable, text)
        for text in ("2", "2^-96", "1:62", "0.5:126", "1:064", "10000000"):
            self.assertFalse(NumberUnit(text).usable, text)
        self.assertTrue(all(is_unit(Fraction(u)) for u in ("1", "1/1000000", "1000000", "1/1000000000000000000")))
        self.assertFalse(any(is_unit(Fraction(u)) for u in ("0", "-1", "2", "1/3", "10000000", "1/10000000000000000000")))


class Certificates(Forger):
    def test_all_pass(self):
        for make in (median, stopped, ninth, day, quartiles, between):
            with self.subTest(make.__name__):
                report, text = run(finish(make(), SECRET), KEY)
                self.assertEqual(report.wrong, 0, text)

    def test_lies_about_days(self):
        self.lies(
            day,
            ("law", {"mechanism.law.most": 100}),
            ("law", {"mechanism.law.prior": "octaves"}),
            ("law", {"mechanism.law.unit": "1"}),
            ("law", {"question.measure.bounds": "1970-01-01:1970-04-11"}),
            ("request", {"question.measure.bounds": "1970-04-10:1970-01-01"}),
            ("request", {"question.measure.bounds": "1970-01-01:1970-02-30"}),
            ("request", {"question.measure.bounds": "0:99"}),
            ("schema", {"question.measure.unit": "week"}),
            ("answer", {"answer.value": "1970-03-01"}),
            ("answer", {"answer.value": 58}),
            ("answer", {"drawn.numbers": [[100]], "answer.value": "1970-04-11"}),
            ("answer", {"numbers.0.unit": "second", "unit": "second"}),
            ("schema", {"answer.value": "28/2/1970"}),
            ("accuracy", {"accuracy.0.beta": "7"}),
            ("warnings", lambda c: c["warnings"].pop(0)))

    def test_lies(self):
        node = "mechanism.law.nodes.0"
        self.lies(
            median,
            ("law", {f"{node}.left": "2", f"{node}.right": "2"}),
            ("law", {f"{node}.left": "0"}),
            ("law", {"mechanism.reason": "no reason"}),
            ("law", {"mechanism.law.guard.least": 73}),
            ("law", {"mechanism.law.guard.scale": "10"}),
            ("law", {"mechanism.law.prior": "octaves"}),
            ("law", {"mechanism.law.most": MOST + 1}),
            ("law", {"mechanism.law.ties": 1}),
            ("law", {"mechanism.law.unit": "0.01"}),
            ("law", {"mechanism.law.at": ["0.25"]}),
            ("law", {"mechanism.law.epsilon": "0.9"}),
            ("request", {"mechanism.law.epsilon": "900"}),
            ("request", {"question.measure.column": ""}),
            ("request", {"question.measure.at": "0.25"}),
            ("request", {"question.measure.at": "0"}),
            ("request", {"question.measure.at": "1"}),
            ("request", {"question.measure.unit": "0.02", "unit": "0.02", "numbers.0.unit": "0.02"}),
            ("request", {"question.verb": "iqr"}),
            ("law", {"question.measure.no_guard": "yes"}),
            ("law", {"question.measure.check": "yes"}),
            ("law", {"question.measure.bounds": "0:1"}),
            ("request", {"question.measure.bounds": "1:0"}),
            ("schema", {"question.verb": "mean"}),
            ("schema", {"mechanism.law.more": 1}),
            ("schema", {"mechanism.shown.totals": True}),
            ("derivation 0", {"derivation.0.premises.1.inputs.left": "2"}),
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.5"}),
            ("leaves", {"derivation.0.premises.1.inputs.left": "0.5"}),
            ("leaves", lambda c: (c["derivation"][0]["premises"].pop(0), c["derivation"][0].update(conclusion=dp("0.95")),
                                  c["guarantees"].__setitem__(0, dp("0.95")))),
            ("answer", {"answer.value": "54000.1235"}),
            ("answer", {"answer.interval": ["53000", "55000"]}),
            ("answer", {"answer.count_interval": [641, 759]}),
            ("answer", {"answer.count": 701}),
            ("answer", {"drawn.numbers": [[54000123401], [700]]}),
            ("answer", {"drawn.numbers": [[1 << 60], [700]]}),
            ("answer", {"drawn.numbers": [[54000123400], [73]], "answer.count": 73, "answer.count_interval": [13, 133]}),
            ("answer", {"numbers.0.name": "mean"}),
            ("accuracy", {"accuracy.0.beta": "51"}),
            ("accuracy", {"accuracy": []}),
            ("accuracy", {"confidence": "0.96"}),
            ("accuracy", {"error": [{"count": None, "mean_abs": "1", "bound": "1", "confidence": "0.95"}]}),
            ("request", {"fewer_than": 5}),
            ("warnings", lambda c: c["warnings"].pop(0)),
            ("warnings", lambda c: c["warnings"].pop(1)),
            ("warnings", lambda c: c["warnings"].append("all is well")))
        self.lies(
            between,
            ("law", {"mechanism.law.interval.first": "0.2"}),
            ("law", {"mechanism.law.interval.shifts": [12]}),
            ("law", {"mechanism.law.interval.most": 401}),
            ("law", lambda c: c["question"]["measure"].pop("interval")),
            ("derivation 0", {"derivation.0.premises.1.inputs.first": "0.01"}),
            ("leaves", lambda c: (c["derivation"][0]["premises"].pop(1), c["derivation"][0].update(conclusion=dp("0.6")),
                                  c["guarantees"].__setitem__(0, dp("0.6")))),
            ("answer", {"answer.interval": [69, 134]}),
            ("answer", {"answer.interval": None}),
            ("answer", {"drawn.numbers": [[100], [67], [134]], "answer.interval": [67, 134]}),
            ("answer", {"drawn.numbers": [[100], [134], [68]]}),
            ("law", {"confidence": "0.99"}))
        self.lies(
            stopped,
            ("answer", {"answer.value": "5"}),
            ("answer", {"drawn.numbers": [[NONE], [74]], "answer.count": 74, "answer.count_interval": [14, 134]}))
        self.lies(
            ninth,
            ("leaves", {"question.person.rows_per_person": 2}),
            ("answer", {"numbers.0.name": "median"}),
            ("warnings", lambda c: c["warnings"].remove(CAPS)))
        self.lies(
            quartiles,
            ("answer", {"answer.value": 301}),
            ("answer", {"answer.share below median": "0.501"}),
            ("answer", {"drawn.numbers": [[200], [400], [390], [4], [4], [5], [3]]}),
            ("answer", {"drawn.numbers": [[200], [400], [901], [4], [4], [5], [3]]}),
            ("law", {"question.measure.bounds": "0:901"}),
            ("law", {f"{node}.at": "0.25"}),
            ("request", {"question.measure.at": "0.25,0.75"}),
            ("leaves", {"derivation.0.premises.0.inputs.levels": "1"}))

    def test_decimals(self):
        self.assertEqual([decimal_of(c, Fraction(1, 100)) for c in (0, 5, -120, 1234)], ["0", "0.05", "-1.2", "12.34"])
        self.assertEqual([decimal_of(c, Fraction(1000)) for c in (0, -5)], ["0", "-5000"])


if __name__ == "__main__":
    unittest.main()
