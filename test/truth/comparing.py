"""Compares a release with the truth."""
import csv
import fractions
import io
import json
import math
import re

from domains import beside
from questions import MISS, Question, Truth


def exact_json(text: str):
    return json.loads(text, parse_float=fractions.Fraction)


class Faults(list):
    def demand(self, holds: bool, what: str) -> None:
        if not holds:
            self.append(what)


def shown(number) -> str:
    return "None" if number is None else str(number) if number == int(number) else f"{number} = {float(number)!r}"


def inside(low, high, true_range) -> bool:
    """Whether the interval holds the truth, or where chance decides something possible.

    JSON shows numbers as doubles, rounded to the nearest; `units` has them exactly."""
    low, high = (fractions.Fraction(end) for end in (low, high))
    return low - abs(low) / 2**52 <= true_range[1] and true_range[0] <= high + abs(high) / 2**52


def width_allowed(ask: Question, rows: int):
    """An interval at the largest epsilon is no longer than this; None if nothing is said."""
    share = ask.rows_cap if ask.person else 1
    nats = math.log(4 / float(MISS)) * (8 if ask.gaussian else 3)
    if not ask.measure:
        return 0 if share < 15 and not ask.gaussian and not ask.profile else None
    low, high = ask.bounds
    if ask.verb == "sum":
        return 2 * share * float(max(abs(low), abs(high))) * nats / 1000 * 1.2 + float(high - low) / 100
    if ask.verb == "mean" and rows > 30 and share < 3:
        return float(high - low) * (6 * share * nats / 1000 / rows + 0.025) + float(ask.step or 0)
    return None


def compare_description(ask: Question, truth: Truth, cell, entry: dict, where: str, faults: Faults) -> None:
    """Count, mean and deviation of a cell, each in its interval."""
    low, high = entry["interval"]
    faults.demand(inside(low, high, truth.range(cell, "count")),
                  f"{where}: the interval [{low}, {high}] does not hold the count {truth.range(cell, 'count')}")
    mean, variance = truth.range(cell, "mean"), truth.range(cell, "variance")
    for name, true_range in (("mean", mean), ("deviation", variance)):
        ends = entry[f"{name}_interval"]
        many = len(cell.values) > 30 and (not ask.person or ask.rows_cap < 3) and not truth.cut()
        faults.demand(ends is not None or not (many and name == "mean"), f"{where}: nothing is said of the {name}")
        if ends is None or true_range is None:
            continue
        low, high = map(fractions.Fraction, ends)
        if name == "deviation":  # squares of what was rounded to doubles
            low, high = (x * x * (1 + off) for x, off in ((low, -fractions.Fraction(1, 2**50)), (high, fractions.Fraction(1, 2**50))))
        faults.demand(inside(low, high, true_range), f"{where}: the interval {ends} does not hold the {name}, {shown(true_range[0])}")


def compare_cell(ask: Question, truth: Truth, cell, entry: dict, where: str, faults: Faults) -> None:
    if ask.verb == "describe":
        compare_description(ask, truth, cell, entry, where, faults)
        return
    low, high = entry["interval"] or (None, None)
    true_range = truth.range(cell)
    if true_range is None:  # a mean of nobody
        if low is not None and ask.verb == "mean":
            faults.demand(low <= ask.bounds[0] and ask.bounds[1] <= high,
                          f"{where}: nobody is in it, and the interval is [{low}, {high}]")
        return
    if low is None:  # the interval would be all that the bounds allow
        many = len(cell.values) > 30 and (not ask.person or ask.rows_cap < 3) and not truth.cut()
        faults.demand(ask.verb in ("mean", "variance") and not (many and ask.verb == "mean"),
                      f"{where}: nothing is said, the truth is {shown(true_range[0])}")
        return
    if not inside(low, high, true_range):
        faults.append(f"{where}: the interval [{low}, {high}] does not hold the truth "
                      f"{shown(true_range[0])}"
                      + (f" to {shown(true_range[1])}" if true_range[0] != true_range[1] else ""))
    # What caps cut of a person's rows says nothing of the mean.
    allowed = None if ask.verb == "mean" and truth.cut() else width_allowed(ask, len(cell.values))
    if allowed is not None:
        faults.demand(high - low <= allowed, f"{where}: the interval [{low}, {high}] is longer than {allowed}")
    value = entry.get("count", entry.get("value"))
    faults.demand(value is None or low <= value <= high or "count" in entry,
                  f"{where}: the number {value} is outside its own interval [{low}, {high}]")


