"""Tests of the second checker's extremes: bins, promises, certificates and lies about them.

    python3 tools/check_extremes_test.py
"""
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.extremes import Given, Octaves, beyond_exponential, beyond_threshold  # noqa: E402
from certificate_checker.mechanisms.extremes import REASONS  # noqa: E402
from certificate_checker.column_unit import ColumnUnit  # noqa: E402
from certificate_checker.report import Wrong  # noqa: E402

from made_certificates import KEY, NO_LEDGER, ROWS, SECRET, Forger, certificate, dp, finish, inputs_of, run  # noqa: E402

RISK = Fraction(1, 20)
EMPTY = "the answer is the end of a bin that may be empty, and need not be a value of the table; {} beyond it are set aside"
FEW = "with about {} {} or fewer the answer is mostly that of an empty table: {}"
CAPS = ("at most 3 rows of each person are taken and further rows are left out: numbers and intervals are about the rows that are kept, "
        "not about all rows")
PERSON = {"column": "id", "rows_per_person": 3, "cells_per_person": 3, "per_person": "sum"}


def leaf(rule, theorem, epsilon, **inputs):
    return {"rule": rule, "theorem": theorem, "premises": [], "conclusion": dp(epsilon), "inputs": inputs_of(inputs)}


def reason(statistic, law, people, gamma):
    """T204 or T291 as it stands in a certificate."""
    drawn = "slope" in law
    names = ("slope", "people", "bins") if drawn else ("first", "second", "threshold", "bins")
    named = {name: str(law[name]) for name in names} | {"risk": gamma}
    stated = {"kind": "accuracy", "function": statistic, "alpha": people, "beta": "0", "gamma": gamma, "distortion": "drop_people",
              "metric": "bound" if drawn else "order", "eta": "0"}
    rule, theorem = ("people_beyond_drawn", "T291") if drawn else ("people_beyond", "T204")
    return {"rule": rule, "theorem": theorem, "premises": [], "conclusion": stated,
            "inputs": [{"name": "statistic", "text": statistic}, *inputs_of(named)]}


def extreme(verb, answer, derivation, law, measure, unit, beyond, metrics, warnings, name="above_threshold", person="one row", gamma="0.05",
            ends_of=None):
    made = certificate(verb, [], answer, [], [derivation], unit=unit, person=person, name=name, measure=measure)
    made["mechanism"].update(reason=REASONS[name], law=law, shown={})
    made["accuracy"] = [{"alpha": "0", "beta": beyond, "gamma": gamma, "distortion": "none", "metric": metric} for metric in metrics]
    ends = ("min", "max") if verb == "range" else (verb,)
    made["accuracy_derivation"] = [reason(end, law, beyond, gamma) for end in ends]
    names = ["range", "min", "max"] if verb == "range" else [verb]
    made["numbers"] = [{"name": n, "unit": unit, "may_be_unknown": "unit" in measure} for n in names]
    made["numbers"][0].update(ends_of or {})
    made["warnings"] = [*warnings, NO_LEDGER]
    return made


def maximum():
    """2,000 bins, epsilon 1; the bin [719000, 720000) was drawn."""
    return extreme("max", {"value": 720000, "interval": None, "noisy": [720]},
                   leaf("above_threshold", "T103", "1", first="0.375", second="0.625", rows_per_person="1"),
                   {"bins": 2002, "step": "0.00000000001", "first": "0.375", "second": "0.625", "threshold": 7},
                   {"bins": "0:2000000:1000"}, "1", "24", ["people above the bin of the answer (and at least one in it or above)"],
                   [EMPTY.format("people"), "all values below 0 lie in one bin, and all values from 2000000 on in another", FEW.format(7, "people", "the bin at the other end"), ROWS],
                   ends_of={"above": {"at": "2001000", "from": "2000000"}, "below": {"at": "0", "from": "0"}})


