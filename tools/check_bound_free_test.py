"""Tests of the second checker's means and sums without bounds: laws and answers, certificates and lies about them.

    python3 tools/check_bound_free_test.py
"""
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.bound_free import MOST_NOISY, BoundFree  # noqa: E402
from certificate_checker.column_unit import ColumnUnit  # noqa: E402
from certificate_checker.mechanisms.bound_free import REASONS  # noqa: E402

from made_certificates import KEY, NO_LEDGER, ROWS, SECRET, Forger, certificate, dp, finish, inputs_of, run  # noqa: E402

MOST = 2**62 - 1
RANGE = f"sizes of {MOST} and more count as that bound, and sizes below 0.5 as 0; `unit` moves this range"
ENDS = ("values farther from the centre than the radius count as its ends, which moves the answer towards the centre; the interval is of the mean of "
        "these values")
FEW = "where the noisy count is below 60 there is no answer; below 350 the centre may be lost, and the answer then lies far off"
CUT = ("values beyond the radius count as the radius, and all are rounded to 2^-20 of it, which moves the answer towards 0; the interval is of the sum "
       "of these values")
NEAR = f"with fewer than 12 rows the answer is near 0, and sums of {2**62} and more are shown as that bound"
ALMOST = Fraction(19, 20)


def leaf(rule, theorem, promised, /, **inputs):
    return {"rule": rule, "theorem": theorem, "premises": [], "conclusion": dp(promised), "inputs": inputs_of(inputs)}


def made(verb, law, answer, series, leaves, warnings):
    whole = {"rule": "basic_composition", "theorem": "T6", "inputs": [], "conclusion": dp("1"), "premises": leaves}
    result = certificate(verb, [], answer, [], [whole], unit="1", name=f"bound_free_{verb}", measure={"unit": "1"})
    result["mechanism"].update(reason=REASONS[verb], law={"epsilon": "1", "lowest": -MOST, "most": MOST, "unit": "1", **law}, shown={})
    result["accuracy"] = []
    result["numbers"] = [{"name": name, "unit": "1", "may_be_unknown": unknown} for name, unknown in series]
    result["warnings"] = [RANGE, *warnings, ROWS, NO_LEDGER]
    return result


def mean():
    """Of 100 rows within 3 +- 4."""
    law = {"centre": {"prior": "octaves", "slope": "0.2"}, "least": 60, "radius": {"octaves": 64, "slope": "0.2", "target": 15},
           "sums": {"scale": "2.5", "width_bits": 20}}
    answer = {"value": 4, "interval": [3, 5], "count": 100, "count_interval": [90, 110], "centre": 3, "centre_interval": None, "radius": 4,
              "radius_interval": None, "noisy": [3, 2, 500, 300]}
    return made("mean", law, answer, [("mean", True), ("count", False), ("centre", True), ("radius", True)],
                [leaf("universal_quantile", "T91", "0.2", at="0.5", left="0.2", right="0.2", rows_per_person="1"),
                 leaf("scored_choice", "T107", "0.4", slope="0.2", rows_per_person="1"),
                 leaf("clamped_sums", "T108", "0.4", scale="2.5", rows_per_person="1")], [ENDS, FEW])


def few():
    """No mean of so few rows."""
    result = mean()
    result["drawn"]["numbers"] = [[3], [2], [299], [180]]
    result["answer"] = {"value": None, "interval": None, "count": 60, "count_interval": [50, 70], "centre": None, "centre_interval": None,
                        "radius": None, "radius_interval": None}
    return result


def total():
    law = {"radius": {"octaves": 63, "slope": "0.25", "target": 12}, "sums": {"scale": "2", "width_bits": 20}}
    answer = {"value": 11, "interval": [-37, 59], "radius": 8, "radius_interval": None, "noisy": [3, 11]}
    return made("sum", law, answer, [("sum", False), ("radius", False)],
                [leaf("scored_choice", "T107", "0.5", slope="0.25", rows_per_person="1"),
                 leaf("clamped_sums", "T108", "0.5", scale="2", rows_per_person="1")], [CUT, NEAR])


