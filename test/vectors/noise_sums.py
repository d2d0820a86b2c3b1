"""Prints noise_sums.txt: tails of sums of noises, by adding up probabilities one by one with 60 digits.

Nothing here is a closed form of the program: sums of draws are made by convolution, and those of
continuous noises by integrals.
"""
import math
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 60


def dec(x):
    x = Fraction(x)
    return Decimal(x.numerator) / Decimal(x.denominator)


def laplace(scale):
    """P(Z = z) for |z| up to where it is below 1e-45, as a list and its middle."""
    q = (-1 / dec(scale)).exp()
    reach = int(104 * Fraction(scale)) + 2
    return [(1 - q) / (1 + q) * q**abs(z) for z in range(-reach, reach + 1)]


def gaussian(variance):
    reach = int(14.5 * float(variance)**0.5) + 3
    weights = [(-Decimal(z * z) / (2 * dec(variance))).exp() for z in range(-reach, reach + 1)]
    total = sum(weights)
    return [w / total for w in weights]


def convolved(a, b):
    result = [Decimal(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            result[i + j] += x * y
    return result


def tail_of_sum(law, count, t):
    total = law
    for _ in range(count - 1):
        total = convolved(total, law)
    middle = len(total) // 2
    return sum(p for i, p in enumerate(total) if abs(i - middle) > t)


def continuous_tail(x, scales):
    """P(L > x) of a sum of one or two continuous Laplace variables, x any sign."""
    if x < 0:
        return 1 - continuous_tail(-x, scales)
    if len(scales) == 1:
        return (-x / dec(scales[0])).exp() / 2
    # The integral of the density of the first times the tail of the second: where the
    # first is below 0, between 0 and x, and above x.
    a, b = (dec(s) for s in scales)
    both = a * b / (a + b)
    below = (-x / b).exp() * both / (4 * a)
    between = (-x / b).exp() / (4 * a) * (((1 / b - 1 / a) * x).exp() - 1) / (1 / b - 1 / a)
    above = (-x / a).exp() / (2 * a) * (a - both / 2)
    return below + between + above


def tail_of_three(scales, u):
    """P(|L_1 + L_2 + L_3| > u) of continuous Laplace variables, by Simpson's rule over the third; to 1e-11 or better."""
    third, pieces, far = float(Fraction(scales[2])), 20000, 40

    def rest(x):
        return float(continuous_tail(Decimal(x), scales[:2]))

    def integral(low, high):
        width = (high - low) / pieces
        terms = [math.exp(-abs(low + i * width) / third) / (2 * third) * rest(u - (low + i * width)) * (1 if i in (0, pieces) else
                 4 if i % 2 else 2) for i in range(pieces + 1)]
        return math.fsum(terms) * width / 3
    # Where the density or the tail has an edge, a piece ends.
    ends = [-far * third, 0.0, float(u), far * third]
    return 2 * sum(integral(low, high) for low, high in zip(ends, ends[1:]))


def main():
    print("# made by noise_sums.py")
    print("# laplace SCALE COUNT T P(|sum| > T)")
    for scale, count, t in [("2", 2, 5), ("3/2", 3, 7), ("3", 5, 20), ("3/10", 4, 2), ("9/4", 6, 14)]:
        print("laplace", scale, count, t, f"{tail_of_sum(laplace(scale), count, t):.30e}")
    print("# gaussian VARIANCE COUNT T P(|sum| > T)")
    for variance, count, t in [("9", 1, 6), ("9", 2, 8), ("25/2", 3, 12), ("2", 4, 5)]:
        print("gaussian", variance, count, t, f"{tail_of_sum(gaussian(Fraction(variance)), count, t):.30e}")
    print("# atleast SCALE COUNT LEAST P(sum >= LEAST)")
    for scale, count, least in [("2", 2, 5), ("2", 3, 5), ("1/2", 2, 3), ("1/2", 3, 1), ("7", 2, 90), ("7", 3, 90)]:
        law = laplace(scale)
        total = law
        for _ in range(count - 1):
            total = convolved(total, law)
        middle = len(total) // 2
        print("atleast", scale, count, least, f"{sum(p for i, p in enumerate(total) if i - middle >= least):.30e}")
    print("# combined SCALES U P(|L_1 + L_2 + ...| > U)")
    for scales, u in [(["10"], 30), (["10", "4"], 40), (["10", "9"], 36)]:
        print("combined", ",".join(scales), u, f"{2 * continuous_tail(Decimal(u), scales):.30e}")
    for scales, u in [(["10", "4", "7"], 40), (["12", "3", "8"], 33)]:
        print("combined", ",".join(scales), u, f"{tail_of_three(scales, u):.12e}")


if __name__ == "__main__":
    main()
