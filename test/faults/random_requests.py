#!/usr/bin/env python3
"""Random requests over all verbs and options, on random tables: each ends well, and its certificate with both checkers.

    random_requests.py --selvage PATH --verify-lines PATH --run-sql PATH [--count N] [--seed S] [--first I] [--seconds N]

The grammar is the program's own: the options that `selvage VERB --help` lists, each with values that fit it and some
that do not. A request ends with exit code 0, 2 or 3, with at most one sentence beside warnings and notes, within 20
seconds of a processor; what is released has a certificate that both checkers accept; the table stays as it was, no
value of it stands in a sentence, and nothing hidden is left. Request I of a seed is the same in every run.
"""
import argparse
import collections
import datetime
import hashlib
import itertools
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "certificates"), str(HERE.parents[1] / "tools")]
from checkers import VerifyLines, said_by_python  # noqa: E402
from tool import as_at_a_terminal, sentences  # noqa: E402

MARK = "Zq9secret"  # begins every text of a table that is nobody's business
FORMATS = ["csv", "csv", "tsv", "jsonl", "parquet", "duckdb"]
GROUPS = ["dept=schools,fire,archive", "dept=?", "age=0:100:20", "day=2020-01-01:2024-01-01:1year", "dept=@keys.txt", "role=a,b"]
NUMBERS = ["age", "pay", "hours"]
BOUNDS = {"age": "0:100", "pay": "0:200000", "hours": "0:60"}
# By the name of an option, or by its placeholder; each first value is a common one.
VALUES = {
    "--epsilon": ["1", "0.5", "1/3", "4", "20", "0.05", "0.001", "45", "100", "1e-4", "0", "-1", "one", "1e30"],
    "--delta": ["1e-6", "1e-4", "1/1000000", "1e-9", "0.4", "0", "1", "1e-18"],
    "--bounds": ["0:100", "0:200000", "-5.5:60", "0:1e9", "5:5", "9:1", "0", "2020-01-01:2024-01-01"],
    "--by": GROUPS + ["dept", "nobody=a,b", "age=0:1000000:1", "dept=a,a"],
    "--confidence": ["0.95", "0.9", "0.5", "0.999", "1", "0"],
    "--where": ["age >= 40", "dept = 'fire' AND pay < 50000", "age IS NULL OR role = 'a'", "day >= '2021-06-01'", "nobody = 1", "age >", "1 = 1", "pay > 1e300"],
    "--person": ["id", "id", "dept", "nobody"],
    "--rows-per-person": ["1", "3", "10", "1000000", "0", "99999999999"],
    "--cells-per-person": ["1", "2", "5", "0"],
    "--rows-per-cell": ["1", "2", "0"],
    "--per-person": ["sum", "first", "all"],
    "--domain": ["domain.toml", "none.toml", "."],
    "--decimal": [".", ",", ";"],
    "--date-format": ["%d/%m/%Y", "%Y", "%q"],
    "--people": ["200", "1000", "1", "0", "100000000000"],
    "--accuracy": ["500@0.95", "10@0.9", "0.1@0.5", "1@2", "x"],
    "--noise": ["laplace", "gaussian", "none"],
    "--at": ["0.5", "0.9", "0.1,0.5,0.9", "1/7", "0", "1", "0.5,0.5"],
    "--unit": ["1", "0.01", "2^-20", "1000", "day", "hour", "0", "1e-40"],
    "--step": ["1", "0.01", "100", "0", "1e-12"],
    "--mechanism": ["propose-test-release", "ladder", "drop-only", "exponential", "robust", "staircase", "group", "lower-bound", "w", "smooth", "free",
                    "noise-then-noise", "noise-then-suppression", "nothing"],
    "--profile": ["20:0.1,1", "5:0.5,20:0.7,1", "min(1, 0.5 + k/100)", "1:0,2", "20:2,1", "@profile.txt"],
    "--display": ["likely", "unbiased", "exact"],
    "--claim": ["sum", "all"],
    "--sampled": ["0.5", "1/10", "2"],
    "--sampled-delta": ["1e-3", "0"],
    "--fewer-than": ["20", "1", "0", "100000"],
    "--robust": ["5:0.01:0.5", "250:0:1/3", "1:1:1", "x"],
    "--x": ["age", "age,hours", "age=0:100:10", "age=0:100:50,pay=0:200000:50000", "age,dept=fire,schools", "nobody"],
    "--y": ["pay", "hours", "pay=0:200000", "pay=60000", "dept"],
    "--label": ["role=a,b", "dept=schools,fire", "role=a", "nobody=a,b"],
    "--half-space": ["age >= 40", "2*age - 0.001*pay >= 30", "age", "nobody > 1"],
    "--at-least": ["5", "100", "0", "1000000"],
    "--draws": ["1", "3", "0"],
    "--weights": ["1,0,2,7,1", "@weights.txt", "1", "x"],
    "--blocks": ["40", "7", "1000", "0"],
    "--precision": ["0.01", "2^-20", "0"],
    "--lambda": ["1/7", "1", "0"],
    "--trim": ["0.1", "1/7", "0.5", "0"],
    "--random-alpha": ["1", "4", "0"],
    "--random-gamma": ["0.05", "0.3", "1"],
    "--random-eta": ["1e-6", "0"],
    "--full-cells": ["9", "3", "0"],
    "--pair-by": ["id", "nobody"],
    "--least-scale": ["0.01", "0"],
    "--show": ["list", "pivot", "tree"],
    "--rows": ["all", "5", "0"],
    "--format": ["csv", "json", "table", "xml"],
    "--hide": ["missing", "other,below", "nothing"],
    "--total": ["100", "-1"],
    "--title": ["A title", ""],
    "--version": ["2026-10", ""],
    "--delimiter": [";", "tab", '"'],
    "--memory": ["200MB", "1GB", "1MB"],
    "--temp": [".", "none"],
}
BASES = {
    "histogram": [["--column", "age=0:100:20"], ["--column", "dept=?", "--delta", "1e-4"], ["--column", "pay=0:200000:50000", "--column", "dept=schools,fire"]],
    "count": [[], ["--by", "dept=schools,fire"], ["--half-space", "age >= 40", "--x", "age=15:75:10"]],
    "max-k": [["--column", "age=0:100:20", "--at-least", "5", "--delta", "1e-4"]],
    "support": [["--column", "dept=schools,fire", "--delta", "1e-4"]],
    "mode": [["--column", "dept=schools,fire", "--delta", "1e-4"]],
    "regression": [["--y", "pay", "--x", "age"], ["--y", "pay", "--x", "hours,dept=schools"]],
    "separator": [["--label", "role=a,b", "--x", "age=0:100:20", "--delta", "1e-4"]],
    "sample": [["--column", "age=0:100:20", "--at-least", "5"]],
    "ridge": [["--y", "pay=0:200000", "--x", "age=15:75", "--lambda", "1/7", "--average-case", "--random-alpha", "4", "--random-gamma", "0.1"]],
    "logistic": [["--y", "pay=60000", "--x", "age=15:75", "--average-case", "--random-alpha", "8", "--random-gamma", "0.1"]],
    "trimmed-mean": [["--column", "pay", "--delta", "1e-4"]],
    "quantile": [["--column", "pay", "--at", "0.9"], ["--column", "age", "--at", "0.2,0.5", "--unit", "1"]],
}
# Half of what is added is one of these, which most verbs take.
COMMON = ["--by", "--where", "--person", "--rows-per-person", "--confidence", "--unit", "--delta", "--fewer-than", "--rows", "--format", "--people"]
NEVER = {"--help", "--ledger", "--no-ledger", "--certificate", "--key", "--passphrase-file", "--out", "--plot", "--json"}


