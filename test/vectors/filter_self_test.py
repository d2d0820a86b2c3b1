#!/usr/bin/env python3
"""Writes selvage/random/inversion/filter_expected.inc: the values of two-sided geometric noise
of scale 2^24 for 4096 fixed words, by 80 decimal digits.

    python3 test/vectors/filter_self_test.py > selvage/random/inversion/filter_expected.inc
"""
from decimal import Decimal, getcontext, ROUND_FLOOR

getcontext().prec = 80
MASK = (1 << 64) - 1
SCALE = 1 << 24


def word(i):
    """SplitMix64 from state i times its increment."""
    z = ((i + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def main():
    q = (Decimal(-1) / SCALE).exp()
    c = (2 / (1 + q)).ln()
    values = []
    for i in range(4096):
        u = word(i) >> 1
        low, high = ((c - (Decimal(k) / (1 << 63)).ln()) * SCALE for k in (u + 1, u))
        size = int(high.to_integral_value(ROUND_FLOOR))
        assert size == int(low.to_integral_value(ROUND_FLOOR))  # more bits do not matter
        values.append(-size if word(i) & 1 else size)
    for i in range(0, len(values), 8):
        print(", ".join(map(str, values[i:i + 8])) + ",")


main()
