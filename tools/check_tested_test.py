"""Tests of the second checker's answers by propose-test-release: sizes of noise, certificates and lies about them.

    python3 tools/check_tested_test.py
"""
import copy
import math
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.mechanisms.tested import KINDS, REASON, ZERO, Terms, check_law, check_request  # noqa: E402
from certificate_checker.numbers import exp, rounded_up, written  # noqa: E402
from certificate_checker.report import Wrong  # noqa: E402

from made_certificates import NO_LEDGER, ROWS, Forger, certificate, changer, dp, inputs_of, instead, keys, with_warnings  # noqa: E402

NONE = -2**63
MOST = 2**60 - 1
REPLACED = "replace_person"
FEW = "there is an answer only where few {} could not move it far; no answer says nothing about the values"
SAID = "{} were said to be there: where there are others, privacy is the same, and the answer is about the middle ones, or about all between ends that were added"
LEFT_OUT = "the lowest and the highest {} of the rows are left out: where values lean to one side this is another number than their mean"
SIZES = "sizes of {} and more count as that bound, and sizes below {} as 0; `unit` moves this range"
LARGE = "epsilon {} promises little: one person may change the odds of an output by a factor of {}"
CAPS = "one row of each person is taken and further rows are left out: numbers and intervals are about the rows that are kept, not about all rows"
PEOPLE = {"column": "id", "rows_per_person": 1, "cells_per_person": 1, "per_person": "sum"}


def node(rule, theorem, promised, inputs, *premises):
    return {"rule": rule, "theorem": theorem, "premises": list(premises), "conclusion": promised, "inputs": inputs_of(inputs)}


def total(nodes, neighbours=REPLACED):
    return dp(*(written(sum(Fraction(each["conclusion"][name]) for each in nodes)) for name in ("epsilon", "delta")), neighbours)


def cascade(tests, test, margin, each=None):
    """T127: so many tests, with releases that cost the same, and P(noise >= margin) for each."""
    each = Fraction(each) if each else next(iter(rounded_up(exp(-Fraction(test) * margin) / (1 + exp(-Fraction(test))), 12)))
    inputs = {f"{name}_{i + 1}": value for name, value in (("test", test), ("release", test), ("margin", str(margin))) for i in range(tests)}
    return node("threshold_cascade", "T127", dp(written((tests + 1) * Fraction(test)), written(tests * each), REPLACED), {**inputs, "neighbours": REPLACED})


def promises(people, *levels, arranged="levels"):
    """T186, of T188 where there are several levels, for both kinds of neighbours."""
    whole = levels[0] if len(levels) == 1 else node("levels_of_cascades", "T188", total(levels),
                                                    {"arranged": arranged, "times_1": "1", "times_2": "1"}, *levels)
    return [node("middle_rows", "T186", total([whole], name), {"people": str(people), "neighbours": name}, whole) for name in ("add_remove_person", REPLACED)]


def fitting(test, delta):
    """Margin and depth, in doubles."""
    test, delta = float(Fraction(test)), float(Fraction(delta))
    least = lambda risk: max(0, math.ceil((-math.log(risk) - math.log1p(math.exp(-test))) / test))
    margin = least(delta)
    return margin, margin + 1 + max(least(1e-6) - 1, 0)


def made(verb, answer, unit, warnings, people, test, delta, growth, margin, depth, each=None, person="one row", trimmed=None, confidence="0.95"):
    name, series, _, _, levels = KINDS[verb]
    if margin is None:
        margin, depth = fitting(test, delta)
    more = {"trimmed": trimmed} if trimmed else {}
    derivation = promises(people, *(cascade(tests, test, margin, each) for tests in levels))
    result = certificate(verb, [], answer, [], derivation, unit=unit, person=person, name=name,
                         measure={"mechanism": "propose-test-release", "people": str(people), "unit": unit, **more})
    law = {"people": people, "test": test, "delta": delta, "margin": margin, "depth": depth, "steps_per_bin": 16, "growth": growth, "unit": unit, **more}
    result["mechanism"].update(reason=REASON, shown={}, law=law)
    result["accuracy"], result["confidence"] = [], confidence
    result["numbers"] = [{"name": series, "unit": unit, "may_be_unknown": True}]
    result["warnings"] = [*warnings, NO_LEDGER]
    return result


