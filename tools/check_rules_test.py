"""Tests of the rules that check_certificate.py knows, with numbers of the documents.

    python3 tools/check_rules_test.py
"""
import math
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker import composition, domain, lattice, mechanisms, noise, numbers, question, schema, step  # noqa: E402
from certificate_checker import losses as losses_of  # noqa: E402
from certificate_checker.derivation import check_derivation, check_step  # noqa: E402
from certificate_checker.report import Unknown, Wrong  # noqa: E402
from made_certificates import PERSON, dp, histogram, keys, laplace, laplace_number, node, zcdp  # noqa: E402


def composed_delta(premises, times, step, epsilon):
    """The delta of a law of T24, in double."""
    law = lattice.all_together(premises, times, step)
    losses = (float(law.low + i * law.step) for i in range(len(law.mass)))
    return (law.infinite + sum(m * max(0, 1 - math.exp(epsilon - loss)) for m, loss in zip(law.mass, losses))) / losses_of.UNIT


class Cells(unittest.TestCase):
    """Shares and numbers of cells."""

    def test_places(self):
        for text, number in (("-5:100:30", 7), ("0:1:1/3", 6), ("2024-01-01:2024-03-01:1day", 63), ("2024-01-31T23:59:2024-02-01:30seconds", 5),
                             ("2000-01-01:2025-01-01:5years", 8), ("2024-01-01:2025-01-01:1quarter", 7), ("?", None), ("@file", 4)):
            known = {"keys": "0" * 64, "key_list": ["a", "b"]} if text[0] == "@" else {}
            self.assertEqual(domain.places({"name": "c", "domain": text, "missing": "cell", **known}), number)
        self.assertEqual(domain.places({**keys("a", "b"), "missing": "drop"}), 3)

    def test_labels(self):
        for text, wanted in (("0:5:2", ["below 0", "[0,2)", "[2,4)", "[4,5)", "5 and above", "missing"]),
                             ("2024-01-01:2024-03-01:1month", ["before 2024-01-01", "2024-01", "2024-02", "2024-03-01 and after", "missing"]),
                             ("a,other,missing", ["a", "other", "missing", "(other)", "(missing)"])):
            column = domain.Column({"name": "c", "domain": text, "missing": "cell"})
            self.assertEqual([column.label(i) for i in range(column.places)], wanted)

    def test_share(self):
        def share(of, rows, cells, per_person, domain, fewer, in_cell=None):
            c = histogram()
            c["question"]["columns"][0]["domain"], c["fewer_than"] = domain, fewer
            if domain.startswith("@"):
                c["question"]["columns"][0].update(keys="0" * 64, key_list=["a", "b", "c", "d"])
            c["question"]["person"].update(rows_per_person=rows, cells_per_person=cells, per_person=per_person)
            if in_cell is not None:
                c["question"]["person"]["rows_per_cell"] = in_cell
            c["mechanism"]["law"]["share"] = dict(zip(("rows", "cells", "rows_in_cell"), of))
            try:
                question.check_share(c)
                return True
            except Wrong:
                return False
        bins = "0:200000:100000"
        self.assertTrue(share((9, 5, 9), 9, 8, "sum", bins, None))
        self.assertFalse(share((9, 8, 9), 9, 8, "sum", bins, None))
        self.assertFalse(share((9, 4, 9), 9, 8, "sum", bins, None))
        self.assertTrue(share((9, 5, 9), 9, 8, "sum", bins, 10))
        self.assertFalse(share((9, 8, 9), 9, 8, "sum", bins, 10))
        self.assertFalse(share((9, 2, 9), 9, 8, "sum", bins, 10))
        self.assertTrue(share((5, 5, 1), 9, 8, "first", bins, None))
        self.assertTrue(share((8, 8, 1), 9, 8, "first", "?", 10))
        self.assertFalse(share((5, 5, 1), 9, 8, "first", "?", 10))
        self.assertTrue(share((9, 6, 9), 9, 8, "sum", "@keys", 10))
        self.assertFalse(share((9, 7, 9), 9, 8, "sum", "@keys", 10))
        for of, rows, cells, in_cell, right in (((9, 5, 2), 9, 8, 2, True), ((9, 5, 9), 9, 8, 2, False), ((10, 5, 2), 12, 8, 2, True),
                                                ((12, 5, 2), 12, 8, 2, False), ((5, 5, 1), 9, 8, 1, True), ((9, 5, 9), 9, 8, 20, True),
                                                ((9, 5, 9), 9, 8, 10**6 + 1, False), ((9, 5, 0), 9, 8, 0, False)):
            self.assertEqual(right, share(of, rows, cells, "sum", bins, None, in_cell))
        self.assertTrue(share((5, 5, 1), 9, 8, "first", bins, None, 3))


