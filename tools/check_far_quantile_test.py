"""Tests of the second checker's quantiles far from the middle: certificates of all three ways out, and lies about them.

    python3 tools/check_far_quantile_test.py
"""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.mechanisms.far_quantile import METRIC, REASON  # noqa: E402
from certificate_checker.mechanisms.ladder import codes_of, last_step  # noqa: E402
from certificate_checker.scale import NARROW  # noqa: E402
from certificate_checker.mechanisms.quantile import NONE  # noqa: E402
from made_certificates import KEY, NO_LEDGER, ROWS, SECRET, Forger, certificate, dp, finish, inputs_of, laplace, run  # noqa: E402

MOST, LAST = 2**62 - 1, last_step(NARROW)
LEFT, RIGHT = "247/720", "0.7125"          # 0.95/0.9 - 0.7125
WARNINGS = [f"sizes of {MOST} and more count as that bound, and sizes below 0.5 as 0; `unit` moves this range",
            "where the noisy count is below 492 the answer is found by a ladder: the end of a step that is up to a thousandth of its value wide,"
            " and need not be a value of the table",
            "where the noisy count is below 75 there is no answer, since it might lie anywhere; a group of few rows may still pass by chance",
            ROWS, NO_LEDGER]


def leaf(rule, theorem, promised, /, **inputs):
    return {"rule": rule, "theorem": theorem, "premises": [], "conclusion": dp(promised), "inputs": inputs_of(inputs)}


def far(value, drawn, count):
    """The 0.9 quantile at epsilon 1, in whole units."""
    either = {"rule": "one_of", "theorem": "T260", "inputs": [], "conclusion": dp("0.95"), "premises": [
        leaf("universal_quantile", "T91", "0.95", at="0.9", left=LEFT, right=RIGHT, rows_per_person="1"),
        leaf("rank_thresholds", "T115", "0.95", first="0.475", second="0.475", searches="1", rows_per_person="1")]}
    whole = {"rule": "basic_composition", "theorem": "T6", "inputs": [], "conclusion": dp("1"), "premises": [laplace("20"), either]}
    answer = {"value": value, "interval": None, "count": count, "count_interval": [max(0, count - 60), count + 60], "noisy": [drawn, count]}
    made = certificate("quantile", [], answer, [], [whole], name="far_quantile", measure={"at": "0.9", "unit": "1"})
    made["mechanism"].update(reason=REASON, shown={}, law={
        "guard": {"least": 492, "least_searched": 75, "scale": "20"},
        "ladder": {"at": "0.9", "first": "0.475", "second": "0.475", "most": 85, "steps": 2 * LAST + 1, "unit": "1"},
        "quantile": {"at": ["0.9"], "epsilon": "0.95", "lowest": -MOST, "most": MOST, "prior": "octaves", "ties": 0, "unit": "1",
                     "nodes": [{"at": "0.9", "left": LEFT, "right": RIGHT}]}})
    made["accuracy"] = [{"alpha": "0", "beta": "147", "gamma": "0.05", "distortion": "none", "metric": METRIC}]
    made["numbers"] = [{"name": "0.9 quantile", "unit": "1", "may_be_unknown": True}, {"name": "count", "unit": "1", "may_be_unknown": False}]
    made["warnings"] = list(WARNINGS)
    return made


def by_ranks():
    return far(54321, 54321, 492)


def by_ladder():
    return far(codes_of(7000, NARROW)[1], 7000, 491)


def found_nothing():
    return far(None, -LAST, 75)


def stopped():
    return far(None, NONE, 74)


class Certificates(Forger):
    def test_all_pass(self):
        for make in (by_ranks, by_ladder, found_nothing, stopped):
            with self.subTest(make.__name__):
                report, text = run(finish(make(), SECRET), KEY)
                self.assertEqual(report.wrong, 0, text)

    def test_lies(self):
        law = "mechanism.law"
        self.lies(
            by_ranks,
            ("law", {f"{law}.guard.least": 491}),
            ("law", {f"{law}.guard.least_searched": 74}),
            ("law", {f"{law}.guard.scale": "10"}),
            ("law", {f"{law}.ladder.first": "0.95", f"{law}.ladder.second": "0.95", f"{law}.ladder.most": 43}),
            ("law", {f"{law}.ladder.steps": 5}),
            ("law", {f"{law}.quantile.most": MOST - 1}),
            ("law", {f"{law}.quantile.nodes.0.left": "1"}),
            ("schema", {f"{law}.more": 1}),
            ("schema", {"question.measure.ladder": "yes"}),
            ("schema", {"question.measure.no_guard": "yes"}),
            ("law", {"mechanism.reason": "no reason"}),
            ("request", {"question.measure.at": "0.5", f"{law}.ladder.at": "0.5", f"{law}.quantile.at": ["0.5"]}),
            ("derivation 0", {"derivation.0.premises.1.conclusion.epsilon": "0.9"}),
            ("leaves", {"derivation.0.premises.1": by_ranks()["derivation"][0]["premises"][1]["premises"][0]}),
            ("leaves", lambda c: c["derivation"][0]["premises"][1]["premises"].reverse()),
            ("answer", {"answer.value": 54320}),
            ("answer", {"answer.count": 493}),
            ("answer", {"answer.count_interval": [431, 553]}),
            ("answer", {"answer.interval": [1, 2]}),
            ("answer", {"drawn.numbers": [[54321], [491]], "answer.count": 491, "answer.count_interval": [431, 551]}),
            ("answer", {"drawn.numbers": [[MOST + 1], [492]]}),
            ("accuracy", {"accuracy.0.beta": "31"}),
            ("accuracy", {"accuracy": []}),
            ("request", {"fewer_than": 5}),
            ("warnings", lambda c: c["warnings"].pop(1)),
            ("warnings", lambda c: c["warnings"].pop(2)))
        self.lies(
            by_ladder,
            ("answer", {"answer.value": codes_of(7000, NARROW)[0]}),
            ("answer", {"drawn.numbers": [[LAST + 1], [491]]}),
            ("answer", {"drawn.numbers": [[7000], [492]], "answer.count": 492, "answer.count_interval": [432, 552]}))
        self.lies(stopped, ("answer", {"answer.value": 5}),
                  ("answer", {"drawn.numbers": [[NONE], [75]], "answer.count": 75, "answer.count_interval": [15, 135]}))


if __name__ == "__main__":
    unittest.main()
