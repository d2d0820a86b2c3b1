"""Tests of certificates with profiles, and lies about them.

    python3 tools/check_profiles_test.py
"""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import made_certificates as made  # noqa: E402
from made_profiles import (ALL, PARTITION, TWO, grouped, guessed, keys_with_threshold, likely_histogram, node, outlier,  # noqa: E402
    second_entry, several_cells, suppressed, totalled_histogram, unbiased_histogram, unprotected, unprotected_leaf, warped_histogram, warped_leaf)


class ValidProfiles(unittest.TestCase):
    def test_all_pass(self):
        for make in ALL:
            with self.subTest(make.__name__):
                report, text = made.run(made.finish(make()))
                self.assertEqual((report.wrong, report.unknown), (0, 1), text)      # not signed


class ProfileLies(made.Forger):
    """Each lie is found although the forger makes digest and signature anew."""

    def test_warped(self):
        self.lies(
            warped_histogram,
            ("derivation 1", {"derivation.1.conclusion.profile.0.1": "0.05"}),
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.9"}),
            ("derivation 0", {"derivation.0.premises.0.inputs.bits": "30"}),
            ("derivation 0", {"derivation.0.premises.0.inputs.profile": [(20, "0.1"), (30, "0.1"), (None, "1")]}),
            ("derivation 0", {"derivation.0.premises.0.inputs.profile": [(0, "0.05"), *TWO]}),
            ("derivation 0", {"derivation.0.premises.0.inputs.profile": [(20, "0.1"), (None, "infinity")]}),
            ("derivation 0", {"derivation.0.premises.0.inputs.profile": "20"}),
            ("derivation 0", {"derivation.0.premises.0.inputs.partition": "more"}),
            ("derivation 0", {"derivation.0.premises.0.conclusion.partition": "age=0:100:10"}),
            ("leaves", {"mechanism.law.numbers.0.profile": "20:0.2,1"}),
            ("leaves", {"mechanism.law.numbers.0.profile": "10:0.5,20:0.1,1"}),
            ("leaves", {"derivation.1": warped_leaf("age=0:100:10"), "guarantees.1": warped_leaf("age=0:100:10")["conclusion"]}),
            ("leaves", {"question.where": "age > 40"}),
            ("leaves", {"question.columns.0.missing": "drop"}),
            ("leaves", {"mechanism.law.share.cells": 2}),
            ("leaves", {"mechanism.law.share.rows_in_cell": 2}),
            ("guarantees", lambda c: (c["guarantees"].pop(0), c["derivation"].pop(0))),
            ("numbers", {"mechanism.name": "staircase"}),
            ("display", {"mechanism.shown.prior_mean": "5"}),
            ("error bound", {"error.0.mean_abs": "4.3737"}),
            ("error bound", {"error.0.mean_abs": "4.4"}),
            ("error bound", {"error.0.bound": 19}),
            ("error bound", {"error.0.bound": 21}),
            ("error bound", {"error.0.count": 1}),
            ("error bound", {"error.0.count": None}),
            ("error bound", {"error": []}),
            ("error bound", {"error.1.confidence": "0.9"}),
            ("error bound", {"accuracy": made.histogram()["accuracy"]}),
            ("intervals", {"confidence": "0.99"}),
            ("intervals", {"answer.0.interval": [0, 20]}),
            ("intervals", {"answer.0.interval": [0, 22]}),
            ("intervals", {"answer.4.interval": [1, 22]}),
            ("intervals", {"answer.1.count": 5664}),
            ("intervals", {"drawn.numbers.0.1": 5664}),
            ("intervals", {"answer.0.count": -1}),
            ("intervals", {"answer.0.count": "0"}),
            ("intervals", {"fewer_than": 5}),
            ("intervals", {"mechanism.shown.display": "unbiased"}),
            ("display", {"mechanism.shown.display": "unbiased", "mechanism.law.numbers.0.profile": "20:0,1"}),
            ("unit", {"unit": "0.01"}),
            ("total", {"total": {"count": 6186, "interval": [6000, 6500]}}))

    def test_shown(self):
        self.lies(
            likely_histogram,
            ("intervals", {"answer.0.count": 5}),
            ("intervals", {"drawn.numbers.0.0": 19}),
            ("intervals", {"drawn.numbers": [[2, 5663, 412, 99, 204]] * 2}),
            ("intervals", {"mechanism.shown.prior_mean": "1"}),
            ("display", {"mechanism.shown.prior_mean": "-3"}),
            ("display", {"mechanism.shown.prior_mean": "2500.5"}),
            ("display", {"mechanism.shown.display": "unbiased"}))
        self.lies(
            unbiased_histogram,
            ("intervals", {"answer.0.count": "-9.5"}),
            ("intervals", {"answer.1.count": "27.84"}),
            ("intervals", {"answer.1.interval.1": "14"}),
            ("intervals", {"answer.2.count": 11}))

    def test_total(self):
        """The sum of u(0), 10588, u(1), 89, u(0), each with four places, and the bound of T84."""
        self.lies(
            totalled_histogram,
            ("total", {"total.count": "10676.76", "total.interval": ["10661.76", "10691.76"]}),
            ("total", {"total.interval": ["10662.77", "10690.77"]}),
            ("total", {"total.interval": ["10660.77", "10692.77"]}),
            ("total", {"total.count": 10677, "total.interval": [10662, 10692]}),
            ("total", {"total": None}),
            ("total", {"mechanism.law.numbers.0.profile": "1000:0.0001,1"}),
            ("total", {"mechanism.shown.totals": False}),
            ("total", {"mechanism.shown.margins": [True]}),
            ("total", {"total.cell": {"salary": "missing"}}))
        for make in (warped_histogram, keys_with_threshold, suppressed, guessed):
            self.lies(make, ("total", {"mechanism.shown.totals": True}), ("total", {"mechanism.shown.margins": [False]}))

    def test_total_is_left_out_by_the_plan(self):
        """Whether the plan wanted it depends on a public guess: without it, and said so, nothing is wrong."""
        c = totalled_histogram()
        c["total"], c["mechanism"]["shown"]["totals"] = None, False
        self.assertEqual(made.run(made.finish(c))[0].wrong, 0)

    def test_margins(self):
        """One entry for each of several columns, where sums can be planned at all."""
        for margins, profile, right in (([True, False], "20:0.1,1", True), ([], "20:0.1,1", False), ([True], "20:0.1,1", False),
                                        ([], "20:0,1", True), ([False, False], "20:0,1", False), ([], "20:0.000001,1", True)):
            c = warped_histogram()
            c["question"]["columns"].append({"name": "b", "domain": "0:1:1", "missing": "cell"})
            c["mechanism"]["law"]["numbers"][0]["profile"] = profile
            c["mechanism"]["shown"]["margins"] = margins
            text = made.run(made.finish(c))[1]
            self.assertEqual(right, "ok      total: none" in text, (margins, profile, text))

    def test_promised(self):
        sampled = unprotected()["mechanism"]["shown"]["promised"]["sampled"]
        self.lies(
            warped_histogram,
            ("promised", {"mechanism.shown.promised": {"delta": "0.1"}}),
            ("promised", {"mechanism.shown.promised": {"profile": "20:0.1,1"}}),
            ("promised", {"mechanism.shown.promised": {"sampled": sampled}}),
            ("promised", {"mechanism.shown.promised": {"composition": "optimal", "delta": "0.1"}}),
            ("promised", {"derivation.0.premises": [warped_leaf("more")]}),
            ("promised", lambda c: (c["guarantees"].pop(), c["derivation"].pop())),
            ("promised", lambda c: (c["guarantees"].append(c["guarantees"][1]), c["derivation"].append(c["derivation"][1]))))
        self.lies(unprotected, ("promised", {"mechanism.shown.promised": {}}), *(
            ("promised", {f"mechanism.shown.promised.sampled.{name}": value})
            for name, value in (("crowd", 31), ("rate", "0.2"), ("known", 1), ("epsilon", "2"))))
        self.lies(
            suppressed,
            ("promised", {"mechanism.shown.promised.profile": "20:0.2,1"}),
            ("promised", {"mechanism.shown.promised.profile": "020:0.1,1"}),
            ("promised", {"mechanism.shown.promised.profile": "10:0.1,20:0.1,1"}),
            ("promised", {"mechanism.shown.promised.delta": "0.00001"}),
            ("promised", {"mechanism.shown.promised": {"delta": "0.000001"}}),
            ("promised", {"mechanism.shown.promised": {"profile": "20:0.1,1"}}))
        self.lies(
            grouped,
            ("promised", {"mechanism.shown.promised.delta": "0"}),
            ("promised", {"mechanism.shown.promised.delta": "0.000001"}))
        self.lies(
            guessed,
            ("promised", {"mechanism.shown.promised": {"composition": "zcdp", "delta": "0.000001"}}),
            ("promised", {"mechanism.shown.promised": {}}),
            ("promised", {"mechanism.shown.promised.delta": "0.00001"}),
            ("promised", {"mechanism.shown.promised.profile": "20:0.1,1"}))
        self.lies(several_cells, ("promised", {"mechanism.shown.promised": {"sampled": sampled}}))

    def test_keys(self):
        self.lies(
            keys_with_threshold,
            ("derivation 0", {"derivation.0.premises.0.conclusion.delta": "0.00000067182"}),
            ("derivation 0", {"derivation.0.premises.0.inputs.threshold": "31"}),
            ("derivation 1", {"derivation.1.inputs.threshold": "1"}),
            ("leaves", {"mechanism.law.threshold": 33, "fewer_than": 33}),
            ("leaves", {"derivation.1": warped_leaf("dept=?"), "guarantees.1": warped_leaf("dept=?")["conclusion"]}),
            ("numbers", {"fewer_than": 31}),
            ("cells", {"answer.0.cell.dept": "z"}),
            ("intervals", {"answer.0.count": 31, "answer.0.interval": [28, 34], "drawn.numbers.0.0": 31}))

    def test_unprotected(self):
        self.lies(
            unprotected,
            ("derivation 0", {"derivation.0.conclusion.profile.1.1": "100"}),
            ("derivation 1", {"derivation.1.conclusion.delta": "0.0000000000000001"}),
            ("derivation 1", {"derivation.1.conclusion.known": 5}),
            ("derivation 1", {"derivation.1.inputs.crowd": "31"}),
            ("derivation 1", {"derivation.1.inputs.known": "30", "derivation.1.conclusion.known": 30}),
            ("intervals", {"answer.1.interval": [5662, 5664]}))

    def test_papers_mechanisms(self):
        flagged = {"first": "1", "level_threshold_1": "32", "level_epsilon_1": "0", "flags": "1", "delta": "0.000001", "profile": TWO,
                   "partition": PARTITION}
        self.lies(
            suppressed,
            ("derivation 1", {"derivation.1.inputs.level_threshold_1": "31"}),
            ("derivation 1", {"derivation.1.inputs.delta": "0.0000009", "derivation.1.conclusion.delta": "0.0000009"}),
            ("leaves of derivation 1", {"derivation.1.inputs.level_threshold_1": "33"}),
            ("leaves of derivation 1", {"derivation.1.inputs": made.inputs_of(flagged)}),
            ("numbers", {"fewer_than": 32}),
            ("numbers", {"fewer_than": None}),
            ("intervals", {"drawn.numbers.0.0": 5664}),
            ("numbers", {"question.columns.0.domain": "?", "mechanism.law.threshold": 33, "mechanism.name": "key_threshold"}),
            ("display", {"mechanism.shown.display": "likely", "mechanism.shown.prior_mean": "5"}),
            ("intervals", {"answer.0.interval": [5661, 5665]}),
            ("error bound", {"error.0.mean_abs": "9"}),
            ("error bound", {"error.1.bound": 2}))
        self.lies(
            guessed,
            ("derivation 1", {"derivation.1.inputs.shift": "0"}),
            ("derivation 1", {"derivation.1.inputs.epsilon_at_zero": "0.2"}),
            ("derivation 1", {"derivation.1.inputs.epsilon_lower_bound": "0.2"}),
            ("leaves of derivation 1", {"derivation.1.inputs.shift": "263"}),
            ("intervals", {"answer.1.interval": [5603, 5721]}),
            ("error bound", {"error.1.mean_abs": "19"}),
            ("error bound", {"error.0.bound": 61}))

    def test_person(self):
        self.lies(
            several_cells,
            ("derivation 0", {"derivation.0.conclusion.epsilon": "1"}),
            ("leaves", {"derivation.0.inputs.cells_per_person": "1", "derivation.0.conclusion.epsilon": "1"}),
            ("leaves", {"mechanism.law.share.rows_in_cell": 2}),
            ("leaves", {"derivation": [warped_leaf(f"{PARTITION} of id")], "guarantees": [warped_leaf()["conclusion"]]}),
            ("share", {"question.person.per_person": "sum"}))

    def test_claims(self):
        left_out = node("outlier_composition", outlier(*TWO), {"times_1": "1"}, warped_leaf())
        open_ended = node("outlier_composition", outlier((20, "0.15"), (None, "infinity")), {"times_1": "1", "times_2": "1"},
                          warped_leaf(), unprotected_leaf())
        self.lies(
            second_entry,
            ("ledger: derivation of claim 0", {"ledger.spent.claims.0.conclusion.profile.0.1": "0.1"}),
            ("ledger: claims", {"ledger.spent.claims": [left_out]}),
            ("ledger: claims", {"ledger.spent.claims": [warped_leaf()]}),
            ("ledger: claims", {"ledger.spent.claims": [open_ended]}),
            ("ledger: sum", {"ledger.entry.counted": 1}),
            ("ledger: sum", {"ledger.entry.counted": None}))


if __name__ == "__main__":
    unittest.main()
