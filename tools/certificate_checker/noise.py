"""How large noise is: T5, T25, T33."""
import math
from decimal import Decimal
from fractions import Fraction

from .numbers import dec, exactly, exp, number
from .report import Unknown, demand


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
    """For v up to 10^6: the list of P(|Z| > t), up to 1e-45, and E|Z|."""
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


def gaussian_tail(v, t):
    """An upper bound of P(|Z| > t). For v above 10^6, w(z) = exp(-z^2/2v): the sum over z > t is at most the
    integral from t on, or from t + 1/2 on where w is convex; the sum over all z is at least sqrt(2 pi v) (T25)."""
    if v <= 10**6:
        tails = gaussian_weights(v)[0]
        return tails[min(t, len(tails) - 1)]
    start = t if t * t <= v else t + Fraction(1, 2)
    result = math.erfc(float(dec(start) / (2 * dec(v)).sqrt())) * (1 + 1e-12)
    if result < 1e-280:
        raise Unknown("a probability too small to compute")
    return Decimal(result)


def gaussian_bound(v, beta):
    """The least t with gaussian_tail <= beta, but for 1e-9 of v."""
    low, high = -1, 1 + int(exactly((2 * dec(v) * (2 - dec(beta).ln())).sqrt()))
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if gaussian_tail(v, middle) <= dec(beta) else (middle, high)
    return high


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
    if size <= 10**6:
        return gaussian_weights(size)[1]
    pi = Decimal("3.14159265358979323846264338327950288419716939937510582097494")
    return (2 * dec(size) / pi).sqrt() * (1 - 1 / (12 * dec(size)))


def sum_tail(n, count, t):
    """An upper bound of P(|sum of `count` draws| > t): T33 (b) with the best h."""
    noise, size = noise_of(n)
    if count == 1:
        return tail(n, t)
    if noise == "discrete_gaussian":
        return 2 * (-dec(Fraction((t + 1)**2) / (2 * count * size))).exp()
    x = float(1 / size)
    demand(1e-300 < x < 1e300, "a scale without measure")

    def exponent(u):
        """ln E exp(hZ) times count, minus h (t + 1), at h = u/s; convex in u."""
        a, b, c = (math.log(-math.expm1(-y * x)) for y in (1, 1 - u, 1 + u))
        return count * (2 * a - b - c) - u * x * (t + 1)
    low, high = 1e-9, 1 - 1e-9
    for _ in range(100):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if exponent(a) < exponent(b) else (a, high)
    h, q = Fraction(low) / size, exp(-1 / size)
    moment = (1 - q)**2 / ((1 - q * exp(h)) * (1 - q * exp(-h)))
    return 2 * (count * moment.ln() - dec(h * (t + 1))).exp()
