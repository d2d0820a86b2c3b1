"""Tests of check_certificate.py: certificates made from the documents alone, and lies about them.

    python3 tools/check_certificate_test.py
"""
import copy
import json
import os
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from made_certificates import (ALL, BINS, COUNTS, Forger, KEY, NO_LEDGER, ROWS, SECRET, concentrated, dp, dump, finish, honest_intervals,  # noqa: E402
    capped_cells, cut_sums, gaussian, hidden_keys, histogram, inputs_of, keys, laplace, mean, mean_of_keys, node, run, several_cells, sums, unknown_keys,
    variance)


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
            ("leaves", {"mechanism.law.numbers.0.scale": "0.5"}),
            ("leaves", {"derivation.0": laplace("2"), "guarantees.0.epsilon": "0.5"}),
            ("leaves", {"derivation.0": node("basic_composition", dp("2"), {}, laplace("1"), laplace("1")), "guarantees.0.epsilon": "2"}),
            ("leaves", {"mechanism.law.share.rows": 2}),
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
            ("share", {"question.person.rows_per_person": 10**6 + 1,
                       "mechanism.law.share": {"rows": 10**6 + 1, "cells": 1, "rows_in_cell": 10**6 + 1}}),
            ("share", {"mechanism.law.share.rows_in_cell": 2}),
            ("numbers", {"mechanism.law.numbers.0.per_row": 2}),
            ("numbers", {"mechanism.law.numbers.0.name": "sum"}),
            ("numbers", {"mechanism.name": "discrete_gaussian"}),
            ("numbers", {"mechanism.law.threshold": 5}),
            ("numbers", {"question.measure": {"column": "a", "bounds": "0:1", "step": "1"}}),
            ("cells", {"question.columns.0.domain": "0:300000:100000"}),
            ("cells", {"answer.1.cell.salary": "missing"}),
            ("cells", {"answer.1.cell": {"age": "missing"}}),
            ("cells", lambda c: c["answer"].pop()),
            ("cells", {"answer": {"count": 5, "interval": [2, 8]}}),
            ("unit", {"unit": "0.5", "numbers.0.unit": "0.5"}),
            ("intervals", {"answer.1.interval": [9817, 9821]}),
            ("intervals", {"answer.0.interval": [-4, 2]}),
            ("intervals", {"answer.0.count": 7}),
            ("schema", {"answer.0.noisy": {}}),
            ("intervals", {"drawn.numbers.0.0": -2}),
            ("intervals", {"drawn.numbers": [COUNTS, COUNTS]}),
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
            ("schema", {"format": "selvage certificate 1"}),
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
            ("leaves", {"mechanism.law.share.rows_in_cell": 3}),
            ("share", {"question.person.per_person": "sum"}),
            ("share", {"question.person.cells_per_person": 4}),
            ("columns", {"question.columns.0.keys": "0" * 64}),
            ("columns", {"question.columns.0.domain": "a,b,a", "question.columns.0.keys": keys("a", "b", "a")["keys"]}),
            ("columns", {"question.columns.0.key_list": ["a", "b", "c"]}),
            ("cells", {"question.columns.0.domain": "a,b", "question.columns.0.keys": keys("a", "b")["keys"]}),
            ("cells", {"answer.0.cell.dept": "d"}))

    def test_capped_cells(self):
        self.lies(
            capped_cells,
            ("share", {"question.person.rows_per_cell": 3}),
            ("share", {"question.person.rows_per_cell": 1}),
            ("share", {"question.person.rows_per_person": 5}),
            ("share", lambda c: c["question"]["person"].pop("rows_per_cell")),
            ("schema", {"question.person.rows_per_cell": "2"}),
            ("leaves", {"mechanism.law.share.rows": 5}),
            ("leaves", {"mechanism.law.share.rows_in_cell": 3}),
            ("promised", {"mechanism.law.share.rows": 5}),
            ("leaves", {"derivation.0.premises.0.inputs.sensitivity": "1"}),
            ("derivation 0", {"derivation.0.premises.0.inputs.sensitivity": "1"}),
            ("warnings", lambda c: c["warnings"].pop(1)))

    def test_cut_sums(self):
        self.lies(
            cut_sums,
            ("numbers", {"question.measure.sum_per_cell": "-20:160"}),
            ("numbers", {"question.measure.sum_per_cell": "-160:150"}),
            ("numbers", {"question.measure.sum_per_cell": "-20:150.05"}),
            ("numbers", {"question.measure.sum_per_cell": "150:-20"}),
            ("numbers", {"question.measure.sum_per_cell": "-20.0:150"}),
            ("numbers", lambda c: c["question"]["measure"].pop("sum_per_cell")),
            ("share", lambda c: c["question"]["measure"].pop("sum_per_cell")),
            ("share", {"mechanism.law.share": {"rows": 30, "cells": 1, "rows_in_cell": 30}}),
            ("warnings", lambda c: c["warnings"].pop(1)))
        self.lies(mean, ("numbers", {"question.measure.sum_per_cell": "0:100"}))
        self.lies(sums, ("numbers", {"question.measure.sum_per_cell": "0:100", "question.person": "one row"}))

    def test_sums(self):
        self.lies(
            sums,
            ("numbers", {"question.measure.bounds": "-20:1e3"}),
            ("numbers", {"question.measure.bounds": "-101:1e2"}),
            ("numbers", {"question.measure.step": "0.01"}),
            ("numbers", {"question.verb": "mean"}),
            ("leaves", {"mechanism.law.numbers.0.per_row": 500}),
            ("unit", {"unit": "1", "numbers.0.unit": "1"}),
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
            ("leaves", {"mechanism.law.threshold": 20}),
            ("numbers", {"mechanism.law.threshold": None, "mechanism.name": "discrete_laplace"}),
            ("share", {"mechanism.law.share.rows": 2}),
            ("numbers", {"fewer_than": 25}),
            ("numbers", {"mechanism.name": "discrete_laplace"}),
            ("intervals", {"answer.0.count": 25, "answer.0.interval": [19, 31], "drawn.numbers.0.0": 25}),
            ("total", {"total": {"count": 116, "interval": [0, 1000]}}))

    def test_mean_and_variance(self):
        self.lies(
            mean,
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.99"}),
            ("numbers", {"mechanism.law.numbers.1.scale": "500"}),
            ("leaves", {"mechanism.law.numbers.0.scale": "500", "mechanism.law.numbers.1.scale": "500"}),
            ("numbers", {"question.measure.bounds": "0:200"}),
            ("intervals", {"answer.0.interval.1": "55.7073999999"}),
            ("intervals", {"answer.0.interval.1": "55.7074000001"}),
            ("intervals", {"answer.0.interval.0": "54.2928000001"}),
            ("numbers", {"mechanism.law.numbers.1.divisor": 10}),
            ("numbers", {"mechanism.law.numbers.0.divisor": 2, "mechanism.law.numbers.1.divisor": 2}),
            ("numbers", {"mechanism.law.numbers.0.times": 100, "mechanism.law.numbers.1.times": 100}),
            ("numbers", {"mechanism.law.together": 999}),
            ("numbers", {"mechanism.law.together": None}),
            ("numbers", {"mechanism.law.numbers.0.name": "count"}),
            ("unit", {"unit": "0.01", "numbers.0.unit": "0.01"}),
            ("intervals", {"answer.0.value": "55.01"}),
            ("intervals", {"drawn.numbers.0.0": 400000}),
            ("intervals", {"answer.1.value": "50", "answer.1.interval": ["0", "100"]}),
            ("intervals", {"answer.0.value": None, "answer.0.interval": None}),
            ("drawn", {"drawn.numbers.1": [5000]}),
            ("intervals", {"drawn.numbers": [[450000, 3000]]}),
            ("intervals", {"drawn.numbers": [[450000, 3000], [550000, 1000], [0, 0]]}),
            ("intervals", {"answer.0.interval": None}),
            ("error bound", {"accuracy": histogram()["accuracy"]}))
        self.lies(
            variance,
            ("intervals", {"answer.interval.0": "613.44924805"}),
            ("intervals", {"answer.interval.1": "686.74483625"}),
            ("intervals", {"answer.value": "651"}),
            ("intervals", {"confidence": "1"}),      # and it comes to an end
            ("intervals", {"drawn.numbers.1.0": 1900000}),
            ("numbers", {"mechanism.law.together": 4100}),
            ("numbers", {"mechanism.law.numbers.2.scale": "2000"}))

    def test_what_intervals_hold(self):
        """Each number says how what its intervals hold differs from the number of all rows."""
        def said(*of):
            return lambda certificate: certificate.update(interval_of=list(of))
        plain = {"but": [], "certain": False}
        for make, honest in ((histogram, {"but": ["kept_rows"], "certain": False}), (sums, {"but": ["clamped", "rounded", "kept_rows"], "certain": False})):
            self.assertEqual(honest_intervals(make()), [honest])
            self.lies(make, *((("what intervals hold", said(lie)) for lie in
                               (None, plain, honest | {"certain": True}, honest | {"but": honest["but"] + ["grid"]}))),
                      ("what intervals hold", said(honest, honest)), ("schema", said()), ("schema", said(honest | {"but": ["other"]})))

    def test_keys_by_a_sum_of_numbers(self):
        """T96: a threshold for the sum of both numbers of a mean."""
        self.lies(
            mean_of_keys,
            ("derivation 0", {"derivation.0.conclusion.delta": "0.0000005"}),
            ("derivation 0", {"derivation.0.inputs.draws": "1"}),
            ("leaves", {"derivation.0.inputs.per_row": "999"}),
            ("leaves", {"mechanism.law.threshold": 16, "fewer_than": 16}),
            ("intervals", {"drawn.numbers.0.0": 1000, "drawn.numbers.1.0": 1000}))

    def test_drawn(self):
        """Cells, keys and numbers that were drawn, and the answer that is about them."""
        self.lies(
            histogram,
            ("drawn", {"drawn.cells": [0, 1, 2, 3, 4]}),
            ("drawn", {"drawn.cells": [0, 1, 2, 3], "drawn.numbers": [[-1, 9819, 555, 99]]}),
            ("drawn", {"drawn.keys": []}),
            ("drawn", {"drawn.keys": [["a"]]}),
            ("drawn", {"drawn.numbers": [[-1, 9819, 555, 99]]}),
            ("intervals", {"drawn.numbers": []}),
            ("series", {"numbers.0.unit": "0.1"}),
            ("display", {"numbers.0.name": "sum"}),
            ("display", {"numbers.0.may_be_unknown": True}),
            ("series", {"numbers": histogram()["numbers"] * 2}),
            ("series", {"answer.0.noisy": -1}),
            ("schema", {"numbers": []}),
            *(("columns", {"question.columns.0.domain": text})
              for text in ("0:200000000:1", "0:20000000:1", "0:200000.0:100000", "200000:0:100000", "0:200000:-1", "0:200000", "0:1:1:1", "", ":", "2024-01-01:2024-02-01:1",
                           "2024-02-01:2024-01-01:1day", "2024-01-01:2024-01-04:2days", "2024-01-01:2024-02-02:1month", "2024-01-01:2024-02-01:0days")),
            ("columns", {"question.columns": [{"name": name, "domain": "0:9999998:1", "missing": "drop"} for name in "ab"]}),
            ("numbers", {"question.columns": [{"name": name, "domain": "0:9998:1", "missing": "drop"} for name in "ab"]}),
            ("columns", {"question.columns": [{"name": name, "domain": "?", "missing": "drop"} for name in "abc"]}),
            ("columns", {"question.columns": [{"name": name, "domain": "?", "missing": "drop"} for name in "ab"] + [{**BINS, "domain": "0:10000:1"}]}))
        self.lies(
            gaussian,
            ("cells", {"answer": [gaussian()["answer"]]}),
            ("cells", {"answer.cell": {}}),
            ("cells", {"answer": None}),
            ("series", {"answer": {"value": None, "interval": None}}))
        self.lies(
            hidden_keys,
            ("cells", {"answer": hidden_keys()["answer"][0]}),
            ("cells", lambda c: c["answer"][0].pop("cell")),
            ("cells", {"drawn.cells": [0]}),
            ("cells", {"answer.0.cell.dept": "a"}),
            ("drawn", {"drawn.cells": [4]}),
            ("drawn", {"drawn.cells": [-1]}),
            ("drawn", {"drawn.cells": [1, 1], "drawn.numbers": [[50, 50]]}),
            ("drawn", {"drawn.cells": [2, 1], "drawn.numbers": [[50, 50]]}),
            ("drawn", {"drawn.cells": [0, 1, 2, 3], "drawn.numbers": [[50] * 4]}),
            ("drawn", {"drawn.cells": None}),
            ("cells", lambda c: (c["drawn"]["cells"].append(2), c["drawn"]["numbers"][0].append(50))),
            ("columns", {"question.columns.0.key_list": ["a", "c", "b"]}),
            ("columns", {"question.columns.0.key_list": ["a", "b"]}),
            ("columns", {"question.columns.0.key_list": [], "question.columns.0.keys": keys()["keys"]}),
            ("columns", lambda c: c["question"]["columns"][0].pop("key_list")),
            ("columns", lambda c: c["question"]["columns"][0].pop("keys")),
            ("columns", {"question.columns.0.domain": "?"}),
            ("columns", {"question.columns": [*hidden_keys()["question"]["columns"]] * 2}),
            ("numbers", {"fewer_than": 0}),
            ("warnings", {"warnings": [ROWS, NO_LEDGER]}))
        self.lies(
            unknown_keys,
            ("cells", {"drawn.keys": [["x", "y"]]}),
            ("cells", {"answer.0.cell.dept": "y"}),
            ("drawn", {"drawn.keys": [["\u00fc\n", "x"]], "answer.0.cell.dept": "\u00fc\n", "answer.1.cell.dept": "x"}),
            ("drawn", {"drawn.keys": [["x", "x"]]}),
            ("drawn", {"drawn.keys": [["x", "y", "z"]]}),
            ("drawn", {"drawn.keys": [["missing", "x"]]}),
            ("drawn", {"drawn.keys": [["x"]]}),
            ("drawn", {"drawn.keys": [None]}),
            ("drawn", {"drawn.cells": [0, 2]}),
            ("drawn", {"drawn.cells": None}),
            ("columns", {"question.columns.0.keys": "0" * 64}))
        self.lies(sums, ("numbers", {"fewer_than": 5}))

    def test_released_keys(self):
        """A key that looks like `missing` is quoted, and stands where its text belongs."""
        for keys, right in ((["'missing'", "x", "missing"], True), (["a", "'missing'", "missing"], True), (["'missing'", "a", "missing"], False),
                            (["a", "missing", "b"], False)):
            c = unknown_keys()
            c["drawn"] = {"cells": [0, 1, 2], "keys": [keys], "numbers": [[90, 90, 90]]}
            c["answer"] = [{**c["answer"][1], "cell": {"dept": key}} for key in keys]
            self.assertEqual(right, run(finish(c))[0].wrong == 0, keys)

    def test_shown(self):
        """Which sums are shown, and what the promise needs besides noise and caps."""
        delta = {"composition": "optimal", "delta": "0.0101"}
        self.lies(
            histogram,
            ("total", {"mechanism.shown.totals": False}),
            ("total", {"mechanism.shown.totals": False, "total": None}),
            ("total", {"mechanism.shown.margins": [True]}),
            ("schema", {"mechanism.shown.totals": 1}),
            ("schema", {"mechanism.shown.more": 1}),
            ("schema", {"mechanism.law.more": 1}),
            ("schema", {"mechanism.numbers": []}),
            ("schema", {"mechanism.name": "noise"}),
            ("display", {"mechanism.shown.display": "unbiased"}),
            ("promised", {"mechanism.shown.promised": {"delta": "0.1"}}),
            ("promised", {"mechanism.shown.promised": {"profile": "1"}}),
            ("promised", {"mechanism.shown.promised": {"sampled": {"crowd": 5, "rate": "0.1", "known": 0, "epsilon": "1"}}}),
            ("promised", {"mechanism.shown.promised": delta}),
            ("promised", {"mechanism.shown.promised": {**delta, "composition": "zcdp"}}),
            ("promised", lambda c: (c["derivation"].append(laplace("1")), c["guarantees"].append(dp("1")))),
            ("schema", {"mechanism.shown.promised": {"composition": "optimal"}}),
            ("schema", {"mechanism.shown.promised": {**delta, "composition": "sum"}}))
        self.lies(
            several_cells,
            ("promised", {"mechanism.shown.promised": {}}),
            ("promised", {"mechanism.shown.promised.delta": "0.01"}),
            ("promised", {"mechanism.shown.promised.delta": "0"}),
            ("promised", {"mechanism.shown.promised.composition": "privacy_loss"}),
            ("promised", {"mechanism.law.share.cells": 1}),
            ("promised", {"mechanism.law.share.rows_in_cell": 3}))
        self.lies(
            mean,
            ("promised", {"derivation.0.rule": "optimal_composition"}))
        self.lies(
            gaussian,
            ("promised", {"mechanism.shown.promised.composition": "zcdp"}),
            ("promised", {"mechanism.shown.promised.delta": "0.0001"}),
            ("promised", {"mechanism.shown.promised": {}}),
            ("promised", {"mechanism.law.share.cells": 1025}),
            ("promised", {"mechanism.law.numbers.0.per_row": 2}),
            ("promised", lambda c: (c["derivation"].pop(), c["guarantees"].pop())))
        self.lies(
            concentrated,
            ("promised", {"mechanism.shown.promised.composition": "privacy_loss"}),
            ("promised", {"mechanism.shown.promised.delta": "0.0001"}),
            ("promised", {"derivation.0.rule": "composition_by_privacy_loss"}),
            ("promised", {"derivation.0.inputs": inputs_of({"epsilon": "0.625213", "order": "30"})}))

    def test_gaussian(self):
        self.lies(
            gaussian,
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.340818"}),
            ("derivation 1", {"derivation.1.conclusion.rho": "0.004"}),
            ("derivation 0", {"derivation.0.premises.0.conclusion.variance": "200"}),
            ("leaves of derivation 0", {"derivation.0.inputs.times_1": "2"}),
            ("leaves of derivation 1", {"derivation.1.inputs.squared_sensitivity": "0.5", "derivation.1.conclusion.rho": "0.0025"}),
            ("leaves of derivation 0", {"mechanism.law.numbers.0.variance": "50"}),
            ("error bound", {"error.0.bound": 19, "accuracy.0.beta": "19"}),
            ("error bound", {"error.0.mean_abs": "7.97"}))

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


if __name__ == "__main__":
    unittest.main()
