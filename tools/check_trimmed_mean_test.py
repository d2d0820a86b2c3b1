"""Tests of the second checker's trimmed means: the size of their noise, certificates and lies about them.

    python3 tools/check_trimmed_mean_test.py
"""
import math
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.acceptance import table  # noqa: E402
from certificate_checker.mechanisms.trimmed_mean import REASON, Terms, check_law, check_request, most_reach  # noqa: E402
from certificate_checker.numbers import written  # noqa: E402
from certificate_checker.report import Wrong  # noqa: E402

from made_certificates import NO_LEDGER, PERSON, ROWS, TERMS, Forger, both, certificate, changer, dp, enter, inputs_of, instead, keys, with_warnings  # noqa: E402

NONE = -2**63
MOST = 2**60 - 1
FEW = "there is an answer only where few {} could not change the size of the noise; no answer says nothing about the values"
LEFT_OUT = "the lowest and the highest {} of the rows are left out: where values lean to one side this is another number than their mean"
SIZES = "sizes of {} and more count as that bound, and sizes below {} as 0; `unit` moves this range"
LARGE = "epsilon {} promises little: one person may change the odds of an output by a factor of {}"
CAPS = ("at most 3 rows of each person in at most 2 cells are taken and further rows are left out: numbers and intervals are about the rows that are kept,"
        " not about all rows")
PEOPLE = {"column": "id", "rows_per_person": 3, "cells_per_person": 2, "per_person": "sum"}
UNKNOWN = {"value": None, "interval": None, "noisy": [NONE, NONE]}


def shown(value, least, most, octave, steps, **cell):
    return {**cell, "value": value, "interval": [least, most], "noisy": [octave, steps]}


def leaf(test, release, delta):
    """T127: both tests of a group."""
    inputs = {f"{name}_{i}": value for name, value in (("test", test), ("release", release), ("delta", delta)) for i in (1, 2)}
    promised = written(2 * Fraction(test) + Fraction(release)), written(2 * Fraction(delta))
    return {"rule": "tested_cascade", "theorem": "T127", "premises": [], "conclusion": dp(*promised), "inputs": inputs_of({**inputs, "neighbours": PERSON})}


def composed(times, one):
    """T6, for all groups of one person."""
    total = [written(times * Fraction(one["conclusion"][name])) for name in ("epsilon", "delta")]
    return {"rule": "basic_composition", "theorem": "T6", "premises": [one], "conclusion": dp(*total), "inputs": inputs_of({"times_1": str(times)})}


def made(answer, unit, warnings, test, release, delta, depth, trimmed="0.1", groups=1, rows=1, columns=(), person="one row", confidence="0.95"):
    one = leaf(test, release, delta)
    result = certificate("trimmed-mean", list(columns), answer, [], [composed(groups, one) if groups > 1 else one], unit=unit, person=person,
                         name="trimmed_mean", measure={"trimmed": trimmed, "unit": unit})
    law = {"trimmed": trimmed, "test": test, "release": release, "delta": delta, "depth": depth or len(table(Fraction(test), Fraction(delta))),
           "rows": rows, "reach_bits": 20, "step_bits": 10, "unit": unit}
    result["mechanism"].update(reason=REASON, shown={}, law=law)
    result["accuracy"], result["confidence"] = [], confidence
    result["numbers"] = [{"name": "trimmed mean", "unit": unit, "may_be_unknown": True}]
    result["warnings"] = [*warnings, NO_LEDGER]
    return result


def salary(test="0.25", release="0.5", delta="0.0000005", depth=101, **more):
    """Octave 88 ends at 2^44, steps are of 2^33 parts, the noise has scale 2 * 2048, and is at most 12270 but for one in twenty."""
    answer = shown("50683.953152", "50583.425024", "50784.48128", 88, 6187006)
    return made(answer, "0.000001", [FEW.format("rows"), LEFT_OUT.format("0.05"), SIZES.format("1152921504606.846975", "0.0000005"), ROWS],
                test, release, delta, depth, **more)


def whole(value=5, least=4, most=6, octave=2, steps=5 << 20, test="0.25", release="0.5", delta="0.0000005", depth=101, **more):
    """A reach of one part in 2^20, and noise of scale 2, at most 6 but for one in twenty."""
    answer = shown(value, least, most, octave, steps)
    return made(answer, "1", [FEW.format("rows"), LEFT_OUT.format("0.05"), SIZES.format(MOST, "0.5"), ROWS], test, release, delta, depth, **more)


