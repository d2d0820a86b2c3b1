#!/usr/bin/env python3
"""The benchmark beside other libraries reads our own answers by the names of their columns.

    peers_read.py --selvage PATH

For each of its tasks, a small table with thousands of rows in every cell: what it reads is near the truth, which no other
column of the CSV is.
"""
import argparse
import csv
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench" / "peers"))
from ours import answers, spent  # noqa: E402
from tasks import CELLS, DEPARTMENTS, ROLES, TASKS  # noqa: E402

ROWS = 3000  # in a cell


def rows_of(task):
    """Cells, each with as many rows, one of a person; values from 20 to 60."""
    cells = {"histogram": [()], "two_columns": [(d, r) for d in DEPARTMENTS[:3] for r in ROLES], "unknown_keys": [("a",), ("b",)],
             "cap_in_cell": [(cell,) for cell in CELLS[:3]]}.get(task.name, [(d,) for d in DEPARTMENTS[:3]])
    for c, cell in enumerate(cells):
        for i in range(ROWS):
            yield {"person": c * ROWS + i, "value": 20 + 40 * (i % 2), **dict(zip(task.by, cell))}


def truth_of(task, cells):
    number = {"sum": 40 * ROWS, "mean": 40, "variance": 400}.get(task.name, ROWS)
    return {cell: number for cell in cells} if task.by else {("20",): ROWS / 2, ("60",): ROWS / 2}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    program, faults = parser.parse_args().selvage, []
    for task in TASKS.values():
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "t.csv"
            rows = list(rows_of(task))
            with open(path, "w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
            found = answers(task, spent(task, str(path), program)["text"])
        for cell, right in truth_of(task, {tuple(row[column] for column in task.by) for row in rows}).items():
            if abs(found.get(cell, -1e9) - right) > right / 10:
                faults.append(f"{task.name}: {cell} is read as {found.get(cell)}, and is {right}")
    print("\n".join(faults[:20]))
    sys.exit(1 if faults else 0)


main()
