"""Tests of the second checker's certain quantiles and spreads: certificates and lies about them.

    python3 tools/check_certain_test.py
"""
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.acceptance import table  # noqa: E402
from certificate_checker.mechanisms.certain import REASON, check_answer, check_law, check_request  # noqa: E402
from certificate_checker.numbers import written  # noqa: E402
from certificate_checker.report import Wrong  # noqa: E402

from made_certificates import NO_LEDGER, ROWS, TERMS, Forger, both, certificate, changer, dp, enter, inputs_of, instead, keys, with_warnings  # noqa: E402

NONE = -2**63
MOST = 2**62 - 1
FEW = "there is an answer only where few {} could not change it; no answer says nothing about the values"
SIZES = "sizes of {} and more count as that bound, and sizes below {} as 0; `unit` moves this range"
AT_BOUND = "where {} is at a bound of this range there is no answer"
MOMENTS = "values beyond 0001-01-01:9999-12-31 count as the bound that is next to them; times with a zone count in UTC"
CAPS = "{} are taken and further rows are left out: numbers and intervals are about the rows that are kept, not about all rows"
PEOPLE = {"column": "id", "rows_per_person": 3, "cells_per_person": 2, "per_person": "sum"}
SEVERAL = {"column": "id", "rows_per_person": 4, "cells_per_person": 3, "rows_per_cell": 2, "per_person": "sum"}
UNKNOWN = {"value": None, "interval": None, "noisy": [NONE]}


def leaf(rule, theorem, promised, /, **inputs):
    return {"rule": rule, "theorem": theorem, "premises": [], "conclusion": dp(*promised), "inputs": inputs_of(inputs)}


def composed(times, one):
    """T6, for all tests of one person."""
    total = [written(times * Fraction(one["conclusion"][name])) for name in ("epsilon", "delta")]
    return {"rule": "basic_composition", "theorem": "T6", "premises": [one], "conclusion": dp(*total), "inputs": inputs_of({"times_1": str(times)})}


def shown(value, least, most, drawn, **cell):
    return {**cell, "value": value, "interval": [least, most], "noisy": [drawn]}


def made(verb, answer, unit, warnings, epsilon, delta, depth, at="0.5", tests=1, rows=1, columns=(), person="one row", series=None, answered=None):
    is_spread = verb == "iqr"
    one = leaf("stable_value", "T125", (epsilon, delta), epsilon=epsilon, delta=delta)
    at = {} if is_spread else {"at": at}
    result = certificate(verb, list(columns), answer, [], [composed(tests, one) if tests > 1 else one], unit=answered or unit, person=person,
                         name="certain_spread" if is_spread else "certain_quantile", measure={"certain": "yes", "unit": unit, **at})
    law = {"epsilon": epsilon, "delta": delta, "depth": depth or len(table(Fraction(epsilon), Fraction(delta))), "rows": rows, "unit": unit, **at}
    result["mechanism"].update(reason=REASON, shown={}, law=law)
    metric = ("how far the interquartile range lies outside the interval, where there is an answer" if is_spread
              else "rows between the answer and its rank, where there is one")
    result["accuracy"] = [{"alpha": "0", "beta": "0", "gamma": "0", "distortion": "none", "metric": metric}]
    result["numbers"] = [{"name": series or ("IQR" if is_spread else "median"), "unit": answered or unit, "may_be_unknown": True}]
    result["warnings"] = [*warnings, NO_LEDGER]
    return result


def median(drawn=42, epsilon="1", delta="0.000001", depth=28, at="0.5", **more):
    return made("median", shown(drawn, drawn, drawn, drawn), "1", [FEW.format("rows"), SIZES.format(MOST, "0.5"), AT_BOUND.format("the quantile"), ROWS],
                epsilon, delta, depth, at, **more)


def nothing():
    result = median()
    result["answer"], result["drawn"]["numbers"] = {"value": None, "interval": None}, [[NONE]]
    return result


