"""Tests of check_certificate.py: certificates made from the documents alone, and lies about them.

    python3 tools/check_certificate_test.py
"""
import copy
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker import composition, domain, ed25519, losses, noise, numbers, question, step  # noqa: E402
from certificate_checker.all_checks import check_all  # noqa: E402
from certificate_checker.derivation import check_step  # noqa: E402
from certificate_checker.report import Unknown, Wrong  # noqa: E402
from made_certificates import (ALL, Forger, KEY, PERSON, SECRET, TERMS, certificate, changer, dp, dump, enter,  # noqa: E402
    expand, finish, first_entry, gaussian, histogram, keys, laplace, laplace_number, later_entry, mean, node,
    run, several_cells, sign, sums, unknown_keys, variance, zcdp)


class Valid(unittest.TestCase):
    def test_all_pass(self):
        for name, make in ALL.items():
            for secret in (None, SECRET):
                with self.subTest(name, signed=bool(secret)):
                    report, text = run(finish(make(), secret), KEY if secret else None)
                    self.assertEqual(report.wrong, 0, text)


class Lies(Forger):
    """Each lie is found although the forger makes digest and signature anew."""

    def test_histogram(self):
        self.lies(
            histogram,
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.9", "guarantees.0.epsilon": "0.9"}),
            ("derivation 0", {"derivation.0.theorem": "T6"}),
            ("derivation 0", {"derivation.0.rule": "basic_composition", "derivation.0.theorem": "T6", "derivation.0.inputs": []}),
            ("derivation 0", {"derivation.0.rule": "no_rule"}),
            ("derivation 0", {"derivation.0.inputs.more": "1"}),
            ("derivation 0", {"derivation.0.inputs.scale": "0"}),
            ("derivation 0", {"derivation.0.inputs.scale": "-1"}),
            ("schema", {"derivation.0.inputs.scale": "1/0"}),
            ("schema", {"derivation.0.inputs.scale": "1.0"}),
            ("schema", {"confidence": "0.950"}),
            ("schema", {"answer.0.count": 2**64 - 1}),
            ("schema", {"answer.0.count": "-0.10"}),
            ("derivation 0", {"derivation.0.inputs.sensitivity": "0.5"}),
            ("derivation 0", {"derivation.0.conclusion.neighbours": "replace_person", "guarantees.0.neighbours": "replace_person"}),
            ("derivation 0", {"derivation.0.premises": [laplace("1")]}),
            ("guarantees", {"guarantees.0.epsilon": "0.5"}),
            ("guarantees", {"guarantees": [dp("1"), dp("1")]}),
            ("leaves", {"mechanism.numbers.0.scale": "0.5"}),
            ("leaves", {"derivation.0": laplace("2"), "guarantees.0.epsilon": "0.5"}),
            ("leaves", {"derivation.0": node("basic_composition", dp("2"), {}, laplace("1"), laplace("1")), "guarantees.0.epsilon": "2"}),
            ("leaves", {"mechanism.share.rows": 2}),
            ("warnings", {"warnings": []}),
            ("warnings", lambda c: c["warnings"].remove(c["warnings"][0])),
            ("total", {"total": None}),
            ("error bound", {"error.0.count": 0}),
            ("where", {"question.where": "no predicate"}),
            ("where", {"question.where": "AGE  >= 4"}),
            ("unit of privacy", {"privacy_unit": "one row"}),
            ("unit of privacy", {"privacy_unit": "people of ID"}),
            ("unit of privacy", {"question.person.column": "name"}),
            ("unit of privacy", {"question.person": "one row"}),
            ("share", {"question.person.rows_per_person": 2}),
            ("share", {"question.person.rows_per_person": 0}),
            ("share", {"mechanism.share.rows_in_cell": 2}),
            ("numbers", {"mechanism.numbers.0.per_row": 2}),
            ("numbers", {"mechanism.numbers.0.name": "sum"}),
            ("numbers", {"mechanism.name": "discrete_gaussian"}),
            ("numbers", {"mechanism.threshold": 5}),
            ("numbers", {"question.measure": {"column": "a", "bounds": "0:1", "step": "1"}}),
            ("cells", {"question.columns.0.domain": "0:300000:100000"}),
            ("cells", {"answer.1.cell.salary": "missing"}),
            ("cells", {"answer.1.cell": {"age": "missing"}}),
            ("cells", lambda c: c["answer"].pop()),
            ("cells", {"answer": {"count": 5, "interval": [2, 8]}}),
            ("unit", {"unit": "0.5"}),
            ("intervals", {"answer.1.interval": [9817, 9821]}),
            ("intervals", {"answer.0.interval": [-4, 2]}),
            ("intervals", {"answer.0.count": 7}),
            ("intervals", {"answer.0.noisy": [-1]}),
            ("error bound", {"error.0.bound": 2, "accuracy.0.beta": "2"}),
            ("error bound", {"error.0.mean_abs": "0.850918"}),
            ("error bound", {"error.0.confidence": "0.99"}),
            ("error bound", {"accuracy.0.beta": "2"}),
            ("error bound", {"accuracy.0.gamma": "0.01"}),
            ("error bound", {"confidence": "0.99"}),
            ("error bound", {"confidence": "1"}),
            ("total", {"total.count": 10677, "total.interval": [10668, 10686]}),
            ("total", {"total.interval": [10671, 10681]}),
            ("total", {"total.interval": [10667, 10684]}),
            ("schema", {"format": "selvage certificate 2"}),
            ("schema", {"more": 1}),
            ("schema", {"answer.0.count": True}),
            ("schema", {"issued": "2026-01-02T03:04:05Z\n"}),
            ("schema", {"guarantees": []}),
            ("schema", lambda c: c.pop("unit")))

    def test_several_cells(self):
        self.lies(
            several_cells,
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.227637"}),
            ("derivation 0", {"derivation.0.conclusion.delta": "0.01"}),
            ("derivation 0", {"derivation.0.inputs.times_1": "4"}),
            ("schema", {"derivation.0.inputs.times_1": "1/2"}),
            ("derivation 0", {"derivation.0.inputs.times_2": "1"}),
            ("leaves", {"derivation.0.inputs.times_1": "2"}),
            ("leaves", {"mechanism.share.rows_in_cell": 3}),
            ("share", {"question.person.per_person": "sum"}),
            ("share", {"question.person.cells_per_person": 4}),
            ("cells", {"question.columns.0.keys": "0" * 64}),
            ("cells", {"question.columns.0.domain": "a,b", "question.columns.0.keys": keys("a", "b")["keys"]}),
            ("cells", {"answer.0.cell.dept": "d"}))

    def test_sums(self):
        self.lies(
            sums,
            ("numbers", {"question.measure.bounds": "-20:1e3"}),
            ("numbers", {"question.measure.bounds": "-101:1e2"}),
            ("numbers", {"question.measure.step": "0.01"}),
            ("numbers", {"question.verb": "mean"}),
            ("leaves", {"mechanism.numbers.0.per_row": 500}),
            ("unit", {"unit": "1"}),
            ("intervals", {"answer.value": "12345.65"}),
            ("error bound", {"error.0.bound": "449.3", "accuracy.0.beta": "449.3"}),
            ("error bound", {"error.0.bound": "449.5", "accuracy.0.beta": "449.5"}),
            ("cells", {"answer": None}))

    def test_unknown_keys(self):
        self.lies(
            unknown_keys,
            ("derivation 0", {"derivation.0.conclusion.delta": "0.0000023196"}),
            ("derivation 0", {"derivation.0.conclusion.delta": "0"}),
            ("derivation 0", {"derivation.0.inputs.threshold": "25"}),
            ("derivation 0", {"derivation.0.inputs.rows": "2"}),
            ("derivation 0", {"derivation.0.inputs.cells": "2"}),
            ("leaves", {"mechanism.threshold": 20}),
            ("numbers", {"fewer_than": 25}),
            ("numbers", {"mechanism.name": "discrete_laplace"}),
            ("intervals", {"answer.0.count": 25, "answer.0.interval": [19, 31]}),
            ("total", {"total": {"count": 116, "interval": [0, 1000]}}))

    def test_mean_and_variance(self):
        self.lies(
            mean,
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.99"}),
            ("leaves", {"mechanism.numbers.1.scale": "50"}),
            ("numbers", {"question.measure.bounds": "0:200"}),
            ("intervals", {"answer.0.interval.1": "55.8019999999"}),
            ("intervals", {"answer.0.interval.1": "55.8020000001"}),
            ("intervals", {"answer.0.interval.0": "54.1980000001"}),
            ("numbers", {"mechanism.numbers.1.divisor": 10}),
            ("numbers", {"mechanism.numbers.0.divisor": 2}),
            ("unit", {"unit": "0.01"}),
            ("intervals", {"answer.0.value": "55.01"}),
            ("intervals", {"answer.0.noisy.0": 900}),
            ("intervals", {"answer.1.value": "50", "answer.1.interval": ["0", "100"]}),
            ("intervals", {"answer.0.value": None, "answer.0.interval": None}),
            ("intervals", {"answer.1.noisy": [3]}),
            ("intervals", lambda c: c["answer"][0].pop("noisy")),
            ("error bound", {"accuracy": histogram()["accuracy"]}))
        self.lies(
            variance,
            ("intervals", {"answer.interval.0": "615.512818"}),
            ("intervals", {"answer.interval.1": "684.966046"}),
            ("intervals", {"answer.value": "651"}),
            ("intervals", {"answer.noisy.1": 5000}),
            ("leaves", {"mechanism.numbers.2.scale": "2000"}))

    def test_gaussian(self):
        self.lies(
            gaussian,
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.340818"}),
            ("derivation 1", {"derivation.1.conclusion.rho": "0.004"}),
            ("derivation 0", {"derivation.0.premises.0.conclusion.variance": "200"}),
            ("leaves of derivation 0", {"derivation.0.inputs.times_1": "2"}),
            ("leaves of derivation 1", {"derivation.1.inputs.squared_sensitivity": "0.5", "derivation.1.conclusion.rho": "0.0025"}),
            ("leaves of derivation 0", {"mechanism.numbers.0.variance": "50"}),
            ("error bound", {"error.0.bound": 19, "accuracy.0.beta": "19"}),
            ("error bound", {"error.0.mean_abs": "7.97"}))

    def test_ledger(self):
        def sealed(changes):
            """Changes, and then the seals and the question of the ledger made anew."""
            def change(c):
                changer(changes)(c)
                ledger = c["ledger"]
                enter(c, ledger["spent"]["overall"], None if ledger["entry"]["id"] == 1 else "1" * 64, ledger["entry"]["id"], ledger["terms"])
            return change
        two = node("budget_filter", dp("2", "0.000001"), {"epsilon": "2", "delta": "0.000001", "times_1": "2"}, laplace("1"))
        over = node("budget_filter", dp("2", "0.000001"), {"epsilon": "2", "delta": "0.000001", "times_1": "3"}, laplace("1"))
        other = node("budget_filter", dp("2", "0.000001"), {"epsilon": "2", "delta": "0.000001", "times_1": "1"}, laplace("2"))
        less = node("budget_filter", dp("1", "0.000001"), {"epsilon": "1", "delta": "0.000001", "times_1": "1"}, laplace("1"))
        basic = node("basic_composition", dp("1"), {"times_1": "1"}, laplace("1"))
        self.lies(
            first_entry,
            ("unit of privacy", {"ledger.terms.privacy_unit": "one row"}),
            ("ledger: terms", {"ledger.terms.privacy_unit": "people of "}),
            ("ledger: table", {"question.table": "other.csv"}),
            ("ledger: question", {"question.where": "age > 5"}),
            ("ledger: question", {"mechanism.share.rows": 2}),
            ("ledger: question", {"ledger.entry.question": "{}"}),
            ("ledger: seals", {"ledger.entry.question": "{}"}),
            ("ledger: seals", {"ledger.entry.previous": "0" * 64}),
            ("ledger: seals", {"ledger.entry.id": 2}),
            ("ledger: seals", {"ledger.entry.time": "2026-01-02T00:00:01Z"}),
            ("ledger: seals", {"ledger.entry.version": "v2"}),
            ("ledger: seals", {"ledger.entry.counted": 1}),
            ("ledger: seals", {"ledger.terms.epsilon": "3"}),
            ("ledger: seals", {"ledger.terms.profile": "20:0.1,1"}),
            ("ledger: seals", {"derivation.0": laplace("2")}),
            ("ledger: derivation", {"ledger.spent.overall": over}),
            ("ledger: sum", {"ledger.spent.entries": 2}),
            ("ledger: sum", {"ledger.spent.unanswered": 2}),
            ("ledger: sum", {"ledger.spent.refused": "no"}),
            ("ledger: sum", {"ledger.spent.overall": two}),
            ("ledger: sum", {"ledger.spent.overall": other}),
            ("ledger: sum", {"ledger.spent.overall": less}),
            ("ledger: sum", {"ledger.spent.overall": basic}),
            ("ledger: sum", sealed({"ledger.terms.epsilon": "1"})),
            ("ledger: sum", sealed({"ledger.terms.delta": "0"})),
            ("ledger: sum", sealed({"ledger.terms.neighbours": "replace_person"})),
            ("ledger: sum", sealed({"ledger.terms.accounting": "sum"})),
            ("ledger: claims", sealed({"ledger.terms.profile": "20:0.1,1"})),
            ("ledger: claims", {"ledger.spent.claims": [laplace("1")]}))
        self.lies(
            later_entry,
            ("ledger: derivation", {"ledger.spent.overall.conclusion.epsilon": "2.41728"}),
            ("ledger: derivation", {"ledger.spent.overall.inputs.times_1": "12"}),
            ("ledger: sum", {"ledger.spent.overall.premises.1.inputs.scale": "2", "ledger.spent.overall.premises.1.conclusion.scale": "2"}),
            ("ledger: sum", {"ledger.spent.overall": None}))

    def test_export(self):
        """Two entries and their export: the chain is recomputed, and the sum must be made of both."""
        second, terms = several_cells(), {**TERMS, "accounting": "planned", "delta": "0.0201"}
        overall = node("optimal_composition", dp("1.20251", "0.0201"), {"delta": "0.0201", "step": "0.01", "times_1": "1", "times_2": "1"}, laplace("1"), second["derivation"][0])
        first = enter(histogram(), None, terms=terms)
        second = enter(second, overall, first["ledger"]["entry"]["seal"], 2, terms)
        lines = [{"selvage_ledger": 1, **terms, "seal": first["ledger"]["entry"]["previous"]}]
        for c in (first, second):
            entry = c["ledger"]["entry"]
            lines.append({"entry": entry["id"], **{k: entry[k] for k in ("time", "question", "version", "seal")}, "counted": dump(c["derivation"][0]),
                          "other": "[]", "answered": entry["time"], "answer": "{}"})

        def report(lines, certificate=second):
            return run(finish(certificate), None, "".join(dump(line) + "\n" for line in lines).encode())[1]
        self.assertIn("ok      ledger: export: 2 entries, this one is number 2", report(lines))
        self.assertNotIn("WRONG", report(lines))
        for place, name, value in ((0, "epsilon", "9"), (0, "seal", "0" * 64), (1, "time", "2026-01-02T00:00:01Z"), (1, "counted", dump(laplace("2"))), (1, "other", "[1]"),
                                   (1, "seal", "0" * 64), (1, "entry", 2), (2, "version", "w"), (2, "counted", None), (2, "answered", None)):
            changed = copy.deepcopy(lines)
            changed[place][name] = value
            self.assertIn("WRONG   ledger: export", report(changed), (place, name))
        for changed in (lines[:2], lines[:1], [], [lines[0], lines[2]], lines[::-1], lines[1:]):
            self.assertIn("WRONG   ledger: export", report(changed))
        self.assertIn("WRONG   ledger: export", report(lines, histogram()))
        for premise, times in ((laplace("2"), "1"), (laplace("1"), "2")):       # another sum than that of the entries
            forged = copy.deepcopy(second)
            forged["ledger"]["spent"]["overall"]["premises"][0] = premise
            changer({"ledger.spent.overall.inputs.times_1": times})(forged)
            self.assertIn("WRONG   ledger: export", report(lines, forged))

    def test_signature(self):
        data = finish(histogram(), SECRET)
        self.assertIn("is by another key", run(data, "0" * 64)[1])
        self.assertIn("WRONG   signature", run(finish(histogram()), KEY)[1])
        signed = json.loads(data)
        for name, change in (("value", 5), ("public_key", 9)):
            broken = copy.deepcopy(signed)
            text = broken["signature"][name]
            broken["signature"][name] = text[:change] + ("0" if text[change] != "0" else "1") + text[change + 1:]
            self.assertIn("WRONG   signature", run((dump(broken) + "\n").encode())[1])
        signed["confidence"] = "0.9"
        text = run((dump(signed) + "\n").encode())[1]
        self.assertIn("WRONG   digest", text)
        self.assertIn("WRONG   signature", text)

    def test_single_bytes(self):
        """300 random changes of one byte."""
        draw = random.Random(1)
        files = [finish(make(), SECRET) for make in ALL.values()]
        for i in range(300):
            data = bytearray(files[i % len(files)])
            place = draw.randrange(len(data))
            data[place] ^= draw.choice([1, 2, 4, 8, 16, 32, 64, 128, draw.randrange(1, 256)])
            report, text = run(bytes(data))
            self.assertGreater(report.wrong, 0, text)


