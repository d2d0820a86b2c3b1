"""How large noises of several numbers are together, each with a weight: T80, T83."""
import math
from decimal import Decimal
from fractions import Fraction

from .noise import erfc_of_root, least_bound, least_from, noise_of
from .numbers import dec, exp
from .report import Unknown

CLOSE = 1 + Fraction(1, 1 << 20)      # scales nearer than this are told apart
MOST = Decimal(10)**18


def combined_bound(noises, beta):
    """What the noises, pairs of a number of the mechanism and a weight, exceed together with probability beta at most:
    wide ones, and last that of a count. One that is wide is off from a continuous one by less than its weight."""
    kinds = {number["noise"] for number, _ in noises}
    sizes = [(noise_of(number)[1], weight) for number, weight in noises]
    wide, (count, of_count) = sizes[:-1], sizes[-1]
    slack = sum(weight for _, weight in wide)
    if kinds == {"discrete_laplace"}:
        scales = sorted((s * w for s, w in wide), reverse=True) + [Fraction(0)]
        first = max(scales[0], scales[1] * CLOSE)
        return least(lambda u: laplace_tail(first, scales[1], count, of_count, u), slack, first, beta)
    if kinds == {"discrete_gaussian"} and all(v >= 1 for v, w in wide if w):
        smooth = sum(v * w * w for v, w in wide)
        both = smooth + count * of_count**2
        factor = 1 + theta_rest(exp(-Fraction(197392, 10000) * count * smooth / both))
        noisy = theta_rest(exp(-1 / (2 * count)))
        return least(lambda u: min(factor * erfc_of_root(u * u / (2 * both)), noisy + erfc_of_root(u * u / (2 * smooth))),
                     slack, Fraction(math.isqrt(math.ceil(both)) + 1), beta)
    return math.ceil(sum(weight * least_bound(number, beta / len(noises)) for number, weight in noises))


def theta_rest(x):
    return 2 * x / (1 - x**3)


def least(tail, slack, scale, beta):
    """The least whole t >= slack with tail(t - slack) <= beta."""
    wanted = dec(beta)
    high = scale
    while tail(high) > wanted:
        high *= 2
        if high > MOST:
            raise Unknown("noise beyond all numbers")
    return least_from(math.ceil(high + slack), lambda t: t >= slack and tail(t - slack) <= wanted)


def one_tail(wide, narrow, weight, u):
    """P(|L + weight Z| > u), L continuous Laplace of scale `wide`, Z discrete Laplace of scale `narrow`."""
    if weight == 0:
        return exp(-u / wide)
    rate, slope, q = 1 / narrow, weight / wide, exp(-1 / narrow)
    last = u // weight

    def geometric(x):
        return Decimal(last) if x == 0 else exp(x) * (exp(x * last) - 1) / (exp(x) - 1)
    inside = exp(-u / wide) * (1 + geometric(slope - rate) + geometric(-slope - rate))
    beyond = exp(-rate * (last + 1)) / (1 - q)
    some = (exp(u / wide - (slope + rate) * (last + 1)) - exp(-u / wide - (slope + rate) * (last + 1))) / 2
    return (inside + 2 * (beyond - some / (1 - exp(-slope - rate)))) * (1 - q) / (1 + q)


def laplace_tail(wide, other, narrow, weight, u):
    if other == 0:
        return one_tail(wide, narrow, weight, u)
    a, b = wide**2, other**2
    return dec(a / (a - b)) * one_tail(wide, narrow, weight, u) - dec(b / (a - b)) * one_tail(other, narrow, weight, u)
