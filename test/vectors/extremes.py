#!/usr/bin/env python3
"""Prints the reference numbers of the tests about extremes.

    python3 test/vectors/extremes.py > test/vectors/extremes.txt

Only the standard library is used. Laws are summed from the definition: over every value
of rho, with the chance of each bin to stop; terms are found by trying every share and
threshold. Nothing is used of the closed forms and searches of the program.
"""
from decimal import Decimal, getcontext

getcontext().prec = 50
NEGLIGIBLE = Decimal(10) ** -45
TABLE = [1, 2, 2, 3, 5, 8]


def beyond(rows, bins):
    return [sum(x > v for x in rows) for v in range(bins)]


def above_threshold(rows, bins, tau, first, second):
    """P(v) for v = 0 .. bins-1."""
    counts, law = beyond(rows, bins), [Decimal(0)] * bins
    rho = 0
    while (-first * rho).exp() > NEGLIGIBLE:
        path = (1 - (-first).exp()) * (-first * rho).exp()
        for v, count in enumerate(counts):
            stops = Decimal(1) if v == bins - 1 else (-second * max(0, count - tau + rho)).exp()
            law[v] += path * stops
            path *= 1 - stops
        rho += 1
    return law


def exponential(rows, bins, people, slope):
    counts = beyond(rows, bins)
    scores = [max(0, counts[v] - people, people - sum(x >= v for x in rows)) for v in range(bins)]
    weights = [(-slope * s).exp() for s in scores]
    return [w / sum(weights) for w in weights]


def promised(first, second, tau, bins, gamma):
    """The least K >= tau with a risk of at most gamma; None if there is none."""
    r, s = (-first).exp(), (-second).exp()
    left = gamma - (-first * (tau + 1)).exp() * (1 - s) / (1 - r * s)
    if left <= 0:
        return None
    more = ((bins - 1) * (1 - r) / (1 - r * s) / left).ln() / second
    return max(tau, tau - 1 + int(more.to_integral_value("ROUND_CEILING")))


def best(epsilon, bins, gamma):
    """The least (K, tau, i)."""
    found = None
    for i in range(1, 64):
        first = epsilon * i / 64
        tau = 0
        while found is None or tau <= found[0]:
            people = promised(first, epsilon - first, tau, bins, gamma)
            if people is not None and (found is None or (people, tau, i) < found):
                found = (people, tau, i)
            tau += 1
    return found


def people_of(epsilon, bins, gamma):
    people = int((2 / epsilon * ((bins - 1) / gamma).ln()).to_integral_value("ROUND_CEILING"))
    return people, 2 * people - 1


def main():
    usual = Decimal("0.05")
    print("# made by extremes.py")
    print("# above_threshold: bins 0..10, threshold 1, first = second = 1/2: P(0), P(1), ...")
    half = Decimal("0.5")
    for name, rows in (("table", TABLE), ("empty", [])):
        print(name, *(f"{p:.30f}" for p in above_threshold(rows, 11, 1, half, half)))
    print("# above_threshold: bins 0..4, threshold 3, first 3/8, second 7/5: P(0), P(1), ...")
    print("other", *(f"{p:.30f}" for p in above_threshold([0, 1, 1, 2, 2, 2, 4], 5, 3, Decimal("0.375"), Decimal("1.4"))))
    print("# exponential: bins 0..10, 2 people, slope 1/2: P(0), P(1), ...")
    print("table", *(f"{p:.30f}" for p in exponential(TABLE, 11, 2, half)))
    print("# epsilon bins gamma: K threshold i (first = i epsilon / 64)")
    for epsilon, bins, gamma in (("1", 2, usual), ("1", 5, usual), ("1", 10, usual), ("1", 20, usual), ("1", 200, usual), ("1", 2000, usual),
                                 ("0.5", 2000, usual), ("2", 2000, usual), ("1", 1823, usual), ("1", 1887, usual), ("1", 2975, usual),
                                 ("0.5", 2975, usual), ("2", 2975, usual), ("1", 10**6, usual), ("0.1", 2000, usual),
                                 ("2", 2000, Decimal("0.001"))):
        print(epsilon, bins, gamma, *best(Decimal(epsilon), bins, gamma))
    print("# exponential, epsilon bins gamma: people K")
    for epsilon, bins, gamma in (("1", 2000, usual), ("0.5", 2000, usual), ("1", 20, usual), ("1", 3073, usual),
                                 ("2", 2000, Decimal("0.001")), ("1", 10**6, usual)):
        print(epsilon, bins, gamma, *people_of(Decimal(epsilon), bins, gamma))


if __name__ == "__main__":
    main()
