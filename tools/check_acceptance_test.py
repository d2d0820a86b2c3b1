"""Tests of the second checker's chances of an answer that few people can change, and of octaves (T124, T125).

    python3 tools/check_acceptance_test.py
"""
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.acceptance import ONE, ends_of_octave, growth_of, octave_of, table  # noqa: E402
from certificate_checker.numbers import exp  # noqa: E402


class Tables(unittest.TestCase):
    def test_the_best_table(self):
        """Both inequalities of T125 hold in whole numbers, and with one unit more one of them would not."""
        for epsilon, delta, depth in (("1", "0.000001", 28), ("7", "0.000001", 5), ("7/6", "1/60000000", 31), ("1/10", "0.0001", 126)):
            multiple, shift = growth_of(Fraction(epsilon))
            self.assertTrue(multiple <= exp(Fraction(epsilon)) * 2**shift < multiple + 1 and multiple.bit_length() in (62, 63, 64))
            step = int(Fraction(delta) * ONE)
            holds = lambda now, then: (then - step << shift <= now * multiple) and (ONE - then) * multiple >= ONE - now - step << shift
            probabilities = table(Fraction(epsilon), Fraction(delta))
            self.assertEqual((len(probabilities), probabilities[0], probabilities[-1]), (depth, step, ONE))
            for now, then in zip(probabilities, probabilities[1:-1]):
                self.assertTrue(holds(now, then) and not holds(now, then + 1))

    def test_octaves(self):
        """By squares: 2^(b-2) <= s^2 < 2^b."""
        for s in (1, 2, 3, 5, 8, 11, 12, 22, 23, 65535, 65536, 2**61 + 1):
            for half in (False, True):
                b = octave_of(s, half)
                self.assertTrue(b % 2 == half and 2**(b - 2) <= s * s < 2**b or s == 1 == b)
                least, most, _ = ends_of_octave(b)
                self.assertTrue(least <= s <= most)

    def test_the_last_octave(self):
        """It ends where differences do, and the middle lies in it."""
        self.assertEqual(ends_of_octave(127, 2**63 - 4), (6521908912666391107, 2**63 - 4, 2**63 - 4))
        self.assertEqual(ends_of_octave(126), (2**62, 2**63 - 1, 6521908912666391106))
        self.assertEqual(ends_of_octave(0), (0, 0, 0))


if __name__ == "__main__":
    unittest.main()