def half():
    """5.5 is shown as 6, and lies between 5 and 6."""
    return whole(6, 5, 6, 2, (5 << 20) + (1 << 19))


def below_zero():
    return whole(-5, -6, -5, 2, (-5 << 20) - (1 << 19))


def without_noise():
    return whole(77, 77, 77, 0, 77)


def largest_without_noise():
    return whole(-MOST, -MOST, -MOST, 0, -MOST)


def cut():
    """Octave 166 ends at 2^83, a step is 2^52: all three numbers are beyond the codes."""
    return whole(MOST, -MOST, MOST, 166, 300)


def half_octave():
    """125 ends where 85 does, 2^42.5, 2^20 times as far out: steps of 2^32 codes, 1449 of them for a row, noise of up to 8682."""
    return whole(10 << 32, -37248103874560, 37334003220480, 125, 10)


def nothing(**terms):
    return whole(None, None, None, NONE, NONE, **terms) | {"answer": {"value": None, "interval": None}}


def too_many_steps():
    """Beyond 2^60 steps there is no answer."""
    result = nothing()
    result["drawn"]["numbers"] = [[2], [(1 << 60) + 1]]
    return result


def too_far_below():
    result = nothing()
    result["drawn"]["numbers"] = [[2], [-(1 << 60) - 1]]
    return result


def just_so_many_steps():
    return whole(1 << 40, (1 << 40) - 1, (1 << 40) + 1, 2, 1 << 60)


def of_departments():
    """A seventh is left out, nine in ten intervals hold."""
    answer = [shown(42, 42, 43, 28, 5553174, cell={"dept": "a"}), shown(43, 42, 43, 32, 1402561, cell={"dept": "b"}), {"cell": {"dept": "other"}, **UNKNOWN}]
    return made(answer, "1", [FEW.format("rows"), LEFT_OUT.format("1/14"), SIZES.format(MOST, "0.5"), LARGE.format(12, "1.7e+05"), ROWS],
                "3", "6", "0.00000005", 13, "1/7", columns=[keys("a", "b")], confidence="0.9")


def of_people(test="1", release="2", delta="0.00000025", depth=31, rows=3, groups=2, person=PEOPLE):
    """Three rows a person: three times the noise."""
    answer = [shown("52076.66", "51892.59", "52260.73", 64, 2603833, cell={"dept": "a"}), {"cell": {"dept": "b"}, **UNKNOWN},
              shown("50482.81", "50390.77", "50574.85", 62, 5048281, cell={"dept": "other"})]
    return made(answer, "0.01", [FEW.format("people"), LEFT_OUT.format("0.05"), SIZES.format("11529215046068469.75", "0.005"), LARGE.format(8, "3e+03"), CAPS],
                test, release, delta, depth, rows=rows, groups=groups, columns=[keys("a", "b")], person=person)


def replaced():
    """On a ledger about replaced people."""
    result = whole()
    first = result["derivation"][0]
    second = {"rule": "replace_from_add_remove", "theorem": "T7", "inputs": [], "premises": [first],
              "conclusion": dp("2", "0.00000371828182846", "replace_person")}
    result["derivation"].append(second)
    result["guarantees"].append(second["conclusion"])
    overall = {"rule": "basic_composition", "theorem": "T6", "inputs": inputs_of({"times_1": "1"}), "premises": [second], "conclusion": second["conclusion"]}
    return enter(result, overall, counted=1, terms={**TERMS, "neighbours": "replace_person", "accounting": "sum", "delta": "0.04"})


HONEST = (salary, whole, half, below_zero, without_noise, largest_without_noise, cut, half_octave, nothing, too_many_steps, too_far_below,
          just_so_many_steps, of_departments, of_people, replaced)


