"""The cells of the answer."""
import itertools
import math

from .domain import check_labels, labels_of, places
from .report import Unknown, demand

MOST_TRIED = 2_000_000    # cells of a domain whose labels are looked at


def all_cells(certificate):
    """The number of cells of the domain, or None."""
    counts = [places(c) for c in certificate["question"]["columns"]]
    return None if None in counts else math.prod(counts)


def unknown_keys(certificate):
    return any(c["domain"] == "?" for c in certificate["question"]["columns"])


def is_listed(certificate):
    """Every cell is in the answer."""
    return certificate["fewer_than"] is None and not unknown_keys(certificate)


def entries_of(certificate):
    answer = certificate["answer"]
    return answer if isinstance(answer, list) else [] if answer is None else [answer]


def check_cells(certificate):
    """Names, number and keys of the cells in the answer."""
    columns, answer, listed = certificate["question"]["columns"], certificate["answer"], is_listed(certificate)
    names = [c["name"] for c in columns]
    demand(len(set(names)) == len(names), "a column stands there twice")
    demand(not columns or isinstance(answer, list), "the answer is no list")
    demand(columns or not isinstance(answer, list), "a list without columns")
    demand(answer is not None or not listed, "there is no answer")
    rows = entries_of(certificate)
    seen = set()
    for row in rows:
        cell = row.get("cell", {})
        demand(set(cell) == set(names) and ("cell" in row) == bool(columns), "a cell has other columns")
        seen.add(tuple(cell[name] for name in names))
    demand(len(seen) == len(rows), "a cell stands there twice")
    wanted = all_cells(certificate)
    if wanted is not None:
        demand(len(rows) == wanted if listed else len(rows) <= wanted, f"{len(rows)} cells, the domain has {wanted}")
    labels = {name: list(dict.fromkeys(row["cell"][name] for row in rows)) for name in names}
    for column in columns if listed else []:
        check_labels(column, labels[column["name"]])
    if listed and columns:
        have = [[row["cell"][name] for name in names] for row in rows]
        demand(math.prod(map(len, labels.values())) == len(rows) and rows_in_order(labels, names) == have,
               "the cells are not all combinations of labels in their order")
    if not listed:
        check_some(columns, rows, wanted)
    if wanted is None and not listed and not unknown_keys(certificate):
        raise Unknown(f"{len(rows)} cells, of a number that is not said")
    return f"{len(rows)}" + ("" if listed else f" of {wanted or 'an unknown number'}")


def check_some(columns, rows, cells):
    """Where not every cell is listed: labels of places, and where all places are known in their order."""
    if cells is None and not any(c["domain"] == "?" for c in columns):
        return      # a list of keys is not to be seen
    if cells is not None and cells > MOST_TRIED:
        return
    known = {c["name"]: {label: i for i, label in enumerate(labels_of(c))} for c in columns if places(c) is not None}
    for row in rows:
        demand(all(row["cell"][name] in labels for name, labels in known.items()), "a label is that of no place")
    if cells is not None:
        order = [[known[c["name"]][row["cell"][c["name"]]] for c in columns] for row in rows]
        demand(order == sorted(order), "the cells are not in their order")


def rows_in_order(labels, names):
    """Every combination of labels, the last column changing fastest."""
    return [list(row) for row in itertools.product(*(labels[name] for name in names))]