def compare_json(ask: Question, truth: Truth, text: str) -> Faults:
    faults = Faults()
    release = exact_json(text)
    answer, least = release["answer"], release["fewer_than"]
    if not ask.domains:
        (cell,) = truth.cells.values()
        if answer is None:
            faults.demand(least is not None and truth.range(cell)[0] < least, "the answer is null")
        else:
            compare_cell(ask, truth, cell, answer, "the answer", faults)
        return faults
    names = [d.column.name for d in ask.domains]
    unknown = any(d.unknown for d in ask.domains)
    if unknown:
        compare_keys(ask, truth, answer, least, names, faults)
    elif ask.fewer_than is None:
        faults.demand(len(answer) == len(truth.cells),
                      f"{len(answer)} cells, there are {len(truth.cells)}")
        for entry, cell in zip(answer, truth.cells.values()):
            where = f"cell {entry['cell']}"
            for name, label in zip(names, cell.labels):
                faults.demand(label is None or entry["cell"][name] == label,
                              f"{where}: the label of {name!r} is {label!r}")
            compare_cell(ask, truth, cell, entry, where, faults)
    elif not truth.cut():
        kept = [c for c in truth.cells.values() if truth.range(c)[0] >= least]
        faults.demand(len(answer) == len(kept), f"{len(answer)} cells of {least} or more, there are {len(kept)}")
        for entry, cell in zip(answer, kept):
            compare_cell(ask, truth, cell, entry, f"cell {entry['cell']}", faults)
    if release["total"] is not None and ask.verb in ("histogram", "count", "sum"):
        low, high = release["total"]["interval"]
        faults.demand(inside(low, high, truth.total()),
                      f"total: the interval [{low}, {high}] does not hold {list(map(shown, truth.total()))}")
    for column, places in enumerate(release.get("margins", [])):
        for place, margin in enumerate(places):
            low, high = margin["interval"]
            faults.demand(inside(low, high, truth.margin(column, place)),
                          f"margin {place} of {names[column]!r}: the interval [{low}, {high}] does not hold "
                          f"{list(map(shown, truth.margin(column, place)))}")
    faults.demand((release["total"] is None) == (unknown or ask.fewer_than is not None or not ask.domains
                                                 or ask.verb in ("mean", "variance", "describe"))
                  or ask.profile, "a total where there is none, or none where there is one")
    return faults


def compare_keys(ask: Question, truth: Truth, answer: list, least: int, names: list, faults: Faults) -> None:
    labelled = {}
    for place, cell in truth.cells.items():
        labels = []
        for domain, at in zip(ask.domains, place):
            if domain.unknown:
                labels.append(at)
            elif at < len(domain.labels):
                labels.append(domain.labels[at] if domain.labels[at] is not None else at)
            else:
                labels.append(beside(getattr(domain, "keys", []), "missing"))
        labelled[tuple(labels)] = cell
    loose = [i for i, d in enumerate(ask.domains) if not d.unknown and None in d.labels]
    if loose:
        return  # labels of some dates and bins are free
    exact = not truth.cut()
    seen = set()
    for entry in answer:
        labels = tuple(entry["cell"][name] for name in names)
        seen.add(labels)
        if labels not in labelled:
            faults.append(f"cell {entry['cell']}: nobody has this key")
            continue
        cell = labelled[labels]
        faults.demand(truth.counted(cell) >= least, f"cell {entry['cell']}: shown, with {truth.counted(cell)} rows of {least}")
        compare_cell(ask, truth, cell, entry, f"cell {entry['cell']}", faults)
    for labels, cell in labelled.items():
        if exact and truth.counted(cell) >= least and labels not in seen:
            faults.append(f"key {labels}: not shown, with {truth.counted(cell)} rows of {least}")


