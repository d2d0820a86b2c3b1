#!/usr/bin/env python3
"""A certificate of every verb, in every way that it can be asked, and both checkers accept it.

    every_way.py --selvage PATH --payroll PATH --verify-lines PATH --run-sql PATH [--every N]

The verbs and their fields are the program's own, so a new one without a request here is a fault. The ways are those of
kinds.py, bare; each is asked for rows and for people under several caps, with and without --where and --by, of tables in
five formats. A request that does not fit together is refused with one sentence; what is answered has a certificate that both
checkers accept. --every N asks all bare ways, the first of each verb under all caps, and one in N of the rest.
"""
import argparse
import collections
import hashlib
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tools")]
from checkers import VerifyLines, said_by_python  # noqa: E402
from kinds import ALL_ROWS, FIRST, PEOPLE, ROWS  # noqa: E402

PERSON = ["--person", "employee_id"]
# What is added to a bare way, by kind. The first of each kind adds nothing.
VARIED = {
    "people": [[], PERSON, [*PERSON, "--rows-per-person", "3"], [*PERSON, "--rows-per-person", "4", "--cells-per-person", "2"],
               [*PERSON, "--rows-per-person", "4", "--cells-per-person", "3", "--rows-per-cell", "2"],
               [*PERSON, "--per-person", "first", "--rows-per-person", "2"]],
    "where": [[], ["--where", "age >= 40"]],
    "by": [[], ["--by", "department=schools,fire"], ["--by", "department=?"], ["--by", "department=schools,fire", "--by", "role=clerk,driver"]],
    "format": ["csv", "tsv", "jsonl", "parquet", "duckdb"],
}
COMBINED = 8  # one in so many of those that are varied in several kinds at once
# Each is also asked alone, beside every way that it may fit.
ALONE = [["--domain", "payroll.toml"], ["--confidence", "0.9"], ["--fewer-than", "20"], ["--decimal", ","], ["--date-format", "%d.%m.%Y"],
         ["--trim-blanks"], ["--people", "9000"], ["--accuracy", "5000@0.95"], ["--robust", "5:0.01:0.5"], ["--claim", "sum"], ["--step", "1"],
         ["--noise", "laplace"], ["--unit", "1"], ["--bounds", "0:150000"], ["--interval"], ["--check"], ["--no-guard"], ["--blocks", "700"],
         ["--precision", "0.01"], ["--display", "unbiased"], ["--at-least", "500"], ["--draws", "2"]]
# Ways that kinds.py, whose certificates are many times as many, does without.
AVERAGE = ["--average-case", "--random-alpha", "6", "--random-gamma", "0.1"]
MORE = [
    ["histogram", "--column", "age=20:70", "--bucket", "5", "--drop-only", "--epsilon", "1", "--delta", "1e-6"],
    ["support", "--column", "age=20:70", "--bucket", "5", "--epsilon", "1", "--delta", "1e-6"],
    ["mode", "--column", "age=20:70", "--bucket", "5", "--epsilon", "1", "--delta", "1e-6"],
    ["max-k", "--column", "age=20:70", "--bucket", "5", "--at-least", "100", "--epsilon", "1", "--delta", "1e-6"],
    *[[verb, *at, "--column", "age=20:70", "--bucket", "5", "--mechanism", "drop-only", "--epsilon", "1", "--delta", "1e-6"]
      for verb, at in (("min", []), ("max", []), ("range", []), ("quantile", ["--at", "0.9"]))],
    *[[*asked, "--profile", "20:0.5,1", "--delta", "1e-6", "--mechanism", "noise-then-suppression", "--thresholds", "paper"]
      for asked in (["histogram", "--column", "age=0:100:20"], ["count", "--by", "age=0:100:20"])],
    *[[*asked, "--profile", "20:0.5,1", "--sampled", "0.5", "--known", "20", "--sampled-delta", "1e-3"]
      for asked in (["histogram", "--column", "age=0:100:20"], ["count", "--by", "age=0:100:20"])],
    ["iqr", "--column", "salary", "--unit", "1", "--mechanism", "propose-test-release", "--people", "10000", "--epsilon", "3", "--delta", "1e-6",
     "--robust", "5:0.01:0.5"],
    ["sum", "--column", "salary", "--bounds", "0:150000", "--sum-per-cell", "0:300000", "--epsilon", "1"],
    ["count", "--by", "department=?", *AVERAGE, "--random-eta", "1e-6", "--people", ALL_ROWS],
    *[[*asked, *AVERAGE, "--random-eta", "1e-6", "--people", ALL_ROWS, "--mechanism", "smooth"]
      for asked in (["mean", "--column", "salary", "--bounds", "0:150000"], ["ridge", "--y", "salary=0:200000", "--x", "age=15:75"],
                    ["logistic", "--y", "salary=60000", "--x", "age=15:75", "--lambda", "0.1"])],
    *[[*asked, *AVERAGE, "--people", ALL_ROWS, "--pair-by", "employee_id", "--least-scale", "0.01"]
      for asked in (["mean", "--column", "salary", "--bounds", "0:150000"], ["trimmed-mean", "--column", "salary", "--bounds", "0:150000"],
                    ["ridge", "--y", "salary=0:200000", "--x", "age=15:75"])],
]
# They are left out of the ways of kinds.py, and come back by the lists above.
VARYING = {"--person", "--rows-per-person", "--cells-per-person", "--rows-per-cell", "--per-person", "--where", "--confidence"}
TABLE_SQL = """ATTACH 'payroll.duckdb' AS made; CREATE TABLE made.people AS SELECT * FROM read_csv('payroll.csv');
COPY (SELECT * FROM made.people) TO 'payroll.parquet' (FORMAT parquet);
COPY (SELECT * FROM read_csv('payroll.csv', all_varchar = true)) TO 'payroll.tsv' (DELIMITER '\t', HEADER);
COPY (SELECT * FROM made.people) TO 'payroll.jsonl' (FORMAT json); DETACH made"""
TABLES = {"csv": "payroll.csv", "tsv": "payroll.tsv", "jsonl": "payroll.jsonl", "parquet": "payroll.parquet", "duckdb": "payroll.duckdb:people"}


