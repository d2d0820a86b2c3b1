"""Noise in cells: counts, sums, means and variances, with noise that is the same for every count or by a profile."""
from .. import error_bars, profiled_error_bars, profiled_totals
from ..cell_warnings import expected as warnings  # noqa: F401
from ..leaves import check_leaves
from ..profiled import is_profiled
from ..promised import check_promised
from ..quantity import count_of_numbers, count_of_rows, of_kept_rows
from ..question import check_display, check_numbers, check_share, grid

NAMES = ("discrete_laplace", "discrete_gaussian", "warped_geometric", "staircase", "lower_bound", "key_threshold")


def checks(certificate):
    profiled = is_profiled(certificate)
    bars = profiled_error_bars if profiled else error_bars
    totals = profiled_totals if profiled else error_bars

    def leaves(i):
        return lambda certificate: check_leaves(certificate["derivation"][i], certificate)
    return [("numbers of a cell", check_numbers), ("share of a person", check_share), ("display", check_display),
            *((f"leaves of derivation {i}", leaves(i)) for i in range(len(certificate["derivation"]))),
            ("promised", check_promised), ("unit", bars.check_unit), ("error bound", bars.check_error),
            ("intervals", bars.check_intervals), ("total", totals.check_total)]


def interval_of(certificate, name):
    """A sum is that of the rounded values where the step was given; else rounding is inside the intervals. T35"""
    if name == "count":
        return count_of_numbers(certificate) if certificate["question"]["verb"] == "describe" else count_of_rows(certificate)
    rounded = ["rounded"] if name == "sum" and grid(certificate).given else []
    return of_kept_rows(certificate, "clamped", *rounded)