def compare_csv(ask: Question, truth: Truth, text: str) -> Faults:
    """The same numbers in CSV; cells in their order."""
    faults = Faults()
    rows = list(csv.reader(io.StringIO(text, newline="")))
    header, rows = rows[0], rows[1:]
    faults.demand(len(header) >= len(ask.domains) + 3, f"the header {header}")
    faults.demand(len(rows) == len(truth.cells), f"{len(rows)} lines, there are {len(truth.cells)} cells")
    at = header.index("lower")
    for row, cell in zip(rows, truth.cells.values()):
        for label, got in zip(cell.labels, row):
            faults.demand(label is None or label == got, f"line {row}: the label is {label!r}")
        low, high, value = row[at], row[at + 1], row[at - 1]
        entry = {"interval": (fractions.Fraction(low), fractions.Fraction(high)) if low else None}
        entry["value" if ask.measure else "count"] = fractions.Fraction(value) if value else None
        for name in ("mean", "deviation") if ask.verb == "describe" else ():
            ends = [row[header.index(f"{name}_{end}")] for end in ("lower", "upper")]
            entry[f"{name}_interval"] = [fractions.Fraction(end) for end in ends] if ends[0] else None
        compare_cell(ask, truth, cell, entry, f"line {row}", faults)
    return faults


NUMBER = r"-?[\d,]+(?:\.\d+)?"


def plain_number(text: str) -> fractions.Fraction:
    return fractions.Fraction(text.replace(",", ""))


def compare_text(ask: Question, truth: Truth, text: str) -> Faults:
    """The numbers of a text table of counts: with one column, line by line."""
    faults = Faults()
    body = text.split("\n\n")[1].splitlines()
    expected = [truth.range(cell) for cell in truth.cells.values()] + [truth.total()]
    faults.demand(len(body) == len(expected), f"{len(body)} lines, there are {len(expected)}")
    for line, true_range in zip(body, expected):
        found = re.search(rf"  +({NUMBER}) (?:±({NUMBER})|\[({NUMBER}), ({NUMBER})\])", line)
        if not found:
            faults.append(f"line {line!r} has no number")
            continue
        value = plain_number(found[1])
        low, high = ((value - plain_number(found[2]), value + plain_number(found[2])) if found[2]
                     else (plain_number(found[3]), plain_number(found[4])))
        faults.demand(inside(low, high, true_range), f"line {line!r} does not hold {true_range}")
    return faults


def compare_pivot(ask: Question, truth: Truth, text: str) -> Faults:
    """Counts by two columns with their margins, from the right end of each line."""
    faults = Faults()
    across = len(ask.domains[1].labels) + (not ask.domains[1].drop_missing)
    down = len(ask.domains[0].labels) + (not ask.domains[0].drop_missing)
    counts = [truth.range(c)[0] for c in truth.cells.values()]
    table = [counts[i * across:(i + 1) * across] for i in range(down)]
    expected = [[*row, sum(row)] for row in table]
    expected.append([sum(column) for column in zip(*expected)])
    blocks = text.split("\n\n")
    if not blocks[2].startswith("error"):
        return faults  # too wide for one table
    lines = blocks[1].splitlines()[-len(expected):]
    for line, numbers in zip(lines, expected):
        got = [int(n.replace(",", "")) for n in re.findall(r" (-?[\d,]+)(?= |$)", line)[-len(numbers):]]
        faults.demand(got == numbers, f"line {line!r}, the truth is {numbers}")
    return faults