class Mechanisms(unittest.TestCase):
    """A mechanism is known by its name alone."""

    def test_every_part_of_the_schema_has_a_module(self):
        named = [name for part in schema.load_parts() for name in schema.names_of(part)]
        self.assertEqual(sorted(named), sorted(mechanisms.modules()))

    def test_nothing_else_names_one(self):
        folder = os.path.dirname(schema.__file__)
        for name in ("all_checks.py", "schema.py", "cells.py", "domain.py", "derivation.py", "warnings.py", "signature.py", "work.py",
                     os.path.join("mechanisms", "__init__.py")):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            for mechanism in mechanisms.modules():
                self.assertNotIn(mechanism, text, name)

    def test_a_mechanism_without_module(self):
        c = histogram()
        c["mechanism"]["name"] = "other"
        with self.assertRaises(Wrong):
            mechanisms.module_of(c)

    def test_references(self):
        """Those of a part go to the envelope, or stay in the part."""
        envelope = schema.load_schema(schema.ENVELOPE)
        own = {"number": {"type": "integer"}, "both": {"anyOf": [{"$ref": "#/$defs/number"}, {"$ref": f"{schema.ENVELOPE}#/$defs/number"}]}}
        for value, fits in ((1, True), ("0.5", True), ("0.50", False), (None, False)):
            self.assertEqual(fits, schema.fault_of(value, own["both"], own) is None, value)
        self.assertIsNone(schema.fault_of([[None, "1"]], {"$ref": f"{schema.ENVELOPE}#/$defs/profile"}, own))
        self.assertIn("profile", envelope["$defs"])
        for reference in ("#/properties/a", "other.json#/$defs/number", "number"):
            with self.assertRaises(Unknown):
                schema.understand({"$ref": reference})


class TestedReleases(unittest.TestCase):
    """Cascades of tests (T127)."""

    def step(self, rule, tests, conclusion, neighbours=PERSON):
        last = "margin" if rule == "threshold_cascade" else "delta"
        inputs = [{"name": f"{name}_{i + 1}", "number": test[place]} for place, name in enumerate(("test", "release", last))
                  for i, test in enumerate(tests)]
        return {"rule": rule, "theorem": "T127", "inputs": [*inputs, {"name": "neighbours", "text": neighbours}], "premises": [],
                "conclusion": conclusion}

    def test_the_worst_place_to_stop(self):
        tests = [("0.2", "0.5", "0.000001"), ("0.1", "0.6", "0.000001"), ("0.4", "0", "0.000001")]
        check_step(self.step("tested_cascade", tests, dp("0.9", "0.000003")))
        check_step(self.step("tested_cascade", tests, dp("0.9", "0.000003", "replace_person"), "replace_person"))
        for wrong in (dp("0.8", "0.000003"), dp("0.9", "0.000002"), dp("0.9", "0.000003", "replace_person")):
            with self.assertRaises(Wrong):
                check_step(self.step("tested_cascade", tests, wrong))

    def test_middle_rows(self):
        """T186: the same promise for either kind of neighbours, of one about replaced rows."""
        tests = [("0.2", "0.5", "0.000001")]
        inner = self.step("tested_cascade", tests, dp("0.7", "0.000001", "replace_person"), "replace_person")

        def step(premise, people="1000", neighbours=PERSON, conclusion=None):
            return {"rule": "middle_rows", "theorem": "T186", "inputs": [{"name": "people", "number": people}, {"name": "neighbours", "text": neighbours}],
                    "premises": [premise], "conclusion": conclusion or dp("0.7", "0.000001", neighbours)}
        check_step(step(inner))
        check_step(step(inner, neighbours="replace_person"))
        for wrong in (step(inner, people="0"), step(inner, people="1/2"), step(inner, neighbours="nobody"),
                      step(inner, conclusion=dp("0.6", "0.000001")), step(inner, conclusion=dp("0.7", "0.000001", "replace_person")),
                      step(self.step("tested_cascade", tests, dp("0.7", "0.000001")))):
            with self.assertRaises(Wrong):
                check_step(wrong)

    def test_margins(self):
        """The delta that the program states for test 1 and margin 14, and for two of them."""
        one = numbers.written(next(iter(numbers.rounded_up(numbers.exp(Fraction(-14)) / (1 + numbers.exp(Fraction(-1))), 12))))
        self.assertEqual(one, "0.00000060789620347" + one[-1])
        check_step(self.step("threshold_cascade", [("1", "1/3", "14")], dp("4/3", one)))
        two = numbers.written(2 * Fraction(one))
        check_step(self.step("threshold_cascade", [("1", "1/3", "14")] * 2, dp("7/3", two)))
        for tests, wrong in (([("1", "1/3", "14")], dp("4/3", "0.0000006")), ([("1", "1/3", "14")] * 2, dp("4/3", two)),
                             ([("1", "-1", "14")], dp("0", one)), ([("1", "0", "0.5")], dp("1", one)), ([], dp("0", "0"))):
            with self.assertRaises(Wrong):
                check_step(self.step("threshold_cascade", tests, wrong))


    def test_what_is_no_test(self):
        """Each with the conclusion that the sum would give, so that only one thing is wrong."""
        right = self.step("tested_cascade", [("1", "1", "0.000001")], dp("2", "0.000001"))
        check_step(right)
        half = self.step("threshold_cascade", [("1", "1", "0")], dp("2", "0.731058578631"))
        check_step(half)
        many = [("0.001", "0", "0.0000001")] * 1000
        check_step(self.step("tested_cascade", many, dp("1", "0.0001")))
        for wrong in (self.step("tested_cascade", [("0", "1", "0.000001")], dp("1", "0.000001")),
                      self.step("tested_cascade", [("-1", "3", "0.000001")], dp("2", "0.000001")),
                      self.step("tested_cascade", [("1", "-1", "0.000001")], dp("0", "0.000001")),
                      self.step("tested_cascade", [("1", "1", "0")], dp("2", "0")),
                      self.step("tested_cascade", [("1", "1", "0.2"), ("1", "1", "-0.1")], dp("3", "0.1")),
                      self.step("tested_cascade", [("1", "1", "1")], dp("2", "1")),
                      self.step("tested_cascade", [*many, many[0]], dp("1.001", "0.0001001")),
                      self.step("threshold_cascade", [("0", "1", "14")], dp("1", "0.5")),
                      self.step("threshold_cascade", [("0.0001", "1", "-1")], dp("1.0001", "0.500075000188")),
                      self.step("threshold_cascade", [("0.00000001", "1", str(2**31 + 1))], dp("1.00000001", numbers.written(Fraction("2.35812606740e-10")))),
                      {**right, "premises": [half]}, {**half, "premises": [right]}):
            with self.assertRaises(Wrong):
                check_step(wrong)


