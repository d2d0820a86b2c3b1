#!/usr/bin/env python3
"""Random derivations of accuracy, by both checkers.

    random_accuracy.py --accuracy-lines PATH [--count N] [--seed S]

Trees are grown from leaves by rules that take them or not; both checkers accept those that follow, and both refuse them when any
number, text or rule in them is changed. Nodes that no rule concludes, with a statement made up for them, are refused by both.
"""
import argparse
import copy
import json
import pathlib
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from certificate_checker.accuracy_rules import BY_NAME, METRICS, RULES, TEXTS, Statement, check_accuracy, concluded  # noqa: E402
from certificate_checker.numbers import written  # noqa: E402
from certificate_checker.report import FAILURES, Unknown, Wrong  # noqa: E402

NUMBERS = [Fraction(x) for x in ("0", "0", "0", "1", "2", "5", "1/2", "1/20", "1/3", "10", "100", "1000", "-1")]

# Numbers that these rules take; others turn up as well.
FITTING = {
    "dropped_people": {"epsilon": ("1/3", "1", "5"), "row_delta": ("1/2", "1/20", "1/1000"), "bars": ("1", "2", "10", "100"), "risk": ("0", "1/20", "1/3")},
    "dropped_of_key": {"epsilon": ("1/3", "1", "5"), "row_delta": ("1/2", "1/20", "1/1000"), "risk": ("0", "1/20", "1/3")},
    "accuracy_of_draw": {"scale": ("1/2", "1", "5"), "unit": ("1/3", "1", "10"), "risk": ("1/20", "1/3")},
    "people_beyond_drawn": {"slope": ("1/2", "1"), "people": ("5", "10", "100"), "bins": ("2", "5", "1000"), "risk": ("1/20", "1/3")},
    "people_beyond": {"first": ("1/2", "1"), "second": ("1/3", "2"), "threshold": ("5", "10", "100"), "bins": ("2", "5", "1000"), "risk": ("1/20", "1/3")},
}
# Leaves that nothing but a statistic is built on are not to crowd out the others.
WEIGHTED = [rule for rule in RULES for _ in range(1 if rule.name in FITTING else 4)] + [BY_NAME["compose_accuracy"]] * 30 + [BY_NAME["accuracy_by_drop_move"]] * 6 + [BY_NAME["accuracy_of_draw"]] * 2


