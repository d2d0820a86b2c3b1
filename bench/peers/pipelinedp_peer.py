"""PipelineDP on its local backend; pandas reads."""
import pipeline_dp
from pipeline_dp import Metrics, NoiseKind, PartitionSelectionStrategy

import frames
from keys import public_keys
from tasks import HIGH, LOW, Task

METRICS = {"sum": Metrics.SUM, "mean": Metrics.MEAN, "variance": Metrics.VARIANCE,
           "unknown_keys": Metrics.PRIVACY_ID_COUNT}


def rows_of(task: Task, path: str) -> list[tuple]:
    """(person, key, value)"""
    frame = frames.read(task, path)
    if task.name == "histogram":
        return [(None, (str(value),), 0)
                for value in frame["value"].clip(LOW, HIGH - 1).to_list()]
    keys = zip(*(frame[column].to_list() for column in task.by))
    values = frame["value"].to_list() if "value" in frame else [0] * len(frame)
    return list(zip(frame["person"].to_list(), keys, values))


def parameters(task: Task) -> pipeline_dp.AggregateParams:
    chosen = {}
    if task.name in ("sum", "mean", "variance"):
        chosen |= {"min_value": LOW, "max_value": HIGH}
    if task.name == "unknown_keys":    # one noise for both the count and the selection
        chosen |= {"post_aggregation_thresholding": True, "partition_selection_strategy":
                   PartitionSelectionStrategy.LAPLACE_THRESHOLDING}
    if task.name == "cap_in_cell":
        chosen |= {"noise_kind": NoiseKind.GAUSSIAN}
    return pipeline_dp.AggregateParams(
        metrics=[METRICS.get(task.name, Metrics.COUNT)],
        max_partitions_contributed=task.cells_per_person,
        max_contributions_per_partition=task.rows_per_cell,
        contribution_bounds_already_enforced=not task.person, **chosen)


def prepare(task: Task, path: str):
    extractors = pipeline_dp.DataExtractors(
        privacy_id_extractor=(lambda row: row[0]) if task.person else None,
        partition_extractor=lambda row: row[1], value_extractor=lambda row: row[2])
    public = None if task.name == "unknown_keys" else public_keys(task)

    def answer() -> dict:
        accountant = pipeline_dp.NaiveBudgetAccountant(total_epsilon=task.epsilon,
                                                       total_delta=task.delta)
        engine = pipeline_dp.DPEngine(accountant, pipeline_dp.LocalBackend())
        result = engine.aggregate(rows_of(task, path), parameters(task), extractors,
                                  public_partitions=public)
        accountant.compute_budgets()
        return {key: numbers[0] for key, numbers in result}

    return answer