def last():
    """One below the bound."""
    return median(MOST - 1)


def of_departments(epsilon="1", delta="0.0000005", depth=29, person=PEOPLE, tests=2, rows=3):
    """Three rows a person, who is in two cells at most."""
    answer = [{"cell": {"dept": "a"}, **UNKNOWN}, shown(57, 57, 57, 57, cell={"dept": "b"}), shown(-3, -3, -3, -3, cell={"dept": "other"})]
    return made("quantile", answer, "1", [FEW.format("people"), SIZES.format(MOST, "0.5"), AT_BOUND.format("the quantile"),
                                          CAPS.format("at most 3 rows of each person in at most 2 cells")],
                epsilon, delta, depth, "0.9", tests, rows, [keys("a", "b")], person, "0.9 quantile")


def of_everywhere():
    """People in 400,000 cells, and an epsilon of millions: odds that double numbers do not hold."""
    person = {"column": "id", "rows_per_person": 10**6, "cells_per_person": 400000, "per_person": "first"}
    result = of_departments("6.25", "0.00000025", None, person, 400000, 1)
    result["warnings"][3:4] = ["epsilon 2500000 promises little: one person may change the odds of an output by a factor of 1.7e+1085736",
                               "one row of each person in each of at most 400000 cells is taken and further rows are left out: numbers and intervals are"
                               " about the rows that are kept, not about all rows"]
    return result


def replaced():
    """On a ledger about replaced people."""
    result = median()
    first = result["derivation"][0]
    second = {"rule": "replace_from_add_remove", "theorem": "T7", "inputs": [], "premises": [first],
              "conclusion": dp("2", "0.00000371828182846", "replace_person")}
    result["derivation"].append(second)
    result["guarantees"].append(second["conclusion"])
    overall = {"rule": "basic_composition", "theorem": "T6", "inputs": inputs_of({"times_1": "1"}), "premises": [second], "conclusion": second["conclusion"]}
    return enter(result, overall, counted=1, terms={**TERMS, "neighbours": "replace_person", "accounting": "sum", "delta": "0.04"})


def day(drawn=16770, text="2015-12-01"):
    return made("median", shown(text, text, text, drawn), "day", [FEW.format("rows"), MOMENTS, AT_BOUND.format("the quantile"), ROWS],
                "2", "0.000001", 15)


def minute(drawn=1439, text="23:59:00"):
    """A day has no times but its own: the last one is an answer."""
    return made("median", shown(text, text, text, drawn), "minute-of-day",
                [FEW.format("rows"), "values beyond 00:00:00 to 23:59:00 count as the bound that is next to them", ROWS], "2", "0.000001", 15)


def midnight():
    return minute(0, "00:00:00")


def places(drawn=-(3 << 31), text="-1.5"):
    """To the bits of doubles."""
    return made("median", shown(text, text, text, drawn), "2^-32",
                [FEW.format("rows"), SIZES.format("2^64", "2^-33"), AT_BOUND.format("the quantile"), ROWS], "2", "0.000001", 15)


def spread(drawn=8, value=11, ends=(8, 15), epsilon="1", delta="0.0000005", depth=29, **more):
    return made("iqr", shown(value, *ends, drawn), "1", [FEW.format("rows"), SIZES.format(MOST, "0.5"), AT_BOUND.format("a quartile"), ROWS],
                epsilon, delta, depth, tests=2, **more)


def no_spread():
    return spread(0, 0, (0, 0))


def half_octave():
    """From 2^(7/2) to 2^(9/2)."""
    return spread(9, 16, (12, 22))


def widest():
    """The last half octave ends where the codes do."""
    return spread(127, 2**63 - 4, (6521908912666391107, 2**63 - 4))