class Grammar:
    def __init__(self, selvage):
        def lines(*words):
            return subprocess.run([selvage, *words], check=True, text=True, capture_output=True).stdout.splitlines()
        listed = lines("plan", "--help")
        verbs = [line.split()[0] for line in itertools.takewhile(bool, listed[listed.index("Verbs") + 1:])]
        self.verbs = {verb: dict(m.groups() for line in lines(verb, "--help") if (m := re.match(r"  (--\S+)(?: (\S+))?  ", line + "  ")))
                      for verb in verbs}

    def value(self, verb, option, placeholder, chosen):
        if not placeholder:
            return []
        if option == "--column":
            name = chosen.choice(NUMBERS + ["day"])
            binned = {"age": "0:100:20", "pay": "0:200000:20000", "hours": "0:60:10", "day": "2020-01-01:2024-01-01:1year"}[name]
            forms = [name, f"{name}={binned}", "dept=?", "nobody", "age=5", "=", "age=0:1e9:1e-9"]
            return [chosen.choices(forms, weights=[6, 6, 1, 1, 1, 1, 1])[0]]
        values = VALUES.get(option)
        if values is None:
            return [chosen.choice(["1", "a", "0.5", "-1", "", "age"])]
        return [chosen.choices(values, weights=[12] + [4] * (len(values) // 2) + [1] * (len(values) - 1 - len(values) // 2))[0]]

    def request(self, chosen):
        verb = chosen.choice(sorted(self.verbs))
        options = self.verbs[verb]
        words = list(chosen.choice(BASES.get(verb, [["--column", chosen.choice(NUMBERS)]])))
        if "--bounds" in options and chosen.random() < 0.4 and verb in ("mean", "sum", "variance", "describe", "median", "quantile", "iqr"):
            words += ["--bounds", BOUNDS.get(words[1], "0:100")]
        if verb in ("variance", "describe") and "--bounds" not in words:
            words += ["--bounds", BOUNDS.get(words[1], "0:100")]
        if "--average-case" in words:
            words += ["--people", "ROWS"]
        elif chosen.random() < 0.95:
            words += ["--epsilon", self.value(verb, "--epsilon", "N", chosen)[0]]
        free = sorted(set(options) - NEVER)
        for _ in range(chosen.choice([0, 0, 1, 1, 2, 2, 4])):
            option = chosen.choice(COMMON if chosen.random() < 0.5 else free)
            if option not in options:
                continue
            words += [option, *self.value(verb, option, options[option], chosen)]
        if chosen.random() < 0.1 and len(words) > 2:
            del words[chosen.randrange(len(words))]
        return verb, words


def write_table(folder, chosen, form, run_sql):
    """A table of random rows; its name, and how many they are."""
    rows = chosen.choice([0, 1, 5, 40, 200, 200, 400])
    heavy = chosen.random() < 0.3
    lines = ["id,age,pay,hours,dept,role,day,note"]
    for i in range(rows):
        def odd(value):
            return chosen.choice(["", "x", "nan", "1e999", "-inf", "0x7"]) if chosen.random() < 0.03 else value
        pay = round(chosen.lognormvariate(10, 3 if heavy else 0.5), chosen.choice([0, 2, 9]))
        day = datetime.date(2020, 1, 1) + datetime.timedelta(days=chosen.randrange(1600))
        lines.append(",".join([f"{MARK}{i // chosen.choice([1, 1, 1, 3])}", odd(str(chosen.randrange(15, 95))), odd(str(pay)), odd(str(chosen.randrange(61))),
                               odd(chosen.choice(["schools", "fire", "archive", f"{MARK}dept"])), chosen.choice("ab"), odd(str(day)),
                               f"{MARK}{chosen.random()}"]))
    (folder / "t.csv").write_text("\n".join(lines) + "\n")
    made = {"csv": "t.csv", "tsv": "t.tsv", "jsonl": "t.jsonl", "parquet": "t.parquet", "duckdb": "t.duckdb:people"}[form]
    read = "read_csv('t.csv', all_varchar = true, header = true, delim = ',')"
    typed = f"(SELECT * REPLACE (TRY_CAST(age AS INTEGER) AS age, TRY_CAST(pay AS DOUBLE) AS pay, TRY_CAST(day AS DATE) AS day) FROM {read})"
    sql = {"tsv": f"COPY (SELECT * FROM {read}) TO 't.tsv' (DELIMITER '\t', HEADER)", "jsonl": f"COPY (SELECT * FROM {read}) TO 't.jsonl' (FORMAT json)",
           "parquet": f"COPY {typed} TO 't.parquet' (FORMAT parquet)",
           "duckdb": f"ATTACH 't.duckdb' AS made; CREATE TABLE made.people AS SELECT * FROM {typed}; DETACH made"}.get(form)
    if sql:
        subprocess.run([run_sql], cwd=folder, check=True, input=sql, text=True, capture_output=True)
    return made, rows


class Trial:
    def __init__(self, wanted):
        self.selvage, self.run_sql = os.path.abspath(wanted.selvage), os.path.abspath(wanted.run_sql)
        self.first = VerifyLines(os.path.abspath(wanted.verify_lines))
        self.seconds = wanted.seconds
        self.faults, self.codes, self.accepted = [], collections.Counter(), 0
        self.answered = collections.Counter()

    def ask(self, grammar, number, chosen):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            form = chosen.choice(FORMATS)
            table, rows = write_table(folder, chosen, form, self.run_sql)
            (folder / "keys.txt").write_text("schools\nfire\n")
            (folder / "weights.txt").write_text("1\n0\n2\n7\n1\n")
            (folder / "profile.txt").write_text("20,0.1\n,1\n")
            (folder / "domain.toml").write_text('person = "id"\n[columns]\nage = "0:100:20"\n')
            verb, words = grammar.request(chosen)
            words = [str(max(rows, 1)) if word == "ROWS" else word for word in words]
            kind = chosen.choices(["release", "plan", "audit"], weights=[8, 2, 1])[0]
            outputs = [w for option, file, chance in (("--certificate", "a.cert", 1), ("--json", "a.json", 0.3), ("--plot", "a.svg", 0.3), ("--out", "a.csv", 0.5))
                       if chosen.random() < chance for w in (option, file)]
            ledger = chosen.choices([[], ["--no-ledger"]], weights=[1, 1])[0]
            command = [verb, table, *words, *outputs, *ledger] if kind == "release" else [kind, verb, *words]
            before = {p.name: hashlib.sha256(p.read_bytes()).digest() for p in folder.iterdir()}
            self.check(f"request {number}: {form} {rows} rows: {' '.join(map(repr, command))}", folder, command, kind, verb, before)

    def check(self, where, folder, command, kind, verb, before):
        def fault(what):
            self.faults.append(f"{where}: {what}")

        def limit():
            as_at_a_terminal()
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 5))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        done = subprocess.run([self.selvage, *command], cwd=folder, capture_output=True, preexec_fn=limit, stdin=subprocess.DEVNULL,
                              env={**os.environ, "TMPDIR": str(folder)})
        out, error = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
        self.codes[done.returncode] += 1
        if done.returncode == -signal.SIGXCPU:
            return fault(f"more than {self.seconds} seconds of a processor")
        said = sentences(error)
        if done.returncode not in (0, 2, 3) or len(said) != (0 if done.returncode == 0 else 1):
            fault(f"exit {done.returncode}: {error[:400]}")
        if MARK in error or (done.returncode != 0 and out):
            fault(f"what should not be said: {error[:400]} {out[:100]}")
        for name, digest in before.items():
            if hashlib.sha256((folder / name).read_bytes()).digest() != digest:
                fault(f"{name} was changed")
        left = [p.name for p in folder.iterdir() if p.name.startswith((".selvage-", "selvage-"))]
        if left:
            fault(f"left behind: {left}")
        if kind == "release":
            if done.returncode == 0:
                self.answered[verb] += 1
            certificate = folder / "a.cert"
            if certificate.exists() != (done.returncode == 0):
                return fault("a certificate without an answer, or an answer without one")
            if certificate.exists():
                data = certificate.read_bytes()
                both = self.first.said(data), said_by_python(data)
                self.accepted += both == ("holds", "holds")
                if both != ("holds", "holds"):
                    fault(f"first: {both[0][:200]}; second: {both[1][:200]}")
        return None


def main():
    parser = argparse.ArgumentParser()
    for option in ("--selvage", "--verify-lines", "--run-sql"):
        parser.add_argument(option, required=True)
    parser.add_argument("--seconds", type=int, default=20, help="that a request may take of a processor; sanitizers take longer")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    wanted = parser.parse_args()
    trial = Trial(wanted)
    grammar = Grammar(trial.selvage)
    for number in range(wanted.first, wanted.first + wanted.count):
        trial.ask(grammar, number, random.Random(f"{wanted.seed}-{number}"))
    for fault in trial.faults[:60]:
        print("FAULT", fault)
    print(f"exit codes {dict(trial.codes)}, {trial.accepted} certificates accepted by both, answered {dict(trial.answered)}")
    if wanted.count >= 60 and trial.accepted < wanted.count // 10:
        trial.faults.append("hardly any request was answered")
    sys.exit(f"{len(trial.faults)} faults" if trial.faults else 0)


main()