def shown(value, least, most, *drawn):
    return {"value": value, "interval": None if least is None else [least, most], "noisy": list(drawn)}


def scale(value=29698, least=21728, most=40590, drawn=1598, people=10000, test="1", delta="0.0000005", growth="1.00646293034", margin=15, depth=29,
          each="223632515626/1000000000000000000", **more):
    """Step 1598; noise of scale 16 is at most 48 but for one in twenty."""
    return made("iqr", shown(value, least, most, drawn), "1", [FEW.format("rows"), SAID.format(f"{people} rows"), SIZES.format(MOST, "0.5"), ROWS],
                people, test, delta, growth, margin, depth, each, **more)


def no_scale(**terms):
    return scale(None, None, None, NONE, each=None, **terms)


def zero_scale():
    return scale(0, 0, 0, ZERO)


def first_step():
    """Below the first step is the first; it begins at 1."""
    return scale(1, 1, 1, -5)


def last_step():
    """Above the last step is the last; differences are at most twice as large as codes."""
    return scale(2 * MOST, 1690580518363107414, 2 * MOST, 10**9)


def median(value="48049.946624", least="47311.74912", most="48788.144128", drawn=(3849, 358), test="20/3", delta="0.0000025", margin=2, depth=5,
           each="0.00000161753825845"):
    warnings = [FEW.format("rows"), SAID.format("12000 rows"), SIZES.format("1152921504606.846975", "0.0000005"), LARGE.format(40, "2.4e+17"), ROWS]
    return made("median", shown(value, least, most, *drawn), "0.000001", warnings, 12000, test, delta, "1.00634323583", margin, depth, each, confidence="0.9")


def median_itself():
    """Where the scale is 0."""
    return median("0.000007", "0.000007", "0.000007", (ZERO, 7))


def no_median():
    return median(None, None, None, (3849, NONE))


def small_median():
    """Bins of one code: noise of scale 3/20, of 0 but for one in ten."""
    return median("0.000007", "0.000006", "0.000008", (0, 7))


def nothing(**terms):
    return median(None, None, None, (NONE, NONE), **terms)


def median_beyond():
    """More than 2^60 steps."""
    return median(None, None, None, (3849, 2**60 + 1))


def median_cut():
    """Far below the first code."""
    return median(*["-1152921504606.846975"] * 3, (3849, -2**59))


def mean(value="51635.2", least="51596.04", most="51674.37", drawn=(2441, 4862231), people=9000, trimmed="1/7", test="1.6", delta="1/3000000",
         growth="1.00653418378", margin=10, depth=19, person=PEOPLE):
    """643 people are left out at either end."""
    warnings = [FEW.format("people"), SAID.format(f"{people} people"), LEFT_OUT.format("1/14"), SIZES.format("11529215046068469.75", "0.005"),
                LARGE.format(8, "3e+03"), CAPS]
    return made("trimmed-mean", shown(value, least, most, *drawn), "0.01", warnings, people, test, delta, growth, margin, depth, None, person, trimmed)


def mean_rounded():
    """39831412736 over 7714, to the nearest code: up by 0.48."""
    return mean("51635.23", "51596.06", "51674.39", (2441, 4862233))


def mean_itself():
    return mean("-12.34", "-12.34", "-12.34", (ZERO, -1234))


def no_mean(**terms):
    return mean(None, None, None, (NONE, NONE), **terms)


HONEST = (scale, no_scale, zero_scale, first_step, last_step, median, median_itself, small_median, no_median, nothing, median_beyond, median_cut,
          mean, mean_rounded, mean_itself, no_mean)


LAW = "mechanism.law"
INNER = "derivation.{}.premises.0"


def promised(certificate):
    certificate["guarantees"] = [each["conclusion"] for each in certificate["derivation"]]


def instead_of_promises(people, *levels, **more):
    """Another derivation, of the same kind."""
    def change(certificate):
        certificate["derivation"] = promises(people, *levels, **more)
        promised(certificate)
    return change


def rearranged(order):
    def change(certificate):
        certificate["derivation"] = [copy.deepcopy(certificate["derivation"][i]) for i in order]
        promised(certificate)
    return change


