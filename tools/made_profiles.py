"""Certificates with profiles, made from the documents alone, for the tests of the checker."""
import copy
import json
from decimal import Decimal
from fractions import Fraction

from certificate_checker import numbers, profiled_error_bars
from certificate_checker.lower_bound import LowerBound
from certificate_checker.profiled import law_of
import made_certificates as made

PERSON = "add_remove_person"
PARTITION = "salary=0:200000:100000"
THEOREMS = {"warped_geometric_cells": "T60", "warped_cells_of_person": "T61", "dp_from_outlier": "T62",
            "profile_at_most": "T62", "outlier_group": "T63", "outlier_substitution": "T64",
            "outlier_crowd_blending": "T65", "outlier_key_threshold": "T66", "distributional_from_outlier": "T67",
            "staircase_cells": "T68", "lower_bound_cells": "T68", "outlier_from_dp": "T36", "outlier_composition": "T36"}


def node(rule, conclusion, inputs, *premises):
    return {"rule": rule, "theorem": THEOREMS[rule], "inputs": made.inputs_of(inputs), "premises": list(premises), "conclusion": conclusion}


def outlier(*profile, delta="0", partition=PARTITION):
    return {"kind": "outlier", "profile": [list(step) for step in profile], "delta": delta, "partition": partition,
            "neighbours": PERSON}


def promise(kind, neighbours=PERSON, **fields):
    return {"kind": kind, "neighbours": neighbours, **fields}


TWO = [(20, "0.1"), (None, "1")]


def warped_leaf(partition=PARTITION):
    return node("warped_geometric_cells", outlier(*TWO, partition=partition),
                {"bits": "62", "profile": TWO, "partition": partition})


def unprotected_leaf(partition=PARTITION):
    profile = [(30, "0.05"), (None, "infinity")]
    return node("warped_geometric_cells", outlier(*profile, partition=partition),
                {"bits": "62", "profile": profile, "partition": partition})


def errors(*lines):
    return [{"count": c, "mean_abs": mean, "bound": bound, "confidence": "0.95"} for c, mean, bound in lines]


def all_errors(law, known):
    """Those that are given, with all others that a certificate states."""
    known = {error["count"]: error for error in known}
    beta, result = Fraction(1, 20), []
    for count in profiled_error_bars.SHOWN_COUNTS:
        mean, bound = Decimal(law.mean_error(count)), 0
        if isinstance(law, LowerBound):
            bound = profiled_error_bars.paper_bound(law, beta)
        while law.exceeds(count, bound) > beta:
            bound += 1
        mean = numbers.written(numbers.rounded_up(mean, 6).pop()) if mean else "0"
        result.append(known.get(count) or errors((count, mean, bound))[0])
    return copy.deepcopy(result)


def profiled(leaf, answer, noise, error, threshold=None, fewer=None, name=None, columns=None, more=(), **others):
    if noise["noise"] == "staircase":       # T71: the first noise protects everybody
        everybody = made.laplace(numbers.written(1 / Fraction(noise["levels"].split(";")[0])))
    else:
        everybody = node("dp_from_outlier", made.dp(leaf["conclusion"]["profile"][-1][1], leaf["conclusion"]["delta"]), {}, leaf)
    drawn = [{"name": "count", "per_row": 1, "divisor": 1, **noise}]
    c = made.certificate("histogram", columns or [made.BINS], answer, drawn, [everybody, leaf, *more], fewer=fewer,
                         name=name or noise["noise"], threshold=threshold, totals=False, **others)
    c["error"] = all_errors(law_of(c["mechanism"]["law"]["numbers"][0]), error)
    return c


W_NOISE = {"noise": "warped_geometric", "profile": "20:0.1,1"}
W_ERRORS = errors((0, "4.37371", 20), (5, "5.93689", 16), (20, "4.74159", 20), (50, "0.850919", 3))


def w_rows(*rows, column="salary", labels=made.LABELS):
    return [{"cell": {column: label}, "count": count, "interval": list(interval)}
            for label, (count, *interval) in zip(labels, rows)]


