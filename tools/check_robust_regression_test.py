"""Tests of the second checker's robust regressions: laws and answers, certificates and lies about them.

    python3 tools/check_robust_regression_test.py
"""
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.mechanisms.robust_regression import REASON, Terms, least_size, right_ends, told  # noqa: E402
from certificate_checker.scale import NumberUnit  # noqa: E402

from made_certificates import KEY, NO_LEDGER, ROWS, SECRET, Forger, certificate, dp, finish, inputs_of, run  # noqa: E402

MOST = 2**60 - 1
NONE = -2**63
WARNINGS = [
    "there is an answer only where few people could not move it; no answer says nothing about the values",
    "intervals hold for certain, for the least sum of weighted misses of the rows as they are rounded; how far that is from other tables they do not say",
    f"values of size {MOST} and more count as that bound, and those below 0.5 as 0; `unit` moves this range",
    "rows in which one of the columns holds no number are left out"]


def leaf(rule, theorem, promised, /, **inputs):
    return {"rule": rule, "theorem": theorem, "premises": [], "conclusion": dp(*promised), "inputs": inputs_of(inputs)}


def line(drawn=(10_000, 7, 3, 9, 5, 50, 1, 4, -3)):
    """10000 people, x in spreads of 8 around 24, y of 16 around 80, and a cell of the second grid."""
    tests = {f"{name}_{i}": value for name, value in (("test", "13/60"), ("release", "0"), ("delta", "0.000001")) for i in (1, 2, 3)}
    leaves = [leaf("discrete_laplace_cells", "T4", ("0.05",), scale="20", sensitivity="1"),
              leaf("block_medians", "T140", ("0.3",), coefficients="5", slope="0.03"),
              leaf("tested_cascade", "T127", ("0.65", "0.000003"), **tests, neighbours="add_remove_person")]
    whole = {"rule": "basic_composition", "theorem": "T6", "inputs": [], "conclusion": dp("1", "0.000003"), "premises": leaves}
    numbers = [{"name": name, "unit": "1", "may_be_unknown": name != "people"}
               for name in ("intercept", "slope of x", "middle of x", "spread of x", "c there", "people")]
    result = certificate("regression", [], {"value": None, "interval": None, "noisy": list(drawn)}, [], [whole], unit="1",
                         name="robust_regression", measure={"x": "x", "unit": "1", "precision": "1", "mechanism": "robust"})
    result["mechanism"].update(reason=REASON, shown={}, law={
        "aimed_depth": 63, "blocks": 934, "count_scale": "20", "delta": "0.000003", "depth": 96, "epsilon": "1", "least_people": 3736,
        "precision": "1", "slope": "0.03", "test": "13/60", "test_delta": "0.000001", "unit": "1"})
    terms = Terms(result)
    result["mechanism"]["law"].update(aimed_depth=terms.aimed, depth=len(terms.table))
    result["question"]["measure"]["column"] = "c"
    result["accuracy"], result["numbers"] = [], numbers
    result["warnings"] = [*WARNINGS, ROWS, NO_LEDGER]
    ends = right_ends(Terms(result), drawn[0], drawn[1:6], drawn[6:]) if drawn[6] != NONE else {}
    answer = {"noisy": list(drawn)}
    for i, name in enumerate(("intercept", "slope of x", "c there")):
        numbers = told(ends.get(name), NumberUnit("1")) or [None]
        answer["value" if i == 0 else name] = numbers[0]
        answer["interval" if i == 0 else f"{name}_interval"] = numbers[1:] or None
    answer.update({"middle of x": 24 if drawn[1] != NONE else None, "middle of x_interval": None, "spread of x": 8 if drawn[1] != NONE else None, "spread of x_interval": None, "people": drawn[0]})
    result["answer"] = {key: value for key, value in answer.items() if key != "noisy"}
    from certificate_checker.mechanisms.quantile import least_bound
    bound = least_bound(Fraction(20), Fraction(1, 20))
    result["answer"]["people_interval"] = [max(drawn[0] - bound, 0), drawn[0] + bound]
    return result


