#!/usr/bin/env python3
"""A text table that is changed while it is read is no silent part of itself.

    changing.py --selvage PATH --payroll PATH

Another program holds the ledger, so that the release stands still between opening the table and charging. The table is
changed meanwhile, and then the ledger is let go: the release is charged, reads, and must end with exit code 4 and a
sentence that says that the charge stands. A table that is taken away, or replaced by another file, is read as it was.
"""
import argparse
import gzip
import os
import shutil
import subprocess

from tool import fresh, has_open, held, sentences, wait_until

QUESTIONS = {
    "histogram": ["histogram", "--column", "age=20:70:10"],
    "median": ["median", "--column", "salary", "--unit", "1"],
    "person": ["histogram", "--column", "age=20:70:10", "--person", "employee_id"],
    "regression": ["regression", "--y", "bonus", "--x", "salary"],
    "where": ["count", "--where", "age >= 40"],
}


def truncate(path):
    os.truncate(path, path.stat().st_size // 2)


def empty(path):
    os.truncate(path, 0)


def append(path):
    with open(path, "ab") as file:
        file.write(file.name.endswith("jsonl") and b"{}\n" or b"\n")


def overwrite(path):
    """As many bytes, at another time."""
    with open(path, "r+b") as file:
        file.seek(-2, os.SEEK_END)
        file.write(b"7")
    about = path.stat()
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns + 1))


def take_away(path):
    path.unlink()


def replace(path):
    new = path.with_name("new")
    new.write_text("age\n1\n")
    os.replace(new, path)



def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--payroll", required=True)
    wanted = parser.parse_args()
    folder, tool = fresh(wanted.selvage, wanted.payroll)
    with folder:
        original = tool.folder / "payroll.csv"
        with open(original) as lines, open(tool.folder / "payroll.jsonl", "w") as made:
            names = lines.readline().strip().split(",")
            for line in lines:
                fields = line.rstrip("\n").split(",")
                made.write("{" + ",".join(f'"{n}": "{v}"' for n, v in zip(names, fields)) + "}\n")
        with open(original, "rb") as plain, gzip.open(tool.folder / "payroll.csv.gz", "wb") as packed:
            shutil.copyfileobj(plain, packed)

        def ask(form, question, change):
            name, where = f"table.{form}", f"{form} {question} {change.__name__ if change else 'nothing'}"
            table, ledger = tool.folder / name, tool.folder / "t.ledger"
            shutil.copyfile(tool.folder / f"payroll.{form}", table)
            ledger.unlink(missing_ok=True)
            person = ["--person", "employee_id"] if question == "person" else []
            made = tool.run("ledger", "create", "t.ledger", "--table", name, "--epsilon", "10", *person)
            tool.demand(made.returncode == 0, where, made.stderr)
            verb, *words = QUESTIONS[question]
            with held(ledger):
                process = tool.start(verb, name, *words, "--epsilon", "1", "--ledger", "t.ledger", "--out", "answer.csv",
                                     stdout=subprocess.DEVNULL)
                waits = wait_until(lambda: has_open(process, table) and has_open(process, ledger), process)
                tool.demand(waits, where, "it does not wait for the ledger")
                if change:
                    change(table)
            error = process.communicate()[1]
            answer = tool.folder / "answer.csv"
            entries = tool.entries("t.ledger")
            if change in (None, take_away, replace):
                tool.demand(process.returncode == 0 and answer.exists() and entries == (1, 1), where,
                            f"exit {process.returncode}, {entries}: {error}")
            else:
                said = sentences(error)
                broke = form.endswith("gz") and "it broke off while it was read" in error
                tool.demand(process.returncode == 4 and len(said) == 1 and
                            (broke or "it was changed while it was read" in said[0]) and
                            said[0].endswith("entry 1 of the ledger 't.ledger' stays charged"), where,
                            f"exit {process.returncode}: {error}")
                tool.demand(not answer.exists() and entries == (1, 0), where, f"something was released, {entries}")
            answer.unlink(missing_ok=True)
            tool.demand(not tool.hidden(), where, f"left behind: {tool.hidden()}")

        for question in QUESTIONS:
            for change in (None, truncate, empty, append, overwrite, take_away, replace):
                ask("csv", question, change)
        for form in ("jsonl", "csv.gz"):
            for change in (None, truncate, overwrite, take_away):
                ask(form, "histogram", change)
    tool.end()


if __name__ == "__main__":
    main()