def both():
    """A range without bins, three rows a person; the minimum is unknown, and so is the range."""
    inner = leaf("above_threshold", "T103", "3", first="3/8", second="5/8", rows_per_person="3")
    inner["inputs"] = inputs_of({"first": "0.375", "second": "0.625", "rows_per_person": "3"})
    outer = {"rule": "basic_composition", "theorem": "T6", "premises": [inner], "conclusion": dp("6"), "inputs": inputs_of({"times_1": "2"})}
    answer = {"value": None, "interval": None, "min": None, "min_interval": None, "max": "10.23", "max_interval": None, "noisy": [1886, 943 + 111]}
    return extreme("range", answer, outer, {"bins": 1887, "step": "0.01", "first": "0.375", "second": "0.625", "threshold": 10},
                   {"unit": "0.01"}, "0.01", "27", ["rows below the bin of min (and at least one in it or below)",
                                                    "rows above the bin of max (and at least one in it or above)"],
                   [EMPTY.format("rows"), "sizes of 46116860184273879.03 and more count as that bound, and sizes below 0.005 as 0; `unit` moves "
                    "this range", FEW.format(10, "rows", "unknown"), "epsilon 6 promises little: one person may change the odds of an output by a "
                    "factor of 4.1e+02", CAPS], person=PERSON, gamma="0.025")


def least():
    """The exponential form of a minimum, with decimals."""
    return extreme("min", {"value": "-0.25", "interval": None, "noisy": [2]},
                   leaf("exponential_extreme", "T105", "1", slope="0.5", rows_per_person="1"),
                   {"bins": 8, "step": "0.00000000000000001", "slope": "0.5", "people": 10}, {"bins": "-0.5:1:0.25"}, "0.01", "19",
                   ["people below the bin of the answer where there are 10 or more (and at least one in it or below)"],
                   [EMPTY.format("people"), "all values below -0.5 lie in one bin, and all values from 1 on in another", "with fewer than 10 people nothing is promised, and the answer may lie anywhere", ROWS], name="exponential_extreme",
                   ends_of={"above": {"at": "1", "from": "1"}, "below": {"at": "-0.75", "from": "-0.5"}})


def month():
    """Months; the bin of February 2024 was drawn."""
    made = maximum()
    made["question"]["measure"]["bins"] = "2020-01-01:2030-01-01:1month"
    made["mechanism"]["law"].update(bins=122, step="1")
    made["accuracy"][0]["beta"] = "20"
    made["accuracy_derivation"] = [reason("max", made["mechanism"]["law"], "20", "0.05")]
    made["unit"] = made["numbers"][0]["unit"] = "day"
    made["answer"]["value"], made["drawn"]["numbers"] = "2024-03-01", [[50]]
    made["numbers"][0].update(above={"at": "2030-01-02", "from": "2030-01-01"}, below={"at": "2020-01-01", "from": "2020-01-01"})
    made["warnings"][1] = ("all values below 2020-01-01 lie in one bin, and all values from 2030-01-01 on in another; "
                           "times with a zone count in UTC")
    return made


def minute():
    """A bin for each minute of a day; 17:30 was drawn."""
    made = maximum()
    del made["question"]["measure"]["bins"]
    made["question"]["measure"]["unit"] = "minute-of-day"
    made["mechanism"]["law"].update(bins=1440, step="1")
    made["accuracy"][0]["beta"] = "24"
    made["accuracy_derivation"] = [reason("max", made["mechanism"]["law"], "24", "0.05")]
    made["unit"] = made["numbers"][0]["unit"] = "minute-of-day"
    made["numbers"][0]["may_be_unknown"] = True
    for end in ("above", "below"):
        del made["numbers"][0][end]
    made["answer"]["value"], made["drawn"]["numbers"] = "17:30:00", [[1050]]
    made["warnings"][1] = "values beyond 00:00:00 to 23:59:00 count as the bound that is next to them"
    made["warnings"][2] = made["warnings"][2].replace("the bin at the other end", "unknown")
    return made