class Cells(unittest.TestCase):
    """Shares and numbers of cells."""

    def test_places(self):
        for text, number in (("-5:100:30", 7), ("0:1:1/3", 6), ("2024-01-01:2024-03-01:1day", 63), ("2024-01-31T23:59:2024-02-01:30seconds", 5),
                               ("2000-01-01:2025-01-01:5years", 8), ("2024-01-01:2025-01-01:1quarter", 7), ("?", None), ("@file", None)):
            self.assertEqual(domain.places({"domain": text, "missing": "cell", **({"keys": "0" * 64} if text[0] == "@" else {})}), number)
        self.assertEqual(domain.places({**keys("a", "b"), "missing": "drop"}), 3)

    def test_share(self):
        def share(of, rows, cells, per_person, domain, fewer, listed=5):
            c = histogram()
            c["question"]["columns"][0]["domain"], c["fewer_than"], c["answer"] = domain, fewer, c["answer"][:listed]
            if domain.startswith("@"):
                c["question"]["columns"][0]["keys"] = "0" * 64
            c["question"]["person"].update(rows_per_person=rows, cells_per_person=cells, per_person=per_person)
            c["mechanism"]["share"] = dict(zip(("rows", "cells", "rows_in_cell"), of))
            try:
                question.check_share(c)
                return True
            except Wrong:
                return False
            except Unknown:
                return None
        bins = "0:200000:100000"
        self.assertTrue(share((9, 5, 9), 9, 8, "sum", bins, None))
        self.assertFalse(share((9, 8, 9), 9, 8, "sum", bins, None))
        self.assertFalse(share((9, 4, 9), 9, 8, "sum", bins, None))
        self.assertTrue(share((9, 5, 9), 9, 8, "sum", bins, 10, 2))
        self.assertFalse(share((9, 2, 9), 9, 8, "sum", bins, 10, 2))
        self.assertTrue(share((5, 5, 1), 9, 8, "first", bins, None))
        self.assertTrue(share((8, 8, 1), 9, 8, "first", "?", 10))
        self.assertFalse(share((5, 5, 1), 9, 8, "first", "?", 10))
        self.assertIsNone(share((9, 6, 9), 9, 8, "sum", "@keys", 10))


