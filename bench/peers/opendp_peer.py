"""OpenDP, by its Context API on Polars, which reads lazily and in all cores.

The search for the scale of the noise (about two seconds of the processor) sees no data and
belongs to `prepare`, so that it is not counted.
"""
import opendp.prelude as dp
import polars as pl

from keys import public_keys
from tasks import HIGH, LOW, Task

dp.enable_features("contrib")
MIDDLE = (LOW + HIGH) // 2
HALF = (HIGH - LOW) // 2


def scan(task: Task, path: str) -> pl.LazyFrame:
    table = pl.scan_parquet(path) if path.endswith(".parquet") else pl.scan_csv(path)
    table = table.select(task.columns)
    if task.name == "histogram":
        return table.select(bin=pl.col("value").clip(LOW, HIGH - 1).cast(pl.String))
    if task.name in ("mean", "variance"):     # sums around the middle have half the noise
        table = table.with_columns(value=pl.col("value") - MIDDLE)
    if task.name == "variance":
        table = table.with_columns(square=pl.col("value") ** 2)
    return table


def rho_of(epsilon: float, delta: float) -> float:
    """The most concentrated privacy that OpenDP itself converts to (epsilon, delta)."""
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)

    def fits(scale: float) -> bool:
        noisy = dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=scale))
        return noisy.map(1.0).epsilon(delta) <= epsilon

    scale = dp.binary_search(fits, bounds=(0.1, 1000.0))
    return 1 / (2 * scale * scale)


def loss(task: Task):
    if task.name == "cap_in_cell":            # Gaussian noise is the better one here
        return dp.loss_of(rho=rho_of(task.epsilon, task.delta))
    if task.delta:
        return dp.loss_of(epsilon=task.epsilon, delta=task.delta)
    return dp.loss_of(epsilon=task.epsilon)


def statistics(task: Task) -> list:
    value, length = pl.col("value").fill_null(0), dp.len(signed=True)
    if task.name == "sum":
        return [value.dp.sum((LOW, HIGH))]
    if task.name == "mean":
        return [length, value.dp.sum((-HALF, HALF))]
    if task.name == "variance":
        return [length, value.dp.sum((-HALF, HALF)),
                pl.col("square").fill_null(0).dp.sum((0, HALF * HALF))]
    return [length]


def estimate(task: Task, row: dict) -> float:
    if task.name == "sum":
        return row["value"]
    if task.name not in ("mean", "variance"):
        return row["len"]
    rows = max(1, row["len"])
    if task.name == "mean":
        return MIDDLE + row["value"] / rows
    return max(0.0, row["square"] / rows - (row["value"] / rows) ** 2)


def prepare(task: Task, path: str):
    by = list(task.by) or ["bin"]
    unit = dp.unit_of(contributions=1, identifier="person") if task.person \
        else dp.unit_of(contributions=1)
    margins = [dp.polars.Margin(by=by, max_length=100_000_000)]
    context = dp.Context.compositor(data=scan(task, path), privacy_unit=unit,
                                    privacy_loss=loss(task), split_evenly_over=1,
                                    margins=margins)
    query = context.query()
    if task.rows_per_cell > 1:
        query = query.truncate_per_group(task.rows_per_cell, by=by)
    elif task.person:
        query = query.truncate_per_group(task.cells_per_person)
    query = query.group_by(by).agg(*statistics(task))
    if task.name != "unknown_keys":
        keys = public_keys(task)
        query = query.with_keys(pl.LazyFrame(
            {column: [key[i] for key in keys] for i, column in enumerate(by)}))
    measurement = query.resolve()

    def answer() -> dict:
        rows = measurement(scan(task, path)).collect().to_dicts()
        return {tuple(row[column] for column in by): estimate(task, row) for row in rows}

    return answer