def warped_histogram():
    """W for 20:0.1,1; the numbers are those of T38 and T42."""
    rows = w_rows((0, 0, 21), (5663, 5660, 5666), (413, 410, 416), (100, 97, 103), (11, 0, 22))
    return profiled(warped_leaf(), rows, W_NOISE, W_ERRORS)


def likely_histogram():
    """The same, showing the median of what is likely behind each."""
    c = warped_histogram()
    c["mechanism"]["shown"].update(display="likely", prior_mean="2500")
    c["drawn"]["numbers"] = [[2, 5663, 412, 99, 204]]
    for row, noisy, shown in zip(c["answer"], (2, 5663, 412, 99, 204), (6, 5663, 412, 99, 204)):
        row.update(count=shown, interval=[noisy - 3, noisy + 3] if noisy > 50 else [0, 21])
    return c


def unbiased_histogram():
    """The same for 10:0.1,1, showing u(j): u(0) = -9.51, u(10) = 27.83, u(11) = 11 (T41)."""
    leaf = node("warped_geometric_cells", outlier((10, "0.1"), (None, "1")),
                {"bits": "62", "profile": [(10, "0.1"), (None, "1")], "partition": PARTITION})
    rows = [{"cell": {"salary": label}, "count": shown, "interval": ["0", high], "noisy": [noisy]}
            for label, noisy, shown, high in zip(made.LABELS, (0, 10, 11, 10, 10), ("-9.51", "27.83", "11", "27.83", "27.83"),
                                                 ("12", "13", "14", "13", "13"))]
    c = profiled(leaf, rows, {"noise": "warped_geometric", "profile": "10:0.1,1"},
                 errors((5, "4.1862", 7), (12, "1.22037", 5), (40, "0.850919", 3)))
    c["mechanism"]["shown"]["display"], c["unit"], c["numbers"][0]["unit"] = "unbiased", "0.01", "0.01"
    return c


def totalled_histogram():
    """W for 1:0.9,1 with a total: u(0) = -0.69, u(1) = 1.14 (T41), and 14 by T84; as the program showed it."""
    leaf = node("warped_geometric_cells", outlier((1, "0.9"), (None, "1")), {"bits": "62", "profile": [(1, "0.9"), (None, "1")], "partition": PARTITION})
    rows = [{"cell": {"salary": label}, "count": shown, "interval": interval, "noisy": [noisy]} for label, noisy, shown, interval in zip(
        made.LABELS, (0, 10588, 1, 89, 0), ("-0.69", "10588", "1.14", "89", "-0.69"),
        (["0", "3"], ["10585", "10591"], ["0", "4"], ["86", "92"], ["0", "3"]))]
    c = profiled(leaf, rows, {"noise": "warped_geometric", "profile": "1:0.9,1"}, [], total={"count": "10676.77", "interval": ["10661.77", "10691.77"]})
    c["mechanism"]["shown"].update(display="unbiased", totals=True)
    c["unit"] = c["numbers"][0]["unit"] = "0.01"
    return c


def keys_with_threshold():
    """W with keys that are not known: T66, P(j >= 32 | 1) = 6.718292e-7."""
    leaf = node("outlier_key_threshold", outlier(*TWO, delta="0.00000067183", partition="dept=?"), {"threshold": "32"},
                warped_leaf("dept=?"))
    return profiled(leaf, w_rows((40, 37, 43), (90, 87, 93), column="dept", labels=["x", "y"]), W_NOISE, W_ERRORS,
                    threshold=32, fewer=32, name="key_threshold", columns=[{"name": "dept", "domain": "?", "missing": "cell"}],
                    cells=[0, 1], keys=[["x", "y"]])


def unprotected():
    """Nothing is promised above 30: no dp promise, and one for those who do not know who was sampled."""
    leaf = unprotected_leaf()
    conclusion = promise("distributional", rate_low="0", rate_high="0.1", known=0, epsilon="1", delta="0.000000503021")
    sampled = node("distributional_from_outlier", conclusion,
                   {"crowd": "30", "rate_high": "0.1", "known": "0", "epsilon": "1"}, leaf)
    rows = w_rows((201, 201, 201), (5663, 5663, 5663), (413, 413, 413), (1000, 1000, 1000), (900, 900, 900))
    c = profiled(warped_leaf(), rows, {"noise": "warped_geometric", "profile": "30:0.05,infinity"},
                 errors((1000, "0", 0)))
    c["derivation"] = [leaf, sampled]
    c["guarantees"] = [copy.deepcopy(d["conclusion"]) for d in c["derivation"]]
    c["mechanism"]["shown"]["promised"] = {"sampled": {"crowd": 30, "rate": "0.1", "known": 0, "epsilon": "1"}}
    return c