def none():
    return line((10_000, 7, 3, 9, 5, 50, NONE, NONE, NONE))


def nobody():
    return line((12, *[NONE] * 8))


class Certificates(Forger):
    def test_half_octaves(self):
        self.assertEqual([least_size(i) for i in range(10)], [1, 1, 1, 2, 3, 4, 6, 8, 12, 16])

    def test_the_cell_by_hand(self):
        """Spread 8, middle 24; misses of half octave 50 and one more are 2^25; the width is that times 36 a / 10000, in steps of 2^-20 codes."""
        terms = Terms(line())
        middles, spreads, y_middle, bits, width = terms.shape(10_000, (7, 3, 9, 5, 50))
        self.assertEqual((middles, spreads, y_middle), ([24], [8], 80))
        self.assertEqual(2**25 * 36 * terms.aimed // 10_000 // 2**bits, width - 1)
        self.assertTrue(1024 <= width <= 2048)

    def test_a_cell_is_not_narrower_than_a_part_of_the_spread(self):
        """A spread of 2^30 codes over 2^16, whatever the misses."""
        bits, width = Terms(line()).shape(10_000, (7, 3, 61, 5, 0))[-2:]
        self.assertEqual(width << bits, 1 << (30 + 20 - 16))

    def test_all_pass(self):
        for make in (line, none, nobody):
            with self.subTest(make.__name__):
                report, text = run(finish(make(), SECRET), KEY)
                self.assertEqual(report.wrong, 0, text)

    def test_lies(self):
        law = "mechanism.law"
        self.lies(
            line,
            ("law", {f"{law}.slope": "1/15"}),
            ("law", {f"{law}.blocks": 100}),
            ("law", {f"{law}.count_scale": "5"}),
            ("law", {f"{law}.test": "0.5"}),
            ("law", {f"{law}.test_delta": "0.01"}),
            ("law", {f"{law}.depth": 5}),
            ("law", {f"{law}.aimed_depth": 5}),
            ("law", {f"{law}.least_people": 5}),
            ("law", {f"{law}.epsilon": "2"}),
            ("law", {"mechanism.reason": "no reason"}),
            ("request", {f"{law}.epsilon": "51"}),
            ("request", {f"{law}.delta": "1"}),
            ("request", {"question.measure.x": "a,b,c,d,e"}),
            ("request", {"question.measure.x": "c"}),
            ("request", {"fewer_than": 5}),
            ("schema", {"question.measure.mechanism": "usual"}),
            ("schema", {f"{law}.more": 1}),
            ("derivation 0", {"derivation.0.premises.1.inputs.slope": "0.01"}),
            ("derivation 0", {"derivation.0.premises.1.inputs.coefficients": "1"}),
            ("answer", {"answer.value": 5}),
            ("answer", {"answer.slope of x_interval": [0, 0]}),
            ("answer", {"answer.middle of x": 25}),
            ("answer", {"answer.people": 9}),
            ("answer", {"drawn.numbers": [[10_000], [7], [3], [9], [5], [50], [3], [4], [-3]]}),
            ("answer", {"drawn.numbers": [[10], [7], [3], [9], [5], [50], [1], [4], [-3]]}),
            ("answer", {"drawn.numbers": [[10_000], [7], [3], [9], [5], [50], [1], [5], [-3]]}),
            ("answer", {"drawn.numbers": [[10_000], [300], [3], [9], [5], [50], [1], [4], [-3]]}),
            ("answer", {"drawn.numbers": [[10_000], [7], [3], [9], [6], [50], [1], [4], [-3]]}),
            ("answer", {"drawn.numbers": [[10_000], [7], [3], [9], [5], [50], [1], [4], [-1 << 30]]}),
            ("warnings", lambda c: c["warnings"].pop(1)))
        self.lies(none, ("answer", {"answer.value": 4}))


if __name__ == "__main__":
    unittest.main()