class Rules(unittest.TestCase):
    """Single rules, with numbers of the documents."""

    def holds(self, rule, conclusion, inputs, *premises):
        tree = node(rule, conclusion, inputs, *[p if "rule" in p else {"conclusion": p} for p in premises])
        try:
            check_step(tree)
            return True
        except Wrong:
            return False

    def test_inputs(self):
        """What is no rule, or no input of it, is told in one sentence."""
        scale, sensitivity = {"name": "scale", "number": "1"}, {"name": "sensitivity", "number": "1"}
        order = "; the rule takes scale, sensitivity"
        for rule, inputs, why in (
                ("no_such_rule", [scale, sensitivity], "there is no rule no_such_rule"),
                (None, [scale], "the input sensitivity is missing or not in its place" + order),
                (None, [sensitivity, scale], "the input scale is missing or not in its place" + order),
                (None, [{"name": "scale", "text": "1"}, sensitivity], "the input scale is a text and should be a number"),
                (None, [{"name": "scale", "profile": [[None, "1"]]}, sensitivity], "the input scale is a profile and should be a number"),
                (None, [scale, sensitivity, {"name": "more", "number": "1"}], "the input more is not known or not in its place" + order),
                (None, [scale, sensitivity, scale], "the input scale is not known or not in its place" + order),
                (None, [scale, sensitivity], None)):
            leaf = {**laplace("1"), "inputs": inputs, **({"rule": rule} if rule else {})}
            with self.subTest(inputs=inputs):
                if why is None:
                    check_step(leaf)
                    continue
                with self.assertRaises(Wrong) as raised:
                    check_step(leaf)
                self.assertEqual(str(raised.exception), why)

    def test_numbered_inputs(self):
        for names, right in ((("times_1", "times_2"), True), (("times_2", "times_1"), False), (("times_1", "times_1"), False),
                             (("times_1", "times_3"), False), (("times_1",), False), (("times_1", "times_2", "times_3"), False)):
            tree = node("zcdp_composition", zcdp("0.6"), {}, {"conclusion": zcdp("0.1")}, {"conclusion": zcdp("0.5")})
            tree["inputs"] = [{"name": name, "number": "1"} for name in names]
            with self.subTest(names=names):
                if right:
                    check_step(tree)
                    continue
                with self.assertRaises(Wrong):
                    check_step(tree)

    def test_replace(self):
        """T7: (1/2, 0.003) becomes (1, 0.0079461638121...)."""
        for delta, right in (("0.00794616381211", True), ("0.00794616381210", False), ("0.007946163813", False), ("0.003", False)):
            self.assertEqual(right, self.holds("replace_from_add_remove", dp("1", delta, "replace_person"), {}, dp("0.5", "0.003")))
        self.assertFalse(self.holds("replace_from_add_remove", dp("1", "0"), {}, dp("0.5")))
        self.assertFalse(self.holds("replace_from_add_remove", dp("0.9", "0", "replace_person"), {}, dp("0.5")))

    def test_zcdp(self):
        """T25, T26: rho = 0.1, E = 2, a = 10.97757, delta = 4.3252109e-6."""
        order = {"order": "10.97757"}
        for delta, right in (("0.00000432522", True), ("0.00000432521", False), ("0", False)):
            self.assertEqual(right, self.holds("dp_from_zcdp", dp("2", delta), {"epsilon": "2", **order}, zcdp("0.1")))
        self.assertFalse(self.holds("dp_from_zcdp", dp("2", "0.0001"), {"epsilon": "2", "order": "1"}, zcdp("0.1")))
        self.assertFalse(self.holds("dp_from_zcdp", dp("2", "0.0001"), {"epsilon": "3", **order}, zcdp("0.1")))
        self.assertTrue(self.holds("zcdp_from_dp", zcdp("0.125"), {}, dp("0.5")))
        self.assertFalse(self.holds("zcdp_from_dp", zcdp("0.124"), {}, dp("0.5")))
        self.assertFalse(self.holds("zcdp_from_dp", zcdp("0.125"), {}, dp("0.5", "0.1")))
        self.assertTrue(self.holds("zcdp_composition", zcdp("0.7"), {"times_1": "2", "times_2": "1"}, zcdp("0.1"), zcdp("0.5")))
        self.assertFalse(self.holds("zcdp_composition", zcdp("0.7"), {"times_1": "2", "times_2": "2"}, zcdp("0.1"), zcdp("0.5")))
        self.assertFalse(self.holds("zcdp_composition", zcdp("0.7"), {"times_1": "2"}, zcdp("0.1"), zcdp("0.5")))

    def test_basic(self):
        self.assertTrue(self.holds("basic_composition", dp("0.7", "0.1"), {"times_1": "2", "times_2": "1"}, dp("0.1"), dp("0.5", "0.1")))
        self.assertFalse(self.holds("basic_composition", dp("0.7", "0.09"), {"times_1": "2", "times_2": "1"}, dp("0.1"), dp("0.5", "0.1")))
        self.assertFalse(self.holds("basic_composition", dp("0.7"), {}))
        self.assertFalse(self.holds("basic_composition", dp("0.7"), {}, zcdp("0.1")))
        self.assertFalse(self.holds("basic_composition", dp("0.7"), {}, dp("0.1", "0", "replace_person")))

    def test_filter(self):
        """T29: half of delta is for the deltas; the other half for the concentrated way."""
        caps = {"epsilon": "2", "delta": "0.00000865044"}
        claim = dp(*caps.values())
        for order, right in (("10.97757", True), ("5", False)):     # rho = 0.1 needs 4.3252109e-6 (T26)
            for premises in ([zcdp("0.1")], [zcdp("0.05"), dp("0.2", "0.000001"), dp("0.24", "0.000002")]):
                times = {f"times_{i + 1}": "1" for i in range(len(premises))}
                self.assertEqual(right, self.holds("budget_filter", claim, {**caps, "order": order, **times}, *premises))
        self.assertFalse(self.holds("budget_filter", claim, {**caps, "order": "10.97757", "times_1": "2"}, zcdp("0.1")))
        self.assertFalse(self.holds("budget_filter", claim, {**caps, "times_1": "1"}, zcdp("0.1")))
        self.assertFalse(self.holds("budget_filter", claim, {**caps, "times_1": "1"}, dp("0.1", "0.000005")))
        self.assertTrue(self.holds("budget_filter", claim, {**caps, "times_1": "20"}, dp("0.1")))
        self.assertFalse(self.holds("budget_filter", claim, {**caps, "times_1": "21"}, dp("0.1")))
        self.assertFalse(self.holds("budget_filter", dp("1"), {**caps, "times_1": "1"}, dp("0.1")))

    def test_outliers(self):
        """T36: profiles over one partition add, those over others count with their greatest epsilon."""
        def outlier(partition, *profile, delta="0"):
            return {"kind": "outlier", "profile": [list(step) for step in profile], "delta": delta, "partition": partition, "neighbours": PERSON}
        one, two = outlier("a", (20, "0.1"), (None, "1")), outlier("b", (5, "0"), (None, "0.5"), delta="0.01")
        once = {"times_1": "1", "times_2": "1", "times_3": "2"}
        for profile, right in (([(20, "0.8"), (None, "1.7")], True), ([(None, "1.7")], False), ([(20, "0.7"), (None, "1.7")], False),
                               ([(21, "0.8"), (None, "1.7")], False), ([(20, "0.8"), (None, "infinity")], False), ([(20, "0.8"), (None, "1.6")], False)):
            claim = outlier("a", *profile, delta="0.01")
            self.assertEqual(right, self.holds("outlier_composition", claim, once, one, two, dp("0.1")), profile)
        claim = outlier("a", (None, "2"), delta="0.01")
        self.assertFalse(self.holds("outlier_composition", {**claim, "partition": "b"}, once, one, two, dp("0.1")))
        self.assertFalse(self.holds("outlier_composition", {**claim, "delta": "0"}, once, one, two, dp("0.1")))
        self.assertFalse(self.holds("outlier_composition", claim, once, dp("0.1"), one, two))
        for name, epsilon, right in (("a", "0.1", True), ("b", "0.1", False), ("a", "0.09", False)):
            self.assertEqual(right, self.holds("outlier_from_dp", outlier("a", (None, epsilon)), {"partition": name}, dp("0.1")))

    def test_optimal(self):
        """T23 against its own sums, in double."""
        def delta(parts, epsilon):
            """Over all sets of releases."""
            total, signs = 0.0, [s for e, _, k in parts for s in [e] * k]
            for choice in range(1 << len(signs)):
                loss = sum(e if choice >> i & 1 else -e for i, e in enumerate(signs))
                mass = math.prod(1 / (1 + math.exp(-e if choice >> i & 1 else e)) for i, e in enumerate(signs))
                total += mass * max(0, 1 - math.exp(epsilon - loss))
            return 1 - math.prod((1 - d)**k for _, d, k in parts) * (1 - total)
        for parts, epsilon in (([(0.25, 0, 10)], 1.2), ([(0.25, 0.001, 6), (0.5, 0, 3)], 1), ([(0.3, 0, 4), (0.7, 0.01, 2), (0, 0.001, 2)], 1.3),
                               ([(0.300000001, 0, 3), (0.2, 0, 5)], 0.9), ([(0.123456789012345678, 0, 4), (0.211111111111111, 0, 4)], 0.5)):
            exact = delta(parts, epsilon)
            premises = [step.Promise(dp(numbers.written(Fraction(str(e))), numbers.written(Fraction(str(d))))) for e, d, _ in parts]
            found = float(composition.composed_delta(premises, [k for *_, k in parts], Fraction(str(epsilon)), Fraction(1, 1000)))
            self.assertAlmostEqual(found / exact, 1, delta=1e-9)
        self.assertTrue(self.holds("optimal_composition", dp("3"), {"delta": "0", "times_1": "3"}, dp("1")))
        self.assertFalse(self.holds("optimal_composition", dp("2.9"), {"delta": "0", "times_1": "3"}, dp("1")))
        self.assertTrue(self.holds("optimal_composition", dp("2", "0.0199"), {"delta": "0.0199", "times_1": "2"}, dp("1", "0.01")))
        self.assertFalse(self.holds("optimal_composition", dp("2", "0.0198"), {"delta": "0.0198", "times_1": "2"}, dp("1", "0.01")))

    def test_losses(self):
        """T22 and T9: at s = 1, D = 1 delta is 0.46211715... at 0 and 0.28764913... at 1/2; T24 for several."""
        one = step.Promise({"kind": "laplace_loss", "scale": "1", "shift": 1, "neighbours": PERSON})
        for epsilon, delta in ((Fraction(0), 0.46211715), (Fraction(1, 2), 0.28764913)):
            self.assertAlmostEqual(float(composition.composed_delta([one], [1], epsilon, Fraction(1, 10))), delta, delta=1e-8)

        def by_hand(v, d, s, shift, epsilon):
            """One Gaussian and one Laplace draw, all pairs of values, in double."""
            gauss = {z: math.exp(-z * z / (2 * v)) for z in range(-60, 61)}
            lap = {z: math.exp(-abs(z) / s) for z in range(-150, 151)}
            a, b = sum(gauss.values()), sum(lap.values())
            return sum(g * m / a / b * max(0, 1 - math.exp(epsilon - (d * d - 2 * z * d) / (2 * v) - (abs(y - shift) - abs(y)) / s))
                       for z, g in gauss.items() for y, m in lap.items())
        normal = step.Promise({"kind": "gaussian_loss", "variance": "20", "shift": 2, "neighbours": PERSON})
        other = step.Promise({"kind": "laplace_loss", "scale": "3.7", "shift": 3, "neighbours": PERSON})
        found = float(composition.composed_delta([normal, other], [1, 1], Fraction(1), Fraction(1, 1000)))
        self.assertAlmostEqual(found / by_hand(20, 2, 3.7, 3, 1), 1, delta=1e-8)
        # many draws: nearly the normal law, for which delta is known
        many = step.Promise({"kind": "gaussian_loss", "variance": "40000", "shift": 7, "neighbours": PERSON})
        mu, epsilon = 7 * math.sqrt(50) / 200, 0.9
        normal_delta = (math.erfc((epsilon / mu - mu / 2) / 2**.5) - math.exp(epsilon) * math.erfc((epsilon / mu + mu / 2) / 2**.5)) / 2
        found = float(composition.composed_delta([many], [50], Fraction(9, 10), Fraction(1, 10**4)))
        self.assertAlmostEqual(found / normal_delta, 1, delta=1e-5)

    def test_key_threshold(self):
        """T31 against its sums over all spreads."""
        for m, g, r, t, s in ((1, 1, 1, 9, 2), (4, 4, 1, 5, 1), (5, 2, 5, 7, 1.5), (5, 4, 5, 30, 2)):
            q = numbers.exp(-1 / Fraction(s))

            def spreads(left, cells):
                yield []
                if cells:
                    for c in range(1, min(left, r) + 1):
                        for rest in spreads(left - c, cells - 1):
                            yield [c, *rest]
            delta = max(1 - math.prod(1 - q**(t - c) / (1 + q) for c in spread) for spread in spreads(m, g))
            inputs = {"scale": numbers.written(Fraction(s)), "threshold": str(t), "rows": str(m), "cells": str(g), "rows_in_cell": str(r)}
            rounded = numbers.rounded_up(delta, 12).pop()
            for factor, right in ((1, True), (Fraction(10**6 + 1, 10**6), False), (Fraction(10**6 - 1, 10**6), False)):
                claim = dp(numbers.written(m / Fraction(s)), numbers.written(rounded * factor))
                self.assertEqual(right, self.holds("key_threshold", claim, inputs))
        self.assertFalse(self.holds("key_threshold", dp("4", "0.9"), {"scale": "1", "threshold": "9", "rows": "4", "cells": "2", "rows_in_cell": "2"}))
        self.assertFalse(self.holds("key_threshold", dp("4", "0.9"), {"scale": "1", "threshold": "4", "rows": "4", "cells": "2", "rows_in_cell": "4"}))

    def test_noise_bounds(self):
        """T5 and its example; Gaussian tails in both ways of computing."""
        number = laplace_number("count", "1")
        self.assertAlmostEqual(float(noise.tail(number, 3)), 0.02678, places=5)
        self.assertEqual(noise.least_bound(number, Fraction(1, 20)), 3)
        self.assertEqual(noise.least_bound(laplace_number("count", "10"), Fraction(1, 20)), 30)
        small, large = ({"noise": "discrete_gaussian", "variance": v} for v in ("16384", "16385"))
        for t in (200, 251, 640):
            self.assertAlmostEqual(float(noise.tail(large, t) / noise.tail(small, t)), 1, delta=1e-3)
        self.assertEqual(noise.least_bound(small, Fraction(1, 20)), noise.least_bound(large, Fraction(1, 20)))
        self.assertAlmostEqual(float(noise.mean_size(small)), float(noise.mean_size(large)), places=2)