def suppressed():
    """Example 4 of [LP15]: T = 32 is the least for 1e-6."""
    leaf = node("staircase_cells", outlier(*TWO, delta="0.000001"),
                {"first": "1", "level_threshold_1": "32", "level_epsilon_1": "0", "delta": "0.000001", "profile": TWO,
                 "partition": PARTITION})
    rows = w_rows((5663, 5660, 5666), (413, 410, 416), labels=made.LABELS[1:3])
    return profiled(leaf, rows, {"noise": "staircase", "levels": "1;32:0"}, errors((10, "10.0001", 10), (50, "0.850919", 3)), fewer=33,
                    cells=[1, 2], promised={"profile": "20:0.1,1", "delta": "0.000001"})


def grouped():
    """Example 2 of [LP15]: everybody has what the smallest classes have, with a delta of 0."""
    leaf = node("staircase_cells", outlier((None, "0.1")), {"first": "0.1", "delta": "0", "profile": [(None, "0.1")], "partition": PARTITION})
    rows = w_rows((-2, 0, 28), (5662, 5632, 5692), (413, 383, 443), (93, 63, 123), (239, 209, 269))
    return profiled(leaf, rows, {"noise": "staircase", "levels": "0.1"}, errors((0, "9.98336", 30)), promised={"profile": "0.1"})


def guessed():
    """Example 8 of [LP15]: shift 262 is the least for 1e-6."""
    leaf = node("lower_bound_cells", outlier(*TWO, delta="0.000001"),
                {"epsilon_lower_bound": "0.05", "epsilon_at_zero": "0.1", "shift": "262", "delta": "0.000001", "profile": TWO,
                 "partition": PARTITION})
    rows = w_rows((-2, 0, 58), (5662, 5602, 5722), (413, 353, 473), (93, 33, 153), (239, 179, 299))
    return profiled(leaf, rows, {"noise": "lower_bound", "guess": "0.05;262;0.1;20:0.1,1"}, errors((0, "19.9917", 60), (200, "19.8376", 60)),
                    promised={"delta": "0.000001"})


def several_cells():
    """A person in two cells: T61."""
    leaf = node("warped_cells_of_person", made.dp("2"), {"bits": "62", "cells_per_person": "2", "profile": TWO})
    c = warped_histogram()
    c["question"]["person"] = {"column": "id", "rows_per_person": 2, "cells_per_person": 2, "per_person": "first"}
    c["privacy_unit"] = "people of id"
    c["mechanism"]["law"]["share"] = {"rows": 2, "cells": 2, "rows_in_cell": 1}
    c["derivation"], c["guarantees"] = [leaf], [dict(leaf["conclusion"])]
    return c


def second_entry():
    """Entry 2 of a ledger: the same release twice, and what is claimed for small classes."""
    c = at_version(warped_histogram())
    counted = c["derivation"][0]
    overall = made.node("budget_filter", made.dp("2", "0.000001"), {"epsilon": "2", "delta": "0.000001", "times_1": "2"}, counted)
    c = made.enter(c, overall, "0" * 64, 2)
    claim = node("outlier_composition", outlier((20, "0.2"), (None, "2")), {"times_1": "2"}, warped_leaf())
    c["ledger"]["spent"]["claims"] = [at_version(claim)]
    return c


def at_version(part):
    """The same about the state of the table that made.enter names: its classes have another name."""
    return json.loads(json.dumps(part).replace(PARTITION, f"{PARTITION} at v1"))


ALL = (warped_histogram, likely_histogram, unbiased_histogram, totalled_histogram, keys_with_threshold, unprotected, suppressed, grouped, guessed, several_cells,
       second_entry)
ALL = tuple(map(made.warned, ALL))
globals().update({make.__name__: make for make in ALL})
