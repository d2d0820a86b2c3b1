"""The seven tasks: what is asked, of which table, and at which guarantee.

Every library answers the same question with the same epsilon and delta, for the same unit
of privacy (one row, or one person with the same caps), under adding or removing that unit.
"""
from dataclasses import dataclass

DEPARTMENTS = [f"d{i:02}" for i in range(50)]
ROLES = ["clerk", "driver", "engineer", "nurse", "teacher"]
CELLS = [f"c{i:02}" for i in range(100)]
LOW, HIGH = 0, 100                     # bounds of `value`, and 100 bins between them


@dataclass(frozen=True)
class Task:
    name: str
    words: str
    table: str                         # "staff" or "visits", see tables.py
    columns: tuple[str, ...]           # what a library has to read
    by: tuple[str, ...] = ()           # the columns that make the cells
    person: bool = True                # the unit: a person, or a row
    rows_per_cell: int = 1
    cells_per_person: int = 1
    epsilon: float = 1.0
    delta: float = 0.0


TASKS = {task.name: task for task in [
    Task("histogram", "histogram of 100 bins, by row", "staff", ("value",), person=False),
    Task("two_columns", "counts of 50 x 5 cells, a person in at most 2", "staff",
         ("person", "department", "role"), ("department", "role"), cells_per_person=2),
    Task("unknown_keys", "counts by town, towns unknown, delta 1e-6", "staff",
         ("person", "town"), ("town",), delta=1e-6),
    Task("sum", "sum by 50 departments", "staff",
         ("person", "department", "value"), ("department",)),
    Task("mean", "mean by 50 departments", "staff",
         ("person", "department", "value"), ("department",)),
    Task("variance", "variance by 50 departments", "staff",
         ("person", "department", "value"), ("department",)),
    Task("cap_in_cell", "100 cells, 3 rows of a person in each, delta 1e-6", "visits",
         ("person", "cell"), ("cell",), rows_per_cell=3, cells_per_person=100, delta=1e-6),
]}


class Cannot(Exception):
    """The library has no way to do the task at this guarantee; the text says why."""
