"""Prints loss_sums.txt: delta of several releases together, from the definition, with 60 digits.

Nothing here is a lattice or a rounding of the program: losses are fractions, each with its
probability, and sums of losses are made by going through all pairs. For many releases of
Gaussian noise the same is found from the integral that continuous noise has; for variances
of thousands the two are the same in double.
"""
from decimal import Decimal, getcontext
from fractions import Fraction
from math import erfc

getcontext().prec = 60


def dec(x):
    x = Fraction(x)
    return Decimal(x.numerator) / Decimal(x.denominator)


def of_noise(weights, shift):
    """The losses ln(P(z)/P(z - shift)) of a law, given as (z, weight, ln weight)."""
    total, logs = sum(w for _, w, _ in weights), {z: l for z, _, l in weights}
    losses = {}
    for z, weight, log in weights:
        if z - shift in logs:
            loss = log - logs[z - shift]
            losses[loss] = losses.get(loss, Decimal(0)) + weight / total
    return losses


def laplace(scale, shift):
    reach = int(100 * Fraction(scale)) + 2
    return of_noise([(z, (-dec(abs(z) / Fraction(scale))).exp(), -abs(z) / Fraction(scale))
                     for z in range(-reach, reach + 1)], shift)


def gaussian(variance, shift):
    v = Fraction(variance)
    reach = int(14.5 * float(v)**0.5) + 3
    return of_noise([(z, (-dec(z * z / (2 * v))).exp(), -z * z / (2 * v)) for z in range(-reach, reach + 1)], shift)


def added(a, b):
    losses = {}
    for x, p in a.items():
        for y, q in b.items():
            losses[x + y] = losses.get(x + y, Decimal(0)) + p * q
    return losses


def delta(parts, epsilon):
    """The sum of max(P - exp(E) Q, 0); what lies outside the tables is below 1e-40."""
    whole = {Fraction(0): Decimal(1)}
    for make, size, shift, times in parts:
        for _ in range(times):
            whole = added(whole, make(size, shift))
    e = Fraction(epsilon)
    return sum(p * (1 - dec(e - l).exp()) for l, p in whole.items() if l > e)


def tail(x):
    return erfc(x / 2**0.5) / 2


def continuous(mu, epsilon):
    """H of two normal laws whose means differ by mu deviations, in double."""
    from math import exp
    return tail(epsilon / mu - mu / 2) - exp(epsilon) * tail(epsilon / mu + mu / 2)


def solve(f, low, high):
    """Where f, which falls, is 0."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return low


CASES = [
    ("1", [(gaussian, "9", 1, 6)]),
    ("1/2", [(gaussian, "5/2", 1, 2), (laplace, "3", 2, 2)]),
    ("3/2", [(gaussian, "4", 2, 2), (gaussian, "7", 1, 1), (laplace, "2", 1, 1)]),
    ("1", [(gaussian, "40", 3, 2), (laplace, "5", 1, 1)]),
]

if __name__ == "__main__":
    print("# made by loss_sums.py")
    print("# EPSILON DELTA : NOISE SIZE SHIFT TIMES, ...")
    for epsilon, parts in CASES:
        names = ", ".join(f"{make.__name__} {size} {shift} {times}" for make, size, shift, times in parts)
        print(f"{epsilon} {delta(parts, epsilon):.25e} : {names}")
    print("# 200 releases of Gaussian noise, each (0.05, 1e-5): EPSILON at delta 2e-3")
    one = 1 / solve(lambda m: continuous(1 / m, 0.05) - 1e-5, 1, 1e6)
    print(f"{solve(lambda e: continuous(one * 200**0.5, e) - 2e-3, 0, 10):.9f}")
    print("# the variance for which one of them is just (0.05, 1e-5)")
    print(f"{one**-2:.6f}")