class Extremes(unittest.TestCase):
    def test_octaves(self):
        """Those of tail_bins_test.cpp."""
        bins = Octaves(ColumnUnit("1"))
        self.assertEqual(bins.bins, 1887)
        ends = lambda number: (bins.lower(943 + number), bins.upper(943 + number))
        self.assertEqual([ends(n) for n in (0, 15, 16, 32, 57, 111, -32)],
                         [(0, 0), (15, 15), (16, 16), (32, 33), (100, 103), (992, 1023), (-33, -32)])
        self.assertEqual(ends(589), (996432412672, 1030792151039))
        self.assertEqual((bins.lower(0), bins.upper(1886)), (1 - 2**62, 2**62 - 1))
        for i in range(1886):
            self.assertEqual(bins.upper(i) + 1, bins.lower(i + 1))
        reals = Octaves(ColumnUnit("2^-32"))
        self.assertEqual(reals.bins, 2975)
        shown = [reals.unit.shown(place) for place in (reals.upper(2974), reals.lower(0), reals.upper(1487 + 16 * 45), reals.lower(1487 + 16 * 45))]
        self.assertEqual(shown, ["18446744073709551616", "-18446744073709551616", "69632", "65536"])

    def test_given(self):
        bins = Given("-10:20.5:10")
        self.assertEqual((bins.bins, bins.unit), (6, Fraction(1, 10)))
        self.assertEqual([(bins.lower(i), bins.upper(i)) for i in range(6)],
                         [(-200, -100), (-100, 0), (0, 100), (100, 200), (200, 205), (205, 305)])
        self.assertEqual(Given("0:2000000:1000").step, Fraction(1, 10**11))
        for text in ("0:10:10", "0:1:0.0000001", "0:1:1/3", "0:1000000000000000000000:1000000000000000000000", "0:1", "1:0:1", "0:1:.5"):
            with self.assertRaises(Wrong):
                Given(text)

    def test_promises(self):
        """Those of extremes_terms_test.cpp."""
        share = lambda epsilon, i: (epsilon * i / 64, epsilon - epsilon * i / 64)
        one = Fraction(1)
        for epsilon, bins, risk, beyond, threshold, i in ((one, 2, RISK, 11, 5, 32), (one, 200, RISK, 21, 6, 26), (one, 2000, RISK, 24, 7, 24),
                                                          (one / 2, 2000, RISK, 49, 15, 24), (one, 10**6, RISK, 33, 9, 20),
                                                          (2 * one, 2000, Fraction(1, 1000), 20, 7, 28)):
            self.assertEqual(beyond_threshold(*share(epsilon, i), threshold, bins, risk), beyond)
        self.assertIsNone(beyond_threshold(*share(one, 24), 7, 2000, Fraction(1, 1000)))
        self.assertEqual(beyond_exponential(one / 2, 22, 2000, RISK), 43)
        self.assertEqual(beyond_exponential(one / 4, 43, 2000, RISK), 85)
        self.assertIsNone(beyond_exponential(one / 2, 21, 2000, RISK))


