"""What the libraries without tables of their own share: reading and bounding by pandas."""
import pandas as pd

from tasks import Task


def read(task: Task, path: str) -> pd.DataFrame:
    """Only the columns that are needed, by the fastest reader of pandas."""
    columns = list(task.columns)
    if path.endswith(".parquet"):
        return pd.read_parquet(path, columns=columns)
    return pd.read_csv(path, usecols=columns, engine="pyarrow")


def bounded(task: Task, frame: pd.DataFrame) -> pd.DataFrame:
    """At most rows_per_cell rows of a person in at most cells_per_person cells, at random."""
    if not task.person:
        return frame
    frame = frame.sample(frac=1)
    if task.rows_per_cell == 1 and task.cells_per_person == 1:
        return frame.drop_duplicates("person")
    cell = ["person", *task.by]
    if task.rows_per_cell == 1:
        frame = frame.drop_duplicates(cell)
        return frame[frame.groupby("person").cumcount() < task.cells_per_person]
    # With as many cells as keys there is no choice of cells to make.
    return frame[frame.groupby(cell).cumcount() < task.rows_per_cell]


def counts(task: Task, frame: pd.DataFrame) -> dict:
    """Exact counts of the cells that have rows, by key (a tuple of texts)."""
    sizes = frame.groupby(list(task.by)).size()
    return {key if isinstance(key, tuple) else (key,): int(n) for key, n in sizes.items()}