def spreads(epsilon="7/6", delta="1/60000000", depth=31, tests=6, rows=2):
    """Two rows in each of three cells, two tests for each."""
    answer = [shown("29658.2", "20971.52", "41943.03", 44, cell={"dept": "a"}), shown("20971.52", "14829.11", "29658.2", 43, cell={"dept": "b"}),
              {"cell": {"dept": "other"}, **UNKNOWN}]
    return made("iqr", answer, "0.01", [
        FEW.format("people"), SIZES.format("46116860184273879.03", "0.005"), AT_BOUND.format("a quartile"),
        "epsilon 7 promises little: one person may change the odds of an output by a factor of 1.1e+03",
        CAPS.format("at most 4 rows of each person, 2 in one cell, in at most 3 cells")], epsilon, delta, depth, tests=tests, rows=rows,
        columns=[keys("a", "b")], person=SEVERAL)


def hours():
    return made("iqr", shown(92681, 65536, 131071, 34), "hour", [FEW.format("rows"), MOMENTS, AT_BOUND.format("a quartile"), ROWS],
                "2", "0.0000005", 16, tests=2, series="IQR in hours", answered="1")


HONEST = (median, nothing, last, of_departments, of_everywhere, replaced, day, minute, midnight, places, spread, no_spread, half_octave, widest, spreads, hours)


LAW = "mechanism.law"
ONE, EACH = "derivation.0", "derivation.0.premises.0"


def widened(certificate):
    """A million keys and two."""
    certificate["question"]["columns"][0] = {"name": "dept", "domain": "0:1000000:1", "missing": "drop"}


def of_unknown_keys(certificate):
    certificate["question"]["columns"] = [{"name": "dept", "domain": "?", "missing": "drop"}]
    certificate["drawn"].update(cells=[0, 1], keys=[["a", "b"]], numbers=[[NONE, 57]])
    certificate["answer"].pop()


def another_promise(certificate):
    """One that is not about replaced people."""
    extra = leaf("stable_value", "T125", ("0.5", "0.000001"), epsilon="0.5", delta="0.000001")
    certificate["derivation"].append(extra)
    certificate["guarantees"].append(extra["conclusion"])


def by_advanced_composition(certificate):
    """A theorem that holds, but is not that of these tests."""
    certificate["derivation"][0].update(rule="optimal_composition", theorem="T23", inputs=inputs_of({"delta": "0.01", "times_1": "2"}))
    certificate["derivation"][0]["conclusion"].update(epsilon="1.98112", delta="0.01")
    certificate["guarantees"][0] = certificate["derivation"][0]["conclusion"]


def alone(certificate):
    """The leaf without what adds it up."""
    certificate["derivation"][0] = certificate["derivation"][0]["premises"][0]
    certificate["guarantees"][0] = certificate["derivation"][0]["conclusion"]


def by_caps(certificate):
    """The same promise from no premises at all."""
    certificate["derivation"][0].update(rule="budget_filter", theorem="T29")


def third_promise(certificate):
    certificate["derivation"].append(certificate["derivation"][0])
    certificate["derivation"].append(certificate["derivation"][0])
    certificate["guarantees"] = [each["conclusion"] for each in certificate["derivation"]]


