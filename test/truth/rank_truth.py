"""Order statistics of a table, and how many rows it takes to change them: docs/theory-certain.md
and docs/theory-tested.md, read anew and searched without any shortcut."""
import fractions
import math


def row(codes: list, rank: int):
    """The row of a rank; ends beyond the first and the last."""
    return -math.inf if rank < 1 else math.inf if rank > len(codes) else codes[rank - 1]


def quantile_rank(q: fractions.Fraction, rows: int) -> int:
    return math.ceil(q * rows)


def quantile(codes: list, q: fractions.Fraction) -> int:
    return codes[quantile_rank(q, len(codes)) - 1]


def quantile_depth(codes: list, q: fractions.Fraction) -> int:
    """How many rows that come or leave can change it. [T123]"""
    n, a, b = len(codes), q.numerator, q.denominator
    m, value = max(a, b - a), quantile(codes, q)
    for t in range(1, n):
        if row(codes, -(-(a * n - m * t) // b)) != value or row(codes, -(-(a * n + m * t) // b)) != value:
            return t
    return n


def hidden(epsilon: float, delta: float) -> list:
    """With what probability nothing is shown at depth 1, 2, ... up to the first at which all is. [T125]"""
    found = [1 - delta]
    shown = delta
    while found[-1] > delta:
        rising = shown * math.exp(epsilon) + delta
        falling = max(found[-1] - delta, 0) / math.exp(epsilon)
        found.append(max(1 - rising, falling))
        shown = rising if rising < 1 - falling else 1 - falling
    return [*found, 0.0]


def spreads_reached(codes: list, come: int, leave: int, ends) -> tuple:
    """The smallest and the largest distance of two ranks, `ends` of the number of rows, when so
    many rows have come and left; None where there is none. [T124, T130]"""
    n = len(codes) + come - leave
    if n < 1 or ends(n) is None:
        return None
    low, high = ends(n)
    largest = max(row(codes, high + leave - i) - row(codes, low - i) for i in range(come + 1))
    if come >= high - low:
        return 0, largest
    return min(row(codes, high + i - come) - row(codes, low + i) for i in range(leave + 1)), largest


def keeps_label(codes: list, edits: int, ends, label) -> bool:
    """Whether fewer edits than these lead to no other label."""
    own = label(*spreads_reached(codes, 0, 0, ends)[:1], len(codes))
    for total in range(1, edits):
        for come in range(total + 1):
            reached = spreads_reached(codes, come, total - come, ends)
            if reached is None:
                return False
            n = len(codes) + 2 * come - total
            if any(math.isinf(s) or label(s, n) != own for s in reached):
                return False
    return True


def octave(size: int, beside: bool) -> int:
    """b with 2^((b-2)/2) <= size < 2^(b/2), even, or odd beside them; 0 of nothing."""
    if size == 0:
        return 0
    length = (size * size).bit_length()
    return length + (length % 2 == (0 if beside else 1))


def quartiles(n: int) -> tuple:
    return -(-n // 4), -(-3 * n // 4)


class Spread:
    """The interquartile range."""

    def __init__(self, codes: list):
        self.codes = codes
        self.low, self.high = (codes[rank - 1] for rank in quartiles(len(codes)))
        self.spread = self.high - self.low

    def is_at_a_bound(self, bound: int) -> bool:
        return abs(self.low) == bound or abs(self.high) == bound

    def withstands(self, depth: int) -> bool:
        """Whether fewer edits than these keep one of the two labels."""
        return any(keeps_label(self.codes, depth, quartiles, lambda s, n, beside=beside: octave(s, beside))
                   for beside in (False, True))


class TrimmedMean:
    """Of the rows without t = ceil(trim n / 2) at either end."""
    REACH_BITS = 20

    def __init__(self, codes: list, trim: fractions.Fraction):
        self.codes, self.trim = codes, trim
        out = self.out(len(codes))
        self.kept = len(codes) - 2 * out
        if self.kept < 2:
            return
        self.mean = fractions.Fraction(sum(codes[out:len(codes) - out]), self.kept)
        low, high = self.ends(len(codes))
        self.reach = self.reach_of(codes[high - 1] - codes[low - 1], len(codes))

    def out(self, n: int) -> int:
        return math.ceil(self.trim / 2 * n)

    def ends(self, n: int):
        return None if n - 2 * self.out(n) < 2 else (self.out(n), n - self.out(n) + 1)

    def reach_of(self, width: int, n: int) -> int:
        return -(-(width << self.REACH_BITS) // (n - 2 * self.out(n)))

    def withstands(self, depth: int) -> bool:
        return any(keeps_label(self.codes, depth, self.ends,
                               lambda s, n, beside=beside: octave(self.reach_of(s, n), beside))
                   for beside in (False, True))


def interval_lengths(reach: int, rows: int, release: float, risk: float) -> list:
    """The least and the most that the interval of a trimmed mean is long, for either octave. [T131]"""
    found = []
    for beside in (False, True):
        largest = math.isqrt((1 << octave(reach, beside)) - 1)
        shift = max(largest.bit_length() - 11, 0)
        scale = -(-rows * largest // 2**shift) / release
        # P(|K| > q) = 2 r^(q+1) / (1 + r), r = exp(-1/scale)
        r = math.exp(-1 / scale)
        noise = math.ceil(math.log(risk * (1 + r) / 2) * -scale) - 1
        step = fractions.Fraction(2) ** (shift - TrimmedMean.REACH_BITS)
        found.append(tuple(math.ceil((2 * (noise + off) + 1) * step) for off in (-1, 1)))
    return found


class MiddleRows:
    """As many rows as are said to be there. [T186]"""

    def __init__(self, codes: list, people: int):
        self.codes, self.people = codes, people
        self.below = (len(codes) - people) // 2

    def at(self, rank: int):
        if rank < 1 or rank > self.people:
            return -math.inf if rank < 1 else math.inf
        return row(self.codes, rank + self.below)
