"""The cells of a release: which were drawn, and that the answer is about these."""
import math

from .domain import Column, check_column
from .report import demand

MOST_CELLS = 10**8
MOST_UNKNOWN = 2             # columns
MOST_BESIDE_TWO = 10**4      # cells of the others


def all_cells(certificate):
    """The number of cells of the domain, or None where keys were not known."""
    if unknown_keys(certificate):
        return None
    return math.prod(Column(c).places for c in certificate["question"]["columns"])


def unknown_keys(certificate):
    return any(c["domain"] == "?" for c in certificate["question"]["columns"])


def is_listed(certificate):
    """Every cell is in the answer; of a mode only those are that hold most."""
    return certificate["fewer_than"] is None and not unknown_keys(certificate) and certificate["question"]["verb"] != "mode"


def entries_of(certificate):
    answer = certificate["answer"]
    return answer if isinstance(answer, list) else [] if answer is None else [answer]


def drawn_rows(certificate):
    """Every row of the answer with its released numbers."""
    return zip(entries_of(certificate), zip(*certificate["drawn"]["numbers"]), strict=True)


def check_columns(certificate):
    """Different columns, whose domains are known but for released keys."""
    columns = certificate["question"]["columns"]
    names = [c["name"] for c in columns]
    demand(len(set(names)) == len(names), "a column stands there twice")
    for column in columns:
        check_column(column)
    cells = math.prod(Column(c).places for c in columns if c["domain"] != "?")
    demand(cells <= MOST_CELLS, f"{cells} cells are too many")
    unknown = sum(c["domain"] == "?" for c in columns)
    demand(unknown <= MOST_UNKNOWN and (unknown < 2 or cells <= MOST_BESIDE_TWO), "too many columns have keys that are not known")
    return f"{len(columns)}"


def released_columns(certificate):
    """The columns with the released keys in the place of those that were not known."""
    return [Column(c, keys) for c, keys in zip(certificate["question"]["columns"], certificate["drawn"]["keys"], strict=True)]


def check_drawn(certificate):
    """Cells of the domain in their order, released keys, and as many of each number."""
    drawn, asked = certificate["drawn"], certificate["question"]["columns"]
    demand(len(drawn["keys"]) == len(asked), "not one entry of keys for each column")
    for column, keys in zip(asked, drawn["keys"]):
        demand((keys is not None) == (column["domain"] == "?"), "keys are released exactly where they were not known")
        demand(keys is None or len(set(keys)) == len(keys), "a key is released twice")
    columns = released_columns(certificate)
    cells, every = drawn["cells"], math.prod(c.places for c in columns)
    if cells is not None:
        demand(not is_listed(certificate), "cells are left out, and none are hidden")
        demand(all(a < b for a, b in zip(cells, cells[1:])), "the cells are not in their order")
        demand(not cells or (cells[0] >= 0 and cells[-1] < every), f"a cell is not among the {every} of the domain")
        demand(len(cells) < every, "all cells are listed one by one")
    count = every if cells is None else len(cells)
    demand(all(len(numbers) == count for numbers in drawn["numbers"]), f"not {count} of each number")
    if unknown_keys(certificate):
        check_released_keys(drawn, columns, cells)
    return f"{count} of {every} cells"


def check_released_keys(drawn, columns, cells):
    """Keys stand in the order of their texts, `missing` last, and each has a cell."""
    demand(cells is not None, "a key stands for all others")
    used = [set() for _ in columns]
    for cell in cells:
        for place, column in zip(places_of(cell, columns), used):
            column.add(place)
    for keys, seen in zip(drawn["keys"], used):
        if keys is None:
            continue
        demand(seen == set(range(len(keys))), "a key is released without a cell, or a cell without its key")
        texts = keys[:-1] if keys[-1:] == ["missing"] else keys
        plain = [text_of(key).encode() for key in texts if "\\" not in key]      # others stood for bytes that are no text
        demand("missing" not in texts and plain == sorted(plain), "the released keys are not in their order")


def text_of(label):
    """The key that a label stands for: one that looks like `missing` is quoted once more."""
    return label[1:-1] if label[:1] == label[-1:] == "'" and label.strip("'") == "missing" else label


def places_of(cell, columns):
    """The places of the columns; the last one changes fastest."""
    result = []
    for column in reversed(columns):
        cell, place = divmod(cell, column.places)
        result.append(place)
    return result[::-1]


def check_series(certificate):
    """What the numbers of a row are: each with its unit, and known unless it may be unknown."""
    series, rows = certificate["numbers"], entries_of(certificate)
    demand(series[0]["unit"] == certificate["unit"], "the unit is another")
    demand(len({s["name"] for s in series}) == len(series), "a number stands there twice")
    first = "count" if series[0]["name"] == "count" else "value"
    named = {first, "interval"} | {name for s in series[1:] for name in (s["name"], f"{s['name']}_interval")}
    for row in rows:
        demand(set(row) - {"cell"} == named, "a row has other numbers than are named")
    if len(series) == 1 and not series[0]["may_be_unknown"]:
        demand(all(row.get("value", "") is not None for row in rows), f"the {series[0]['name'][:40]} of a cell is not known")
    return ", ".join(s["name"][:40] for s in series)


def check_cells(certificate):
    """The rows of the answer are those of the cells that were drawn, in their order."""
    answer, cells, columns = certificate["answer"], certificate["drawn"]["cells"], released_columns(certificate)
    demand(not columns or isinstance(answer, list), "the answer is no list")
    demand(columns or not isinstance(answer, list), "a list without columns")
    rows, every = entries_of(certificate), math.prod(c.places for c in columns)
    count = every if cells is None else len(cells)
    demand(len(rows) == count, f"{len(rows)} cells, and {count} were drawn")
    for row, cell in zip(rows, range(every) if cells is None else cells):
        demand(("cell" in row) == bool(columns), "a cell has labels, or not, against the columns")
        if columns:
            wanted = {c.name: c.label(place) for c, place in zip(columns, places_of(cell, columns))}
            demand(row["cell"] == wanted, f"cell {cell} has other labels than its places")
    return f"{len(rows)}" + ("" if is_listed(certificate) else f" of {all_cells(certificate) or 'an unknown number'}")
