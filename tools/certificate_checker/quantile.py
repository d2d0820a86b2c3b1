"""Quantiles by a public prior (T90 to T93, T97 to T99, T115, T116): priors, trees, laws and errors, made anew from what was asked."""
import math
from decimal import Decimal
from fractions import Fraction

from .numbers import MARGIN, dec, written
from .report import Unknown

MOST_CODE = (1 << 60) - 1            # of bounds, and of mechanisms whose codes are their own places
TIES = 20                            # bits, where there are several quantiles
LEAST_EPSILON, MOST_EPSILON = Fraction(1, 1000), 50      # the least for each row of a person
MOST_DENOMINATOR = MOST_ROWS = 10**6
MOST_QUANTILES, MOST_GROUPS, MOST_WINDOW_ROWS = 1000, 10**6, 1 << 26
MOST_TERM = 1 << 62                  # of a fraction that decides a draw
PARTS = 20                           # of epsilon: one for the guard, one for the check
INTERVAL_PARTS = 8                   # and so many for intervals
MOST_STOP = 40                       # an exponent that stops nothing
OCTAVE_PARTS = 16                    # distances of ends from a quantile
REACH = 161                          # a penalty that weighs nothing: what is read reaches so far
PLANNED = Decimal(32)                # ln(1/share) of usual columns
GUARDED = Fraction(19, 20)           # the guard's confidence
SHARING = 30                         # rows with the same ties, at most


def octaves(place, bits):
    """T90, T251: the mass of 1..place where every octave weighs 2^(bits-1)."""
    if place == 0:
        return 0
    if place >> bits == 0:
        octave = place.bit_length() - 1
        return (octave << (bits - 1)) + ((place - (1 << octave) + 1) << (bits - 1 - octave))
    octave = bits - 2 + (place >> (bits - 1))
    return (octave << (bits - 1)) + (place & ((1 << (bits - 1)) - 1)) + 1


class Prior:
    """T90, T251: octaves of a unit's scale, with whole numbers where its codes are halved ones, or flat between bounds; and ties."""

    def __init__(self, unit, bounds=None, ties=0):
        self.ties = ties
        if bounds:
            self.name, (self.lowest, self.most) = "flat", bounds
            return
        self.scale, self.halvings = unit.scale, unit.halvings
        self.name = "whole_numbers" if self.halvings else "octaves"
        self.most = self.scale.most
        self.lowest = -self.most

    def first(self, place):
        """Of 1..place."""
        bits = self.scale.bits
        if self.name == "octaves":
            return octaves(place, bits)
        last = (self.scale.value(place + 1) if place < self.most else 1 << self.scale.exponent) - 1
        parts = min(place, self.scale.cut(1 << self.halvings)[0] - 1)
        return octaves(place, bits) + octaves(parts, bits) + octaves(self.scale.cut(last >> self.halvings)[0], bits)

    def weight(self, place):
        if self.name == "flat":
            return 1
        if place == 0:
            return 1 << (self.scale.bits - (self.name == "octaves"))
        return self.first(abs(place)) - self.first(abs(place) - 1)

    def total(self, ties=None):
        codes = self.most - self.lowest + 1 if self.name == "flat" else 2 * self.first(self.most) + self.weight(0)
        return codes << (self.ties if ties is None else ties)

    def certain(self):
        """ln(1/share) that holds for every table."""
        return Decimal(self.total()).ln()

    def planned(self):
        return min(PLANNED, Decimal(self.total(0)).ln())


def slopes(at, epsilon, rows_per_person):
    """T91: (left, right)."""
    larger, of_row = max(at, 1 - at), epsilon / rows_per_person
    steep = max(of_row / (2 * larger), of_row * Fraction(3, 4))
    other = of_row / larger - steep
    return (other, steep) if at >= Fraction(1, 2) else (steep, other)


def epsilon_of(at, left, right, rows_per_person):
    """T91: what such slopes promise."""
    return rows_per_person * max(left, right, max(at, 1 - at) * (left + right))


class Node:
    """One quantile of a tree: its place among all rows and among those between its ends, and what is read for it."""

    def __init__(self, at, start, end, epsilon, rows):
        self.at, self.start, self.end = at, start, end
        self.low, self.high = start.at if start else Fraction(0), end.at if end else Fraction(1)
        self.local = (at - self.low) / (self.high - self.low)
        self.left, self.right = slopes(self.local, epsilon, rows)
        moved = self.mixed(start.reach if start else 0, end.reach if end else 0)
        self.below, self.above = (math.ceil(REACH / slope + moved) for slope in (self.left, self.right))
        self.reach = max(self.below, self.above)

    def mixed(self, start, end):
        """What its ends are off by, as far as it moves this one."""
        return (1 - self.local) * start + self.local * end

    def outside(self):
        """The penalty outside the data, for each row that there is."""
        return (self.high - self.low) * min(self.left * self.local, self.right * (1 - self.local))


