"""Makes the tables, as Parquet and as CSV, with a fixed seed.

staff    person, department (50), role (5), town (thousands, few of them large), value in
         0..100, skewed as salaries are; ten rows a person.
visits   person, cell (100); three rows of every person in every cell.
small_*  for errors: the same columns and no more rows of a person than the caps allow, so that
         every difference from the truth is noise.
"""
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

import tasks


def staff(rows: int, rows_of_a_person: int, rng: np.random.Generator) -> pa.Table:
    towns = (2000 * rng.random(rows) ** 3).astype(np.int64)
    return pa.table({
        "person": rng.permutation(np.arange(rows) // rows_of_a_person),
        "department": pa.array(np.array(tasks.DEPARTMENTS)[rng.integers(0, 50, rows)]),
        "role": pa.array(np.array(tasks.ROLES)[rng.integers(0, 5, rows)]),
        "town": pa.array(np.char.add("town ", towns.astype(str))),
        "value": np.minimum(rng.gamma(3, 10, rows), 99).astype(np.int64),
    })


def visits(people: int, rng: np.random.Generator) -> pa.Table:
    order = rng.permutation(people * 300)
    return pa.table({
        "person": order // 300,
        "cell": pa.array(np.array(tasks.CELLS)[order % 100]),
    })


def towns_of_every_size(most: int) -> pa.Table:
    """Four towns of 1, 2, ... `most` people each, one row a person."""
    names = [f"town {size}.{i}" for size in range(1, most + 1) for i in range(4)
             for _ in range(size)]
    return pa.table({"person": np.arange(len(names)), "town": pa.array(names)})


def write(table: pa.Table, folder: Path, name: str) -> None:
    pa.parquet.write_table(table, folder / f"{name}.parquet")
    pa.csv.write_csv(table, folder / f"{name}.csv",
                     pa.csv.WriteOptions(quoting_style="needed"))


def make(folder: Path, sizes: list[int]) -> None:
    """What is there already is left as it is; the last file of each size says that all are."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "small_towns.csv").exists():
        rng = np.random.default_rng(15)
        write(staff(20_000, 1, rng), folder, "small_staff")
        write(visits(20, rng), folder, "small_visits")
        write(towns_of_every_size(40), folder, "small_towns")
    for rows in sizes:
        if not (folder / f"visits_{rows}.csv").exists():
            rng = np.random.default_rng(rows)
            write(staff(rows, 10, rng), folder, f"staff_{rows}")
            write(visits(rows // 300, rng), folder, f"visits_{rows}")


if __name__ == "__main__":
    import sys
    make(Path(sys.argv[1]), [int(rows) for rows in sys.argv[2:]])
