"""The rule of noise that only takes away (T162)."""
from .numbers import at_most, dec, exp
from .report import demand
from .rule import Rule, number

MOST_ROWS, MOST_LOSS = 10**12, 1000


def of_rows(epsilon, rows):
    """(E^rows - 1) / (E - 1), what rows in one cell multiply delta by; a whole number for one row or none."""
    return rows if rows <= 1 else (exp(epsilon * rows) - 1) / (exp(epsilon) - 1)


def drop_only_cells(n):
    """T162: a drop that hides a row at (epsilon, row_delta), R rows a person, m of them in one cell: (R epsilon, delta)."""
    n.leaf()
    epsilon, row_delta = n.take("epsilon", 0), n.take("row_delta", 0)
    rows, in_cell, delta = n.take("rows", 0, True), n.take("rows_in_cell", 0, True), n.take("delta", 0)
    demand(in_cell <= rows <= MOST_ROWS and delta < 1, "there are no such rows, or delta is not below 1")
    demand(epsilon * in_cell <= MOST_LOSS, "nothing is promised to a person in one cell")
    if in_cell == 1:
        demand(row_delta * rows <= delta, "delta is too small for so many rows")
    else:
        needed = dec(row_delta) * (rows // in_cell * of_rows(epsilon, in_cell) + of_rows(epsilon, rows % in_cell))
        demand(at_most(needed, delta), "delta is too small for so many rows")
    n.dp(epsilon * rows, delta)


RULES = (
    Rule(drop_only_cells, "T162", tuple(map(number, ("epsilon", "row_delta", "rows", "rows_in_cell", "delta")))),
)
