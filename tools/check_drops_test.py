"""Tests of the second checker's drops: the table of words, sums of drops, people in empty bars.

    python3 tools/check_drops_test.py
"""
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.drops import keeps, mean, most_dropped, most_in_all, most_in_empty, products, weights  # noqa: E402
from certificate_checker.report import Wrong  # noqa: E402

SMALL = Fraction(1, 2**20)


class Drops(unittest.TestCase):
    """Against vectors that a program with multiple precision has printed."""

    def test_the_table_is_that_of_the_recursion(self):
        words = weights(Fraction(1), SMALL)
        self.assertEqual(len(words), 28)
        self.assertEqual(sum(words), 2**64)
        for drop, probability in ((13, 0.421918289193077), (14, 0.21020297130983)):
            self.assertAlmostEqual(words[drop] / 2**64, probability, delta=1e-9)
        self.assertAlmostEqual(float(mean(words)), 13.1376153872312, delta=1e-6)
        self.assertEqual(len(weights(Fraction(1, 2), Fraction(1, 1000))), 24)

    def test_the_promise_is_checked(self):
        words = list(weights(Fraction(1), SMALL))
        self.assertTrue(keeps(words, Fraction(1), SMALL))
        self.assertFalse(keeps(words, Fraction(1), SMALL * Fraction(99, 100)))
        words[0] += 10**12
        words[13] -= 10**12
        self.assertFalse(keeps(words, Fraction(1), SMALL))
        with self.assertRaises(Wrong):
            weights(Fraction(20), Fraction(1, 10**12))

    def test_what_a_drop_does_not_exceed(self):
        words = weights(Fraction(1), SMALL)
        self.assertEqual([most_dropped(words, Fraction(p)) for p in ("0.999", "0.999999", "1")], [19, 26, 27])

    def test_what_bars_lose_together(self):
        words = weights(Fraction(1), SMALL)
        for bars, risk, most in ((10, "1e-3", 146), (10, "1e-6", 156), (10, "1e-9", 165), (100, "1e-3", 1357), (100, "1e-6", 1382),
                                 (100, "1e-9", 1401), (10, "0", 270), (1, "1e-3", 19)):
            self.assertEqual(most_in_all(words, bars, Fraction(risk)), most, (bars, risk))

    def test_many_bars(self):
        self.assertEqual(most_in_all(weights(Fraction(1), Fraction(1, 10**6)), 2000, Fraction(1, 20)), 26236)
        wide = weights(Fraction(1, 1000), Fraction(1, 10**6))
        self.assertEqual(most_in_all(wide, 500, Fraction(1, 20)), 500 * (len(wide) - 1))

    def test_people_in_empty_bars(self):
        for epsilon, bars, people in (("1", 2, 28), ("1", 20, 245), ("1", 200, 2018), ("1", 2000, 15566), ("1/2", 20, 455), ("2", 20, 133)):
            words = weights(Fraction(epsilon), Fraction(1, 10**6))
            self.assertEqual(most_in_empty(words, bars, Fraction(1, 20)), people, (epsilon, bars))

    def test_products_are_rounded_up(self):
        a, b = [3, 2**64 - 1], [1, 2**63]
        exact = [a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[1] * b[1]]
        self.assertEqual(products(a, b), [-(-x // 2**64) for x in exact])


if __name__ == "__main__":
    unittest.main()
