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
NUMBERS = {"sum": ["sum"], "mean": ["low", "high"], "variance": ["low", "middle", "high"], "describe": ["low", "middle", "high"]}
TOGETHER = ("mean", "variance", "describe")      # verbs whose numbers are released together


def check_share(certificate):
    """T30; where the domain is known a person is in no more cells than there are."""
    person, share = certificate["question"]["person"], certificate["mechanism"]["law"]["share"]
    have = (share["rows"], share["cells"], share["rows_in_cell"])
    if person == "one row":
        demand(have == (1, 1, 1), "the share of one row is 1, 1, 1")
        return
    m, g = person["rows_per_person"], person["cells_per_person"]
    demand(all(1 <= cap <= 10**6 for cap in (m, g, person.get("rows_per_cell", 1))), "caps are from 1 to 1000000")
    sums = "sum_per_cell" in certificate["question"].get("measure", {})
    cells, in_cell = all_cells(certificate), 1 if sums else most_in_cell(person)
    most = min(m, g) if cells is None else min(m, g, cells)
    wanted = (min(m, most * in_cell), most, in_cell)
    demand(have == wanted, f"{have} does not follow from the caps of a person")


def most_in_cell(person):
    """T30: rows of one person in one cell, by all caps."""
    m = person["rows_per_person"]
    return 1 if person["per_person"] == "first" else min(m, person.get("rows_per_cell", m))


class Grid:
    """T35: the bounds, in steps too, how many lie between them, and the step."""

    def __init__(self, measure, verb):
        demand(measure["bounds"].count(":") == 1, "bounds are none")
        self.step = number(measure["step"])
        self.low, self.high = (request_number(x) for x in measure["bounds"].split(":"))
        demand(measure["bounds"] == f"{written(self.low)}:{written(self.high)}", "the bounds are not in their own form")
        largest = max(abs(self.low), abs(self.high))
        demand(self.low < self.high and largest <= LARGEST, "the bounds are exchanged or too large")
        across, from_zero = (10**12, 10**13) if verb in ("variance", "describe") else (10**15, 10**17)
        finest = max((self.high - self.low) / across, largest / from_zero)
        demand(self.step > 0 and 10**18 % self.step.denominator == 0 and self.step.numerator <= 10**18
               and self.step >= finest, "there is no such step")
        self.given = self.step != max(Fraction(1, 10**18), power_above(finest))
        self.lowest, self.highest = (math.floor(x / self.step + Fraction(1, 2)) for x in (self.low, self.high))
        demand(self.lowest < self.highest, "the bounds are one step")
        self.width = self.highest - self.lowest


def sum_range(certificate, of_rows):
    """T30: what one row changes a sum by; where a person's sums are cut, all of their rows in a cell."""
    question = certificate["question"]
    measure = question["measure"]
    if "sum_per_cell" not in measure:
        return of_rows.lowest, of_rows.highest
    demand(question["person"] != "one row", "nobody's sums can be cut")
    sums = Grid({"bounds": measure["sum_per_cell"], "step": measure["step"]}, "sum")
    demand((sums.low / sums.step).denominator == 1 == (sums.high / sums.step).denominator, "the bounds of sums are no whole steps")
    return sums.lowest, sums.highest


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


class Moments:
    """T95: the sums of a mean or a variance: the most of each in one row, what they add up to, and the most of all together."""

    def __init__(self, width, count, gaussian):
        if count == 2:
            self.most, self.of_row, self.together = [width, width], width, width
            return
        p, q = (2, 1) if gaussian else (5, 4)
        square = width**2
        self.of_row = q * square
        self.most = [self.of_row, -(-p * square // 2), self.of_row]
        self.together = self.of_row if gaussian else self.of_row - (-square // 10)


def moments(certificate):
    numbers = certificate["mechanism"]["law"]["numbers"]
    return Moments(grid(certificate).width, len(numbers), numbers[0]["noise"] == "discrete_gaussian")


def is_power_of_ten(x):
    return 1 <= x <= 10**18 and str(x).rstrip("0") == "1"


def key_count(certificate):
    """T96: what is compared with a threshold: the number of noises in it, what one row adds at most, and what a row is worth."""
    law = certificate["mechanism"]["law"]
    if law["together"] is None:
        return 1, 1, Fraction(1)
    n = law["numbers"][0]
    of_row = Fraction(moments(certificate).of_row * n["times"], n["divisor"])
    return len(law["numbers"]), math.ceil(of_row) + rounded_parts(law), of_row


def rounded_parts(law):
    return 0 if law["numbers"][0]["divisor"] == 1 else len(law["numbers"]) - 1


def threshold_in_units(certificate, rows):
    """A sum of several numbers reaches a count where it is that when it is rounded to the nearest whole number of rows."""
    together = certificate["mechanism"]["law"]["together"] is not None
    return math.ceil(key_count(certificate)[2] * (rows - Fraction(1, 2) * together))


def check_together(certificate):
    """T95: one noise and one unit for all, and by how much one row changes them together."""
    law, verb = certificate["mechanism"]["law"], certificate["question"]["verb"]
    numbers, first = law["numbers"], law["numbers"][0]
    demand((law["together"] is not None) == (verb in TOGETHER), "numbers are released together, or are not")
    if law["together"] is None:
        demand(not any("times" in n for n in numbers), "a number is multiplied")
        return
    demand(all(n.get("times") == first.get("times") and n["divisor"] == first["divisor"] and n["noise"] == first["noise"]
               and noise_of(n) == noise_of(first) for n in numbers), "numbers that are released together differ")
    times, divisor = first["times"], first["divisor"]
    demand(is_power_of_ten(times) and times <= 10**9 and 1 in (times, divisor), f"the sums are multiplied by {times}")
    wanted = -(-moments(certificate).together * times // divisor) + rounded_parts(law)
    demand(law["together"] == wanted < MOST_NUMBER, f"one row changes the numbers together by {wanted}")


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
    if verb == "sum":
        most["sum"] = max(map(abs, sum_range(certificate, grid(certificate))))
    elif verb in NUMBERS:
        most = dict(zip(names, moments(certificate).most))
        demand("sum_per_cell" not in question["measure"], "only sums of a person are cut")
    check_together(certificate)
    for n in numbers:
        divisor = n["divisor"]
        demand(is_power_of_ten(divisor) and (divisor == 1 or n["name"] != "count"), f"the {n['name']} is divided by {divisor}")
        per_row = -(-most[n["name"]] * n.get("times", 1) // divisor)
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
        demand(all_cells(certificate) <= MOST_LISTED, "that many cells are not listed")


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
    names = ["count", "mean", "deviation"] if verb == "describe" else [verb if verb in NUMBERS else "count"]
    have = [(n["name"], n["may_be_unknown"]) for n in certificate["numbers"]]
    demand(have == [(name, name in ("mean", "variance", "deviation")) for name in names], f"a row shows {', '.join(names)}, and nothing else")
    demand(display is None or isinstance(law, Warped), "only W has a display")
    demand(display != "unbiased" or law.least == 0, "what is not told has no unbiased count")
    demand(("prior_mean" in shown) == (display == "likely"), "a prior is there or is not")
    if "prior_mean" in shown:
        mean = number(shown["prior_mean"])
        demand(mean > 0 and mean.denominator == 1, "the guess of a mean is no number of people")
    return display