class Numbers(unittest.TestCase):
    def test_laws(self):
        terms = BoundFree("mean", Fraction(1), ColumnUnit("2^-32"), 3)
        self.assertEqual((terms.target, terms.least, terms.advised, terms.sum_scale, terms.radius_slope), (45, 180, 1050, Fraction(15, 2), Fraction(1, 15)))
        terms = BoundFree("sum", Fraction(1, 2), ColumnUnit("1"), 1)
        self.assertEqual((terms.target, terms.octaves, terms.sum_scale), (24, 63, 4))

    def test_widths(self):
        """The vectors of bound_free_test.cpp."""
        of_mean, of_sum = (BoundFree(verb, Fraction(1), ColumnUnit("1"), 1) for verb in ("mean", "sum"))
        self.assertEqual([(of_mean.width_bits(j), of_mean.shift(j)) for j in (0, 2, 19, 34)], [(1, 0), (3, 0), (20, 0), (20, 15)])
        self.assertEqual([(of_sum.width_bits(j), of_sum.shift(j)) for j in (0, 3, 24)], [(0, 0), (3, 0), (20, 4)])
        self.assertEqual(of_sum.sum((24, 312500 + 1048576), (0, None))[0], 21777216)

    def test_intervals(self):
        terms = BoundFree("mean", Fraction(1), ColumnUnit("1"), 1)
        for numbers, right in (((1000, 9, 60000, 45000), ((1073, 981, 1166), (103, 93, 112))),
                               ((1000, 30, 6 * 10**9, 5 * 10**9), ((97613893, 95725001, 99502785), (10490, 10481, 10500)))):
            self.assertEqual(terms.mean(numbers, terms.noise_bounds(numbers[1], ALMOST)), right)

    def test_extremes(self):
        terms = BoundFree("mean", Fraction(1), ColumnUnit("1"), 1)
        bounds = terms.noise_bounds(63, ALMOST)
        for above in (MOST_NOISY, -MOST_NOISY, 0):
            for below in (MOST_NOISY, -MOST_NOISY, 0):
                mean, _ = terms.mean((MOST, 63, above, below), bounds)
                self.assertTrue(mean is None or mean[1] <= mean[0] <= mean[2])


class Certificates(Forger):
    def test_all_pass(self):
        for make in (mean, few, total):
            with self.subTest(make.__name__):
                report, text = run(finish(make(), SECRET), KEY)
                self.assertEqual(report.wrong, 0, text)

    def test_lies(self):
        law = "mechanism.law"
        self.lies(
            mean,
            ("law", {f"{law}.radius.slope": "0.1"}),
            ("law", {f"{law}.radius.target": 14}),
            ("law", {f"{law}.radius.octaves": 62}),
            ("law", {f"{law}.sums.scale": "2"}),
            ("law", {f"{law}.sums.width_bits": 19}),
            ("law", {f"{law}.centre.slope": "0.1"}),
            ("law", {f"{law}.centre.prior": "whole_numbers"}),
            ("law", {f"{law}.least": 59}),
            ("law", {f"{law}.unit": "10"}),
            ("law", {f"{law}.most": MOST + 1}),
            ("law", {f"{law}.epsilon": "2"}),
            ("law", {"mechanism.reason": "no reason"}),
            ("request", {f"{law}.epsilon": "51"}),
            ("request", {f"{law}.epsilon": "0"}),
            ("request", {"question.measure.unit": "2"}),
            ("request", {"question.measure.column": ""}),
            ("request", {"question.verb": "sum"}),
            ("request", {"fewer_than": 5}),
            ("schema", {"question.verb": "variance"}),
            ("schema", {"question.measure.bounds": "0:1"}),
            ("schema", {f"{law}.more": 1}),
            ("schema", {"mechanism.shown.totals": True}),
            ("derivation 0", {"derivation.0.premises.1.inputs.slope": "0.1"}),
            ("derivation 0", {"derivation.0.premises.2.inputs.scale": "5"}),
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.5"}),
            ("answer", {"answer.value": 5}),
            ("answer", {"answer.interval": [4, 5]}),
            ("answer", {"answer.interval": None}),
            ("answer", {"answer.count": 101}),
            ("answer", {"answer.count_interval": [91, 110]}),
            ("answer", {"answer.centre": 2}),
            ("answer", {"answer.radius": 8}),
            ("answer", {"answer.radius_interval": [4, 4]}),
            ("answer", {"drawn.numbers": [[3], [2], [500], [700]]}),
            ("answer", {"drawn.numbers": [[3], [62], [500], [300]]}),
            ("answer", {"drawn.numbers": [[1 << 60], [2], [500], [300]]}),
            ("answer", {"numbers.2.name": "middle"}),
            ("accuracy", {"accuracy": [{"alpha": "0", "beta": "1", "gamma": "0.05", "distortion": "none", "metric": "mean"}]}),
            ("accuracy", {"error": [{"count": None, "mean_abs": "1", "bound": "1", "confidence": "0.95"}]}),
            ("warnings", lambda c: c["warnings"].pop(1)),
            ("warnings", lambda c: c["warnings"].pop(2)))
        self.lies(few, ("answer", {"answer.value": 4}), ("answer", {"answer.centre": 3}),
                  ("answer", {"drawn.numbers": [[3], [2], [300], [180]]}))
        self.lies(
            total,
            ("law", {f"{law}.least": 60}),
            ("answer", {"answer.value": 12}),
            ("answer", {"answer.interval": [-36, 58]}),
            ("answer", {"drawn.numbers": [[61], [11]]}),
            ("leaves", lambda c: (c["derivation"][0]["premises"].pop(0), c["derivation"][0].update(conclusion=dp("0.5")),
                                  c["guarantees"].__setitem__(0, dp("0.5")))),
            ("warnings", lambda c: c["warnings"].pop(1)))


if __name__ == "__main__":
    unittest.main()
