"""PyDP: pandas reads, bounds and groups; PyDP's algorithms or mechanisms answer."""
from pydp.algorithms.laplacian import BoundedMean, BoundedSum, BoundedVariance
from pydp.algorithms.numerical_mechanisms import GaussianMechanism, LaplaceMechanism
from pydp.algorithms.partition_selection import create_truncated_geometric_partition_strategy

import frames
from keys import public_keys
from tasks import HIGH, LOW, Task

OF_VALUES = {"sum": BoundedSum, "mean": BoundedMean, "variance": BoundedVariance}


def of_values(task: Task, frame) -> dict:
    groups = dict(list(frame.groupby("department")["value"]))
    answers = {}
    for key in public_keys(task):
        algorithm = OF_VALUES[task.name](
            epsilon=task.epsilon, lower_bound=LOW, upper_bound=HIGH, dtype="float",
            l0_sensitivity=task.cells_per_person, linf_sensitivity=task.rows_per_cell)
        if key[0] in groups:
            algorithm.add_entries(groups[key[0]].astype(float).to_list())
        answers[key] = algorithm.result()
    return answers


def unknown_keys(task: Task, exact: dict) -> dict:
    """Half of epsilon selects the keys, half counts them."""
    half = task.epsilon / 2
    selection = create_truncated_geometric_partition_strategy(half, task.delta, 1)
    noise = LaplaceMechanism(epsilon=half, sensitivity=1)
    return {key: noise.add_noise(n) for key, n in exact.items() if selection.should_keep(n)}


def of_counts(task: Task, exact: dict) -> dict:
    if task.delta:
        noise = GaussianMechanism(
            epsilon=task.epsilon, delta=task.delta,
            sensitivity=task.rows_per_cell * task.cells_per_person ** 0.5)
    else:
        noise = LaplaceMechanism(epsilon=task.epsilon,
                                 sensitivity=task.rows_per_cell * task.cells_per_person)
    return {key: noise.add_noise(exact.get(key, 0)) for key in public_keys(task)}


def prepare(task: Task, path: str):
    def answer() -> dict:
        frame = frames.bounded(task, frames.read(task, path))
        if task.name in OF_VALUES:
            return of_values(task, frame)
        if task.name == "histogram":
            bins = frame["value"].clip(LOW, HIGH - 1).value_counts()
            return of_counts(task, {(str(low),): int(n) for low, n in bins.items()})
        exact = frames.counts(task, frame)
        return unknown_keys(task, exact) if task.name == "unknown_keys" \
            else of_counts(task, exact)

    return answer