class Noise(unittest.TestCase):
    def test_reaches(self):
        """An octave b ends below 2^(b/2); far out the end is rounded up, never down."""
        for octave in range(1, 167):
            most, rounded = most_reach(octave), 1 if octave <= 124 else 1 << 20
            self.assertTrue((most + 1 - rounded)**2 < 2**octave <= (most + 1)**2)
            self.assertEqual((most + 1) % rounded, 0)

    def test_sizes_by_hand(self):
        """From 2^10 to 2^11 steps for the largest reach, times the rows of a person, over the epsilon of a release."""
        for make, octave, size in ((salary, 88, (33, 4096)), (salary, 87, (33, 2 * 1449)), (salary, 2, (0, 2)), (salary, 21, (0, 2 * 1448)),
                                   (salary, 22, (0, 2 * 2047)), (salary, 24, (1, 4096)), (of_people, 64, (21, 3072)), (of_people, 3, (0, 3))):
            self.assertEqual(Terms(make()).noise(octave), size)

    def test_bounds(self):
        """P(|K| > t) = 2 q^(t+1)/(1+q) is at most the risk, and is not for one less."""
        for make, octave, risk in ((salary, 88, 0.05), (salary, 2, 0.05), (of_people, 64, 0.05), (of_departments, 28, 0.1)):
            terms = Terms(make())
            bound, scale = terms.bound(octave), float(terms.noise(octave)[1])
            tail = lambda t: 2 * math.exp(-(t + 1) / scale) / (1 + math.exp(-1 / scale))
            self.assertTrue(tail(bound) <= risk < tail(bound - 1))


LAW = "mechanism.law"
ONE, EACH = "derivation.0", "derivation.0.premises.0"


def widened(certificate):
    """A million keys and two."""
    certificate["question"]["columns"][0] = {"name": "dept", "domain": "0:1000000:1", "missing": "drop"}


def of_unknown_keys(certificate):
    certificate["question"]["columns"] = [{"name": "dept", "domain": "?", "missing": "drop"}]
    certificate["drawn"].update(cells=[0, 1], keys=[["a", "b"]], numbers=[[64, NONE], [2603833, NONE]])
    certificate["answer"].pop()


def promised(certificate):
    certificate["guarantees"] = [each["conclusion"] for each in certificate["derivation"]]


def another_promise(certificate):
    certificate["derivation"].append(leaf("0.1", "0.2", "0.0000001"))
    promised(certificate)


def third_promise(certificate):
    certificate["derivation"] *= 3
    promised(certificate)


def alone(certificate):
    """The leaf without what adds it up."""
    certificate["derivation"][0] = certificate["derivation"][0]["premises"][0]
    promised(certificate)


def by_a_margin(certificate):
    """Another rule with the same tests."""
    certificate["derivation"][0].update(rule="threshold_cascade")


def one_test(certificate):
    """A cascade without its second test."""
    certificate["derivation"][0]["inputs"] = inputs_of({"test_1": "0.25", "release_1": "0.5", "delta_1": "0.0000005", "neighbours": PERSON})
    certificate["derivation"][0]["conclusion"].update(epsilon="0.75", delta="0.0000005")
    promised(certificate)


def of_both(certificate):
    """A leaf about other deltas of the same sum."""
    changes = both({f"{ONE}.inputs.delta_1": "0.0000009"}, {f"{ONE}.inputs.delta_2": "0.0000001"})
    changes(certificate)


def for_replaced_people(certificate):
    certificate["derivation"][0]["inputs"][-1]["text"] = "replace_person"
    certificate["derivation"][0]["conclusion"]["neighbours"] = "replace_person"


