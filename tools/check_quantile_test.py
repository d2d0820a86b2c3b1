"""Tests of the second checker's quantiles: prior, slopes, laws and errors, certificates and lies about them.

    python3 tools/check_quantile_test.py
"""
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.quantile import TOTAL, epsilon_of, is_unit, law_of, rank_error, rows_needed, slopes, weight  # noqa: E402

from certificate_checker.mechanisms.quantile import REASON, decimal_of  # noqa: E402
from made_certificates import KEY, NO_LEDGER, ROWS, SECRET, Forger, certificate, dp, finish, inputs_of, run  # noqa: E402

HALF, ALMOST = Fraction(1, 2), Fraction(19, 20)
RANGE = "sizes of {} and more count as that bound, and sizes below {} as 0; `unit` moves this range"
FEW = "with fewer than {} rows the answer may lie anywhere, far outside the data, and nothing in it shows that"
CAPS = ("at most 3 rows of each person are taken and further rows are left out: numbers and intervals are about the rows that are kept, "
        "not about all rows")


def quantile(at, unit, epsilon, left, right, drawn, value, beta, warnings, person="one row", rows=1):
    leaf = {"rule": "universal_quantile", "theorem": "T91", "premises": [], "conclusion": dp(epsilon),
            "inputs": inputs_of({"at": at, "left": left, "right": right, "rows_per_person": str(rows)})}
    made = certificate("median", [], {"value": value, "interval": None, "noisy": [drawn]}, [], [leaf], unit=unit, person=person,
                       name="universal_quantile", measure={"at": at, "unit": unit})
    made["mechanism"].update(reason=REASON, law={"at": at, "exponent": 60, "left": left, "right": right, "unit": unit}, shown={})
    made["accuracy"] = [{"alpha": "0", "beta": beta, "gamma": "0.05", "distortion": "none", "metric": "rows between the answer and its rank"}]
    made["numbers"][0]["name"] = "median" if at == "0.5" else f"{at} quantile"
    made["warnings"] = [*warnings, NO_LEDGER]
    return made


def median():
    return quantile("0.5", "0.000001", "1", "1", "1", 54000123400, "54000.1234", "49",
                    [RANGE.format("1152921504606.846975", "0.0000005"), FEW.format(98), ROWS])


def ninth():
    """Whole numbers, three rows a person, a large epsilon."""
    return quantile("0.9", "1", "6", "13/18", "1.5", -17, -17, "68",
                    [RANGE.format(2**60 - 1, "0.5"), FEW.format(325), "epsilon 6 promises little: one person may change the odds of an "
                     "output by a factor of 4.1e+02", CAPS], rows=3,
                    person={"column": "id", "rows_per_person": 3, "cells_per_person": 3, "per_person": "sum"})


class Quantile(unittest.TestCase):
    def test_prior(self):
        self.assertEqual([weight(k, 8) for k in (0, 1, 2, 5, 200, -5)], [128, 128, 64, 32, 1, 32])
        self.assertEqual(sum(weight(k, 8) for k in range(-255, 256)), 2176)
        self.assertEqual(TOTAL, 121 << 59)

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

    def test_laws(self):
        """Those of quantile_test.cpp."""
        self.assertEqual(law_of(HALF, Fraction(1), Fraction(1, 10**6), 1),
                         {"at": "0.5", "exponent": 60, "left": "1", "right": "1", "unit": "0.000001"})
        self.assertEqual(law_of(Fraction(9, 10), Fraction(2), Fraction(1, 100), 2),
                         {"at": "0.9", "exponent": 60, "left": "13/36", "right": "0.75", "unit": "0.01"})

    def test_errors(self):
        """Those of quantile_accuracy_test.cpp."""
        self.assertEqual(rank_error(Fraction(1), Fraction(1), ALMOST), 49)
        self.assertEqual(rank_error(Fraction(1), HALF, ALMOST), 98)
        self.assertEqual(rank_error(Fraction(1), Fraction(1), Fraction(99, 100)), 51)
        self.assertEqual(rows_needed(HALF, Fraction(1), Fraction(1), ALMOST), 98)

    def test_units(self):
        self.assertTrue(all(is_unit(Fraction(u)) for u in ("1", "1/1000000", "1000000", "1/1000000000000000000")))
        self.assertFalse(any(is_unit(Fraction(u)) for u in ("0", "-1", "2", "1/3", "10000000", "1/10000000000000000000")))


class Certificates(Forger):
    def test_all_pass(self):
        for make in (median, ninth):
            with self.subTest(make.__name__):
                report, text = run(finish(make(), SECRET), KEY)
                self.assertEqual(report.wrong, 0, text)

    def test_lies(self):
        twice = {"mechanism.law.left": "2", "mechanism.law.right": "2"}
        self.lies(
            median,
            ("leaves", twice),
            ("law", {"mechanism.law.left": "2"}),
            ("law", {"mechanism.reason": "no reason"}),
            ("request", {"question.measure.column": ""}),
            ("law", {"mechanism.law.left": "0.5", "mechanism.law.right": "0.5", "mechanism.law.exponent": 61}),
            ("law", {"mechanism.law.unit": "0.01"}),
            ("law", {"mechanism.law.at": "0.25"}),
            ("law", {"question.measure.at": "0.25"}),
            ("law", {"mechanism.law.left": "0"}),
            ("law", {"mechanism.law.left": "900", "mechanism.law.right": "900"}),
            ("request", {"question.measure.at": "0"}),
            ("request", {"question.measure.at": "1"}),
            ("request", {"question.measure.unit": "0.02", "unit": "0.02"}),
            ("schema", {"question.measure.bounds": "0:1"}),
            ("schema", {"question.verb": "mean"}),
            ("schema", {"mechanism.law.more": 1}),
            ("schema", {"mechanism.shown.totals": True}),
            ("derivation 0", {"derivation.0.inputs.left": "2"}),
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.5"}),
            ("leaves", {"derivation.0.inputs.left": "0.5"}),
            ("answer", {"answer.value": "54000.1235"}),
            ("answer", {"answer.interval": ["53000", "55000"]}),
            ("answer", {"drawn.numbers": [[54000123401]]}),
            ("answer", {"drawn.numbers": [[1 << 60]]}),
            ("answer", {"numbers.0.name": "mean"}),
            ("accuracy", {"accuracy.0.beta": "48"}),
            ("accuracy", {"accuracy": []}),
            ("accuracy", {"confidence": "0.96"}),
            ("accuracy", {"error": [{"count": None, "mean_abs": "1", "bound": "1", "confidence": "0.95"}]}),
            ("request", {"fewer_than": 5}),
            ("warnings", lambda c: c["warnings"].pop(0)),
            ("warnings", lambda c: c["warnings"].pop(1)),
            ("warnings", lambda c: c["warnings"].append("all is well")))
        self.lies(
            ninth,
            ("leaves", {"question.person.rows_per_person": 2}),
            ("answer", {"numbers.0.name": "median"}),
            ("warnings", lambda c: c["warnings"].remove(CAPS)))

    def test_decimals(self):
        self.assertEqual([decimal_of(c, Fraction(1, 100)) for c in (0, 5, -120, 1234)], ["0", "0.05", "-1.2", "12.34"])
        self.assertEqual([decimal_of(c, Fraction(1000)) for c in (0, -5)], ["0", "-5000"])


if __name__ == "__main__":
    unittest.main()
