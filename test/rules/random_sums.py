#!/usr/bin/env python3
"""Random sums of releases, by both checkers.

    random_sums.py --sum-lines PATH [--count N] [--most-times N] [--seed S]

Whatever the program states of several releases together is accepted by both; the same with an epsilon that is one unit
of its fourth or of its sixth digit less, or one more, is refused by both. Both have the same law of the losses, to the last unit of
every mass: so they agree about every last digit, not only about those that were tried.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import time
from collections import Counter
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from certificate_checker.composition import law_of_sum  # noqa: E402
from certificate_checker.derivation import check_derivation  # noqa: E402
from certificate_checker.numbers import has_digits, next_below, written  # noqa: E402
from certificate_checker.report import Wrong  # noqa: E402
from certificate_checker.step import Step  # noqa: E402
from certificate_checker.work import Work  # noqa: E402

KNOWN = [
    # Here the two once differed: the lattices of their sums began at points of different parity.
    ("0.01", ["1:laplace:1:1", "1:gaussian:18902041/1048576:1", "1:laplace:3:1", "1:laplace:10:1", "1:laplace:1/6:1"]),
    # Laws of one length: the order of the products shows in the last units.
    ("1e-5", ["1:laplace:1:1", "1:laplace:2:2", "1:laplace:3:3"]),
]


class First:
    """The program and its own checker, as one process."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def said(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline() or sys.exit("sum_lines ended"))


def second_accepts(derivation):
    Work.begin()
    try:
        check_derivation(derivation)
    except Wrong:
        return False
    return True


def second_law(derivation):
    """What sum_lines says of the law."""
    given = Step(derivation)
    if "step" not in given.inputs:
        return None
    law, value = law_of_sum(given.premises, given.times(), given.inputs["step"]), 0
    for mass in law.mass:
        value = (value * 6364136223846793005 + mass) % 2**128
    return [written(law.low), written(law.step), len(law.mass), list(divmod(law.infinite, 2**64)), list(divmod(value, 2**64))]


def random_number(source, low, high, digits):
    """Between powers of ten, with few digits, or a fraction."""
    if source.random() < 0.3:
        return Fraction(source.randint(1, 30), source.randint(1, 30))
    return Fraction(f"{10**source.uniform(low, high):.{digits}g}")


def random_release(source, most):
    """TIMES:KIND:NUMBER:NUMBER for sum_lines."""
    times = source.choice((1, 1, 1, 2, 3, source.randint(4, most)))
    kind = source.choice(("laplace", "laplace", "gaussian", "gaussian", "gaussian_dp", "keys", "outlier", "levels"))
    if kind == "laplace":
        numbers = random_number(source, -0.8, 1.5, 2), source.choice((1, 1, 2, 5))
    elif kind == "gaussian":
        numbers = random_number(source, 0.3, 3, 4), source.choice((1, 1, 1, 3))
    elif kind == "gaussian_dp":
        numbers = random_number(source, 0.7, 3, 5), random_number(source, -9, -5, 1)
        numbers = numbers[0], min(numbers[1], Fraction(1, 10**5))
    elif kind == "keys":
        scale = max(random_number(source, 0, 1, 2), Fraction(1, 3))
        numbers = scale, 2 + int(scale * source.randint(12, 20))
    elif kind == "levels":
        test = random_number(source, -1.5, 0, 2)
        numbers = test, int(source.randint(25, 40) / test)
    else:
        small = random_number(source, -2, 0, 1)
        numbers = small, small + random_number(source, -2, 0, 1)
    return f"{times}:{kind}:{written(numbers[0])}:{written(Fraction(numbers[1]))}"


def random_sum(source, most):
    delta = source.choice(("0.01", "0.001", "1e-5", "1e-6", "1e-9"))
    return delta, [random_release(source, most) for _ in range(source.choice((2, 2, 2, 3, 3, 4, 6)))]


def lowered(derivation, digits):
    """The same with the next smaller epsilon of so many digits."""
    return changed(derivation, next_below(epsilon_of(derivation), digits))


def raised(derivation):
    """The same with an epsilon that is larger by as much as the next one of six digits is smaller."""
    epsilon = epsilon_of(derivation)
    return changed(derivation, 2 * epsilon - next_below(epsilon, 6))


def epsilon_of(derivation):
    return Fraction(derivation["conclusion"]["epsilon"])


def changed(derivation, epsilon):
    return {**derivation, "conclusion": {**derivation["conclusion"], "epsilon": written(epsilon)}}


def faults_of(first, derivation):
    """What is wrong with how both checkers see an honest derivation and a lower one."""
    laws = first.said("law " + json.dumps(derivation)), second_law(derivation)
    if laws[0] != laws[1]:
        yield f"the laws differ, {laws[0]} and {laws[1]}"
    for said, made, right in (("honest", derivation, True), ("lower in the sixth digit", lowered(derivation, 6), False),
                              ("lower in the fourth digit", lowered(derivation, 4), False), ("higher", raised(derivation), False)):
        one, two = first.said("holds " + json.dumps(made)), second_accepts(made)
        if (one, two) != (right, right):
            yield f"{said}, ({made['conclusion']['epsilon']}, {made['conclusion']['delta']}): the first says {one}, the second {two}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sum-lines", required=True)
    parser.add_argument("--count", type=int, default=250)
    parser.add_argument("--most-times", type=int, default=10, help="that one release counts")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    source, first = random.Random(wanted.seed), First(wanted.sum_lines)
    seen, faults, slowest = Counter(), 0, (0, "")
    for i in range(wanted.count):
        delta, releases = random_sum(source, wanted.most_times) if i >= len(KNOWN) else KNOWN[i]
        start, line = time.monotonic(), " ".join(("sum", delta, *releases))
        for derivation in first.said(line):
            seen[derivation["rule"]] += 1
            if not has_digits(epsilon_of(derivation), 6):
                seen["more than six digits"] += 1
            for why in faults_of(first, derivation):
                faults += 1
                print(f"FAULT {faults}, {derivation['rule']}, {why}: {line}")
        slowest = max(slowest, (time.monotonic() - start, line))
    print(f"{wanted.count} sums: {dict(seen)}; the slowest took {slowest[0]:.1f} s ({slowest[1]})")
    few = [rule for rule in ("composition_by_privacy_loss", "optimal_composition") if seen[rule] < wanted.count // 3]
    sys.exit(f"{faults} faults; too few of {few}" if faults or few else 0)


main()
