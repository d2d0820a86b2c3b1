"""From the question to the numbers of a cell, and the share of a person in them: T30, T35."""
import math
from fractions import Fraction

from .cells import all_cells, entries_of, is_listed, unknown_keys
from .noise import noise_of
from .numbers import number, request_number, written
from .profiled import is_profiled, law_of, parameter_of
from .report import Unknown, Wrong, demand

NUMBERS = {"sum": ["sum"], "mean": ["count", "sum"], "variance": ["count", "sum", "squares"]}


def check_share(certificate):
    """T30."""
    person, share = certificate["question"]["person"], certificate["mechanism"]["share"]
    have = (share["rows"], share["cells"], share["rows_in_cell"])
    if person == "one row":
        demand(have == (1, 1, 1), "the share of one row is 1, 1, 1")
        return
    m, g = person["rows_per_person"], person["cells_per_person"]
    demand(1 <= m <= 10**6 and 1 <= g <= 10**6, "caps are from 1 to 1000000")

    def of(g):
        return (m, min(m, g), m) if person["per_person"] == "sum" else (min(m, g), min(m, g), 1)
    cells = len(entries_of(certificate)) if is_listed(certificate) else all_cells(certificate)
    if have == of(min(g, cells or g)) or (have == of(g) and not is_listed(certificate)):
        return
    if cells is None and not unknown_keys(certificate) and have == of(min(g, share["cells"])):
        raise Unknown("it supposes a number of cells that is not said")
    raise Wrong(f"{have} does not follow from the caps of a person")


def grid(certificate):
    """T35: lo, hi, c, R, h and the step of a measure."""
    measure = certificate["question"]["measure"]
    step = number(measure["step"])
    demand(step > 0 and measure["bounds"].count(":") == 1, "bounds or step are none")
    low, high = (math.floor(request_number(x) / step + Fraction(1, 2)) for x in measure["bounds"].split(":"))
    demand(low <= high, "the bounds are exchanged")
    demand(measure["bounds"] == ":".join(written(request_number(x)) for x in measure["bounds"].split(":")), "the bounds are not in their own form")
    c = (low + high) // 2
    return low, high, c, high - c, (high - c)**2 // 2, step


def check_numbers(certificate):
    """The noisy numbers of a cell, how much one row changes each of them, and the name of the mechanism."""
    question, mechanism = certificate["question"], certificate["mechanism"]
    verb, numbers = question["verb"], mechanism["numbers"]
    names = NUMBERS.get(verb, ["count"])
    if verb == "sum" and unknown_keys(certificate):
        names = ["count", "sum"]
    demand([n["name"] for n in numbers] == names, f"the numbers are not {names}")
    demand(("measure" in question) == (verb in NUMBERS), "a measure is there or is not")
    per_row = {"count": 1}
    if "measure" in question:
        low, high, _, r, h, _ = grid(certificate)
        per_row |= {"sum": max(abs(low), abs(high)) if verb == "sum" else r, "squares": r * r - h}
    for n in numbers:
        demand(n["per_row"] == per_row[n["name"]], f"one row changes the {n['name']} by {per_row[n['name']]}")
        demand(is_profiled(certificate) or noise_of(n)[1] > 0, "noise without a scale")
    check_name(certificate)
    if is_profiled(certificate):
        law_of(numbers[0])
        return f"count with {numbers[0]['noise']} {parameter_of(numbers[0])[:60]}"
    return ", ".join(f"{n['name']} with {n['noise']} {written(noise_of(n)[1])[:30]}" for n in numbers)


def check_name(certificate):
    """The name of the mechanism, its threshold, and how counts are shown."""
    mechanism, fewer = certificate["mechanism"], certificate["fewer_than"]
    threshold, noises = mechanism["threshold"], {n["noise"] for n in mechanism["numbers"]}
    demand(fewer is None or fewer >= 1, "fewer_than is below 1")
    demand((threshold is not None) == unknown_keys(certificate), "a threshold is there or is not")
    demand((mechanism["name"] == "key_threshold") == (threshold is not None), "the name of the mechanism is another")
    demand(threshold is None or (fewer is not None and fewer >= threshold), "fewer_than is below the threshold")
    demand(threshold is not None or noises == {mechanism["name"]}, "the name of the mechanism is another")
    warped = noises == {"warped_geometric"}
    demand(warped or "display" not in mechanism, "only W has a display")
    demand(("prior_mean" in mechanism) == (mechanism.get("display") == "likely"), "a prior is there or is not")
    demand(threshold is None or warped or not is_profiled(certificate), "no theorem has this threshold")