class Certificates(Forger):
    def test_all_pass(self):
        self.all_pass(*HONEST)

    def test_requests(self):
        self.consistent_lies(
            nothing,
            ("request: the share is not between", with_warnings({"question.measure.trimmed": "0", f"{LAW}.trimmed": "0"})),
            ("request: the share is not between", with_warnings({"question.measure.trimmed": "1", f"{LAW}.trimmed": "1"})),
            ("request: the share is not between", with_warnings({"question.measure.trimmed": "1/1000000001", f"{LAW}.trimmed": "1/1000000001"})),
            ("request: the unit is no power", with_warnings({"question.measure.unit": "2", f"{LAW}.unit": "2", "unit": "2", "numbers.0.unit": "2"})),
            ("request: the column has no name", {"question.measure.column": ""}),
            ("request: something is hidden", {"fewer_than": 5}),
            ("request: something is hidden", {"total": {"count": 42, "interval": [42, 42]}}),
            ("request: no test has", with_warnings(instead(nothing, test="20.5", release="41", depth=None))),
            ("request: no test has", instead(nothing, test=f"{2**40 + 1}/{2**40}", release=f"{2**40 + 1}/{2**39}", depth=None)),
            ("request: nothing can be shown", instead(nothing, delta="0.000000000000000999", depth=None)),
            ("request: nothing can be shown", instead(nothing, delta="0.5", depth=None)))
        self.lies(nothing, ("schema", {"question.measure.trimmed": "0.10"}), ("schema", {"question.verb": "mean"}), ("schema", {f"{LAW}.more": 1}))
        self.consistent_lies(
            of_people,
            ("request: caps", with_warnings({"question.person.rows_per_cell": 10**6 + 1})),
            ("request: caps", with_warnings(instead(of_people, delta="0.00000049", groups=10**6 + 1, depth=None, person={**PEOPLE, "cells_per_person": 10**6 + 1}))),
            ("request: groups are not known", of_unknown_keys))
        self.lies(of_people, ("request: groups are not known", widened), ("request: caps", {"question.person.rows_per_person": 0}))

    def test_laws(self):
        self.consistent_lies(
            whole,
            ("law", {f"{LAW}.depth": 100}),
            ("law", {f"{LAW}.depth": 102}),
            ("law", {f"{LAW}.test": "0.125"}),
            ("law", {f"{LAW}.trimmed": "0.2"}),
            ("law", {f"{LAW}.reach_bits": 19}),
            ("law", {f"{LAW}.step_bits": 11}),
            ("law", {f"{LAW}.rows": 2}),
            ("law", {f"{LAW}.unit": "0.1"}),
            ("law", instead(whole, delta="0.00000025")),
            ("law", {"mechanism.reason": "no reason"}))
        self.consistent_lies(
            nothing,
            ("law", instead(nothing, test="0.125", release="0.25")),
            ("law", with_warnings({"question.measure.trimmed": "0.2"})))
        self.consistent_lies(
            of_people,
            ("law", {f"{LAW}.rows": 1}),
            ("law", instead(of_people, delta="0.0000005")))
        self.lies(of_people, ("law", {f"{LAW}.release": "4"}), ("law", with_warnings({"question.person.per_person": "first"})))

    def test_leaves(self):
        self.consistent_lies(
            whole,
            ("leaves of the derivations: the leaf is about", one_test),
            ("leaves of the derivations: the leaf is about", of_both),
            ("leaves of the derivations: the leaf is about", {f"{ONE}.inputs.test_1": "0.125", f"{ONE}.conclusion.epsilon": "0.875"}),
            ("leaves of the derivations: the leaf is about", {f"{ONE}.inputs.test_2": "0.125", f"{ONE}.conclusion.epsilon": "0.875"}),
            ("leaves of the derivations: the leaf is about", {f"{ONE}.inputs.release_1": "0.25"}),
            ("leaves of the derivations: the leaf is about", both({f"{ONE}.inputs.release_1": "0.25", f"{ONE}.conclusion.epsilon": "0.75"},
                                                                  {f"{ONE}.inputs.release_2": "0.25"})),
            ("leaves of the derivations: the leaf is about", {f"{ONE}.inputs.delta_2": "0.0000001", f"{ONE}.conclusion.delta": "0.0000006"}),
            ("leaves of the derivations: the leaf is about", both({f"{ONE}.inputs.delta_1": "0.0000001", f"{ONE}.conclusion.delta": "0.0000002"},
                                                                  {f"{ONE}.inputs.delta_2": "0.0000001"})),
            ("leaves of the derivations: a promise of something else", another_promise),
            ("leaves of the derivations: there are more", third_promise))
        self.lies(
            whole,
            ("leaves of the derivations: the leaf threshold_cascade", by_a_margin),
            ("leaves of the derivations: the leaf tested_cascade", lambda c: c["derivation"][0]["premises"].append(leaf("1", "1", "0.1"))),
            ("leaves of the derivations: the leaf is about", for_replaced_people))
        times = f"{ONE}.inputs.times_1"
        self.consistent_lies(
            of_people,
            ("leaves of the derivations: not all groups", alone),
            ("leaves of the derivations: not all groups", {times: "1", f"{ONE}.conclusion.epsilon": "4", f"{ONE}.conclusion.delta": "0.0000005"}),
            ("leaves of the derivations: not all groups", {times: "3", f"{ONE}.conclusion.epsilon": "12", f"{ONE}.conclusion.delta": "0.0000015"}),
            ("leaves of the derivations: the leaf is about", {
                f"{EACH}.inputs.test_1": "0.5", f"{EACH}.conclusion.epsilon": "3.5", f"{ONE}.conclusion.epsilon": "7"}),
            ("leaves of the derivations: the leaf is about", {
                f"{EACH}.inputs.delta_1": "0.00000005", f"{EACH}.conclusion.delta": "0.0000003", f"{ONE}.conclusion.delta": "0.0000006"}))
        self.lies(of_people, ("leaves of the derivations: not all groups", {f"{ONE}.rule": "optimal_composition"}))

    def test_answers(self):
        self.consistent_lies(
            salary,
            ("answer", {"answer.value": "50683.953153"}),
            ("answer", {"answer.interval": ["50583.425025", "50784.48128"]}),
            ("answer", {"answer.interval": ["50583.425024", "50784.481279"]}),
            ("answer", {"answer.interval": ["50633.689088", "50734.217216"]}),
            ("answer", {"answer.interval": None}),
            ("answer", {"answer.value": None, "answer.interval": None}),
            ("answer", {"drawn.numbers": [[88], [6187007]]}),
            ("answer", {"drawn.numbers": [[87], [6187006]]}),
            ("answer", {"drawn.numbers": [[NONE], [NONE]]}),
            ("answer", {"confidence": "0.9"}),
            ("answer: other numbers", {"drawn.numbers": [[88], [6187006], [0]]}),
            ("answer", {"numbers.0.name": "mean"}),
            ("answer", {"numbers.0.may_be_unknown": False}),
            ("answer", instead(salary, test="0.5", release="1", depth=None)),
            ("answer", with_warnings({"question.measure.unit": "0.00001", f"{LAW}.unit": "0.00001", "unit": "0.00001", "numbers.0.unit": "0.00001"})))
        self.consistent_lies(
            whole,
            ("answer: no run", instead(whole, octave=167)),
            ("answer: no run", instead(whole, octave=-1)),
            ("answer: no run", instead(whole, octave=NONE)),
            ("answer: no run", instead(whole, steps=NONE)),
            ("answer: no run", {"drawn.numbers": [[2], [(1 << 62) + (1 << 61) + 1]], "answer.value": None, "answer.interval": None}),
            ("answer: no run", {"drawn.numbers": [[2], [-(1 << 62) - (1 << 61) - 1]], "answer.value": None, "answer.interval": None}),
            ("answer", {"answer.interval": [5, 6]}),
            ("answer", {"answer.interval": [4, 5]}))
        self.consistent_lies(half, ("answer", {"answer.value": 5}), ("answer", {"answer.interval": [6, 6]}))
        self.consistent_lies(below_zero, ("answer", {"answer.value": -6}))
        self.consistent_lies(without_noise, ("answer", {"answer.value": 78}), ("answer", {"answer.interval": [76, 78]}),
                             ("answer: no run", instead(whole, value=MOST + 1, least=MOST + 1, most=MOST + 1, octave=0, steps=MOST + 1)))
        self.consistent_lies(cut, ("answer", {"answer.value": MOST + 1}), ("answer", {"answer.interval": [-MOST - 1, MOST]}))
        self.consistent_lies(too_many_steps, ("answer", {"answer.value": MOST, "answer.interval": [MOST, MOST]}))
        self.consistent_lies(just_so_many_steps, ("answer", {"answer.value": None, "answer.interval": None}))
        self.consistent_lies(
            of_people,
            ("answer", {"answer.0.interval": ["51984.63", "52168.69"]}),
            ("answer", {"answer.1.value": "1", "answer.1.interval": ["0", "2"]}),
            ("answer", {"drawn.numbers": [[64, NONE, 62], [2603833, NONE, 5048282]]}))

    def test_accuracy_and_warnings(self):
        self.consistent_lies(
            whole,
            ("accuracy", {"accuracy": [{"alpha": "0", "beta": "1", "gamma": "0.05", "distortion": "none", "metric": "absolute error of one mean"}]}),
            ("accuracy", {"error": [{"count": None, "mean_abs": "0", "bound": "0", "confidence": "0.95"}]}),
            ("warnings: there are others", lambda c: c["warnings"].append("all is well")),
            ("warnings", {"warnings.0": FEW.format("people")}),
            ("warnings", {"warnings.1": LEFT_OUT.format("0.1")}),
            ("warnings", {"question.table": "payroll.ndjson.gz"}))
        for make in (salary, of_departments, of_people):
            for i in range(len(make()["warnings"])):
                self.consistent_lies(make, ("warnings: it should say", lambda c, i=i: c["warnings"].pop(i)))
        self.consistent_lies(of_people, ("warnings", {"warnings.3": LARGE.format(4, "55")}), ("warnings", {"warnings.0": FEW.format("rows")}))

    def test_what_the_schema_refuses_too(self):
        for check, changes in ((check_request, {"question.verb": "mean"}), (check_law, {"mechanism.shown.totals": True})):
            forged = whole()
            changer(changes)(forged)
            with self.assertRaises(Wrong):
                check(forged)


if __name__ == "__main__":
    unittest.main()