class Certificates(Forger):
    def test_all_pass(self):
        for make in (maximum, both, least, month, minute):
            with self.subTest(make.__name__):
                report, text = run(finish(make(), SECRET), KEY)
                self.assertEqual(report.wrong, 0, text)

    def test_lies_about_times_of_day(self):
        self.lies(
            minute,
            ("law", {"mechanism.law.bins": 1441}),
            ("law", {"question.measure.unit": "hour-of-day"}),
            ("answer", {"answer.value": "17:31:00"}),
            ("schema", {"answer.value": "17:30"}),
            ("answer", {"drawn.numbers": [[1440]]}),
            ("answer", {"numbers.0.unit": "minute", "unit": "minute"}),
            ("warnings", lambda c: c["warnings"].pop(1)))

    def test_lies_about_months(self):
        self.lies(
            month,
            ("law", {"mechanism.law.bins": 121}),
            ("law", {"mechanism.law.step": "0.1"}),
            ("law", {"question.measure.bins": "2020-01-01:2030-01-01:1year"}),
            ("answer", {"answer.value": "2024-02-01"}),
            ("answer", {"answer.value": "2024-02-29"}),
            ("answer", {"drawn.numbers": [[48]]}),
            ("answer", {"numbers.0.unit": "1", "unit": "1"}),
            ("warnings", lambda c: c["warnings"].pop(1)))

    def test_lies(self):
        self.lies(
            maximum,
            ("leaves", {"mechanism.law.first": "0.75", "mechanism.law.second": "1.25"}),
            ("law", {"mechanism.law.first": "0.376"}),
            ("law", {"mechanism.law.first": "0"}),
            ("law", {"mechanism.law.threshold": -1}),
            ("law", {"mechanism.law.bins": 1999}),
            ("law", {"mechanism.law.step": "0.01"}),
            ("law", {"mechanism.law.first": "37.5", "mechanism.law.second": "62.5"}),
            ("law", {"mechanism.reason": "no reason"}),
            ("request", {"question.measure.column": ""}),
            ("request", {"question.measure.unit": "0.01"}),
            ("request", {"question.measure.bins": "0:2000000:2000000"}),
            ("request", {"question.measure.bins": "0:2000000:1e3"}),
            ("request", {"fewer_than": 5}),
            ("schema", {"question.measure.bounds": "0:1"}),
            ("schema", {"question.verb": "mean"}),
            ("schema", {"mechanism.law.more": 1}),
            ("schema", {"mechanism.shown.totals": True}),
            ("derivation 0", {"derivation.0.inputs.first": "0.5"}),
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.5"}),
            ("answer", {"answer.value": 719000}),
            ("answer", {"answer.interval": [719000, 721000]}),
            ("answer", {"drawn.numbers": [[718]]}),
            ("answer", {"drawn.numbers": [[2002]]}),
            ("answer", {"drawn.numbers": [[-1]]}),
            ("answer", {"numbers.0.name": "min"}),
            ("answer", {"numbers.0.may_be_unknown": True}),
            ("accuracy", {"accuracy.0.beta": "23"}),
            ("accuracy", {"mechanism.law.threshold": 20}),
            ("accuracy", {"accuracy.0.metric": "people above the answer"}),
            ("accuracy", {"accuracy": []}),
            ("derivations of accuracy", {"accuracy_derivation.0.conclusion.alpha": "23"}),
            ("derivations of accuracy", {"accuracy_derivation.0.theorem": "T104"}),
            ("derivations of accuracy", {"accuracy_derivation.0.inputs.5.number": "0.04", "accuracy_derivation.0.conclusion.gamma": "0.04"}),
            ("accuracy", {"confidence": "0.96"}),
            ("accuracy", {"error": [{"count": None, "mean_abs": "1", "bound": "1", "confidence": "0.95"}]}),
            ("warnings", lambda c: c["warnings"].pop(0)),
            ("warnings", lambda c: c["warnings"].pop(1)),
            ("warnings", lambda c: c["warnings"].pop(2)),
            ("warnings", lambda c: c["warnings"].append("all is well")))
        self.lies(
            both,
            ("leaves", {"question.person.rows_per_person": 2}),
            ("leaves", {"derivation.0.inputs.times_1": "1", "derivation.0.conclusion.epsilon": "3", "guarantees.0.epsilon": "3"}),
            ("answer", {"answer.max": "10.24"}),
            ("answer", {"answer.value": "0"}),
            ("answer", {"answer.min": "0"}),
            ("warnings", lambda c: c["warnings"].remove(CAPS)))
        self.lies(
            least,
            ("law", {"mechanism.law.people": 0}),
            ("accuracy", {"mechanism.law.people": 11}),
            ("derivations of accuracy", {"accuracy_derivation.0.conclusion.alpha": "18"}),
            ("derivations of accuracy", {"accuracy_derivation.0.conclusion.metric": "order"}),
            ("derivations of accuracy", lambda c: c.pop("accuracy_derivation")),
            ("leaves", {"mechanism.law.slope": "0.25"}),
            ("schema", {"mechanism.name": "above"}),
            ("answer", {"answer.value": "-0.2"}))


if __name__ == "__main__":
    unittest.main()
