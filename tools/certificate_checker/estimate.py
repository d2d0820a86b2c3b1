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

    def cut(self, x):
        return min(max(x, self.allowed[0]), self.allowed[1])

    def stated(self, noisy):
        """The interval, of S/n and Q/n each taken alone and rounded outward, in multiples of the unit."""
        (n1, n2), *sums = [(y - b, y + b) for y, b in zip(noisy, self.bounds)]
        parts = 100 if self.mean else 1
        allowed = [round(x / self.unit) for x in self.allowed]
        if n1 <= 0:
            return allowed
        ends = [(math.floor(Fraction(parts * a, n1 if a < 0 else n2)), math.ceil(Fraction(parts * b, n2 if b < 0 else n1)))
                for a, b in sums]
        if self.mean:
            low, high = (parts * self.c + x for x in ends[0])
        else:
            low, high = [min(max(x, -self.r), self.r) for x in ends[0]]
            least, most = (0 if low <= 0 <= high else min(low**2, high**2)), max(low**2, high**2)
            low, high = self.h + ends[1][0] - most, self.h + ends[1][1] - least
        return [min(max(x, allowed[0]), allowed[1]) for x in (low, high)]

    def says_nothing(self, noisy):
        """The interval is all that the bounds allow."""
        return [x * self.unit for x in self.stated(noisy)] == self.allowed

    def check_unknown(self, noisy):
        demand(self.says_nothing(noisy), f"{noisy} say something, and nothing is said")

    def check(self, value, interval, noisy):
        cut, span = self.cut, self.range(noisy)
        demand(not self.says_nothing(noisy), f"{noisy} say nothing, and a number is shown")
        low, high = cut(span[0]), cut(span[1])
        demand(interval[0] <= low and high <= interval[1], f"the interval of {noisy} is too narrow: it must hold "
               f"{float(low):.9g} to {float(high):.9g}")
        wanted = cut(self.at(noisy[0], noisy[1], noisy[-1]))
        low, high = (x * self.unit for x in self.stated(noisy))
        demand(interval == [low, high], f"the interval of {noisy} is {float(low):.9g} to {float(high):.9g}")
        wanted = math.floor(wanted / self.unit + Fraction(1, 2)) * self.unit
        wanted = wanted if self.mean else min(max(wanted, low), high)
        demand(value == wanted, f"the value of {noisy} is {float(wanted):.9g}")
