#!/usr/bin/env python3
"""No number of a request ends the program, and plan, audit and release agree on what can be asked.

    limits.py --selvage PATH --payroll PATH [--every N]

Every way of kinds.py is asked with each of its numbers as small and as large as nobody would write it. The sentence
that refuses it names limits: the same way is asked at each limit that it names, and just beside it. Whatever is asked
ends with 0, 2 or 3 and one sentence; where plan answers, audit and release do, and where plan refuses, they say the
same. What a sentence calls the first and the last value that can be asked is not refused by that sentence.
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "certificates"))
from kinds import FIRST, PEOPLE, ROWS  # noqa: E402

TIMEOUT_SECONDS = 120
MOST_PEOPLE = 1_000_000
EXTREMES = ["0", "-1", "1e-30", "1e30", "0.5", "1000000000"]
# Numbers that are a limit, by what stands before them in a sentence.
NAMED = re.compile(r"(?:from|to|above|below|least|most|than|between|and|under|beyond|up to) (-?[0-9][0-9,]*(?:\.[0-9]+)?(?:e-?[0-9]+)?(?:/[0-9]+)?)")
# Those in a value: in "20:0.1,1", but not in the names "p95" or "2015-01-01".
IN_VALUE = re.compile(r"(?<![\w.-])-?[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?(?:/[0-9]+)?(?![\w.-])")
TEXTS = {"--where", "--date-format", "--decimal", "--half-space"}
RANGE = re.compile(r"is not from (\S+) to (\S+)")


def hash_of(*parts):
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:4], "big")


def number(text):
    try:
        value = Fraction(text.replace(",", ""))
    except (ValueError, ZeroDivisionError):
        return None
    return value


def text_of(value):
    """As one writes it: a decimal where it is one."""
    for places in range(60):
        if (value * 10**places).denominator == 1:
            digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
            whole = digits[:-places] + "." + digits[-places:] if places else digits
            return ("-" if value < 0 else "") + whole
    return f"{value.numerator}/{value.denominator}"


def numbers_of(words):
    """Where numbers stand in the values of options: which word, from where to where in it."""
    for i in range(1, len(words)):
        if words[i - 1].startswith("--") and words[i - 1] not in TEXTS and not words[i].startswith("@"):
            yield from ((i, found.start(), found.end()) for found in IN_VALUE.finditer(words[i]))


class Trial:
    def __init__(self, folder, selvage):
        self.folder, self.selvage, self.faults, self.asked = folder, selvage, [], 0

    def run(self, *words):
        self.asked += 1
        try:
            done = subprocess.run([self.selvage, *words], cwd=self.folder, text=True, capture_output=True, timeout=TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            self.fault(words, f"does not end in {TIMEOUT_SECONDS} s")
            return None
        return done

    def fault(self, words, what):
        self.faults.append(f"{' '.join(words)}: {what}")

    def refused(self, words, done):
        """The sentence where it is refused; none where it is answered. Anything else is a fault."""
        if done is None or done.returncode == 0:
            return None
        lines = [line for line in done.stderr.splitlines() if not line.startswith(("selvage: warning", "selvage: ledger", "selvage: hint"))]
        if done.returncode not in (2, 3) or len(lines) != 1 or not lines[0].startswith("selvage: "):
            self.fault(words, f"exit {done.returncode}: {done.stderr[:300]}")
            return None
        return lines[0]

    def plan(self, verb, words):
        asked = ["plan", verb, *words]
        done = self.run(*asked)
        return done, self.refused(asked, done)

    def agree(self, verb, words, audit):
        """Of one request: plan, release and audit."""
        planned, refusal = self.plan(verb, words)
        if planned is None:
            return refusal
        others = [[verb, "payroll.csv", *words, "--no-ledger", "--out", "/dev/null", "--format", "csv"]]
        # The public number of rows of another table: what is read is filled up to it, or refused.
        people = int(words[words.index("--people") + 1]) if "--average-case" in words and refusal is None else 0
        if people > MOST_PEOPLE:
            others = []
        if audit:
            others.append(["audit", verb, *words])
        for other in others:
            done = self.run(*other)
            said = self.refused(other, done)
            if done is None:
                continue
            # What only the table shows is known to the release alone: a public number of rows that is not its own.
            if refusal != said and not (refusal is None and other[0] == verb and "people" in " ".join(words)):
                self.fault(other, f"plan says {refusal!r} and this {said!r}")
        return refusal

    def try_number(self, verb, words, place, audit):
        i, begin, end = place
        option = words[i - 1]

        def instead(text):
            return [*words[:i], words[i][:begin] + text + words[i][end:], *words[i + 1:]]
        limits, ends = set(), []
        for extreme in EXTREMES:
            _, refusal = self.plan(verb, instead(extreme))
            if refusal is None or option not in refusal:
                continue
            limits |= {value for found in NAMED.findall(refusal) if (value := number(found)) is not None}
            ends += [value for found in RANGE.findall(refusal) for last in found if (value := number(last.rstrip(",;."))) is not None]
        for value in sorted(set(ends)):
            _, said = self.plan(verb, instead(text_of(value)))
            # Where keys have a part of it, the limits are those of the rest.
            refused = re.search(re.escape(option) + r" (\S+) is not from", said or "")
            if refused and number(refused.group(1)) == value:
                self.fault([verb, *instead(text_of(value))], f"a limit that is named is refused: {said}")
        for limit in sorted(limits):
            for beside in (limit, limit * Fraction(101, 100), limit * Fraction(99, 100)):
                self.agree(verb, instead(text_of(beside)), audit)


def ways():
    for unit, requests in (("rows", [*ROWS, *FIRST]), ("people", PEOPLE)):
        for verb, *words in requests:
            yield verb, [*words, *(["--person", "employee_id"] if unit == "people" and "--person" not in words else [])]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--payroll", required=True)
    parser.add_argument("--every", type=int, default=1, help="one in so many numbers")
    parser.add_argument("--only", help="ways of this verb")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([os.path.abspath(wanted.payroll), "--out", "payroll.csv"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (folder / "depts.txt").write_text("schools\nfire\n")
        trial = Trial(folder, os.path.abspath(wanted.selvage))
        jobs = []
        for verb, words in ways():
            for place in numbers_of(words):
                if wanted.only in (None, verb) and hash_of(verb, words, place) % wanted.every == 0:
                    jobs.append((verb, words, place))
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            list(pool.map(lambda job: trial.try_number(*job, audit=wanted.every == 1), jobs))
    for fault in trial.faults[:100]:
        print("FAULT", fault)
    print(f"{trial.asked} requests, {len(jobs)} numbers of {sum(1 for _ in ways())} ways")
    sys.exit(f"{len(trial.faults)} faults" if trial.faults else 0)


main()