class Certificates(Forger):
    def test_all_pass(self):
        self.all_pass(*HONEST)

    def test_requests(self):
        self.consistent_lies(
            median,
            ("request: the mechanism is that", {"mechanism.name": "certain_spread"}),
            ("request: the quantile is not between", instead(median, at="0", series="0 quantile")),
            ("request: the quantile is not between", instead(median, at="1", series="1 quantile")),
            ("request: the quantile is not between", both(instead(median, at="1/1000000001", series="1/1000000001 quantile"), {"question.verb": "quantile"})),
            ("request: the verb asks", instead(median, at="0.9", series="0.9 quantile")),
            ("request: the unit is none", with_warnings({"question.measure.unit": "2", f"{LAW}.unit": "2", "unit": "2", "numbers.0.unit": "2",
                                                         "answer.value": "84", "answer.interval": ["84", "84"]})),
            ("request: the column has no name", {"question.measure.column": ""}),
            ("request: something is hidden", {"fewer_than": 5}),
            ("request: something is hidden", {"total": {"count": 42, "interval": [42, 42]}}),
            ("request: nothing can be shown", with_warnings(instead(median, epsilon="20.5", depth=None))),
            ("request: nothing can be shown", with_warnings(instead(median, delta="0.000000000000000999", depth=None))))
        self.consistent_lies(
            spread,
            ("request: the mechanism is that", {"mechanism.name": "certain_quantile"}),
            ("request: the question is another", {"question.measure.at": "0.5"}),
            ("request: the unit is none", with_warnings({"question.measure.unit": "1:64", f"{LAW}.unit": "1:64", "unit": "1:64", "numbers.0.unit": "1:64",
                                                         "answer.value": "11", "answer.interval": ["8", "15"]})),
            ("request: nothing can be shown", instead(spread, delta="0.5", depth=2)))
        self.consistent_lies(
            of_departments,
            ("request: caps", with_warnings(instead(of_departments, rows=10**6 + 1, person={**PEOPLE, "rows_per_person": 10**6 + 1}))),
            ("request: caps", with_warnings(instead(of_departments, rows=0, person={**PEOPLE, "rows_per_person": 0}))),
            ("request: caps", with_warnings(instead(of_departments, rows=3, person={**PEOPLE, "rows_per_cell": 10**6 + 1}))),
            ("request: caps", with_warnings(instead(of_departments, delta="0.0000009", tests=10**6 + 1, depth=None,
                                                    person={**PEOPLE, "cells_per_person": 10**6 + 1}))),
            ("request: groups are not known", of_unknown_keys))
        self.lies(of_departments, ("request: groups are not known", widened))
        self.lies(median, ("request", {"question.measure.at": "0.50"}), ("request", {"question.measure.at": "1/2"}))

    def test_laws(self):
        self.consistent_lies(
            median,
            ("law", {f"{LAW}.depth": 27}),
            ("law", {f"{LAW}.depth": 29}),
            ("law", {f"{LAW}.rows": 2}),
            ("law", {f"{LAW}.unit": "0.1"}),
            ("law", {f"{LAW}.at": "0.9"}),
            ("law", instead(median, epsilon="0.5")),
            ("law", instead(median, delta="0.0000005")),
            ("law", {"mechanism.reason": "no reason"}))
        self.consistent_lies(
            of_departments,
            ("law", {f"{LAW}.rows": 1}),
            ("law", with_warnings({"question.person.per_person": "first"})),
            ("law", instead(of_departments, epsilon="0.5")),
            ("law", instead(of_departments, delta="0.000001")))
        self.consistent_lies(
            spreads,
            ("law", {f"{LAW}.rows": 4}),
            ("law", {f"{LAW}.depth": 30}),
            ("law", {f"{LAW}.at": "0.5"}))
        self.consistent_lies(hours, ("law", {f"{LAW}.unit": "minute"}))

    def test_leaves(self):
        self.consistent_lies(
            median,
            ("leaves", {f"{ONE}.inputs.epsilon": "0.5", f"{ONE}.conclusion.epsilon": "0.5"}),
            ("leaves", {f"{ONE}.inputs.delta": "0.0000005", f"{ONE}.conclusion.delta": "0.0000005"}),
            ("leaves of the derivations: a promise of something else", another_promise),
            ("leaves of the derivations: there are more", third_promise))
        self.lies(
            median,
            ("leaves of the derivations: the leaf budget_filter", by_caps),
            ("leaves of the derivations: the leaf stable_value", lambda c: c["derivation"][0]["premises"].append(spread()["derivation"][0])))
        self.consistent_lies(
            of_departments,
            ("leaves of the derivations: not all tests", alone),
            ("leaves of the derivations: not all tests", {f"{ONE}.inputs.times_1": "1", f"{ONE}.conclusion.epsilon": "1", f"{ONE}.conclusion.delta": "0.0000005"}),
            ("leaves of the derivations: not all tests", {f"{ONE}.inputs.times_1": "3", f"{ONE}.conclusion.epsilon": "3", f"{ONE}.conclusion.delta": "0.0000015"}),
            ("leaves of the derivations: not all tests", by_advanced_composition),
            ("leaves of the derivations: the leaf is about", {
                f"{EACH}.inputs.epsilon": "0.5", f"{EACH}.conclusion.epsilon": "0.5", f"{ONE}.conclusion.epsilon": "1"}),
            ("leaves of the derivations: the leaf is about", {
                f"{EACH}.inputs.delta": "0.00000005", f"{EACH}.conclusion.delta": "0.00000005", f"{ONE}.conclusion.delta": "0.0000001"}))
        self.consistent_lies(
            spread,
            ("leaves of the derivations: not all tests", {f"{ONE}.inputs.times_1": "1", f"{ONE}.conclusion.epsilon": "1", f"{ONE}.conclusion.delta": "0.0000005"}))
        self.consistent_lies(
            spreads,
            ("leaves of the derivations: not all tests", {f"{ONE}.inputs.times_1": "3", f"{ONE}.conclusion.epsilon": "3.5", f"{ONE}.conclusion.delta": "0.00000005"}),
            ("leaves of the derivations: not all tests", {f"{ONE}.inputs.times_1": "2", f"{ONE}.conclusion.epsilon": "7/3", f"{ONE}.conclusion.delta": "1/30000000"}))

    def test_answers(self):
        self.consistent_lies(
            median,
            ("answer", {"answer.value": 43, "answer.interval": [43, 43]}),
            ("answer", {"answer.value": 43}),
            ("answer", {"answer.interval": [41, 42]}),
            ("answer", {"answer.interval": [42, 43]}),
            ("answer", {"answer.interval": None}),
            ("answer", {"answer.value": None, "answer.interval": None}),
            ("answer", {"drawn.numbers": [[41]]}),
            ("answer: there is an answer although", {"drawn.numbers": [[NONE]]}),
            ("answer: a code is a bound", instead(median, drawn=MOST)),
            ("answer: a code is a bound", instead(median, drawn=-MOST)),
            ("answer: a code is a bound", instead(median, drawn=MOST + 1)),
            ("answer: other numbers", {"drawn.numbers": [[42], [42]]}),
            ("answer", {"numbers.0.name": "0.5 quantile"}),
            ("answer", {"numbers.0.may_be_unknown": False}),
            ("answer", {"unit": "0.1", "numbers.0.unit": "0.1"}),
            ("answer", with_warnings({"question.measure.unit": "0.1", f"{LAW}.unit": "0.1", "unit": "0.1", "numbers.0.unit": "0.1"})))
        self.consistent_lies(nothing, ("answer", {"answer.value": 42, "answer.interval": [42, 42]}))
        self.consistent_lies(
            of_departments,
            ("answer", {"answer.1.value": 58, "answer.1.interval": [58, 58]}),
            ("answer", {"answer.0.value": 57, "answer.0.interval": [57, 57]}),
            ("answer", {"drawn.numbers": [[57, NONE, -3]]}),
            ("answer", {"numbers.0.name": "median"}))
        self.consistent_lies(
            day,
            ("answer: a code is a bound", instead(day, drawn=2932896, text="9999-12-31")),
            ("answer: a code is a bound", instead(day, drawn=-719162, text="0001-01-01")),
            ("answer", instead(day, text="2015-12-02")),
            ("answer", {"unit": "1", "numbers.0.unit": "1"}))
        self.consistent_lies(
            minute,
            ("answer: a code is a bound", instead(minute, drawn=1440, text="00:00:00")),
            ("answer: a code is a bound", instead(minute, drawn=-1, text="23:59:00")))
        self.consistent_lies(places, ("answer", instead(places, text="-1.5000000001")), ("answer", {"drawn.numbers": [[-(3 << 31) - 1]]}))

    def test_octaves(self):
        self.consistent_lies(
            spread,
            ("answer", {"answer.interval": [8, 14]}),
            ("answer", {"answer.interval": [9, 15]}),
            ("answer", {"answer.value": 12}),
            ("answer", {"drawn.numbers": [[9]]}),
            ("answer", {"drawn.numbers": [[7]]}),
            ("answer: there is an answer although", {"drawn.numbers": [[NONE]]}),
            ("answer: there is no such octave", instead(spread, drawn=-1, value=1, ends=(1, 0))),
            ("answer", {"numbers.0.name": "median"}))
        self.consistent_lies(no_spread, ("answer", {"answer.interval": [0, 1]}))
        self.consistent_lies(half_octave, ("answer", {"answer.interval": [11, 22]}), ("answer", {"answer.interval": [12, 21]}))
        self.consistent_lies(
            widest,
            ("answer", {"answer.value": 2**63 - 2, "answer.interval": [6521908912666391107, 2**63 - 2]}),
            ("answer", {"answer.value": 2**63 - 5, "answer.interval": [6521908912666391107, 2**63 - 5]}))
        beyond = {"answer.0.value": "92233720368547758.04", "answer.0.interval": ["92233720368547758.08", "92233720368547758.04"]}
        self.consistent_lies(
            spreads,
            ("answer", {"answer.0.interval": ["20971.52", "41943.02"]}),
            ("answer", {"answer.1.interval": ["14829.1", "29658.2"]}),
            ("answer: there is no such octave", {"drawn.numbers": [[128, 43, NONE]], **beyond}))
        self.consistent_lies(hours, ("answer", {"numbers.0.name": "IQR"}), ("answer", {"numbers.0.unit": "hour", "unit": "hour"}))

    def test_accuracy_and_warnings(self):
        self.consistent_lies(
            median,
            ("accuracy", {"accuracy.0.beta": "1"}),
            ("accuracy", {"accuracy.0.gamma": "0.05"}),
            ("accuracy", {"accuracy.0.metric": "how far the interquartile range lies outside the interval, where there is an answer"}),
            ("accuracy", {"accuracy": []}),
            ("accuracy", {"error": [{"count": None, "mean_abs": "0", "bound": "0", "confidence": "0.95"}]}))
        self.consistent_lies(spread, ("accuracy", {"accuracy.0.metric": "rows between the answer and its rank, where there is one"}))
        for make in (median, of_departments, day, minute, places, spread, spreads, hours):
            for i in range(len(make()["warnings"])):
                self.consistent_lies(make, ("warnings: it should say", lambda c, i=i: c["warnings"].pop(i)))
        self.consistent_lies(
            median,
            ("warnings: there are others", lambda c: c["warnings"].append("all is well")),
            ("warnings", {"warnings.0": FEW.format("people")}),
            ("warnings", {"warnings.2": AT_BOUND.format("a quartile")}),
            ("warnings", {"question.table": "payroll.jsonl"}))
        self.consistent_lies(of_departments, ("warnings", {"warnings.0": FEW.format("rows")}))
        self.consistent_lies(
            spreads, ("warnings", {"warnings.3": "epsilon 3.5 promises little: one person may change the odds of an output by a factor of 34"}))
        self.consistent_lies(minute, ("warnings", lambda c: c["warnings"].insert(2, AT_BOUND.format("the quantile"))))

    def test_what_the_schema_refuses_too(self):
        for make, check, changes in ((median, check_request, {"question.verb": "mean"}), (median, check_law, {"mechanism.shown.totals": True}),
                                     (nothing, check_answer, {"answer.interval": [42, 42]}), (nothing, check_answer, {"answer.value": 42})):
            forged = make()
            changer(changes)(forged)
            with self.assertRaises(Wrong):
                check(forged)


if __name__ == "__main__":
    unittest.main()
