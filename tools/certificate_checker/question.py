"""From the question to the numbers of a cell, and the share of a person in them: T30, T35."""
import math
from fractions import Fraction

from .cells import all_cells, unknown_keys
from .noise import noise_of
from .numbers import number, request_number, written
from .profiled import is_profiled, law_of, parameter_of
from .report import demand
from .warped import Warped

LARGEST = 10**24        # bound
MOST_NUMBER = 2**61     # that is released
MOST_LISTED = 2 * 10**7      # cells, where none are hidden
NUMBERS = {"sum": ["sum"], "mean": ["count", "sum"], "variance": ["count", "sum", "squares"]}


def check_share(certificate):
    """T30; where the domain is known a person is in no more cells than there are."""
    person, share = certificate["question"]["person"], certificate["mechanism"]["law"]["share"]
    have = (share["rows"], share["cells"], share["rows_in_cell"])
    if person == "one row":
        demand(have == (1, 1, 1), "the share of one row is 1, 1, 1")
        return
    m, g = person["rows_per_person"], person["cells_per_person"]
    demand(1 <= m <= 10**6 and 1 <= g <= 10**6, "caps are from 1 to 1000000")
    cells = all_cells(certificate)
    most = min(m, g) if cells is None else min(m, g, cells)
    wanted = (m, most, m) if person["per_person"] == "sum" else (most, most, 1)
    demand(have == wanted, f"{have} does not follow from the caps of a person")


class Grid:
    """T35: the bounds, in steps too, what is counted from, the radius R around it, h, and the step."""

    def __init__(self, measure, verb):
        demand(measure["bounds"].count(":") == 1, "bounds are none")
        self.step = number(measure["step"])
        self.low, self.high = (request_number(x) for x in measure["bounds"].split(":"))
        demand(measure["bounds"] == f"{written(self.low)}:{written(self.high)}", "the bounds are not in their own form")
        largest = max(abs(self.low), abs(self.high))
        demand(self.low < self.high and largest <= LARGEST, "the bounds are exchanged or too large")
        across, from_zero = (10**12, 10**13) if verb == "variance" else (10**15, 10**17)
        finest = max((self.high - self.low) / across, largest / from_zero)
        demand(self.step > 0 and 10**18 % self.step.denominator == 0 and self.step.numerator <= 10**18
               and self.step >= finest, "there is no such step")
        self.given = self.step != max(Fraction(1, 10**18), power_above(finest))
        self.lowest, self.highest = (math.floor(x / self.step + Fraction(1, 2)) for x in (self.low, self.high))
        demand(self.lowest < self.highest, "the bounds are one step")
        self.middle = (self.lowest + self.highest) // 2
        self.radius = self.highest - self.middle
        self.half = self.radius**2 // 2


def power_below(x):
    """The largest power of ten that is at most x."""
    power = Fraction(10)**(len(str(x.numerator)) - len(str(x.denominator)))
    while power > x:
        power /= 10
    return power if power * 10 > x else power * 10


def power_above(x):
    below = power_below(x)
    return below if below == x else below * 10


def grid(certificate):
    return Grid(certificate["question"]["measure"], certificate["question"]["verb"])


def check_numbers(certificate):
    """The noisy numbers of a cell, how much one row changes each of them, and the name of the mechanism."""
    question, numbers = certificate["question"], certificate["mechanism"]["law"]["numbers"]
    verb = question["verb"]
    names = NUMBERS.get(verb, ["count"])
    if verb == "sum" and unknown_keys(certificate):
        names = ["count", "sum"]
    demand([n["name"] for n in numbers] == names, f"the numbers are not {names}")
    demand(("measure" in question) == (verb in NUMBERS), "a measure is there or is not")
    most = {"count": 1}
    if "measure" in question:
        g = grid(certificate)
        most |= {"sum": max(abs(g.lowest), abs(g.highest)) if verb == "sum" else g.radius, "squares": g.radius**2 - g.half}
    for n in numbers:
        divisor = n["divisor"]
        demand(1 <= divisor <= 10**18 and str(divisor).rstrip("0") == "1" and (divisor == 1 or n["name"] != "count"),
               f"the {n['name']} is divided by {divisor}")
        per_row = -(-most[n["name"]] // divisor)
        demand(n["per_row"] == per_row < MOST_NUMBER, f"one row changes the {n['name']} by {per_row}")
        demand(is_profiled(certificate) or noise_of(n)[1] > 0, "noise without a scale")
    check_name(certificate)
    if is_profiled(certificate):
        law_of(numbers[0])
        return f"count with {numbers[0]['noise']} {parameter_of(numbers[0])[:60]}"
    return ", ".join(f"{n['name']} with {n['noise']} {written(noise_of(n)[1])[:30]}" for n in numbers)


def check_name(certificate):
    """The name of the mechanism, its threshold, and which cells are hidden."""
    name, law = certificate["mechanism"]["name"], certificate["mechanism"]["law"]
    threshold, noises = law["threshold"], {n["noise"] for n in law["numbers"]}
    demand((threshold is not None) == unknown_keys(certificate), "a threshold is there or is not")
    demand((name == "key_threshold") == (threshold is not None), "the name of the mechanism is another")
    demand(threshold is not None or noises == {name}, "the name of the mechanism is another")
    demand(threshold is None or noises == {"warped_geometric"} or not is_profiled(certificate), "no theorem has this threshold")
    check_hidden(certificate)


def check_hidden(certificate):
    """Counts are hidden below any number; other numbers only where keys were not known, and below the threshold."""
    law, fewer = certificate["mechanism"]["law"], certificate["fewer_than"]
    threshold, counts = law["threshold"], certificate["question"]["verb"] not in NUMBERS
    demand(fewer is None or fewer >= 1, "fewer_than is below 1")
    demand(threshold is None or (fewer is not None and fewer >= threshold), "fewer_than is below the threshold")
    demand(counts or fewer == threshold, "fewer_than hides what is no count")
    suppressed = least_told(law["numbers"][0])
    demand(suppressed == 0 or (fewer is not None and fewer >= suppressed), "cells are suppressed, and that is not said")
    if fewer is None:
        demand(all_cells(certificate) <= MOST_LISTED, "so many cells are not listed")


def least_told(noise):
    """The least count that is not suppressed."""
    levels = law_of(noise).levels if noise["noise"] == "staircase" else []
    return max([threshold + 1 for threshold, epsilon in levels if epsilon == 0], default=0)


def check_display(certificate):
    """How counts are shown: only those of W in another way than as they are."""
    shown = certificate["mechanism"]["shown"]
    display, noise = shown.get("display"), certificate["mechanism"]["law"]["numbers"][0]
    law = law_of(noise) if is_profiled(certificate) else None
    verb = certificate["question"]["verb"]
    wanted = [{"name": verb if verb in NUMBERS else "count", "unit": certificate["unit"], "may_be_unknown": verb in ("mean", "variance")}]
    demand(certificate["numbers"] == wanted, f"a row shows {wanted[0]['name']}, and nothing else")
    demand(display is None or isinstance(law, Warped), "only W has a display")
    demand(display != "unbiased" or law.least == 0, "what is not told has no unbiased count")
    demand(("prior_mean" in shown) == (display == "likely"), "a prior is there or is not")
    if "prior_mean" in shown:
        mean = number(shown["prior_mean"])
        demand(mean > 0 and mean.denominator == 1, "the guess of a mean is no number of people")
    return display
