#!/usr/bin/env python3
"""Certificates of every verb, under every accounting, by both checkers.

    both_checkers.py --selvage PATH --payroll PATH

Each certificate must pass `selvage verify` and tools/check_certificate.py, with its signer
and its ledger; one with a changed digit must fail both.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CHECKER = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_certificate.py"
PERSON = ["--person", "employee_id"]
SALARY = ["--column", "salary", "--bounds", "0:150000"]
QUESTIONS = [
    ["histogram", "--column", "salary=0:200000:20000", "--epsilon", "1"],
    ["histogram", "--column", "salary=0:200000:20000", "--column", "department=@depts.txt",
     "--epsilon", "1/3", *PERSON, "--rows-per-person", "3", "--cells-per-person", "2"],
    ["histogram", "--column", "age=0:100:10", "--epsilon", "1", "--delta", "1e-6", *PERSON,
     "--rows-per-person", "4", "--per-person", "first"],
    ["histogram", "--column", "age=0:100:10", "--epsilon", "1", "--delta", "1e-6",
     "--noise", "gaussian"],
    ["histogram", "--column", "department=?", "--epsilon", "1", "--delta", "1e-7", *PERSON,
     "--rows-per-person", "2"],
    ["histogram", "--column", "age=0:100:10", "--epsilon", "1", "--delta", "1e-6", *PERSON,
     "--cells-per-person", "20", "--rows-per-cell", "3"],
    ["histogram", "--column", "age=0:100:10", "--epsilon", "1", "--delta", "1e-6", *PERSON,
     "--cells-per-person", "5", "--rows-per-cell", "3", "--noise", "laplace"],
    ["histogram", "--column", "department=?", "--epsilon", "1", "--delta", "1e-7", *PERSON,
     "--rows-per-person", "5", "--cells-per-person", "3", "--rows-per-cell", "2"],
    ["sum", *SALARY, "--by", "department=schools,fire", "--epsilon", "1", "--delta", "1e-6", "--noise", "gaussian", *PERSON,
     "--rows-per-person", "5", "--cells-per-person", "3", "--rows-per-cell", "2"],
    ["median", "--column", "salary", "--epsilon", "1/3", *PERSON, "--rows-per-person", "3", "--rows-per-cell", "2"],
    ["sum", *SALARY, "--by", "department=schools,fire", "--epsilon", "1", *PERSON, "--sum-per-cell", "0:200000", "--cells-per-person", "2"],
    ["sum", *SALARY, "--by", "department=?", "--epsilon", "1", "--delta", "1e-7", *PERSON, "--sum-per-cell", "-5:200000.5",
     "--cells-per-person", "2", "--rows-per-cell", "3"],
    ["count", "--epsilon", "0.1", "--where", "age >= 40"],
    ["count", "--by", "department=?", "--epsilon", "1", "--delta", "1e-7", *PERSON,
     "--fewer-than", "100"],
    ["count", "--epsilon", "0.2", "--delta", "1e-7", "--noise", "gaussian"],
    ["sum", *SALARY, "--epsilon", "1"],
    ["sum", *SALARY, "--by", "department=?", "--epsilon", "1", "--delta", "1e-7"],
    ["mean", *SALARY, "--by", "department=schools,fire", "--epsilon", "1", *PERSON],
    ["mean", *SALARY, "--epsilon", "1", "--delta", "1e-6", "--noise", "gaussian", *PERSON,
     "--rows-per-person", "3"],
    ["variance", *SALARY, "--by", "department=schools,fire", "--epsilon", "1"],
    ["histogram", "--column", "age=0:100:10", "--profile", "20:0.1,1", *PERSON],
    ["histogram", "--column", "age=0:100:10", "--profile", "min(1, 0.5 + k/100)",
     "--display", "likely", "--sampled", "0.5", "--sampled-delta", "1e-3"],
    ["count", "--by", "department=?", "--profile", "20:0.2,1", "--delta", "1e-7"],
    ["histogram", "--column", "age=0:100:10", "--profile", "20:0.5,1", "--delta", "1e-6",
     "--mechanism", "noise-then-suppression"],
    ["histogram", "--column", "age=0:100:10", "--profile", "20:0,1", *PERSON,
     "--cells-per-person", "2", "--claim", "sum"],
]
LEDGERS = {
    "adaptive": ["--epsilon", "30", "--delta", "1e-4"],
    "planned": ["--epsilon", "30", "--delta", "1e-4", "--accounting", "planned"],
    "replaced": ["--epsilon", "60", "--delta", "1e-3", "--accounting", "sum",
                 "--neighbours", "replace_person"],
    "rho": ["--rho", "100", "--delta", "1e-4"],
}


def is_taken(ledger: str, words: list) -> bool:
    """A budget in rho takes no release with a delta but Gaussian noise."""
    return ledger != "rho" or "--delta" not in words or "gaussian" in words


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--payroll", required=True)
    wanted = parser.parse_args()
    selvage = os.path.abspath(wanted.selvage)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def run(*words: str, code: int = 0) -> str:
            done = subprocess.run(words, cwd=folder, text=True, capture_output=True)
            if done.returncode != code:
                sys.exit(f"{' '.join(words)}: exit {done.returncode}, not {code}\n"
                         f"{done.stdout}{done.stderr}")
            return done.stdout

        run(os.path.abspath(wanted.payroll), "--out", "payroll.csv")
        (folder / "depts.txt").write_text("schools\nfire\n")
        run(selvage, "key", "create", "officer.key")
        # A ledger counts one unit of privacy: rows, or people. The one beside the table
        # is that of the first release, so each unit has a table of its own.
        run("cp", "payroll.csv", "people.csv")
        count = 0
        for ledger, terms in {"beside": None, **LEDGERS}.items():
            files = {}
            for unit, table in ((False, "payroll.csv"), (True, "people.csv")):
                files[unit] = f"{table}.ledger"
                if terms:
                    files[unit] = f"{ledger}-{table}.ledger"
                    run(selvage, "ledger", "create", files[unit], "--table", table, *terms,
                        *(PERSON if unit else []))
            for i, (verb, *words) in enumerate(QUESTIONS):
                if not is_taken(ledger, words):
                    continue
                unit = "--person" in words
                run(selvage, verb, "people.csv" if unit else "payroll.csv", *words,
                    *(["--ledger", files[unit]] if terms else []), "--key", "officer.key",
                    "--certificate", f"{ledger}{i}.cert", "--out", "answer.csv")
            for unit, file in files.items():
                run(selvage, "ledger", "export", file, "--out", f"lines{unit}.jsonl")
            for i, (_, *words) in enumerate(QUESTIONS):
                if not is_taken(ledger, words):
                    continue
                certificate, unit = f"{ledger}{i}.cert", "--person" in words
                run(selvage, "verify", certificate, "--signer", "officer.key.pub",
                    "--ledger", files[unit])
                run(sys.executable, "-B", str(CHECKER), certificate, "--signer",
                    "officer.key.pub", "--ledger-lines", f"lines{unit}.jsonl")
                text = (folder / certificate).read_text()
                place = [match.start() for match in re.finditer("[0-9]", text)]
                at = place[(i + 1) * 7919 % len(place)]
                changed = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1:]
                (folder / "changed.cert").write_text(changed)
                # One of another format is neither right nor wrong.
                code = 2 if text[:at].endswith('"selvage certificate ') else 1
                run(selvage, "verify", "changed.cert", code=code)
                run(sys.executable, "-B", str(CHECKER), "changed.cert", code=code)
                count += 1
        run(selvage, "count", "payroll.csv", "--epsilon", "1", "--no-ledger", "--certificate",
            "alone.cert", "--out", "answer.csv")
        run(selvage, "verify", "alone.cert")
        run(sys.executable, "-B", str(CHECKER), "alone.cert")
        print(f"{count + 1} certificates hold by both checkers")


main()
