"""Tests of the second checker's average-case promises: numbers of another program, and lies.

    python3 tools/check_average_case_test.py
"""
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker import random_dp_rules  # noqa: E402
from certificate_checker.report import Wrong  # noqa: E402
from certificate_checker.step import Step  # noqa: E402

CELLS = {"scale": "2", "cells": "25", "people": "500", "gamma": "0.0352812"}
PEOPLE = {"scale": "25", "cells": "25", "people": "500", "gamma": "0.0367514"}
KEYS = {"scale": "5", "test_scale": "20", "people": "1000000", "most": "5012", "passes": "4610", "threshold": "105", "gamma": "0.01", "eta": "0.000000002"}


def promise(alpha, eta, gamma, neighbours="replace_person"):
    return {"kind": "random_dp", "neighbours": neighbours, "alpha": alpha, "eta": eta, "gamma": gamma}


def leaf(rule, numbers, conclusion):
    return {"rule": rule, "inputs": [{"name": name, "number": text} for name, text in numbers.items()], "premises": [], "conclusion": conclusion}


def check(node):
    getattr(random_dp_rules, node["rule"])(Step(node))


class Leaves(unittest.TestCase):
    def test_vectors(self):
        for cells, people, gamma in ((25, 500, 0.03528115118502329), (400, 8000, 0.03669368093573204), (2, 50, 0.01456972086772488)):
            self.assertAlmostEqual(float(random_dp_rules.sparse_gamma(cells, people)), gamma, places=12)
        self.assertAlmostEqual(float(random_dp_rules.at_most_minus(Fraction(20), 402)), 9.558122168949935e-10, places=18)
        self.assertAlmostEqual(float(random_dp_rules.failure_given_singletons(1000, 5)), 0.00997002997002997, places=15)

    def test_honest_and_lies(self):
        honest = {"sparse_cells": (CELLS, ("1", "0", CELLS["gamma"])), "sparse_people": (PEOPLE, ("1", "0", PEOPLE["gamma"])),
                  "tested_keys": (KEYS, ("0.5", KEYS["eta"], KEYS["gamma"]))}
        lies = {"sparse_cells": ({"cells": "26"}, {"people": "499"}, {"gamma": "0.0352811"}, {"scale": "0"}),
                "sparse_people": ({"cells": "26"}, {"people": "499"}, {"gamma": "0.036751"}),
                "tested_keys": ({"most": "5013"}, {"passes": "4630"}, {"passes": "4610.5"}, {"threshold": "90"}, {"eta": "0.000000001"},
                                {"people": "990000"}, {"most": "1000001"}, {"scale": "20", "threshold": "2", "eta": "0.9"})}
        for rule, (numbers, said) in honest.items():
            check(leaf(rule, numbers, promise(*said)))
            for lie in lies[rule]:
                changed = {**numbers, **lie}
                said_too = (said[0], changed.get("eta", said[1]), changed["gamma"])
                with self.assertRaises(Wrong, msg=f"{rule} {lie}"):
                    check(leaf(rule, changed, promise(*said_too)))
            for wrong in (promise("0.1", *said[1:]), promise(said[0], said[1], "0.001"), promise(*said, "add_remove_person")):
                with self.assertRaises(Wrong, msg=f"{rule} {wrong}"):
                    check(leaf(rule, numbers, wrong))


class Composition(unittest.TestCase):
    def test_only_before_all_others(self):
        average = leaf("sparse_cells", CELLS, promise("1", "0", CELLS["gamma"]))
        dp = {"rule": "given", "inputs": [], "premises": [], "conclusion": {"kind": "dp", "neighbours": "replace_person", "epsilon": "0.5", "delta": "0"}}
        def sum_of(*premises):
            return {"rule": "random_composition", "inputs": [], "premises": list(premises), "conclusion": promise("1.5", "0", CELLS["gamma"])}
        check(sum_of(average, dp))
        with self.assertRaisesRegex(Wrong, "after an answer"):
            check(sum_of(dp, average))


class Warning(unittest.TestCase):
    def test_every_number_stands_in_it(self):
        text = random_dp_rules.average_case_warning(Fraction(1), 0, Fraction("0.0352812"), 500, "X")
        for words in ("Average-case protection only.", "(alpha = 1, eta = 0, gamma = 0.0352812)", "the 500 rows", "an expected 18 of the 500 people",
                      "NO protection", "certainty", "guarantee: X"):
            self.assertIn(words, text)
        self.assertNotIn("RDP", text)


if __name__ == "__main__":
    unittest.main()