class Signatures(unittest.TestCase):
    """Test vectors of RFC 8032, section 7.1, and what a strict verifier refuses."""

    VECTORS = [
        ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
         "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
        ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
         "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
        ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
         "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
        ("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42", "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
         "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
         "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704")]

    def test_vectors(self):
        for secret, public, message, signature in self.VECTORS:
            self.assertEqual(expand(bytes.fromhex(secret))[2].hex(), public)
            self.assertEqual(sign(bytes.fromhex(secret), bytes.fromhex(message)).hex(), signature)
            self.assertTrue(ed25519.ed25519_verify(bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature)))
            self.assertFalse(ed25519.ed25519_verify(bytes.fromhex(public), bytes.fromhex(message) + b"x", bytes.fromhex(signature)))

    def test_strict(self):
        public, message, signature = (bytes.fromhex(x) for x in self.VECTORS[2][1:])
        s = int.from_bytes(signature[32:], "little") + ed25519.L
        self.assertFalse(ed25519.ed25519_verify(public, message, signature[:32] + s.to_bytes(32, "little")))
        one = (1).to_bytes(32, "little")
        self.assertFalse(ed25519.ed25519_verify(one, message, one + bytes(32)))                    # the neutral point
        self.assertIsNone(ed25519.point_decode((ed25519.P + 1).to_bytes(32, "little")))              # y not below p
        self.assertIsNone(ed25519.point_decode((1 | 1 << 255).to_bytes(32, "little")))             # x = 0 with a sign
        self.assertIsNone(ed25519.point_decode((2).to_bytes(32, "little")))                        # no such point
        self.assertFalse(ed25519.ed25519_verify((2).to_bytes(32, "little"), message, signature))