class First:
    """The program's own checker, as one process."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def accepts(self, tree):
        self.process.stdin.write(json.dumps(tree) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline() or sys.exit("accuracy_lines ended"))


def second_accepts(tree):
    try:
        check_accuracy(tree)
    except (Wrong, Unknown, *FAILURES):
        return False
    return True


def random_inputs(source, rule, known):
    """Numbers of the premises turn up again: so steps fit each other now and then."""
    entries = []
    fitting = FITTING.get(rule.name) if source.random() < 0.6 else None
    for wanted in rule.inputs:
        if wanted.type == "text":
            entries.append({"name": wanted.name, "text": source.choice(["max", "min"] if fitting else [*METRICS, "mean"])})
        else:
            numbers = [Fraction(x) for x in fitting[wanted.name]] if fitting else NUMBERS + known
            entries.append({"name": wanted.name, "number": written(source.choice(numbers))})
    return entries


def node_of(rule, inputs, premises, statement):
    return {"rule": rule.name, "theorem": rule.theorem, "inputs": inputs, "premises": premises, "conclusion": statement.data()}


def composed_premises(source, nodes):
    """Three or four of the kinds that a composition needs, among the last that were made."""
    kinds = ["accuracy", "distortion_sensitivity", "error_sensitivity"] + ["error_sensitivity"] * (source.random() < 0.3)
    found = [[n for n in nodes if n["conclusion"]["kind"] == kind] for kind in kinds]
    if source.random() < 0.9:       # those in people never fit
        found[0] = [n for n in found[0] if n["conclusion"]["distortion"] != "drop_people"]
    return [source.choice(list_) for list_ in found] if all(found) else []


def identity_by(nodes, distortion):
    """Those that say how far a table is from itself, by this distortion."""
    return [n for n in nodes if n["conclusion"].get("function") == "identity" and n["conclusion"].get("distortion") == distortion]


def grow(source, nodes):
    """One more node, or a rule with premises and inputs that it refuses."""
    rule = source.choice(WEIGHTED)
    if rule.name == "compose_accuracy":
        premises = composed_premises(source, nodes[-60:])
    elif rule.name == "accuracy_of_statistic":
        found = [[n for n in nodes[-60:] if n["conclusion"]["kind"] == kind] for kind in ("accuracy", "metric_sensitivity")]
        premises = [source.choice(list_) for list_ in found if list_]
    elif rule.name in ("error_of_function", "accuracy_from_error", "accuracy_by_drop_move") and nodes:
        premises = [source.choice(nodes[-60:])]
    elif rule.name in ("accuracy_of_draw", "exact_after_moves"):
        moved = [n for n in identity_by(nodes, "drop") if n["conclusion"]["kind"] == "accuracy"]
        found = [moved] if rule.name == "accuracy_of_draw" else [identity_by(nodes, "drop_people"), moved]
        premises = [source.choice(list_) for list_ in found if list_]
    else:
        premises = []
    known = [Fraction(v) for p in premises for k, v in p["conclusion"].items() if k not in TEXTS]
    inputs = random_inputs(source, rule, known)
    try:
        statement = concluded(rule.name, inputs, [Statement.read(p["conclusion"]) for p in premises])
    except (Wrong, Unknown):
        return None, (rule, inputs, premises)
    return node_of(rule, inputs, premises, statement), None


def places(tree):
    """Every number and text that can be changed: the object that holds it, and its name."""
    yield tree, "rule"
    for entry in tree["inputs"]:
        yield entry, "number" if "number" in entry else "text"
    for name in tree["conclusion"]:
        yield tree["conclusion"], name
    for premise in tree["premises"]:
        yield from places(premise)


def changed(source, tree):
    """The same with one number or text that is another."""
    other = copy.deepcopy(tree)
    holder, name = source.choice(list(places(other)))
    if name in TEXTS or name in ("rule", "text"):
        holder[name] = source.choice([x for x in ("max", "range", "identity", "drop", "drop_people", "move", "bucketing", "drop_only") if x != holder[name]])
    else:
        holder[name] = written(Fraction(holder[name]) + source.choice((Fraction(1, 1000), -Fraction(1, 1000), 1)))
    return other


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--accuracy-lines", required=True)
    parser.add_argument("--count", type=int, default=7000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    source, first = random.Random(wanted.seed), First(wanted.accuracy_lines)
    nodes, seen, faults = [], Counter(), []

    def compare(tree, right, what):
        one, two = first.accepts(tree), second_accepts(tree)
        seen[what, one] += 1
        if one != two or (right is not None and one != right):
            faults.append(f"{what}: the first says {one}, the second {two}: {json.dumps(tree)[:600]}")

    for _ in range(wanted.count):
        node, refused = grow(source, nodes)
        if node is None:
            if nodes:
                rule, inputs, premises = refused
                compare(node_of(rule, inputs, premises, Statement.read(source.choice(nodes)["conclusion"])), False, "refused " + rule.name)
            continue
        if node["rule"] not in ("accuracy_of_draw", "exact_after_moves"):   # nothing is built on these
            nodes.append(node)
        compare(node, True, node["rule"])
        # An input that no longer matters may be changed without harm; then both accept it.
        compare(changed(source, node), None, "changed")
    print("\n".join(faults[:5] + [f"{what[0]}, {what[1]}: {count}" for what, count in sorted(seen.items())]))
    few = [rule.name for rule in RULES if seen[rule.name, True] < 10]
    mild = seen["changed", True] > seen["changed", False] // 5
    sys.exit(f"{len(faults)} faults; too few of {few}; {mild=}" if faults or few or mild else 0)


main()
