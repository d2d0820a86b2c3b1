"""Tests of the second checker's regressions: laws and answers, certificates and lies about them.

    python3 tools/check_regression_test.py
"""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.mechanisms.regression import REASON  # noqa: E402

from made_certificates import KEY, NO_LEDGER, ROWS, SECRET, Forger, certificate, dp, finish, inputs_of, run  # noqa: E402

MOST = 2**60 - 1
MOST_OF_ONE = 2**62 - 1                # codes of coefficients with precision 1
NONE = -2**63
WARNINGS = [
    f"values of size {MOST} and more count as that bound, and those below 0.5 as 0; coefficients of size {MOST_OF_ONE} and more count as that bound, and those below 0.5 as 0;"
    " `unit` and `precision` move these ranges",
    "where fewer than 279 of 445 blocks seem to have a fit there is no answer: too few people, or columns that are constant or follow from each other",
    "with fewer than 4450 people the blocks are small and the coefficients inaccurate",
    "rows in which one of the columns holds no number are left out",
    "a coefficient is the middle of the blocks' fits: where rows miss the line farther upward than downward, or the other way round, as incomes do, it"
    " leans away from the least squares of all rows, perhaps by a factor"]


KEYS = ("a slope of a key compares its rows with those that have none of the keys of its column; where every row has one of them there is no answer,"
        " and rows without a value are left out")


INTERVAL = ("an interval holds what the fits of blocks lie around: the coefficient itself where the model is right, people do not depend on each other,"
            " and rows miss it upward as they miss it downward")


def leaf(rule, theorem, promised, /, **inputs):
    return {"rule": rule, "theorem": theorem, "premises": [], "conclusion": dp(promised), "inputs": inputs_of(inputs)}


def line():
    """Intercept 7, slope -3, 430 blocks with a fit."""
    leaves = [leaf("discrete_laplace_cells", "T4", "0.1", scale="10", sensitivity="1"),
              leaf("block_medians", "T140", "0.9", coefficients="2", slope="0.225")]
    whole = {"rule": "basic_composition", "theorem": "T6", "inputs": [], "conclusion": dp("1"), "premises": leaves}
    answer = {"value": 7, "interval": None, "slope of x": -3, "slope of x_interval": None, "fitted blocks": 430, "fitted blocks_interval": [400, 445],
              "noisy": [7, -3, 430]}
    result = certificate("regression", [], answer, [], [whole], unit="1", name="block_regression",
                         measure={"x": "x", "unit": "1", "precision": "1"})
    result["mechanism"].update(reason=REASON, shown={}, law={
        "blocks": 445, "count_scale": "10", "epsilon": "1", "least_fitted": 279, "most": MOST_OF_ONE, "precision": "1", "slope": "0.225", "unit": "1"})
    result["accuracy"] = []
    result["numbers"] = [{"name": "intercept", "unit": "1", "may_be_unknown": True}, {"name": "slope of x", "unit": "1", "may_be_unknown": True},
                         {"name": "fitted blocks", "unit": "1", "may_be_unknown": False}]
    result["warnings"] = [*WARNINGS, ROWS, NO_LEDGER]
    return result


def people():
    result = line()
    result["question"]["person"] = {"column": "id", "per_person": "all"}
    result["privacy_unit"] = "people of id"
    result["warnings"].remove(ROWS)
    return result


def keyed():
    """By one key: its slope has the unit of y. [T270]"""
    result = line()
    result["question"]["measure"]["x"] = "dept=a"
    for old, new in (("slope of x", "slope of dept=a"), ("slope of x_interval", "slope of dept=a_interval")):
        result["answer"][new] = result["answer"].pop(old)
    result["numbers"][1]["name"] = "slope of dept=a"
    result["warnings"].insert(5, KEYS)
    return result


def places():
    """To the bits of doubles: 7 and -3 in steps of 2^-32. [T250]"""
    result = line()
    result["question"]["measure"]["precision"] = result["mechanism"]["law"]["precision"] = "2^-32"
    result["mechanism"]["law"]["most"] = 45 * 2**52 - 1
    result["drawn"]["numbers"][:2] = [[7 << 32], [-3 << 32]]
    for number in result["numbers"][:2]:
        number["unit"] = "2^-32"
    result["unit"] = "2^-32"
    result["answer"].update({"value": "7", "slope of x": "-3"})
    result["warnings"][0] = (f"values of size {MOST} and more count as that bound, and those below 0.5 as 0; coefficients of size 2^64 and more count as that bound, and those below"
                             " 2^-33 as 0; `unit` and `precision` move these ranges")
    return result


def interval():
    """600 blocks, ends at distances that a search has; the shift is 36 for the blocks and 60 for the search. [T271, T272]"""
    result = line()
    result["question"]["measure"]["interval"] = "yes"
    result["mechanism"]["law"].update(blocks=600, least_fitted=375, slope="0.1", interval={
        "first": "0.03125", "most": 640, "second": "0.0625", "shift": 96})
    whole = result["derivation"][0]
    whole["premises"][1] = leaf("block_medians", "T140", "0.4", coefficients="2", slope="0.1")
    whole["premises"].append(leaf("block_thresholds", "T271", "0.5", searches="4", first="0.03125", second="0.0625"))
    result["drawn"]["numbers"] = [[7], [-3], [2], [41], [-19], [-3], [590]]
    result["answer"] = {"value": 7, "interval": [2, 41], "slope of x": -3, "slope of x_interval": [-19, -3], "fitted blocks": 590,
                        "fitted blocks_interval": [560, 600]}
    result["warnings"][1:3] = [
        "where fewer than 375 of 600 blocks seem to have a fit there is no answer: too few people, or columns that are constant or follow from each other",
        "with fewer than 6000 people the blocks are small and the coefficients inaccurate; a coefficient more than ten thousand times larger than it"
        " varies from block to block, as where rows lie on a line exactly, may lie far off, unless there are more `blocks`"]
    result["warnings"].insert(5, INTERVAL)
    return result


