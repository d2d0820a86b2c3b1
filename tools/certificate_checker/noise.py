"""How large noise is: T5, T25, T33, T82, T83."""
import math
from decimal import Decimal
from fractions import Fraction

from .numbers import dec, exactly, exp, number
from .report import Unknown

MOST_WEIGHTS = 128**2           # variance up to which every weight is summed by itself
MOST_CELLS = 10**8
NEGLIGIBLE = Decimal("1e-45")


def noise_of(n):
    return n["noise"], number(n["scale"] if n["noise"] == "discrete_laplace" else n["variance"])


def laplace_tail(s, t):
    """P(|Z| > t), T5 (a)."""
    return 2 * exp(-(t + 1) / s) / (1 + exp(-1 / s))


def laplace_bound(s, beta):
    """The least t with P(|Z| > t) <= beta, T5 (b)."""
    t = dec(s) * (2 / ((1 + exp(-1 / s)) * dec(beta))).ln()
    return max(0, math.ceil(exactly(t)) - 1)


GAUSSIAN = {}


def gaussian_weights(v):
    """For v up to 128^2: the list of P(|Z| > t), up to 1e-45, and E|Z|."""
    if v not in GAUSSIAN:
        weight, ratio, factor, weights = Decimal(1), exp(-1 / (2 * v)), exp(-1 / v), []
        while weight > Decimal("1e-50"):
            weights.append(weight)
            weight, ratio = weight * ratio, ratio * factor
        total = 2 * sum(weights) - 1
        tails, rest = [], Decimal("1e-45")
        for w in reversed(weights):
            tails.append(rest)
            rest += 2 * w / total
        GAUSSIAN[v] = tails[::-1], 2 * sum(z * w for z, w in enumerate(weights)) / total
    return GAUSSIAN[v]


PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")


def erfc_of_root(x):
    """erfc(sqrt(x)) by the series of erf with terms above 0: with 60 digits right up to some 1e-50 / erfc of it."""
    x = dec(x)
    if x > 100:
        raise Unknown("a probability too small to compute")
    term = total = 2 * (x / PI).sqrt() * (-x).exp()
    n = 1
    while term > Decimal("1e-70"):
        term = term * 2 * x / (2 * n + 1)
        total += term
        n += 1
    return 1 - total


def excess(v, count):
    """T83: what a sum of draws of variance v >= 2 has more than the density, at most."""
    near, far = exp(-min(v, 100) * Fraction(717, 100)), 4 * exp(Fraction(-2 * min(v, 100)))
    root = math.sqrt(6.2832 * count * float(v)) * 0.364 * (1 + 1e-12)
    return (3 * count * near).exp() + (min(count, 1000) * far.ln()).exp() * Decimal(root)


def gaussian_sum_tail(v, count, t):
    """T83: an upper bound of P(|sum of draws| > t): the sum of exp(-z^2/2v) over z > t is at most the integral from t
    on, or from t + 1/2 on where it is convex. By a moment (T33) where that says little."""
    factor = excess(v, count) if v >= 2 else 3
    if factor > 2:
        return 2 * (-dec(Fraction((t + 1)**2) / (2 * count * v))).exp()
    start = t if t * t <= count * v else t + Fraction(1, 2)
    return factor * erfc_of_root(start**2 / (2 * count * v))


def gaussian_tail(v, t):
    """P(|Z| > t), from above where v is large."""
    if v > MOST_WEIGHTS:
        return gaussian_sum_tail(v, 1, t)
    tails = gaussian_weights(v)[0]
    return tails[min(t, len(tails) - 1)]


def least_from(guess, holds):
    """The least t >= 0 for which it holds; it changes once."""
    low, high, width = guess, guess, 1
    while low >= 0 and holds(low):
        high, low, width = low, max(-1, low - width), 2 * width
    while low == high:
        high += width
        if not holds(high):
            low, width = high, 2 * width
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def gaussian_bound(v, beta):
    guess = int(exactly((2 * dec(v) * (2 - dec(beta).ln())).sqrt()))
    return least_from(guess, lambda t: gaussian_tail(v, t) <= dec(beta))