class Levels(unittest.TestCase):
    """Cascades after each other and side by side, and levels on tables of their own (T188, T189)."""

    ROWS = "replace_person"
    UNIT = Fraction(1, 10**7)

    def cascade(self, tests, test=1, release=1, neighbours=ROWS):
        """A leaf with tests that are equal."""
        parts = (("test", test), ("release", release), ("delta", self.UNIT))
        inputs = [{"name": f"{name}_{i + 1}", "number": numbers.written(Fraction(value))} for name, value in parts for i in range(tests)]
        return {"rule": "tested_cascade", "theorem": "T127", "inputs": [*inputs, {"name": "neighbours", "text": neighbours}], "premises": [],
                "conclusion": self.cost(max(tests * test, tests * test + release), tests, neighbours)}

    def cost(self, epsilon, deltas, neighbours=ROWS):
        return dp(numbers.written(Fraction(epsilon)), numbers.written(deltas * self.UNIT), neighbours)

    def levels(self, conclusion, *parts, arranged="levels"):
        """Of (premise, times)."""
        inputs = [{"name": "arranged", "text": arranged}, *({"name": f"times_{i + 1}", "number": str(k)} for i, (_, k) in enumerate(parts))]
        return {"rule": "levels_of_cascades", "theorem": "T188", "inputs": inputs, "premises": [p for p, _ in parts], "conclusion": conclusion}

    def own_table(self, made, premise, conclusion):
        return {"rule": "neighbour_preserving", "theorem": "T159", "inputs": [{"name": "step", "text": made}], "premises": [premise],
                "conclusion": conclusion}

    def refused(self, *wrong):
        for one in wrong:
            with self.assertRaises(Wrong):
                check_step(one)

    def test_cascades_of_the_paper(self):
        """[DL09, Theorems 16, 17, 20, 22]: M, three levels, two sides, and these after another one."""
        tenth = Fraction(1, 10)
        level = {tests: self.cascade(tests, tenth, tenth) for tests in (1, 2, 3, 4)}
        check_derivation(self.levels(self.cost("0.6", 4), (level[2], 2)))
        check_derivation(self.levels(self.cost("0.9", 6), (level[2], 1), (level[3], 1), (level[1], 1)))
        sides = [(self.levels(self.cost("0.7", 5), (level[2], 1), (level[3], 1)), 1), (self.levels(self.cost("0.7", 5), (level[1], 1), (level[4], 1)), 1)]
        two = self.levels(self.cost("1.4", 10), *sides, arranged="side_by_side")
        check_derivation(self.levels(self.cost("3.2", 23), (level[3], 1), (two, 2)))
        self.refused(self.levels(self.cost("0.7", 10), *sides, arranged="side_by_side"), self.levels(self.cost("1.4", 5), *sides))

    def test_regressions_of_the_paper(self):
        """Short-cut regression with p coefficients; robust regression as the paper counts it, as it is, with halved distances, and with one test."""
        for p, paper, literal, halved in ((1, 6, 8, 6), (2, 11, 16, 12), (3, 18, 28, 20), (4, 29, 48, 32)):
            short = self.levels(self.cost(6 * p, 4 * p), (self.levels(self.cost(6, 4), (self.cascade(2), 2)), p), arranged="side_by_side")
            check_derivation(self.own_table("blocks_of_places", short, short["conclusion"]))
            for wanted, scale, tests, test, release in ((paper, 1, 2**p, 1, 1), (literal, 1, 2**p, 2, p), (halved, 1, 2**p, 1, p),
                                                        (2 * p + 2, 0, 1, 1, 1)):
                scales = self.levels(self.cost((2 + scale) * p, 2 * p), (self.cascade(2, 1, scale), p), arranged="side_by_side")
                parts = (scales, 1), (self.cascade(tests, test, release), 1)
                check_derivation(self.levels(self.cost(wanted, 2 * p + tests), *parts))
                self.refused(self.levels(self.cost(wanted - 1, 2 * p + tests), *parts), self.levels(self.cost(wanted, 2 * p + tests - 1), *parts))

    def test_lies(self):
        one, two, right = self.cascade(2), self.cascade(3), self.cost(10, 7)
        check_derivation(self.levels(right, (one, 2), (two, 1)))
        self.refused(self.levels(self.cost("9.999", 7), (one, 2), (two, 1)), self.levels(self.cost(10, 6), (one, 2), (two, 1)),
                     self.levels(self.cost(4, 3), (one, 2), (two, 1)), self.levels(right, (one, 2)), self.levels(right, (one, 1), (two, 1)),
                     self.levels(self.cost(10, 7, PERSON), (one, 2), (two, 1)),
                     self.levels(right, (one, 2), (self.cascade(3, neighbours=PERSON), 1)), self.levels(right, (one, 2), (two, 1), arranged="parallel"),
                     self.levels(self.cost(0, 0)), self.levels(self.cost(0, 0), (one, 0)), self.levels(self.cost(-3, -2), (one, -1)),
                     self.levels(zcdp("0.5"), ({"conclusion": zcdp("0.5")}, 1)),
                     {**self.levels(right, (one, 2), (two, 1)), "theorem": "T6"})
        short = self.levels(right, (one, 2), (two, 1))
        self.refused({**short, "inputs": short["inputs"][:-1]}, {**short, "inputs": short["inputs"][1:]})

    def test_tables_of_their_own(self):
        """Which neighbours a step makes of which."""
        kinds = PERSON, self.ROWS
        makes = {("row_by_row", PERSON): PERSON, ("row_by_row", self.ROWS): self.ROWS, ("blocks_of_people", self.ROWS): PERSON,
                 ("blocks_of_places", self.ROWS): self.ROWS, ("chosen_places", self.ROWS): self.ROWS, ("bucketing", PERSON): PERSON}
        for made in ("row_by_row", "blocks_of_people", "blocks_of_places", "chosen_places", "bucketing", "sorting"):
            for inner in kinds:
                premise = self.cascade(2, neighbours=inner)
                for outer in kinds:
                    step = self.own_table(made, premise, self.cost(3, 2, outer))
                    if makes.get((made, inner)) == outer:
                        check_derivation(step)
                        self.refused({**step, "conclusion": self.cost(2, 2, outer)}, {**step, "conclusion": self.cost(3, 1, outer)},
                                     {**step, "premises": []}, {**step, "premises": [premise, premise]})
                    else:
                        self.refused(step)


