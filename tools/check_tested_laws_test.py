"""Tests of the sizes of noise of the second checker's answers by propose-test-release.

    python3 tools/check_tested_laws_test.py
"""
import math
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.mechanisms.tested import ZERO, Terms  # noqa: E402

from check_tested_test import fitting, mean, median, scale  # noqa: E402


class Noise(unittest.TestCase):
    def test_steps_of_the_scale(self):
        """Ends rise by the sixteenth root of 1 + 1/ln n, rounded up, from 1 to beyond all differences of codes."""
        for make in (scale, median, mean):
            terms = Terms(make())
            root = (1 + 1 / math.log(terms.people))**(1 / 16)
            growth = float(Fraction(terms.law["growth"]))
            self.assertTrue(root < growth < root + 2e-11)
            edges = terms.edges()
            self.assertEqual(edges[0], 1 << 16)
            self.assertTrue(edges[-2] < 2**77 <= edges[-1])
            for now, then in zip(edges, edges[1:]):
                self.assertTrue(0 <= then - now * Fraction(terms.law["growth"]) < 1 + Fraction(then, 2**40))
            self.assertEqual(terms.scale_of(3, edges), Fraction(edges[3] + edges[4], 2**17))

    def test_steps_of_a_median(self):
        """A bin is the least power of two of which n cubes hold the cube of the scale, in 16 steps or fewer."""
        terms = Terms(median())
        edges, found = terms.edges(), set()
        for told in (*range(0, 1200, 50), 3849, 5000, 10**6):
            step, moved = terms.steps(told)
            width, s = step * moved, terms.scale_of(told, edges)
            self.assertTrue(width**3 * 12000 >= s**3 and (width == 1 or (width / 2)**3 * 12000 < s**3))
            self.assertTrue(moved == 16 or (step == 1 and moved < 16))
            found.add(moved)
        self.assertEqual(found, {1, 2, 4, 8, 16})
        self.assertEqual(terms.steps(ZERO), (1, 0))
        terms.people = 3
        self.assertEqual(terms.steps(10**9), (2**56, 16))      # no bin is wider than 2^60
        terms.people, terms.law["growth"] = 27, "2"
        self.assertEqual(terms.steps(1), (1, 1))               # 27 cubes hold the cube of 3

    def test_steps_of_a_mean(self):
        """From 2^10 to 2^11 steps in twice the scale; 9000 less 643 at either end are kept."""
        terms = Terms(mean())
        edges = terms.edges()
        for told in (0, 100, 900, 1050, 2441, 5000):
            step, moved = terms.steps(told)
            size, twice = step * 7714, 2 * terms.scale_of(told, edges)
            self.assertTrue(size.denominator == 1 and (size * (moved - 1)) < math.ceil(twice) <= size * moved)
            self.assertTrue(2**10 <= moved <= 2**11 if size > 1 else moved < 2**11)
        self.assertEqual(terms.steps(ZERO), (1, 0))

    def test_bounds(self):
        """P(|K| > t) is at most the risk, and is not for one less; so are margin and depth."""
        for make, moved, risk in ((scale, 16, 0.05), (median, 16, 0.1), (median, 1, 0.1), (mean, 1500, 0.05)):
            terms = Terms(make())
            bound, size = terms.bound(moved), moved / float(terms.test)
            tail = lambda t: 2 * math.exp(-(t + 1) / size) / (1 + math.exp(-1 / size))
            self.assertTrue(tail(bound) <= risk and (bound == 0 or risk < tail(bound - 1)))
            self.assertEqual((terms.margin(), terms.depth()), fitting(terms.test, terms.delta))


if __name__ == "__main__":
    unittest.main()
