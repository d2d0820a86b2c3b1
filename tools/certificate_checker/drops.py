"""Noise that only takes away, in integers: T160 to T164."""
import functools
from fractions import Fraction

from .acceptance import ONE, table
from .numbers import dec, exp
from .report import Unknown, demand

MOST_CONVOLVED = 16_000
LEFT_ABOVE, LEFT_BELOW = 4, 2**20
MOST_PRICED = 20_000


def ceiling_of_exp(epsilon):
    return -(-exp(epsilon) // 1)


@functools.lru_cache(maxsize=8)
def weights(epsilon, delta):
    """The words of Greedy, which hide one row at (epsilon, delta)."""
    slack = int(ceiling_of_exp(epsilon)) * len(table(epsilon, delta))
    left = int(delta * ONE) - slack
    demand(left >= 16, "no words of 64 bits keep this")
    sums = [0, *table(epsilon, Fraction(left, ONE))]
    result = [b - a for a, b in zip(sums, sums[1:])]
    demand(keeps(result, epsilon, delta) and keeps(result[::-1], epsilon, delta), "the table of drops does not keep its promise")
    return tuple(result)


def keeps(words, epsilon, delta):
    """T160, one direction: the sum of what exceeds exp(epsilon) times the word before."""
    growth = Fraction(int(exp(epsilon) * 2**128), 2**128)
    return sum(max(0, b - growth * a) for a, b in zip((0, *words), words)) <= delta * ONE


def most_dropped(words, probability):
    """The least number that a drop does not exceed with this probability."""
    total = 0
    for drop, word in enumerate(words):
        total += word
        if Fraction(total, ONE) >= probability:
            return drop
    return len(words) - 1


def mean(words):
    """Upward to six decimals."""
    exact = Fraction(sum(i * w for i, w in enumerate(words)), ONE)
    return Fraction(-(-exact * 10**6 // 1), 10**6)


class Masses:
    """Probabilities of sums from `first` on, in words, each rounded up; and of what lies above all of them."""

    def __init__(self, first, words, above=0):
        self.first, self.words, self.above = first, words, above

    def trimmed(self):
        """What rounding has left at the upper end is added up, what is next to nothing at the lower end is moved up."""
        words, cut = self.words, 0
        while len(words) > 1 and words[-1] <= LEFT_ABOVE:
            self.above += words.pop()
        while cut + 1 < len(words) and words[cut] <= LEFT_BELOW:
            words[cut + 1] += words[cut]
            cut += 1
        return Masses(self.first + cut, words[cut:], self.above)


def products(a, b):
    """Sums of products, each rounded up to words: as one product of two long numbers."""
    size = 24           # bytes a place: products of two words, added up to 2^30 times
    pack = lambda words: int.from_bytes(b"".join(w.to_bytes(size, "little") for w in words), "little")
    count = len(a) + len(b) - 1
    product = (pack(a) * pack(b)).to_bytes(size * count + size, "little")
    places = (int.from_bytes(product[i * size:(i + 1) * size], "little") for i in range(count))
    return [(place + ONE - 1) // ONE for place in places]


def convolved(a, b):
    return Masses(a.first + b.first, products(a.words, b.words), a.above + b.above).trimmed()


def power(one, times):
    """None where they would be too many."""
    if times == 1:
        return one
    half = power(one, times // 2)
    if half is None or len(half.words) > MOST_CONVOLVED:
        return None
    both = convolved(half, half)
    return both if times % 2 == 0 else convolved(both, one)


@functools.lru_cache(maxsize=32)
def most_in_all(words, bars, risk):
    """T163: the least number that the drops of so many bars exceed with this probability at most."""
    sure = bars * (len(words) - 1)
    if risk == 0 or len(words) > MOST_CONVOLVED:
        return sure
    masses, limit = power(Masses(0, list(words)), bars), int(risk * ONE)
    if masses is None or masses.above > limit:
        return sure
    tail = masses.above
    for place in range(len(masses.words) - 1, 0, -1):
        tail += masses.words[place]
        if tail > limit:
            return masses.first + place
    return masses.first


@functools.lru_cache(maxsize=32)
def most_in_empty(words, bars, risk):
    """T164: people in bars that all came out empty, but for this risk."""
    if len(words) > MOST_PRICED:
        raise Unknown("so wide a drop is not priced here")
    hull, left = [(Fraction(0), 0)], ONE
    for people in range(1, len(words)):
        left -= words[people - 1]
        price = Fraction(-dec(Fraction(left, ONE)).ln())
        point = (max(price, Fraction(0)), people)
        while len(hull) > 1 and ((hull[-1][1] - hull[-2][1]) * (point[0] - hull[-2][0])
                                 <= (point[1] - hull[-2][1]) * (hull[-1][0] - hull[-2][0])):
            hull.pop()
        hull.append(point)
    budget = Fraction(-dec(risk).ln())

    def bound(edge):
        (p, a), (q, b) = hull[edge], hull[edge + 1]
        slope = Fraction(-((a - b) * 2**64 / (q - p) // 1), 2**64)
        return max(people - slope * price for price, people in hull) * bars + slope * budget
    low, high = 0 if hull[1][0] > 0 else 1, len(hull) - 2
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if bound(middle + 1) < bound(middle) else (low, middle)
    return min(int(bound(low)), bars * (len(words) - 1))
