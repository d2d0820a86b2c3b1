"""How large draws of the same noise are together, each with a weight: T80, T83."""
import math
from decimal import Decimal
from fractions import Fraction

from .noise import erfc_of_root, least_bound, least_from, noise_of
from .numbers import dec, exp
from .report import Unknown

APART = 1 + Fraction(1, 1 << 12)      # scales nearer than this are told apart
MOST = Decimal(10)**18


def combined_bound(n, weights, beta):
    """What draws of the noise of a number, each times its weight, exceed together with probability beta at most. A wide one is
    off from a continuous one by less than its weight."""
    noise, size = noise_of(n)
    weights = sorted(weight for weight in weights if weight)
    slack = sum(weights)
    if not weights:
        return 0
    if noise == "discrete_laplace":
        scales = []
        for weight in weights:
            scales.append(max([size * weight] + [scale * APART for scale in scales[-1:]]))
        return least(lambda u: laplace_tail(scales, u), slack, scales[-1], beta)
    if size >= 1:
        both = size * sum(weight**2 for weight in weights)
        return least(lambda u: erfc_of_root(u * u / (2 * both)), slack, Fraction(math.isqrt(math.ceil(both)) + 1), beta)
    return math.ceil(slack * least_bound(n, beta / len(weights)))


def least(tail, slack, scale, beta):
    """The least whole t >= slack with tail(t - slack) <= beta."""
    wanted = dec(beta)
    high = scale
    while tail(high) > wanted:
        high *= 2
        if high > MOST:
            raise Unknown("noise beyond all numbers")
    return least_from(math.ceil(high + slack), lambda t: t >= slack and tail(t - slack) <= wanted)


def laplace_tail(scales, u):
    """P(|L_1 + L_2 + ...| > u) of continuous Laplace variables of different scales, by partial fractions."""
    return sum(dec(math.prod(a**2 / (a**2 - b**2) for b in scales if b != a)) * exp(-u / a) for a in scales)
