"""The delta of T50 against somebody who does not know who was sampled."""
from decimal import Decimal

from .numbers import dec, exp
from .report import Unknown

MOST_WORK = 2_000_000      # entries of all binomial laws, some 10 seconds


def sampled_delta(crowd, small, own_delta, rate, epsilon):
    """The largest of f1 and f2 over all n >= crowd, for crowd = k - known, small = E/k and a delta of its own."""
    r, e_small, e_large, own = dec(rate), exp(small), exp(epsilon), dec(own_delta)
    law = [Decimal(1)]                     # of Binomial(n, rate)
    best, work = own, 0
    while True:
        if len(law) > crowd:
            work += len(law)
            f1, h1, f2, h2 = divergences(law, crowd, e_small, e_large, own)
            best = max(best, f1, f2)
            if max(h1, h2) <= best:
                return best
            if work > MOST_WORK:
                raise Unknown("the delta of T50 takes too long")
        law = [a * (1 - r) + b * r for a, b in zip([*law, Decimal(0)], [Decimal(0), *law])]


def divergences(law, crowd, e_small, e_large, own):
    """f1, h1, f2, h2 of T50, with the addition for a delta of its own."""
    zero = Decimal(0)
    removed = [max(p - e_large * above, zero) for p, above in zip(law, [*law[1:], zero])]
    added = [max(p - e_large * below, zero) for p, below in zip(law, [zero, *law[:-1]])]
    h1, h2 = sum(removed), sum(added)
    f1 = min(h1, sum(removed[crowd:]) + own)
    chain, links = zero, zero              # sums over x < crowd of p_x and what the steps from x on keep, and lose
    keep, lose = Decimal(1), zero          # exp(-(K-1-x) E/k), and the sum over i of exp(-i E/k)
    for p in reversed(law[:crowd]):
        chain += p * keep
        links += p * lose
        keep /= e_small
        lose += keep
    rest = max(law[crowd] - (e_large - e_small) * chain, zero) + own * (1 + (e_large - e_small) * links)
    return f1, h1, min(h2, sum(added[crowd + 1:]) + rest), h2
