#!/usr/bin/env python3
"""A rule has the same name, theorem and inputs in C++, in Python and in docs/formats.md.

    same_tables.py --rule-table PROGRAM     compares them
    same_tables.py --self-test              a table that differs is told
"""
import argparse
import json
import os
import re
import subprocess
import sys
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "tools"))
from certificate_checker import accuracy_rules  # noqa: E402
from certificate_checker.rules import FAMILIES  # noqa: E402


def python_table():
    """A list, so that a name that is there twice is seen."""
    return [(rule.name, rule.theorem, [list(i) for i in rule.inputs]) for family in (*FAMILIES, accuracy_rules) for rule in family.RULES]


def program_table(program):
    rows = json.loads(subprocess.run([program], check=True, capture_output=True).stdout)
    return [(row["name"], row["theorem"], row["inputs"]) for row in rows]


def documented(text):
    """Rows `| `rule` (T4) | inputs |`; a document says more of inputs than their names."""
    found = re.findall(r"^\| `(\w+)` \((T\d+)[^)]*\) \| ([^|]*) \|", text, re.M)
    return [(name, theorem, re.findall(r"`(\w+)`", inputs)) for name, theorem, inputs in found]


def names_in_document(inputs):
    return [name + "i" * (count == "numbered") for name, _, count in inputs]


def differences(one, other):
    """What is in one table of rows and not in the other, or twice in one."""
    found = []
    for here, there, which in ((one, other, "first"), (other, one, "second")):
        names = [row[0] for row in here]
        found += [f"{name} is twice in the {which}" for name in sorted(set(names)) if names.count(name) > 1]
        found += [f"only in the {which}: {row}" for row in here if row not in there]
    return found


class SelfTest(unittest.TestCase):
    def test_the_same(self):
        self.assertEqual(differences(python_table(), python_table()), [])
        self.assertGreater(len(python_table()), 20)

    def test_a_rule_in_one_table_only(self):
        table = python_table()
        self.assertEqual(len(differences(table, table[1:])), 1)
        self.assertEqual(len(differences(table[1:], table)), 1)
        self.assertEqual(len(differences(table, table + table[:1])), 1)

    def test_another_theorem_or_input(self):
        name, theorem, inputs = python_table()[0]
        rest = python_table()[1:]
        for other in ((name, "T5", inputs), (name, theorem, inputs[::-1]), (name, theorem, inputs[1:]),
                      (name, theorem, [[inputs[0][0], "text", "one"], *inputs[1:]]),
                      (name, theorem, [[inputs[0][0], "number", "at most one"], *inputs[1:]])):
            self.assertEqual(len(differences(python_table(), [other, *rest])), 2, other)

    def test_documents(self):
        self.assertEqual(documented("| `a_b` (T6, T7) | none, or `times_i` | dp | x |\n"), [("a_b", "T6", ["times_i"])])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rule-table")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        unittest.main(argv=sys.argv[:1])
    with open(os.path.join(ROOT, "docs", "formats.md"), encoding="utf-8") as file:
        document = documented(file.read())
    program = program_table(options.rule_table)
    in_words = [(name, theorem, names_in_document(inputs)) for name, theorem, inputs in program]
    found = [f"C++ and Python: {line}" for line in differences(program, python_table())]
    found += [f"C++ and docs/formats.md: {line}" for line in differences(in_words, document)]
    print("\n".join(found) or f"{len(program)} rules, the same everywhere")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