def none():
    result = line()
    result["drawn"]["numbers"] = [[NONE], [NONE], [20]]
    result["answer"] = {"value": None, "interval": None, "slope of x": None, "slope of x_interval": None, "fitted blocks": 20,
                        "fitted blocks_interval": [0, 50]}
    return result


class Certificates(Forger):
    def test_all_pass(self):
        for make in (line, people, keyed, places, interval, none):
            with self.subTest(make.__name__):
                report, text = run(finish(make(), SECRET), KEY)
                self.assertEqual(report.wrong, 0, text)

    def test_lies(self):
        law = "mechanism.law"
        self.lies(
            line,
            ("law", {f"{law}.slope": "0.45"}),
            ("law", {f"{law}.blocks": 178}),
            ("law", {f"{law}.count_scale": "5"}),
            ("law", {f"{law}.least_fitted": 10}),
            ("law", {f"{law}.most": MOST}),
            ("law", {f"{law}.epsilon": "2"}),
            ("law", {"mechanism.reason": "no reason"}),
            ("request", {f"{law}.epsilon": "51"}),
            ("request", {"question.measure.unit": "2"}),
            ("request", {"question.measure.precision": "2", f"{law}.precision": "2"}),
            ("law", {"question.measure.precision": "2^-32"}),
            ("request", {"question.measure.x": "x,x"}),
            ("request", {"question.measure.x": "a,b,c,d,e,f,g,h,i,j"}),
            ("request", {"question.measure.x": ""}),
            ("request", {"question.person": {"column": "id", "rows_per_person": 1, "cells_per_person": 1, "per_person": "sum"}}),
            ("request", {"fewer_than": 5}),
            ("schema", {"question.verb": "mean"}),
            ("schema", {"question.measure.bounds": "0:1"}),
            ("schema", {"question.person": {"column": "id", "per_person": "first"}}),
            ("schema", {f"{law}.more": 1}),
            ("derivation 0", {"derivation.0.premises.1.inputs.slope": "0.1"}),
            ("derivation 0", {"derivation.0.premises.1.inputs.coefficients": "1"}),
            ("derivation 0", {"derivation.0.conclusion.epsilon": "0.5"}),
            ("answer", {"answer.value": 5}),
            ("answer", {"answer.interval": [4, 5]}),
            ("answer", {"answer.slope of x": -2}),
            ("answer", {"answer.fitted blocks": 445}),
            ("answer", {"answer.fitted blocks_interval": [402, 445]}),
            ("answer", {"drawn.numbers": [[7], [-3], [20]]}),
            ("answer", {"drawn.numbers": [[NONE], [NONE], [430]]}),
            ("answer", {"drawn.numbers": [[7], [1 << 62], [430]]}),
            ("answer", {"numbers.1.name": "slope"}),
            ("accuracy", {"error": [{"count": None, "mean_abs": "1", "bound": "1", "confidence": "0.95"}]}),
            ("warnings", lambda c: c["warnings"].pop(1)),
            ("warnings", lambda c: c["warnings"].pop(3)))
        self.lies(
            keyed,
            ("request", {"question.measure.x": "dept=a,a"}),
            ("request", {"question.measure.x": "dept= a"}),
            ("request", {"question.measure.x": "dept=?"}),
            ("request", {"question.measure.x": "=a"}),
            ("request", {"question.measure.x": "salary=a"}),
            ("answer", {"question.measure.x": "dept=b"}),
            ("warnings", lambda c: c["warnings"].remove(KEYS)))
        self.lies(
            interval,
            ("law", {f"{law}.interval.shift": 95}),
            ("law", {f"{law}.interval.first": "0.0625"}),
            ("law", {f"{law}.blocks": 267}),
            ("law", {"confidence": "0.9"}),
            ("leaves", lambda c: c["derivation"][0]["premises"].pop()),
            ("derivation 0", {"derivation.0.premises.2.inputs.searches": "2"}),
            ("answer", {"answer.interval": [3, 41]}),
            ("answer", {"answer.slope of x_interval": None}),
            ("answer", {"drawn.numbers": [[7], [-3], [8], [41], [-19], [-3], [590]]}),
            ("answer", {"drawn.numbers": [[7], [-3], [2], [40], [-19], [-3], [590]]}),
            ("answer", {"drawn.numbers": [[7], [-3], [590]]}),
            ("schema", {"question.measure.interval": "no"}),
            ("warnings", lambda c: c["warnings"].remove(INTERVAL)))
        self.lies(
            places,
            ("law", {f"{law}.most": MOST_OF_ONE}),
            ("answer", {"answer.value": "7.0000000001"}),
            ("answer", {"drawn.numbers": [[(7 << 32) + 1], [-3 << 32], [430]]}))
        self.lies(none, ("answer", {"answer.value": 4}), ("answer", {"drawn.numbers": [[NONE], [NONE], [279]]}))

    def test_no_other_mechanism_takes_all_rows(self):
        """A promise for one row of a person is none for all of them."""
        from check_bound_free_test import mean
        forged = mean()
        forged["question"]["person"] = {"column": "id", "per_person": "all"}
        report, _ = run(finish(forged, SECRET), KEY)
        self.assertGreater(report.wrong, 0)


if __name__ == "__main__":
    unittest.main()