def growing(make, **terms):
    """With the bins of another number of people."""
    def change(certificate):
        instead(make, **terms)(certificate)
        certificate["mechanism"]["law"]["growth"] = written(next(iter(Terms(certificate).growth())))
    return with_warnings(change)


def of_groups(certificate):
    certificate["question"]["columns"] = [keys("a")]
    certificate["answer"] = [{"cell": {"dept": label}, "value": None, "interval": None} for label in ("a", "other")]
    certificate["drawn"].update(keys=[None], numbers=[[NONE, NONE]])


class Certificates(Forger):
    def test_all_pass(self):
        self.all_pass(*HONEST)

    def test_requests(self):
        cut = with_warnings
        measure, person = "question.measure", "question.person"
        self.consistent_lies(
            no_scale,
            ("request: the mechanism is that", {"mechanism.name": "tested_median"}),
            ("request: the number of people", {f"{measure}.people": "10001"}),
            ("request: the number of people", {f"{measure}.people": "010000"}),
            ("request: the number of people", growing(no_scale, people=2)),
            ("request: the number of people", growing(no_scale, people=10**12 + 1)),
            ("request: the unit is no power", cut({f"{measure}.unit": "2", f"{LAW}.unit": "2", "unit": "2", "numbers.0.unit": "2"})),
            ("request: the question is another, or its column", {f"{measure}.column": ""}),
            ("request: there are groups", of_groups),
            ("request: something is hidden", {"fewer_than": 5}),
            ("request: something is hidden", {"total": {"count": 42, "interval": [42, 42]}}),
            ("request: no test has", instead(no_scale, test="0.000049", margin=None)),
            ("request: no test has", cut(instead(no_scale, test="20.5", margin=None))),
            ("request: no test has", cut(instead(no_scale, test=f"{2**40 + 1}/{2**40}", margin=None))),
            ("request: nothing can be shown", instead(no_scale, delta="0.000000000000000999", margin=None)),
            ("request: nothing can be shown", instead(no_scale, delta="0.5", margin=None)))
        self.consistent_lies(
            no_mean,
            ("request: the share is not between", cut({f"{measure}.trimmed": "0", f"{LAW}.trimmed": "0"})),
            ("request: the share is not between", cut({f"{measure}.trimmed": "1/1000000001", f"{LAW}.trimmed": "1/1000000001"})),
            ("request: nothing can be shown", instead(no_mean, delta="0.4", margin=None)),
            ("request: nothing is left", growing(no_mean, people=3, trimmed="0.9")),
            ("request: a person has several", cut({f"{person}.rows_per_person": 2})),
            ("request: a person has several", cut({f"{person}.rows_per_cell": 2})),
            ("request: caps", {f"{person}.cells_per_person": 10**6 + 1}),
            ("request: caps", {f"{person}.cells_per_person": 0}))
        self.consistent_lies(nothing, ("request: nothing can be shown", instead(nothing, delta="0.3", margin=None, each=None)))
        self.lies(no_mean, ("request: the share is not between", {f"{measure}.trimmed": "1", f"{LAW}.trimmed": "1"}), ("schema", {f"{measure}.trimmed": "2/14"}))
        self.lies(no_scale, ("request: a share is left out", {f"{measure}.trimmed": "0.1"}), ("schema", {f"{measure}.mechanism": "usual"}))

    def test_laws(self):
        self.consistent_lies(
            no_scale,
            ("law", {f"{LAW}.depth": 28}),
            ("law", {f"{LAW}.depth": 30}),
            ("law", {f"{LAW}.steps_per_bin": 8}),
            ("law", {f"{LAW}.unit": "0.1"}),
            ("law", {f"{LAW}.trimmed": "0.1"}),
            ("law", instead(no_scale, margin=14)),
            ("law", instead(no_scale, margin=14, depth=28)),
            ("law", instead(no_scale, margin=16, depth=30)),
            ("law", instead(no_scale, delta="0.0000001")),
            ("law", instead(no_scale, delta="0.000005")),
            ("law", instead(no_scale, test="0.5")),
            ("law", with_warnings(instead(no_scale, test="2"))),
            ("law: the bins grow", instead(no_scale, people=10001)),
            ("law: the bins grow", {f"{LAW}.growth": "1.00646293033"}),
            ("law: the bins grow", {f"{LAW}.growth": "1.00646293035"}),
            ("law: the bins grow", {f"{LAW}.growth": "1.1"}),
            ("law", {"mechanism.reason": "no reason"}))
        self.consistent_lies(no_mean, ("law", {f"{LAW}.trimmed": "0.1"}), ("law", with_warnings(instead(no_mean, test="0.8"))))

    def test_leaves(self):
        test = [cascade(2, "1", 15)]
        where = "leaves of the derivations: "
        leaf, levels, others = where + "the leaf is about", where + "the levels count", where + "it is not about as many"
        self.consistent_lies(
            scale,
            (where + "there are not two", rearranged([0])),
            (where + "there are not two", rearranged([0, 1, 1])),
            (others, rearranged([0, 0])),
            (others, {"derivation.0.inputs.people": "9999"}),
            (others, {"derivation.1.inputs.people": "9999"}),
            (leaf, instead_of_promises(10000, cascade(1, "1", 15))),
            (leaf, instead_of_promises(10000, cascade(3, "1", 15))),
            (leaf, instead_of_promises(10000, cascade(2, "1", 16))),
            (leaf, instead_of_promises(10000, cascade(2, "1", 14))),
            (leaf, instead_of_promises(10000, cascade(2, "0.5", 15))),
            (leaf, {f"{INNER.format(1)}.inputs.release_1": "0.5"}),
            (where + "the leaf levels_of_cascades", lambda c: [each.update(premises=[node("levels_of_cascades", "T188", each["premises"][0]["conclusion"],
                                                                                            {"arranged": "levels", "times_1": "1"}, *each["premises"])])
                                                               for each in c["derivation"]]))
        self.lies(
            scale,
            (others, rearranged([1, 0])),
            (leaf, {f"{INNER.format(0)}.inputs.neighbours": "add_remove_person"}),
            (where + "it is not about", lambda c: c["derivation"][1].update(rule="neighbour_preserving")),
            (where + "the leaf tested_cascade", {f"{INNER.format(0)}.rule": "tested_cascade"}),
            (where + "there are other levels", lambda c: c["derivation"][0].update(premises=test * 2)),
            (where + "the leaf threshold_cascade", lambda c: c["derivation"][0]["premises"][0]["premises"].append(test[0])))
        each, more = cascade(2, "20/3", 2), cascade(4, "20/3", 2)
        self.consistent_lies(
            median,
            (where + "not all levels", instead_of_promises(12000, more)),
            (where + "not all levels", instead_of_promises(12000, each)),
            (levels, instead_of_promises(12000, each, each, arranged="side_by_side")),
            (levels, lambda c: [x["premises"][0].update(inputs=inputs_of({"arranged": "levels", "times_1": "1"}), premises=[more], conclusion=more["conclusion"])
                                or x.update(conclusion=total([more], x["conclusion"]["neighbours"])) for x in c["derivation"]] and promised(c)),
            (leaf, instead_of_promises(12000, each, cascade(1, "20/3", 2))))
        self.lies(median, (where + "there are other levels", lambda c: c["derivation"][0]["premises"][0]["premises"].append(each)))
        first, last = cascade(2, "1.6", 10), cascade(1, "1.6", 10)
        self.consistent_lies(mean, (leaf, instead_of_promises(9000, last, first)), (leaf, instead_of_promises(9000, first, first)),
                             (leaf, instead_of_promises(9000, last, last)))

    def test_answers(self):
        beyond = 2**62 + 2**61 + 1
        self.consistent_lies(
            scale,
            ("answer", {"answer.value": 29699}),
            ("answer", {"answer.interval": [21868, 40590]}),
            ("answer", {"answer.interval": [21728, 40329]}),
            ("answer", {"answer.value": None, "answer.interval": None}),
            ("answer", {"drawn.numbers": [[1599]]}),
            ("answer", {"drawn.numbers": [[NONE]]}),
            ("answer", {"drawn.numbers": [[ZERO]]}),
            ("answer", {"confidence": "0.9"}),
            ("answer", {"numbers.0.name": "median"}),
            ("answer", {"numbers.0.may_be_unknown": False}),
            ("answer", {"numbers.0.unit": "0.1", "unit": "0.1"}),
            ("answer: other numbers", {"drawn.numbers": [[1598], [1]]}))
        self.consistent_lies(first_step, ("answer: no run draws this scale", instead(scale, value=1, least=1, most=1, drawn=-beyond)), ("answer", {"answer.value": 0}))
        self.consistent_lies(last_step, ("answer: no run draws this scale", {"drawn.numbers": [[beyond]]}), ("answer", {"drawn.numbers": [[1]]}))
        self.consistent_lies(zero_scale, ("answer", {"answer.interval": [0, 1]}), ("answer", {"answer.value": None, "answer.interval": None}))
        self.consistent_lies(
            median,
            ("answer", {"answer.value": "48049.946625"}),
            ("answer", {"answer.interval": ["47311.749121", "48788.144128"]}),
            ("answer", {"answer.interval": ["47378.857984", "48721.035264"]}),
            ("answer", {"drawn.numbers": [[3849], [359]]}),
            ("answer", {"drawn.numbers": [[2000], [358]]}),
            ("answer", {"drawn.numbers": [[3849], [NONE]]}),
            ("answer", {"drawn.numbers": [[3849], [358], [1]]}),
            ("answer: no run draws this", {"drawn.numbers": [[NONE], [358]], "answer.value": None, "answer.interval": None}),
            ("answer: no run draws this", {"drawn.numbers": [[3849], [ZERO]], "answer.value": None, "answer.interval": None}),
            ("answer: no run draws this", {"drawn.numbers": [[3849], [beyond]], "answer.value": None, "answer.interval": None}))
        self.consistent_lies(nothing, ("answer", {"answer.value": "1", "answer.interval": ["0", "2"]}))
        self.consistent_lies(median_itself, ("answer", {"answer.interval": ["0.000006", "0.000008"]}))
        self.consistent_lies(median_cut, ("answer", {"answer.value": "-1152921504606.846976"}))
        self.consistent_lies(median_beyond, ("answer", {"answer.value": "1152921504606.846975", "answer.interval": ["0", "1152921504606.846975"]}))
        self.consistent_lies(
            mean,
            ("answer", {"answer.value": "51635.21"}),
            ("answer", {"answer.interval": ["51596.05", "51674.37"]}),
            ("answer", {"answer.interval": ["51596.04", "51674.36"]}),
            ("answer", {"drawn.numbers": [[2441], [4862232]]}),
            ("answer", {"drawn.numbers": [[2440], [4862231]]}),
            ("answer", with_warnings({"question.measure.trimmed": "1/6", f"{LAW}.trimmed": "1/6"})),
            ("answer", {"unit": "0.1", "numbers.0.unit": "0.1"}))
        self.consistent_lies(mean_rounded, ("answer", {"answer.value": "51635.22"}))
        self.consistent_lies(small_median, ("answer", {"answer.interval": ["0.000007", "0.000007"]}))
        self.consistent_lies(mean_itself, ("answer", {"answer.value": "-12.35"}))

    def test_accuracy_and_warnings(self):
        self.consistent_lies(
            scale,
            ("accuracy", {"accuracy": [{"alpha": "0", "beta": "1", "gamma": "0.05", "distortion": "none", "metric": "absolute error of one iqr"}]}),
            ("accuracy", {"error": [{"count": None, "mean_abs": "0", "bound": "0", "confidence": "0.95"}]}),
            ("warnings: there are others", lambda c: c["warnings"].append("all is well")),
            ("warnings", {"warnings.1": SAID.format("9999 rows")}),
            ("warnings", {"question.table": "payroll.jsonl.zst"}))
        for make in (scale, median, mean):
            for i in range(len(make()["warnings"])):
                self.consistent_lies(make, ("warnings: it should say", lambda c, i=i: c["warnings"].pop(i)))
        self.consistent_lies(
            mean, ("warnings", {"warnings.0": FEW.format("rows")}), ("warnings", {"warnings.1": SAID.format("9000 rows")}),
            ("warnings", {"warnings.2": LEFT_OUT.format("1/7")}), ("warnings", {"warnings.4": LARGE.format(4.8, "1.3e+02")}))

    def test_what_the_schema_refuses_too(self):
        for check, changes in ((check_request, {"question.verb": "mean"}), (check_law, {"mechanism.shown.totals": True})):
            forged = no_scale()
            changer(changes)(forged)
            with self.assertRaises(Wrong):
                check(forged)


if __name__ == "__main__":
    unittest.main()