class Hostile(unittest.TestCase):
    """Nothing makes it fail or hang."""

    def setUp(self):
        self.work, losses.Work.most = losses.Work.most, 50_000

    def tearDown(self):
        losses.Work.most = self.work

    def test_no_certificates(self):
        good = finish(histogram())
        for data in (b"", b"\n", b"{}\n", b"[]\n", b"null\n", b"\xff\n", b'"\xed\xa0\x80"\n', b'"\\ud800"\n', b"1e5\n", b"NaN\n", b"-0\n",
                     b"[" * 100000, b"[" * 500 + b"]" * 500 + b"\n", b'{"a":' * 70 + b"1" + b"}" * 70 + b"\n", b"9" * 5000 + b"\n",
                     b'{"a":1,"a":1}\n', good[:-1], good + b"\n", good.replace(b'":', b'": ', 1), b"\xef\xbb\xbf" + good,
                     good.replace(b'"unit":"1"', b'"unit":"1","unit":"1"'), good.replace(b'"count":9819', b'"count":9819.0'),
                     good.replace(b'"count":9819', b'"count":9.819e3'), good.replace(b'"format"', b'"f\\u006frmat"')):
            report, text = run(data)
            self.assertIn("WRONG   canonical" if data[:1] != b"{" or len(data) > 9 else "WRONG   schema", text.replace("{}", ""))

    def test_huge_numbers(self):
        """The report says WRONG or unknown, and soon."""
        long = "1" + "0" * 3999
        for make, changes in (
                (histogram, {"derivation.0.inputs.scale": long}), (histogram, {"mechanism.numbers.0.scale": "1/" + long[:3990]}),
                (histogram, {"derivation.0.inputs.scale": "1" * 100000}), (histogram, {"confidence": "0." + "9" * 3000}),
                (histogram, {"question.columns.0.domain": "0:1e99999:1"}), (histogram, {"question.columns.0.domain": "0:1e999999999:1"}),
                (histogram, {"question.columns.0.domain": "0:1:1e-3999"}), (histogram, {"question.columns.0.domain": "0:1/0:1"}),
                (histogram, {"question.columns.0.domain": "2024-01-01:9999-12-31:1" + "s" * 50}),
                (histogram, {"question.columns.0.domain": "0000-99-01:9999-12-31:1day"}),
                (sums, {"question.measure.bounds": "0:1e99999"}), (sums, {"question.measure.step": "0"}),
                (several_cells, {"derivation.0.inputs.times_1": str(2**30)}), (several_cells, {"derivation.0.inputs.times_1": long}),
                (several_cells, {"derivation.0.conclusion.delta": "1/" + long[:900], "derivation.0.inputs.delta": "1/" + long[:900]}),
                (several_cells, {"derivation.0.premises.0.conclusion.epsilon": "1/" + long[:3000]}),
                (unknown_keys, {"derivation.0.inputs.scale": "1/" + long[:3000]}), (unknown_keys, {"derivation.0.inputs.cells": long}),
                (unknown_keys, {"derivation.0.inputs.rows": long, "derivation.0.inputs.cells": "1"}),
                (gaussian, {"derivation.0.premises.0.conclusion.variance": long, "derivation.0.premises.0.inputs.variance": long}),
                (gaussian, {"derivation.0.premises.0.conclusion.shift": int(long[:900]), "derivation.0.premises.0.inputs.sensitivity": long[:900]}),
                (gaussian, {"mechanism.numbers.0.variance": long}), (gaussian, {"mechanism.numbers.0.variance": "1/" + long[:3900]}),
                (gaussian, {"derivation.0": node("dp_from_zcdp", dp("1", "1/" + long[:100]), {"epsilon": "1", "order": long},
                                                    {**laplace("1"), "conclusion": zcdp("1/" + long[:300])})})):
            with self.subTest(make.__name__, changes=str(changes)[:100]):
                forged = make()
                changer(changes)(forged)
                report, text = run(finish(forged))
                self.assertTrue(report.wrong or report.unknown > 1, text)      # it is not signed: one is unknown anyway

    def test_command(self):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_certificate.py")

        def call(*words):
            done = subprocess.run([sys.executable, program, *words], capture_output=True, text=True)
            self.assertNotIn("Traceback", done.stderr)
            return done.returncode
        with tempfile.TemporaryDirectory() as place:
            good, bad, key = (os.path.join(place, name) for name in ("good", "bad", "key"))
            for name, data in ((good, finish(histogram(), SECRET)), (bad, b"{}"), (key, f"{KEY}\n".encode())):
                with open(name, "wb") as file:
                    file.write(data)
            self.assertEqual([call(good), call(good, "--signer", KEY), call(good, "--signer", key)], [0, 0, 0])
            self.assertEqual([call(bad), call(good, "--signer", "1" * 64)], [1, 1])
            self.assertEqual([call(), call(good, bad), call(good, "--signer"), call(good, "--what"), call(place + "/none")], [2] * 5)


if __name__ == "__main__":
    from check_profiles_test import Laws, ProfileLies, ProfileRules, ValidProfiles  # noqa: F401
    unittest.main()