def words_of(request):
    """The verb, and each option with its value."""
    verb, *words = request
    options = []
    for word in words:
        if word.startswith("--"):
            options.append([word])
        else:
            options[-1].append(word)
    return verb, options


def ways():
    """The requests of kinds.py without what is varied here, each once."""
    found = []
    for request in [*ROWS, *PEOPLE, *FIRST, *MORE]:
        verb, options = words_of(request)
        groups = verb not in ("count", "histogram", "support", "mode")
        bare = [o for o in options if o[0] not in VARYING and not (groups and o[0] == "--by")]
        way = (verb, tuple(itertools.chain.from_iterable(bare)))
        if way not in found:
            found.append(way)
    return found


def with_delta(words):
    """Keys that nobody knows need one."""
    return words if "--delta" in words or "--average-case" in words or not any(word.endswith("=?") for word in words) else [*words, "--delta", "1e-6"]


def requests(every):
    """(verb, words, format): every way bare, the first of each verb for people under all caps, then one in `every` of the rest."""
    seen = set()
    for verb, bare in ways():
        yield verb, with_delta(list(bare)), "csv"
        for people in VARIED["people"][1:] if verb not in seen and every > 1 else []:
            yield verb, with_delta([*bare, *people]), "csv"
        seen.add(verb)
        rest = [([*bare, *people, *where, *by], form) for people, where, by, form in itertools.product(*VARIED.values())
                if sum(map(bool, (people, where, by, form != "csv"))) == 1 or hash_of(verb, bare, people, where, by, form) % COMBINED == 0]
        rest += [([*bare, *alone], "csv") for alone in ALONE if alone[0] not in bare]
        for words, form in rest:
            if hash_of(verb, words, form) % every == 0:
                yield verb, with_delta(words), form


def hash_of(*parts):
    """The same number in every run."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:4], "big")


class Trial:
    def __init__(self, folder, selvage, verify_lines):
        self.folder, self.selvage, self.first = folder, selvage, VerifyLines(verify_lines)
        self.faults, self.answered, self.refused = 0, collections.Counter(), collections.Counter()
        self.fields = collections.defaultdict(set)
        with open(folder / "payroll.csv", encoding="utf-8") as table:
            self.rows = str(sum(1 for _ in table) - 1)

    def fault(self, what):
        self.faults += 1
        if self.faults <= 60:
            print("FAULT", what, flush=True)

    def ask(self, verb, words, form):
        certificate = self.folder / "made.cert"
        certificate.unlink(missing_ok=True)
        words = [self.rows if word == ALL_ROWS else word for word in words]
        command = [self.selvage, verb, TABLES[form], *words, "--no-ledger", "--certificate", certificate.name, "--out", "answer.csv"]
        done = subprocess.run(command, cwd=self.folder, text=True, capture_output=True)
        shown = " ".join([verb, TABLES[form], *words])
        if done.returncode in (2, 3) and len(done.stderr.splitlines()) == 1 and not certificate.exists():
            self.refused[verb] += 1
        elif done.returncode:
            self.fault(f"{shown}: exit {done.returncode}: {done.stderr[:300]}")
        else:
            self.answered[verb, form] += 1
            self.fields[verb] |= {word[2:].replace("-", "_") for word in words if word.startswith("--")}
            data = certificate.read_bytes()
            said = self.first.said(data), said_by_python(data)
            if said != ("holds", "holds"):
                self.fault(f"{shown}: first: {said[0][:200]}; second: {said[1][:200]}")

    def check_reach(self, verbs, whole):
        """Every verb is answered in every format, and in the whole trial with every field."""
        for verb, fields in verbs.items():
            for form in TABLES if whole else ["csv"]:
                if not self.answered[verb, form]:
                    self.fault(f"nothing was answered by {verb} of a table in {form}")
            missing = fields - self.fields[verb]
            if whole and missing:
                self.fault(f"no certificate of {verb} was asked for with {sorted(missing)}")


def main():
    parser = argparse.ArgumentParser()
    for option in ("--selvage", "--payroll", "--verify-lines", "--run-sql"):
        parser.add_argument(option, required=True)
    parser.add_argument("--every", type=int, default=1)
    wanted = parser.parse_args()
    lines = subprocess.run([os.path.abspath(wanted.verify_lines), "--verbs"], check=True, text=True, capture_output=True).stdout
    verbs = {line.split()[0]: set(line.split()[1:]) for line in lines.splitlines()}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([os.path.abspath(wanted.payroll), "--out", "payroll.csv"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (folder / "depts.txt").write_text("schools\nfire\n")
        (folder / "payroll.toml").write_text('[columns]\nhours = "0:60:10"\n')
        subprocess.run([os.path.abspath(wanted.run_sql)], cwd=folder, check=True, input=TABLE_SQL, text=True)
        trial = Trial(folder, os.path.abspath(wanted.selvage), os.path.abspath(wanted.verify_lines))
        for request in requests(wanted.every):
            trial.ask(*request)
        trial.check_reach(verbs, wanted.every == 1)
    print(f"{sum(trial.answered.values())} certificates accepted or told above, {sum(trial.refused.values())} requests refused")
    sys.exit(f"{trial.faults} faults" if trial.faults else 0)


main()
