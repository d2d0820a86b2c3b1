"""Tests of the second checker's quantiles: prior, slopes, laws and errors.

    python3 tools/check_quantile_test.py
"""
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.quantile import TOTAL, epsilon_of, is_unit, law_of, rank_error, rows_needed, slopes, weight  # noqa: E402

HALF, ALMOST = Fraction(1, 2), Fraction(19, 20)


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


if __name__ == "__main__":
    unittest.main()