class Rules(unittest.TestCase):
    """Single rules, with numbers of the documents."""

    def holds(self, rule, conclusion, inputs, *premises):
        tree = node(rule, conclusion, inputs, *[p if "rule" in p else {"conclusion": p} for p in premises])
        try:
            check_step(tree)
            return True
        except Wrong:
            return False

    def test_neighbour_preserving(self):
        def made(step, conclusion, *premises):
            return {"rule": "neighbour_preserving", "theorem": "T159", "inputs": [{"name": "step", "text": step}],
                    "premises": list(premises), "conclusion": conclusion}
        check_step(made("bucketing", dp("2"), laplace("1/2")))
        for wrong in (made("bucketing", dp("1"), laplace("1/2")), made("sorting", dp("2"), laplace("1/2")), made("bucketing", dp("2")),
                      made("bucketing", dp("2", "0.1"), laplace("1/2")), made("bucketing", dp("2"), laplace("1/2"), laplace("1/2")),
                      made("bucketing", dp("4", neighbours="replace_person"),
                           node("replace_from_add_remove", dp("4", neighbours="replace_person"), {}, laplace("1/2")))):
            with self.assertRaises(Wrong):
                check_step(wrong)

    def test_inputs(self):
        """What is no rule, or no input of it, is told in one sentence."""
        scale, sensitivity = {"name": "scale", "number": "1"}, {"name": "sensitivity", "number": "1"}
        order = "; the rule takes scale, sensitivity"
        for rule, inputs, why in (
                ("no_such_rule", [scale, sensitivity], "there is no rule no_such_rule"),
                (None, [scale], "the input sensitivity is missing or not in its place" + order),
                (None, [sensitivity, scale], "the input scale is missing or not in its place" + order),
                (None, [{"name": "scale", "text": "1"}, sensitivity], "the input scale is a text and should be a number"),
                (None, [{"name": "scale", "profile": [[None, "1"]]}, sensitivity], "the input scale is a profile and should be a number"),
                (None, [scale, sensitivity, {"name": "more", "number": "1"}], "the input more is not known or not in its place" + order),
                (None, [scale, sensitivity, scale], "the input scale is not known or not in its place" + order),
                (None, [scale, sensitivity], None)):
            leaf = {**laplace("1"), "inputs": inputs, **({"rule": rule} if rule else {})}
            with self.subTest(inputs=inputs):
                if why is None:
                    check_step(leaf)
                    continue
                with self.assertRaises(Wrong) as raised:
                    check_step(leaf)
                self.assertEqual(str(raised.exception), why)

    def test_numbered_inputs(self):
        for names, right in ((("times_1", "times_2"), True), (("times_2", "times_1"), False), (("times_1", "times_1"), False),
                             (("times_1", "times_3"), False), (("times_1",), False), (("times_1", "times_2", "times_3"), False)):
            tree = node("zcdp_composition", zcdp("0.6"), {}, {"conclusion": zcdp("0.1")}, {"conclusion": zcdp("0.5")})
            tree["inputs"] = [{"name": name, "number": "1"} for name in names]
            with self.subTest(names=names):
                if right:
                    check_step(tree)
                    continue
                with self.assertRaises(Wrong):
                    check_step(tree)

    def test_replace(self):
        """T7: (1/2, 0.003) becomes (1, 0.0079461638121...)."""
        for delta, right in (("0.00794616381211", True), ("0.00794616381210", False), ("0.007946163813", False), ("0.003", False)):
            self.assertEqual(right, self.holds("replace_from_add_remove", dp("1", delta, "replace_person"), {}, dp("0.5", "0.003")))
        self.assertFalse(self.holds("replace_from_add_remove", dp("1", "0"), {}, dp("0.5")))
        self.assertFalse(self.holds("replace_from_add_remove", dp("0.9", "0", "replace_person"), {}, dp("0.5")))

    def test_zcdp(self):
        """T25, T26: rho = 0.1, E = 2, a = 10.97757, delta = 4.3252109e-6."""
        order = {"order": "10.97757"}
        for delta, right in (("0.00000432522", True), ("0.00000432521", False), ("0", False)):
            self.assertEqual(right, self.holds("dp_from_zcdp", dp("2", delta), {"epsilon": "2", **order}, zcdp("0.1")))
        self.assertFalse(self.holds("dp_from_zcdp", dp("2", "0.0001"), {"epsilon": "2", "order": "1"}, zcdp("0.1")))
        self.assertFalse(self.holds("dp_from_zcdp", dp("2", "0.0001"), {"epsilon": "3", **order}, zcdp("0.1")))
        self.assertTrue(self.holds("zcdp_from_dp", zcdp("0.125"), {}, dp("0.5")))
        self.assertFalse(self.holds("zcdp_from_dp", zcdp("0.124"), {}, dp("0.5")))
        self.assertFalse(self.holds("zcdp_from_dp", zcdp("0.125"), {}, dp("0.5", "0.1")))
        self.assertTrue(self.holds("zcdp_composition", zcdp("0.7"), {"times_1": "2", "times_2": "1"}, zcdp("0.1"), zcdp("0.5")))
        self.assertFalse(self.holds("zcdp_composition", zcdp("0.7"), {"times_1": "2", "times_2": "2"}, zcdp("0.1"), zcdp("0.5")))
        self.assertFalse(self.holds("zcdp_composition", zcdp("0.7"), {"times_1": "2"}, zcdp("0.1"), zcdp("0.5")))

    def test_basic(self):
        self.assertTrue(self.holds("basic_composition", dp("0.7", "0.1"), {"times_1": "2", "times_2": "1"}, dp("0.1"), dp("0.5", "0.1")))
        self.assertFalse(self.holds("basic_composition", dp("0.7", "0.09"), {"times_1": "2", "times_2": "1"}, dp("0.1"), dp("0.5", "0.1")))
        self.assertFalse(self.holds("basic_composition", dp("0.7"), {}))
        self.assertFalse(self.holds("basic_composition", dp("0.7"), {}, zcdp("0.1")))
        self.assertFalse(self.holds("basic_composition", dp("0.7"), {}, dp("0.1", "0", "replace_person")))

    def test_one_of(self):
        """T260."""
        self.assertTrue(self.holds("one_of", dp("0.5", "0.2"), {}, dp("0.1", "0.2"), dp("0.5", "0.1")))
        self.assertFalse(self.holds("one_of", dp("0.1", "0.2"), {}, dp("0.1", "0.2"), dp("0.5", "0.1")))
        self.assertFalse(self.holds("one_of", dp("0.5", "0.1"), {}, dp("0.1", "0.2"), dp("0.5", "0.1")))
        self.assertFalse(self.holds("one_of", dp("0.5"), {}, dp("0.5")))
        self.assertFalse(self.holds("one_of", dp("0.5"), {}, dp("0.5"), zcdp("0.1")))
        self.assertFalse(self.holds("one_of", dp("0.5"), {}, dp("0.5"), dp("0.5", "0", "replace_person")))

    def test_filter(self):
        """T29: by sum the deltas have half of delta; by rhos they have a quarter, and composing another."""
        caps = {"epsilon": "2", "delta": "0.00001730088"}
        claim = dp(*caps.values())
        for order, right in (("10.97757", True), ("5", False)):     # rho = 0.1 needs 4.3252109e-6 (T26)
            for premises in ([zcdp("0.1")], [zcdp("0.05"), dp("0.2", "0.000001"), dp("0.24", "0.000002")]):
                times = {f"times_{i + 1}": "1" for i in range(len(premises))}
                self.assertEqual(right, self.holds("budget_filter", claim, {**caps, "order": order, **times}, *premises))
        self.assertFalse(self.holds("budget_filter", claim, {**caps, "order": "10.97757", "times_1": "2"}, zcdp("0.1")))
        self.assertFalse(self.holds("budget_filter", dp("2", "0.0000173"), {"epsilon": "2", "delta": "0.0000173", "order": "10.97757", "times_1": "1"}, zcdp("0.1")))
        self.assertFalse(self.holds("budget_filter", claim, {**caps, "times_1": "1"}, zcdp("0.1")))
        self.assertFalse(self.holds("budget_filter", claim, {**caps, "times_1": "1"}, dp("0.1", "0.000009")))
        self.assertTrue(self.holds("budget_filter", claim, {**caps, "times_1": "1"}, dp("0.1", "0.000008")))
        self.assertFalse(self.holds("budget_filter", claim, {**caps, "order": "10.97757", "times_1": "1"}, dp("0.1", "0.000005")))
        self.assertTrue(self.holds("budget_filter", claim, {**caps, "times_1": "20"}, dp("0.1")))
        self.assertFalse(self.holds("budget_filter", claim, {**caps, "times_1": "21"}, dp("0.1")))
        self.assertFalse(self.holds("budget_filter", dp("1"), {**caps, "times_1": "1"}, dp("0.1")))

    def test_rho_filter(self):
        """T29 (b): rhos add, a dp promise with delta 0 has e^2/2; T25 (d): one moved draw of Gaussian noise has D^2/(2v)."""
        for times, right in (("3", True), ("4", False)):
            self.assertEqual(right, self.holds("rho_filter", zcdp("0.5"), {"rho": "0.5", "times_1": "1", "times_2": times}, zcdp("0.1"), dp("0.5")))
        self.assertFalse(self.holds("rho_filter", zcdp("0.4"), {"rho": "0.5", "times_1": "1"}, zcdp("0.1")))
        self.assertFalse(self.holds("rho_filter", zcdp("0.5"), {"rho": "0.5", "times_1": "1"}, dp("0.1", "0.000001")))
        loss = {"kind": "gaussian_loss", "variance": "8", "shift": 2, "neighbours": PERSON}
        self.assertTrue(self.holds("zcdp_from_loss", zcdp("0.25"), {}, loss))
        self.assertFalse(self.holds("zcdp_from_loss", zcdp("0.125"), {}, loss))
        self.assertFalse(self.holds("zcdp_from_loss", zcdp("0.125"), {}, dp("0.5")))

    def test_outliers(self):
        """T36: profiles over one partition add, those over others count with their greatest epsilon."""
        def outlier(partition, *profile, delta="0"):
            return {"kind": "outlier", "profile": [list(step) for step in profile], "delta": delta, "partition": partition, "neighbours": PERSON}
        one, two = outlier("a", (20, "0.1"), (None, "1")), outlier("b", (5, "0"), (None, "0.5"), delta="0.01")
        once = {"times_1": "1", "times_2": "1", "times_3": "2"}
        for profile, right in (([(20, "0.8"), (None, "1.7")], True), ([(None, "1.7")], False), ([(20, "0.7"), (None, "1.7")], False),
                               ([(21, "0.8"), (None, "1.7")], False), ([(20, "0.8"), (None, "infinity")], False), ([(20, "0.8"), (None, "1.6")], False)):
            claim = outlier("a", *profile, delta="0.01")
            self.assertEqual(right, self.holds("outlier_composition", claim, once, one, two, dp("0.1")), profile)
        claim = outlier("a", (None, "2"), delta="0.01")
        self.assertFalse(self.holds("outlier_composition", {**claim, "partition": "b"}, once, one, two, dp("0.1")))
        self.assertFalse(self.holds("outlier_composition", {**claim, "delta": "0"}, once, one, two, dp("0.1")))
        self.assertFalse(self.holds("outlier_composition", claim, once, dp("0.1"), one, two))
        for name, epsilon, right in (("a", "0.1", True), ("b", "0.1", False), ("a", "0.09", False)):
            self.assertEqual(right, self.holds("outlier_from_dp", outlier("a", (None, epsilon)), {"partition": name}, dp("0.1")))

    def test_optimal(self):
        """T23 against its own sums, in double."""
        def delta(parts, epsilon):
            """Over all sets of releases."""
            total, signs = 0.0, [s for e, _, k in parts for s in [e] * k]
            for choice in range(1 << len(signs)):
                loss = sum(e if choice >> i & 1 else -e for i, e in enumerate(signs))
                mass = math.prod(1 / (1 + math.exp(-e if choice >> i & 1 else e)) for i, e in enumerate(signs))
                total += mass * max(0, 1 - math.exp(epsilon - loss))
            return 1 - math.prod((1 - d)**k for _, d, k in parts) * (1 - total)
        for parts, epsilon, lattice_step, off in (
                ([(0.25, 0, 10)], 1.2, None, 1e-9), ([(0.25, 0.001, 6), (0.5, 0, 3)], 1, Fraction(1, 4), 1e-9),
                ([(0.3, 0, 4), (0.7, 0.01, 2), (0, 0.001, 2)], 1.3, Fraction(1, 5), 1e-9),
                ([(0.300000001, 0, 3), (0.2, 0, 5)], 0.9, Fraction(1, 4000), 1e-6),
                ([(0.123456789012345678, 0, 4), (0.211111111111111, 0, 4)], 0.5, Fraction(1, 4000), 1e-6)):
            exact = delta(parts, epsilon)
            premises = [step.Promise(dp(numbers.written(Fraction(str(e))), numbers.written(Fraction(str(d))))) for e, d, _ in parts]
            found = composed_delta(premises, [k for *_, k in parts], lattice_step, epsilon)
            self.assertAlmostEqual(found / exact, 1, delta=off)
            self.assertGreater(found, exact * (1 - 1e-12))
            if lattice_step is None:      # T23 (c), without a lattice
                (e, d, k), at = parts[0], Fraction(str(epsilon))
                for part, right in ((Fraction(exact * 1.0000001), True), (Fraction(exact * 0.9999999), False)):
                    self.assertEqual(composition.equals_hold(Fraction(str(e)), Fraction(str(d)), k, at, part), right)
        self.assertTrue(self.holds("optimal_composition", dp("3"), {"delta": "0", "times_1": "3"}, dp("1")))
        self.assertFalse(self.holds("optimal_composition", dp("2.9"), {"delta": "0", "times_1": "3"}, dp("1")))
        self.assertTrue(self.holds("optimal_composition", dp("2", "0.0199"), {"delta": "0.0199", "times_1": "2"}, dp("1", "0.01")))
        self.assertFalse(self.holds("optimal_composition", dp("2", "0.0198"), {"delta": "0.0198", "times_1": "2"}, dp("1", "0.01")))

    def test_losses(self):
        """T22 and T9: at s = 1, D = 1 delta is 0.46211715... at 0 and 0.28764913... at 1/2; T24 for several."""
        one = step.Promise({"kind": "laplace_loss", "scale": "1", "shift": 1, "neighbours": PERSON})
        for epsilon, delta in ((Fraction(0), 0.46211715), (Fraction(1, 2), 0.28764913)):
            self.assertAlmostEqual(composed_delta([one], [1], None, epsilon), delta, delta=1e-8)

        def by_hand(v, d, s, shift, epsilon):
            """One Gaussian and one Laplace draw, all pairs of values, in double."""
            gauss = {z: math.exp(-z * z / (2 * v)) for z in range(-60, 61)}
            lap = {z: math.exp(-abs(z) / s) for z in range(-150, 151)}
            a, b = sum(gauss.values()), sum(lap.values())
            return sum(g * m / a / b * max(0, 1 - math.exp(epsilon - (d * d - 2 * z * d) / (2 * v) - (abs(y - shift) - abs(y)) / s))
                       for z, g in gauss.items() for y, m in lap.items())
        normal = step.Promise({"kind": "gaussian_loss", "variance": "20", "shift": 2, "neighbours": PERSON})
        other = step.Promise({"kind": "laplace_loss", "scale": "3.7", "shift": 3, "neighbours": PERSON})
        found = composed_delta([normal, other], [1, 1], Fraction(1, 2000), 1)
        self.assertAlmostEqual(found / by_hand(20, 2, 3.7, 3, 1), 1, delta=1e-6)
        # many draws: nearly the normal law, for which delta is known
        many = step.Promise({"kind": "gaussian_loss", "variance": "40000", "shift": 7, "neighbours": PERSON})
        mu, epsilon = 7 * math.sqrt(50) / 200, 0.9
        normal_delta = (math.erfc((epsilon / mu - mu / 2) / 2**.5) - math.exp(epsilon) * math.erfc((epsilon / mu + mu / 2) / 2**.5)) / 2
        found = composed_delta([many], [50], None, 0.9)
        self.assertAlmostEqual(found / normal_delta, 1, delta=1e-5)

    def test_key_threshold(self):
        """T31 against its sums over all spreads."""
        for m, g, r, t, s in ((1, 1, 1, 9, 2), (4, 4, 1, 5, 1), (5, 2, 5, 7, 1.5), (5, 4, 5, 30, 2),
                              (6, 2, 3, 7, 1.5), (7, 4, 3, 4, 6), (9, 5, 4, 6, 20), (8, 6, 3, 12, 1), (7, 3, 6, 8, 30)):
            q = numbers.exp(-1 / Fraction(s))

            def spreads(left, cells):
                yield []
                if cells:
                    for c in range(1, min(left, r) + 1):
                        for rest in spreads(left - c, cells - 1):
                            yield [c, *rest]
            delta = max(1 - math.prod(1 - q**(t - c) / (1 + q) for c in spread) for spread in spreads(m, g))
            inputs = {"scale": numbers.written(Fraction(s)), "threshold": str(t), "rows": str(m), "cells": str(g), "rows_in_cell": str(r)}
            rounded = numbers.rounded_up(delta, 12).pop()
            for factor, right in ((1, True), (Fraction(10**6 + 1, 10**6), False), (Fraction(10**6 - 1, 10**6), False)):
                claim = dp(numbers.written(m / Fraction(s)), numbers.written(rounded * factor))
                self.assertEqual(right, self.holds("key_threshold", claim, inputs))
        self.assertFalse(self.holds("key_threshold", dp("4", "0.9"), {"scale": "1", "threshold": "9", "rows": "5", "cells": "2", "rows_in_cell": "2"}))
        self.assertFalse(self.holds("key_threshold", dp("4", "0.9"), {"scale": "1", "threshold": "9", "rows": "4", "cells": "5", "rows_in_cell": "2"}))
        self.assertFalse(self.holds("key_threshold", dp("4", "0.9"), {"scale": "1", "threshold": "4", "rows": "4", "cells": "2", "rows_in_cell": "4"}))

    def test_noise_bounds(self):
        """T5 and its example; Gaussian tails in both ways of computing."""
        number = laplace_number("count", "1")
        self.assertAlmostEqual(float(noise.tail(number, 3)), 0.02678, places=5)
        self.assertEqual(noise.least_bound(number, Fraction(1, 20)), 3)
        self.assertEqual(noise.least_bound(laplace_number("count", "10"), Fraction(1, 20)), 30)
        small, large = ({"noise": "discrete_gaussian", "variance": v} for v in ("16384", "16385"))
        for t in (200, 251, 640):
            self.assertAlmostEqual(float(noise.tail(large, t) / noise.tail(small, t)), 1, delta=1e-3)
        self.assertEqual(noise.least_bound(small, Fraction(1, 20)), noise.least_bound(large, Fraction(1, 20)))
        self.assertAlmostEqual(float(noise.mean_size(small)), float(noise.mean_size(large)), places=2)


if __name__ == "__main__":
    unittest.main()