def block_bound(v, beta):
    """Of wide noise: weights in blocks of equal length, each as large as its first."""
    deviation = math.sqrt(v)
    length = max(1, int(deviation / 64))
    first = [exp(-Fraction((1 + i * length)**2) / (2 * v)) for i in range(int(40 * deviation / length) + 40)]
    most = dec(beta) * (1 + 2 * length * sum(first[1:]))
    ratio = first[-1] / first[-2]
    rest = 2 * first[-1] * length * ratio / (1 - ratio)
    for i in range(len(first) - 1, -1, -1):
        rest += 2 * first[i] * length
        if rest > most:
            return 1 + i * length + length - 1
    return 0


def tail(n, t):
    noise, size = noise_of(n)
    return laplace_tail(size, t) if noise == "discrete_laplace" else gaussian_tail(size, t)


def least_bound(n, beta):
    noise, size = noise_of(n)
    if noise == "discrete_laplace":
        return laplace_bound(size, beta)
    return gaussian_bound(size, beta) if size < 128**2 else block_bound(size, beta)


def mean_size(n):
    """E|Z|, T5 (c); for large v: the sum of z w(z) is v - 1/12 and less than 1/v more, the sum of w sqrt(2 pi v)."""
    noise, size = noise_of(n)
    if noise == "discrete_laplace":
        q = exp(-1 / size)
        return 2 * q / (1 - q * q)
    if size <= MOST_WEIGHTS:
        return gaussian_weights(size)[1]
    return (2 * dec(size) / PI).sqrt() * (1 - 1 / (12 * dec(size)))


def weights(middle, ratio):
    """Weights of a law whose ratios P(i+1)/P(i) fall, in units of that at a middle place: the first place, the list,
    and what is left out at most."""
    below, weight, beyond, i = [], Decimal(1), Decimal(0), middle - 1
    while i >= 0:
        factor = 1 / ratio(i)
        if weight < NEGLIGIBLE:
            beyond += weight * factor / (1 - factor)
            break
        weight *= factor
        below.append(weight)
        i -= 1
    above, weight, i = [], Decimal(1), middle
    while True:
        above.append(weight)
        factor = ratio(i)
        if weight < NEGLIGIBLE:
            beyond += weight * factor / (1 - factor)
            break
        if factor == 0:
            break
        weight *= factor
        i += 1
    return middle - len(below), below[::-1] + above, beyond


def laplace_sum_tail(s, k, t):
    """T82: P(|sum of k draws| > t) = 2 P(A + J <= k - 1), A failures before k successes of probability 1/(1+q), J
    successes of probability 1-q in t + k tries."""
    q = exp(-1 / s)
    fails, odds, tries = q / (1 + q), (1 - q) / q, t + k
    if k > MOST_CELLS:
        raise Unknown(f"a sum over {k} cells")
    a0, a, a_rest = weights(int((k - 1) * q), lambda i: fails * (k + i) / (i + 1))
    j0, j, j_rest = weights(min(tries, int((tries + 1) * (1 - q))), lambda i: odds * (tries - i) / (i + 1))
    total, fitting, place = Decimal(0), Decimal(0), 0
    for i in range(len(a) - 1, -1, -1):
        while place < len(j) and j0 + place <= k - 1 - (a0 + i):
            fitting += j[place]
            place += 1
        total += a[i] * (fitting + j_rest)
    return 2 * (total + a_rest * (sum(j) + j_rest)) / (sum(a) * sum(j))


def sum_tail(n, count, t):
    """P(|sum of `count` draws| > t), of Gaussian ones from above."""
    noise, size = noise_of(n)
    if count == 1:
        return tail(n, t)
    return laplace_sum_tail(size, count, t) if noise == "discrete_laplace" else gaussian_sum_tail(size, count, t)


def least_sum_bound(n, count, beta):
    """The least t that a sum of draws exceeds with probability beta at most."""
    noise, size = noise_of(n)
    guess = int(4 * float(size) if noise == "discrete_laplace" else 3 * math.sqrt(size)) + 1
    return least_from(guess, lambda t: sum_tail(n, count, t) <= dec(beta))
