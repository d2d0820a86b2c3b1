"""What the interval of each number holds: how it differs from the plain number of all rows.

A module says it of each of its numbers by its name, in `interval_of(certificate, name)`; None where no interval is claimed.
"""
from .mechanisms import module_of
from .question import most_in_cell
from .report import demand


def claimed(*but, certain=False):
    return {"but": list(but), "certain": certain}


def of_kept_rows(certificate, *but, counts=False, grouped=None):
    """A number of the rows that the caps keep; `grouped` where it is not by the columns of the question."""
    question = certificate["question"]
    person = question["person"]
    every = person == "one row" or person["per_person"] == "all"
    once = not every and counts and most_in_cell(person) == 1
    by_cells = bool(question["columns"]) if grouped is None else grouped
    return claimed(*but, *([] if every or (once and not by_cells) else ["kept_rows"]))


def count_of_rows(certificate):
    return of_kept_rows(certificate, counts=True)


def count_of_numbers(certificate):
    """Rows without a number are not counted."""
    return of_kept_rows(certificate, "numbers", counts=True)


def check_interval_of(certificate):
    module = module_of(certificate)
    wanted = [module.interval_of(certificate, series["name"]) for series in certificate["numbers"]]
    demand(certificate["interval_of"] == wanted, f"the intervals hold {str(certificate['interval_of'])[:120]}, and should {str(wanted)[:120]}")
    return ", ".join("none" if one is None else "+".join(one["but"]) or "all rows" for one in wanted)
