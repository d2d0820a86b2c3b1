"""diffprivlib: pandas reads, bounds and groups; diffprivlib's tools answer."""
import warnings

from diffprivlib import tools
from diffprivlib.mechanisms import GaussianAnalytic

import frames
from keys import KEYS, public_keys
from tasks import HIGH, LOW, Cannot, Task

warnings.simplefilter("ignore")        # it warns of bounds that were given as it asks


def histogram(task: Task, frame) -> dict:
    counted, _ = tools.histogram(frame["value"].to_numpy(), epsilon=task.epsilon,
                                 bins=HIGH - LOW, range=(LOW, HIGH))
    return dict(zip(public_keys(task), counted))


def two_columns(task: Task, frame) -> dict:
    """Its histograms are for one row of a person: a share of epsilon for each row."""
    codes, bins, ranges = [], [], []
    for column in task.by:
        known = {key: i for i, key in enumerate(KEYS[column])}
        codes.append(frame[column].map(known).to_numpy())
        bins.append(len(known))
        ranges.append((0, len(known)))
    share = task.epsilon / (task.rows_per_cell * task.cells_per_person)
    counted, _, _ = tools.histogram2d(*codes, epsilon=share, bins=bins, range=ranges)
    return dict(zip(public_keys(task), counted.ravel()))


def sums(task: Task, frame) -> dict:
    """Its sensitivity, the width of the bounds, is also that of adding a row, since LOW is 0."""
    groups = dict(list(frame.groupby("department")["value"]))
    return {key: tools.sum(groups[key[0]].to_numpy() if key[0] in groups else [0],
                           epsilon=task.epsilon, bounds=(LOW, HIGH))
            for key in public_keys(task)}


def cap_in_cell(task: Task, frame) -> dict:
    exact = frames.counts(task, frame)
    noise = GaussianAnalytic(epsilon=task.epsilon, delta=task.delta,
                             sensitivity=task.rows_per_cell * task.cells_per_person ** 0.5)
    return {key: noise.randomise(exact.get(key, 0)) for key in public_keys(task)}


WAYS = {"histogram": histogram, "two_columns": two_columns, "sum": sums,
        "cap_in_cell": cap_in_cell}


def prepare(task: Task, path: str):
    if task.name == "unknown_keys":
        raise Cannot("it has no selection of unknown keys")
    if task.name not in WAYS:
        raise Cannot("its mean and var take the number of rows of a group as public")
    return lambda: WAYS[task.name](task, frames.bounded(task, frames.read(task, path)))
