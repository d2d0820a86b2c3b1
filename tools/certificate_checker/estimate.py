"""Means and variances: T35."""
import math
from fractions import Fraction

from .noise import least_bound
from .numbers import number
from .question import grid
from .report import demand


class Estimate:
    """T35: what a mean or a variance can be, from the noisy numbers of a cell."""

    def __init__(self, certificate):
        self.low, self.high, self.c, self.r, self.h, self.step = grid(certificate)
        self.unit, self.mean = number(certificate["unit"]), certificate["question"]["verb"] == "mean"
        numbers = certificate["mechanism"]["numbers"]
        beta = (1 - number(certificate["confidence"])) / len(numbers)
        self.bounds = [least_bound(n, beta) for n in numbers]
        if self.mean:
            self.allowed = [self.low * self.step, self.high * self.step]
        else:
            self.allowed = [Fraction(0), self.r**2 * self.step**2]

    def at(self, n, s, q):
        """The mean or variance of n rows with these sums. S/n lies in lo-c..hi-c and Q/n in -h..R^2-h."""
        u = min(max(Fraction(s, n), self.low - self.c), self.high - self.c)
        if self.mean:
            return (self.c + u) * self.step
        w = min(max(Fraction(q, n), -self.h), self.r**2 - self.h)
        return (w + self.h - u**2) * self.step**2

    def range(self, noisy):
        """The least and the greatest value for all n, S, Q within their bounds; None if n may be 0."""
        ends = [(y - b, y + b) for y, b in zip(noisy, self.bounds)] + [(0, 0)]
        (n1, n2), (s1, s2), (q1, q2) = ends[:3]
        if n1 <= 0:
            return None
        # In x = 1/n each is constant, monotone or concave between the n where S/n or Q/n meets its limits; the greatest
        # value may also be at the top of Q x - S^2 x^2.
        corners = [Fraction(abs(s), self.r) for s in (s1, s2) if self.r] + [Fraction(q, d) for q, d in (
            (-q1, self.h), (q1, self.r**2 - self.h), (-q2, self.h), (q2, self.r**2 - self.h)) if d]
        corners += [Fraction(2 * s * s, q2) for s in (s1, s2) if q2 > 0]
        ns = {n1, n2} | {min(max(n, n1), n2) for x in corners for n in (math.floor(x), math.ceil(x))}
        ss = {s1, s2} | ({0} if s1 < 0 < s2 else set())
        values = [self.at(n, s, q) for n in ns for s in ss for q in (q1, q2)]
        return min(values), max(values)

    def check(self, value, interval, noisy):
        cut = lambda x: min(max(x, self.allowed[0]), self.allowed[1])
        span = self.range(noisy)
        low, high = [cut(x) for x in span] if span else self.allowed
        demand(interval[0] <= low and high <= interval[1], f"the interval of {noisy} is too narrow: it must hold "
               f"{float(low):.9g} to {float(high):.9g}")
        middle = (self.allowed[0] + self.allowed[1]) / 2
        wanted = [middle] if span is None or (interval[0] <= self.allowed[0] and interval[1] >= self.allowed[1]) else []
        if noisy[0] > 0 and span is not None:
            wanted.append(cut(self.at(noisy[0], noisy[1], noisy[-1])))
        demand(any(abs(value - x) <= self.unit / 2 for x in wanted), f"the value of {noisy} is {float(value):.9g}")
