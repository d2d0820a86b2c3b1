"""How far answers are from the truth, over repeated noise on a small table.

Noise does not depend on the number of rows, and in the small tables no cap leaves a row
out, so all of the error is noise. The error of a mean or a variance is inversely
proportional to the rows of a group; ratios hold for all sizes that are not tiny.
"""
import csv
import math
from collections import defaultdict
from pathlib import Path

from tasks import Task

SMALL = {"unknown_keys": "small_towns", "cap_in_cell": "small_visits"}


def small_table(task: Task, folder: Path) -> str:
    return str(folder / f"{SMALL.get(task.name, 'small_staff')}.parquet")


def truth(task: Task, folder: Path) -> dict:
    groups = defaultdict(list)
    with open(small_table(task, folder).replace(".parquet", ".csv")) as file:
        for row in csv.DictReader(file):
            key = tuple(row[column] for column in task.by or ("value",))
            groups[key].append(int(row.get("value", 0)))
    if task.name == "sum":
        return {key: sum(values) for key, values in groups.items()}
    means = {key: sum(values) / len(values) for key, values in groups.items()}
    if task.name == "mean":
        return means
    if task.name == "variance":
        return {key: sum((v - means[key]) ** 2 for v in values) / len(values)
                for key, values in groups.items()}
    return {key: len(values) for key, values in groups.items()}


def error_of(exact: dict, answers: list[dict]) -> dict:
    """Mean absolute and root mean square error over the cells that have rows, and the
    standard error of the first. A cell that was not released counts as 0."""
    errors = [abs(answer.get(key, 0) - number)
              for answer in answers for key, number in exact.items()]
    mean = sum(errors) / len(errors)
    square = sum(error * error for error in errors) / len(errors)
    return {"mae": mean, "rmse": math.sqrt(square), "repetitions": len(answers),
            "spread": math.sqrt(max(0, square - mean * mean) / len(errors))}
