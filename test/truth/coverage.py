#!/usr/bin/env python3
"""Every interval holds what it says it holds, at least as often as it says.

    coverage.py --selvage PATH --run-sql PATH [--groups N] [--runs N] [--seed S] [--only NAME]

A release names the quantity of each of its intervals (`interval_of`). Here that quantity, and no other, is
computed from the rows by a program of its own: what is not named there (bounds, caps, a radius, a grid, rows
that were put in) is not applied, so a release that keeps silent about one of them fails. The tables are nasty:
heavy tails, atoms, missing values, many decimals, two clusters, values beyond the bounds, rows off the grid, a
number of people that is not theirs. A release by groups has many equal groups, each with noise of its own.

An interval may miss with probability 0.05. A case fails where it misses so often that chance does so once in 10^8;
with some 60 cases a run raises a false alarm once in 10^6. 400 groups show a coverage of 0.8, 2,000 one of 0.9.
"""
import argparse
import fractions
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

Fraction = fractions.Fraction
CHANCE = 1e-8
CONFIDENCE = Fraction(95, 100)


# ---- tables: a group is a list of (person, value or None) ----

def heavy(rng, size):
    """A tail without a mean, an atom, three decimals and two clusters."""
    values = [Fraction(round(math.exp(rng.gauss(4, 2)) * 1000), 1000) for _ in range(size // 2)]
    values += [Fraction(50)] * (size // 5)
    values += [Fraction(rng.randint(9000, 11000)) for _ in range(size - len(values))]
    return values


def with_gaps(rng, size):
    """Every tenth value is missing."""
    return [None if i % 10 == 3 else value for i, value in enumerate(heavy(rng, size))]


def alone(values):
    return list(enumerate(values))


def five_each(values):
    """Each person has five equal rows, so that whichever of them are kept is the same."""
    return [(person, value) for person, value in enumerate(values) for _ in range(5)]


# ---- the quantity, from what the release says of its interval ----

def rounded(value, unit):
    return math.floor(value / unit + Fraction(1, 2)) * unit


def clamp(value, low, high):
    return min(max(value, low), high)


class Quantity:
    """What an interval is said to hold, computed from the rows of a group."""

    def __init__(self, case, but):
        self.case, self.but = case, but

    def rows(self, group, entry):
        case, rows = self.case, list(group)
        if "kept_rows" in self.but:
            seen, kept = {}, []
            for person, value in rows:
                seen[person] = seen.get(person, 0) + 1
                if seen[person] <= case.rows_kept:
                    kept.append((person, value))
            rows = kept
        elif case.counts_people:
            rows = list(dict(rows).items())
        values = [value for _, value in rows]
        if "filled" in self.but:
            values = case.filled(values)
        if "rounded" in self.but:
            values = [None if v is None else rounded(v, case.unit) for v in values]
        if "clamped" in self.but and case.bounds:
            values = [None if v is None else clamp(v, *case.bounds) for v in values]
        if "radius" in self.but:
            centre, radius = Fraction(entry.get("centre", 0)), Fraction(entry["radius"])
            values = [None if v is None else clamp(v, centre - radius, centre + radius) for v in values]
        return values

    def number(self, name, group, entry):
        values = self.rows(group, entry)
        there = sorted(v for v in values if v is not None)
        if name in ("count", "rough count", "key count"):
            return len(there) if "numbers" in self.but else len(values)
        if not there:
            return None
        mean = Fraction(sum(there), len(there))
        if name == "sum":
            return sum(there)
        if name == "mean":
            return mean
        if name == "variance":
            return Fraction(sum((v - mean) ** 2 for v in there), len(there))
        if name == "deviation":
            return Fraction(math.sqrt(sum((v - mean) ** 2 for v in there) / len(there)))
        if name == "IQR":
            return quantile(there, Fraction(3, 4)) - quantile(there, Fraction(1, 4))
        if name == "trimmed mean":
            out = math.ceil(self.case.trim / 2 * len(there))
            kept = there[out:len(there) - out]
            return Fraction(sum(kept), len(kept))
        at = Fraction(1, 2) if name == "median" else Fraction(name.removesuffix(" quantile"))
        return quantile(there, at)


def quantile(ordered, q):
    return ordered[math.ceil(q * len(ordered)) - 1]


# ---- cases ----

class Case:
    def __init__(self, name, verb, options, rows, size=120, people=alone, groups=True, bounds=None, rows_kept=None,
                 counts_people=False, unit=Fraction(1, 2**32), trim=None, filled=None, truth=None,
                 formats=("csv",), unknown=False, most=None):
        self.name, self.verb, self.options, self.made, self.size, self.people = name, verb, options, rows, size, people
        self.groups, self.bounds, self.rows_kept, self.counts_people = groups, bounds, rows_kept, counts_people
        self.unit, self.trim, self.filled, self.truth = unit, trim, filled, truth
        self.formats, self.unknown, self.most = formats, unknown, most

    def group(self, rng):
        return self.people(self.made(rng, self.size))


def cents(value):
    return rounded(value, Fraction(1, 100))


NARROW = (Fraction(0), Fraction(400))
WIDE = (Fraction(0), Fraction(12000))
PERSON = ["--person", "who", "--rows-per-person", "3", "--cells-per-person", "1"]
BOUNDS = ["--column", "v", "--bounds", "0:400"]
ALL_FORMATS = ("csv", "jsonl", "parquet", "tsv")


def ends_added(people):
    """Rows of a public number: of more the middle ones, of fewer all between ends beyond all codes."""
    def filled(values):
        there = sorted(v for v in values if v is not None)
        missing = people - len(there)
        if missing < 0:
            first = -missing // 2
            return there[first:first + people]
        low = missing // 2
        far = Fraction(2**60)
        return [-far] * low + there + [far] * (missing - low)
    return filled


def middle_for_missing(bounds):
    return lambda values: [sum(bounds) / 2 if v is None else v for v in values]


def half_space_truth(but):
    """Values 30, 41, 49, 52, 80 on a grid of steps of 20 from 15 to 75: 41 and 49 count as 45, as 52 does."""
    values = [30] * 500 + [49] * 800 + [52] * 700 + [80] * 400
    if "grid" in but:
        return sum(15 + (v - 15) // 20 * 20 + 10 >= 50 for v in values if 15 <= v < 75)
    return sum(v >= 50 for v in values)


def hs_rows(rng, size):
    return [Fraction(v) for v in [30] * 500 + [49] * 800 + [52] * 700 + [80] * 400]


def ordinary(rng, size):
    return [Fraction(round(rng.gauss(50, 12) * 100), 100) for _ in range(size)]


def cases():
    certain = ["--certain", "--delta", "1e-6", "--unit", "0.01"]
    return [
        Case("counts", "count", [], with_gaps, formats=ALL_FORMATS),
        Case("counts with Gaussian noise", "count", ["--noise", "gaussian", "--delta", "1e-6"], heavy),
        Case("counts of kept rows", "count", PERSON, heavy, people=five_each, rows_kept=3),
        Case("counts of people", "count", ["--person", "who"], heavy, people=five_each, rows_kept=1, counts_people=True),
        Case("counts that only drop", "count", ["--drop-only", "--delta", "1e-6"], heavy),
        Case("counts by class", "count", ["--profile", "10:0.1,1"], heavy),
        Case("counts by class, noise then noise", "count", ["--profile", "50:0.1,1", "--mechanism", "noise-then-noise",
                                                            "--delta", "1e-6"], heavy),
        Case("counts by class, staircase", "count", ["--profile", "10:0.1,30:0.5,1", "--mechanism", "staircase", "--delta",
                                                     "1e-6"], heavy),
        Case("rough counts", "count", ["--robust", "2:0:1"], heavy),
        Case("rough sums", "sum", [*BOUNDS, "--robust", "20:0:1"], heavy, bounds=NARROW),
        Case("sums beyond the bounds", "sum", BOUNDS, with_gaps, bounds=NARROW, formats=ALL_FORMATS),
        Case("sums on a coarse step", "sum", [*BOUNDS, "--step", "7"], heavy, bounds=NARROW, unit=Fraction(7)),
        Case("sums of kept rows", "sum", [*BOUNDS, *PERSON], heavy, people=five_each, rows_kept=3, bounds=NARROW),
        Case("means beyond the bounds", "mean", BOUNDS, with_gaps, bounds=NARROW, formats=ALL_FORMATS),
        Case("means of kept rows", "mean", [*BOUNDS, *PERSON], with_gaps, people=five_each, rows_kept=3, bounds=NARROW),
        Case("variances beyond the bounds", "variance", BOUNDS, with_gaps, bounds=NARROW),
        Case("descriptions beyond the bounds", "describe", BOUNDS, with_gaps, bounds=NARROW),
        Case("descriptions of tiny groups", "describe", BOUNDS, with_gaps, size=6, bounds=NARROW),
        Case("means of tiny groups", "mean", BOUNDS, with_gaps, size=6, bounds=NARROW),
        Case("medians with an interval", "median", ["--column", "v", "--interval", "--unit", "0.01"], with_gaps, size=700,
             unit=Fraction(1, 100), formats=("csv", "parquet"), most=100),
        Case("medians of coarse units", "median", ["--column", "v", "--interval", "--unit", "10"], with_gaps, size=700, unit=Fraction(10), most=60),
        Case("medians within bounds", "median", ["--column", "v", "--interval", "--bounds", "60:80", "--unit", "0.01"], with_gaps,
             size=700, unit=Fraction(1, 100), bounds=(Fraction(60), Fraction(80)), most=60),
        Case("quartiles with intervals", "iqr", ["--column", "v", "--interval", "--unit", "0.01"], heavy, size=1500,
             unit=Fraction(1, 100), most=50),
        Case("counts beside medians", "median", ["--column", "v"], with_gaps, size=300),
        Case("counts beside far quantiles", "quantile", ["--column", "v", "--at", "0.9"], with_gaps, size=300),
        Case("means without bounds", "mean", ["--column", "v"], with_gaps, size=1000, most=60),
        Case("sums without bounds", "sum", ["--column", "v"], with_gaps, size=300, most=200),
        Case("means of kept rows without bounds", "mean", ["--column", "v", *PERSON], heavy, people=five_each, rows_kept=3, size=1500, most=20),
        Case("trimmed means", "trimmed-mean", ["--column", "v", "--trim", "0.4", "--delta", "1e-2", "--epsilon", "4"], with_gaps, size=2500, trim=Fraction(4, 10),
             unit=Fraction(1, 10**6), most=40),
        Case("trimmed means beyond the range", "trimmed-mean", ["--column", "v", "--trim", "0.1", "--delta", "1e-2", "--epsilon", "4"],
             lambda rng, size: [Fraction(17 * 10**11) + 10**7 * i for i in range(size)], size=500, trim=Fraction(1, 10),
             unit=Fraction(1, 10**6), bounds=(-Fraction(2**60 - 1, 10**6), Fraction(2**60 - 1, 10**6)), most=20),
        Case("certain medians", "median", ["--column", "v", *certain], lambda rng, size: [Fraction(50)] * size + heavy(rng, size // 2), size=2000, unit=Fraction(1, 100), most=20),
        Case("certain spreads", "iqr", ["--column", "v", *certain], ordinary, size=2000, unit=Fraction(1, 100), most=20),
        Case("counts beside maxima that only drop", "max", ["--column", "v=0:400:50", "--mechanism", "drop-only", "--delta", "1e-6"], with_gaps,
             size=300, groups=False),
        Case("means by keys that nobody knows", "mean", [*BOUNDS, "--delta", "1e-6"], with_gaps, size=200, bounds=NARROW, unknown=True),
        Case("means without bounds by such keys", "mean", ["--column", "v", "--delta", "1e-6"], with_gaps, size=1000, unknown=True, most=40),
        Case("half-spaces", "count", ["--half-space", "v >= 50", "--x", "v=15:75:20"], hs_rows, groups=False,
             truth=lambda case, name, but, rows, entry: half_space_truth(but)),
        Case("draws of equal rows", "sample", ["--column", "v=0:1000:10", "--at-least", "100", "--draws", "3"],
             lambda rng, size: [Fraction(307)] * size, size=300, groups=False, truth=lambda case, name, but, rows, entry: Fraction(307)),
        Case("spreads after a test", "iqr", ["--column", "v", "--mechanism", "propose-test-release", "--people", "3000", "--delta", "1e-4",
                                             "--epsilon", "6"], ordinary, size=2700, groups=False,
             filled=ends_added(3000), unit=Fraction(1, 10**6)),
        Case("trimmed means after a test", "trimmed-mean", ["--column", "v", "--mechanism", "propose-test-release", "--people", "3000",
                                                           "--trim", "0.4", "--delta", "1e-4", "--epsilon", "12"],
             lambda rng, size: [None if i % 10 == 3 else v for i, v in enumerate(ordinary(rng, size))], size=3000, groups=False,
             filled=ends_added(3000), unit=Fraction(1, 10**6), trim=Fraction(4, 10)),
        Case("average-case means", "mean", ["--column", "v", "--bounds", "0:12000", "--average-case", "--random-alpha", "2", "--random-gamma",
                                            "0.1", "--people", "3000"], with_gaps, size=3000, groups=False, bounds=WIDE,
             filled=middle_for_missing(WIDE)),
        Case("average-case trimmed means", "trimmed-mean", ["--column", "v", "--bounds", "0:12000", "--trim", "0.1", "--average-case", "--random-alpha", "2",
                                                           "--random-gamma", "0.1", "--people", "3000"], with_gaps, size=3000, groups=False,
             bounds=WIDE, filled=middle_for_missing(WIDE), trim=Fraction(1, 10)),
    ]


# ---- asking ----

def most_misses(asked):
    """The least number that chance exceeds with probability CHANCE at most, where each misses with probability 0.05."""
    p, total, left = float(1 - CONFIDENCE), 0.0, 0
    weight = (1 - p) ** asked
    weights = []
    for k in range(asked + 1):
        weights.append(weight)
        weight *= (asked - k) / (k + 1) * p / (1 - p)
    while left <= asked and sum(weights[left:]) > CHANCE:
        left += 1
    return left


def decimal(value):
    return "" if value is None else f"{value.numerator // value.denominator}" if value.denominator == 1 else f"{float(value):.9f}".rstrip("0")


class Asker:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def write(self, case, rows, form):
        """rows: (group, person, value)."""
        path = self.folder / f"table.{form}"
        if form in ("csv", "parquet", "tsv"):
            sign = "\t" if form == "tsv" else ","
            text = sign.join(("g", "who", "v")) + "\n" + "".join(f"{g}{sign}{who}{sign}{decimal(v)}\n" for g, who, v in rows)
            if form != "parquet":
                path.write_text(text)
                return path
            plain = self.folder / "plain.csv"
            plain.write_text(text)
            subprocess.run([self.options.run_sql], check=True, text=True,
                           input=f"copy (select * from read_csv('{plain}', types={{'g': 'INTEGER', 'who': 'INTEGER', 'v': 'DOUBLE'}})) to '{path}'")
        else:
            path.write_text("".join(json.dumps({"g": g, "who": who, "v": None if v is None else float(decimal(v))}) + "\n" for g, who, v in rows))
        return path

    def release(self, case, path, groups):
        options = case.options if "--epsilon" in case.options or "--profile" in case.options or "--average-case" in case.options \
            else [*case.options, "--epsilon", "1"]
        by = [] if not case.groups else ["--by", "g=?"] if case.unknown else ["--by", f"g=0:{groups}:1"]
        command = [self.options.selvage, case.verb, str(path), *options, *by, "--confidence", str(float(CONFIDENCE)), "--no-ledger", "--format", "json"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"{case.name}: exit code {done.returncode}: {done.stderr.strip()}\n    {' '.join(command)}")
        return json.loads(done.stdout, parse_float=Fraction), command


def ask(case, asker, rng):
    """How often the interval of each number was there and how often it missed."""
    options, group = asker.options, None
    found, command, text = {}, None, {}
    group = case.group(rng)
    groups = min(options.groups, case.most or options.groups) if case.groups else 1
    for turn in range(1 if case.groups else options.runs):
        form = case.formats[turn % len(case.formats)]
        if turn < len(case.formats):
            spread = len(set(who for who, _ in group)) + 1
            rows = [(g, g * spread + who, value) for g in range(groups) for who, value in group]
            rng.shuffle(rows)
            path = asker.write(case, rows, form)
        release, command = asker.release(case, path, groups)
        answer = release["answer"] if isinstance(release["answer"], list) else [release["answer"]]
        for entry in answer:
            label = entry.get("cell", {}).get("g", "[0")
            if not label.startswith("[") and not label.isdigit():
                continue  # outside the groups
            for place, series in enumerate(release["numbers"]):
                said, name = release["interval_of"][place], series["name"]
                first = "count" if name == "count" else "value"
                ends = entry["interval"] if place == 0 else entry.get(f"{name}_interval")
                if said is None:
                    if ends is not None:
                        raise AssertionError(f"{case.name}: the {name} has an interval, and nothing is said of it")
                    continue
                if ends is None or entry[first if place == 0 else name] is None:
                    continue
                quantity = Quantity(case, said["but"])
                true = case.truth(case, name, said["but"], group, entry) if case.truth else quantity.number(name, group, entry)
                asked, missed = found.get(name, (0, 0))
                low, high = (Fraction(end) for end in ends)
                # JSON shows numbers as the doubles next to them.
                holds = true is not None and low - abs(low) / 2**50 <= true <= high + abs(high) / 2**50
                found[name] = (asked + 1, missed + (not holds))
                text[name] = (said["text"], true, ends)
    return found, command, text


def check(case, asker, seed):
    faults = []
    forms = case.formats if case.groups else (None,)
    for form in forms:
        one = case
        if form:
            one = Case.__new__(Case)
            one.__dict__.update(case.__dict__, formats=(form,))
        found, command, text = ask(one, asker, random.Random(f"{seed} {case.name}"))
        if not found:
            faults.append(f"{case.name}: no interval was there\n    {' '.join(command)}")
        for name, (asked, missed) in found.items():
            print(f"{case.name}{f' ({form})' if form and len(forms) > 1 else ''}: {name}: {missed} of {asked} missed", flush=True)
            if asked < 0.5 * (asker.options.runs if not case.groups else 1):
                faults.append(f"{case.name}: only {asked} answers")
            if missed >= max(1, most_misses(asked)):
                said, true, ends = text[name]
                faults.append(f"{case.name}: {missed} of {asked} intervals miss: said to hold {said}; {float(true) if true is not None else None} "
                              f"is not in [{', '.join(str(float(e)) for e in ends)}]\n    {' '.join(command)}")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--run-sql", required=True)
    parser.add_argument("--groups", type=int, default=400)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only")
    options = parser.parse_args()
    options.selvage = str(pathlib.Path(options.selvage).resolve())
    faults = []
    with tempfile.TemporaryDirectory(prefix="coverage-") as folder:
        for case in cases():
            if options.only in (None, case.name):
                try:
                    faults += check(case, Asker(options, pathlib.Path(folder)), options.seed)
                except AssertionError as fault:
                    faults.append(str(fault))
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults" if faults else "every interval holds what it says")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
