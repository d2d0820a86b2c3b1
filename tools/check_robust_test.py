"""Tests of the second checker's robust privacy, separators and half-spaces: numbers of another program, and lies.

    python3 tools/check_robust_test.py
"""
import math
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.mechanisms.separator import margin_of  # noqa: E402
from certificate_checker.private_draw_rules import private_draw, private_draw_within  # noqa: E402
from certificate_checker.report import Wrong  # noqa: E402
from certificate_checker.robust_rules import loss, ratio, robust_noise  # noqa: E402
from certificate_checker.step import Step  # noqa: E402


def noise(**changed):
    numbers = {"rho": "5", "theta": "0.01", "unit": "1", "scale": "43", "window": "17", "epsilon": "0.5", "delta": "0.0125"} | changed
    conclusion = {"kind": "robust", "neighbours": "add_remove_person", **{name: numbers[name] for name in ("rho", "theta", "epsilon", "delta")}}
    return Step({"rule": "robust_noise", "inputs": [{"name": name, "number": text} for name, text in numbers.items()], "premises": [],
                 "conclusion": conclusion})


class Robust(unittest.TestCase):
    def test_vectors(self):
        for scale, moved, window, epsilon in ((2, 1, 1, 1.05272487640751), (10, 1, 3, 0.450515777033445), (5, 2, 2, 0.946285512661287),
                                              (1, 1, 0, 1.40760596444438)):
            self.assertAlmostEqual(math.log(ratio(Fraction(scale), moved, window)), epsilon, places=12)
        self.assertAlmostEqual(float(loss(Fraction(2), 1)), 1.35558828563282, places=12)

    def test_noise_and_lies(self):
        robust_noise(noise())
        for lie in ({"scale": "35"}, {"epsilon": "0.3"}, {"delta": "0.01"}, {"theta": "0.02"}, {"rho": "9"}, {"unit": "0.5"}, {"theta": "1", "delta": "2"}):
            with self.assertRaises(Wrong, msg=str(lie)):
                robust_noise(noise(**lie))


def draw(rule, numbers, epsilon, delta="0"):
    return Step({"rule": rule, "inputs": [{"name": name, "number": text} for name, text in numbers.items()], "premises": [],
                 "conclusion": {"kind": "dp", "neighbours": "add_remove_person", "epsilon": epsilon, "delta": delta}})


class Draws(unittest.TestCase):
    def test_lossy(self):
        numbers = {"theta": "0.01", "moved": "3", "scale": "7"}
        private_draw(draw("private_draw", numbers, "3/7", "0.01"))
        for epsilon, delta in (("0.4", "0.01"), ("3/7", "0")):
            with self.assertRaises(Wrong):
                private_draw(draw("private_draw", numbers, epsilon, delta))

    def test_within(self):
        right = math.log(0.9 * math.exp(2 / 7) + 0.1 * math.exp(30 / 7))
        numbers = {"theta": "0.1", "moved": "2", "span": "30", "scale": "7"}
        for epsilon, holds in ((f"{right + 1e-9:.12f}", True), (f"{right - 1e-9:.12f}", False)):
            epsilon = epsilon.rstrip("0")
            step = draw("private_draw_within", numbers | {"epsilon": epsilon}, epsilon)
            if holds:
                private_draw_within(step)
            else:
                self.assertRaises(Wrong, private_draw_within, step)


class Separators(unittest.TestCase):
    def test_by_hand(self):
        margin = margin_of([([0, 0], False), ([4, 0], True), ([0, 2], True)])
        self.assertEqual((margin.gap, margin.w), (Fraction(16, 5), [Fraction(4, 5), Fraction(8, 5)]))
        for supports in ([([0, 0], False), ([1, 0], False)], [([0, 0], False), ([0, 0], True)],
                         [([0, 0], False), ([1, 0], True), ([2, 0], True)], [([1, 1], False), ([0, 0], True), ([4, 0], True), ([0, 4], True)]):
            self.assertIsNone(margin_of(supports))


if __name__ == "__main__":
    unittest.main()