class Tree:
    """T97: the middle one of the list first, then those on its sides, level by level."""

    def __init__(self, at, epsilon, rows_per_person):
        if len(at) == 2:
            at = [at[0], (at[0] + at[1]) / 2, at[1]]
        self.levels = len(at).bit_length()
        self.of_level = epsilon / self.levels
        self.nodes, parts = [], [(0, len(at), None, None)]
        while parts:
            below = []
            for first, last, start, end in parts:
                middle = first + (last - first) // 2
                node = Node(at[middle], start, end, self.of_level, rows_per_person)
                self.nodes.append(node)
                below += [(first, middle, start, node)] * (first < middle) + [(middle + 1, last, node, end)] * (middle + 1 < last)
            parts = below

    def window_rows(self, reach=None):
        """All that is read; around the quantiles of a list at least so much on either side."""
        least = [(reach or {}).get(node.at, 0) for node in self.nodes]
        return sum(max(node.below, far) + max(node.above, far) for node, far in zip(self.nodes, least))


def rounded(exact):
    """Up to a whole number."""
    low, high = (int((exact * (1 + sign * MARGIN)).to_integral_value("ROUND_CEILING")) for sign in (-1, 1))
    if low != high:
        raise Unknown("a bound is too close to a whole number to tell")
    return low


def error_over(slope, log, confidence):
    """T93: (log + ln(1 / (1 - confidence))) / slope, rounded up."""
    return rounded((log - dec(1 - confidence).ln()) / dec(slope))


def rank_error(tree, log, confidence):
    """With this confidence at most so many rows lie between each answer and its rank."""
    if len(tree.nodes) == 1:
        return error_over(min(tree.nodes[0].left, tree.nodes[0].right), log, confidence)
    risk = (1 - confidence) * (1 - Fraction(1, 1 << 20)) / len(tree.nodes)
    errors = {None: -SHARING}
    for node in tree.nodes:
        own = error_over(min(node.left, node.right), log, 1 - risk)
        errors[node] = own + node.mixed(errors[node.start] + SHARING, errors[node.end] + SHARING)
    return math.ceil(max(errors.values()))


def rows_needed(tree, log, confidence):
    """From so many rows on every answer lies within the data."""
    return max(error_over(node.outside(), log, confidence) for node in tree.nodes)


class Ends:
    """T115, T116: the ends of the intervals of all quantiles; `epsilon` is that of all of them together."""

    def __init__(self, at, epsilon, rows_per_person, confidence):
        self.searches = 2 * len(at)
        self.share = epsilon / (2 * self.searches) / rows_per_person        # for the threshold, and for the stop
        self.most = math.ceil(MOST_STOP / self.share)
        self.shifts = [self.shift(q, (1 - confidence) / self.searches) for q in at]

    def shift(self, at, risk):
        """The least with exp(-e (b shift + 1) / m) (1 - s) / (1 - s exp(-e b / m)) <= risk, s = exp(-e)."""
        whole = at.denominator
        step = dec(self.share) / max(at.numerator, whole - at.numerator)
        once = (1 - (-dec(self.share)).exp()) / (1 - (-dec(self.share) - step * whole).exp())
        return max(0, rounded(((once / dec(risk)).ln() / step - 1) / whole))

    def reach(self, place):
        return self.shifts[place] + self.most + 1

    def law(self):
        return {"first": written(self.share), "second": written(self.share), "most": self.most, "shifts": self.shifts}


def distance(place):
    """0 to 15, then 16 to every octave."""
    return place if place < OCTAVE_PARTS else (OCTAVE_PARTS + place % OCTAVE_PARTS) << (place // OCTAVE_PARTS - 1)


def is_end(far, outermost):
    """Whether a search can end so far from the quantile, where nothing is farther than this."""
    octave = max(far.bit_length() - 5, 0)
    return far == outermost or (0 <= far < outermost and far >> octave << octave == far)


def law_of(at, tree, epsilon, unit, prior, guard, check, count_scale, ends=None):
    """The law as a certificate has it; epsilon is that of the quantiles, the unit a text."""
    law = {"at": [written(q) for q in at], "epsilon": written(epsilon), "lowest": prior.lowest, "most": prior.most, "prior": prior.name,
           "nodes": [{"at": written(n.at), "left": written(n.left), "right": written(n.right)} for n in tree.nodes],
           "ties": prior.ties, "unit": unit}
    if guard:
        law["guard"] = {"least": rows_needed(tree, prior.planned(), GUARDED), "scale": written(count_scale)}
    if check:
        law["check"] = {"scale": written(count_scale)}
    if ends:
        law["interval"] = ends.law()
    return law


def is_unit(unit):
    """A power of ten from 10^-18 to 10^6."""
    return any(unit == Fraction(10) ** power for power in range(-18, 7))


def fits(x):
    """Whether a draw takes this fraction."""
    return x.numerator <= MOST_TERM and x.denominator <= MOST_TERM
