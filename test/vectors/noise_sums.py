"""Prints noise_sums.txt: tails of sums of noises, by adding up probabilities one by one with 60 digits.

Nothing here is a closed form of the program: sums of draws are made by convolution, and a
noise that is not whole is integrated between the values of the whole one.
"""
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


def tail_with_count(scales, count_scale, weight, u):
    """P(|L + weight Z| > u)."""
    law, total = laplace(count_scale), Decimal(0)
    middle = len(law) // 2
    for i, p in enumerate(law):
        shift = dec(Fraction(weight) * (i - middle))
        total += p * (continuous_tail(dec(u) - shift, scales) + continuous_tail(dec(u) + shift, scales))
    return total


def main():
    print("# made by noise_sums.py")
    print("# laplace SCALE COUNT T P(|sum| > T)")
    for scale, count, t in [("2", 2, 5), ("3/2", 3, 7), ("3", 5, 20), ("3/10", 4, 2), ("9/4", 6, 14)]:
        print("laplace", scale, count, t, f"{tail_of_sum(laplace(scale), count, t):.30e}")
    print("# gaussian VARIANCE COUNT T P(|sum| > T)")
    for variance, count, t in [("9", 1, 6), ("9", 2, 8), ("25/2", 3, 12), ("2", 4, 5)]:
        print("gaussian", variance, count, t, f"{tail_of_sum(gaussian(Fraction(variance)), count, t):.30e}")
    print("# combined SCALES COUNT_SCALE WEIGHT U P(|L + WEIGHT Z| > U)")
    for scales, count_scale, weight, u in [(["10"], "2", "3", "30"), (["10"], "2", "5", "30"), (["10"], "1/2", "15", "40"),
                                           (["10", "4"], "2", "5", "40"), (["10", "9"], "1", "7", "81/2")]:
        print("combined", ",".join(scales), count_scale, weight, u, f"{tail_with_count(scales, count_scale, weight, u):.30e}")


if __name__ == "__main__":
    main()
