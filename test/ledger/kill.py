#!/usr/bin/env python3
"""Kills `selvage histogram` at random moments and looks at the ledger afterwards.

    kill.py --selvage PATH --payroll PATH [--rounds N] [--seed S]

What must hold after each kill -9: the ledger checks; it has one entry more at most; an
output that is there is whole, and its entry answered; what was charged and not answered
shows as such; the same question on the same version is answered from the ledger if it was
answered, and charged anew if not; the sum is the number of entries times epsilon.
"""
import argparse
import fractions
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

EPSILON = fractions.Fraction(1, 1000)


class Tool:
    def __init__(self, selvage: str, folder: pathlib.Path):
        self.selvage, self.folder = selvage, folder

    def words(self, version: str) -> list[str]:
        return [self.selvage, "histogram", "payroll.csv", "--column", "salary=0:200000:20000",
                "--person", "employee_id", "--epsilon", "1/1000", "--ledger", "ledger",
                "--version", version, "--out", f"{version}.csv"]

    def start(self, version: str) -> subprocess.Popen:
        return subprocess.Popen(self.words(version), cwd=self.folder,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run(self, *words: str) -> str:
        done = subprocess.run([self.selvage, *words], cwd=self.folder, text=True,
                              capture_output=True)
        if done.returncode != 0:
            sys.exit(f"{words}: exit {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def ask(self, version: str) -> None:
        self.run(*self.words(version)[1:])

    def shown(self) -> dict:
        return json.loads(self.run("ledger", "show", "ledger", "--format", "json"))

    def history(self) -> list[dict]:
        return json.loads(self.run("ledger", "history", "ledger", "--format", "json"))["entries"]


def demand(holds: bool, what: str) -> None:
    if not holds:
        sys.exit(f"broken: {what}")


def check(tool: Tool, before: int, version: str, finished: bool) -> tuple[int, str]:
    """The number of entries now, and how far the killed process came."""
    tool.run("ledger", "check", "ledger")
    shown, history = tool.shown(), tool.history()
    entries = shown["entries"]
    demand(entries in (before, before + 1), f"{entries} entries after {before}")
    demand(fractions.Fraction(shown["spent"]["epsilon"]) == entries * EPSILON, "the sum")
    unanswered = [entry for entry in history if entry["answered"] is None]
    demand(len(unanswered) == shown["unanswered"], "the number of unanswered entries")
    demand(all(entry["entry"] <= before for entry in unanswered
               if entry["version"] != version), "an older entry lost its answer")
    mine = [entry for entry in history if entry["version"] == version]
    answered = any(entry["answered"] for entry in mine)
    output = tool.folder / f"{version}.csv"
    if output.exists():
        demand(answered, "an output is there and its entry has no answer")
        demand(output.read_text().count("\n") == 14, "an output is not whole")
    demand(not finished or output.exists(), "it ended well and wrote nothing")
    state = "shown" if output.exists() else "answered" if answered else \
        "charged" if mine else "nothing"
    return entries, state


def check_again(tool: Tool, entries: int, version: str, state: str) -> int:
    """The same question: from the ledger if it was answered, else charged anew."""
    output = tool.folder / f"{version}.csv"
    old = output.read_text() if output.exists() else None
    tool.ask(version)
    now = tool.shown()["entries"]
    demand(now == entries + (state in ("nothing", "charged")), f"asked again after '{state}'")
    demand(old is None or output.read_text() == old, "another answer to the same question")
    return now


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--payroll", required=True)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=20261115)
    wanted = parser.parse_args()
    chance = random.Random(wanted.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([os.path.abspath(wanted.payroll), "--out", folder / "payroll.csv"],
                       check=True)
        tool = Tool(os.path.abspath(wanted.selvage), folder)
        tool.run("ledger", "create", "ledger", "--table", "payroll", "--epsilon", "1000",
                 "--person", "employee_id")
        began = time.monotonic()
        tool.ask("first")
        usual = time.monotonic() - began
        entries, states = 1, {}
        for round_ in range(wanted.rounds):
            version = f"v{round_}"
            process = tool.start(version)
            time.sleep(chance.uniform(0, 1.1 * usual))
            process.send_signal(signal.SIGKILL)
            finished = process.wait() == 0
            entries, state = check(tool, entries, version, finished)
            entries = check_again(tool, entries, version, state)
            states[state] = states.get(state, 0) + 1
        print(f"{wanted.rounds} rounds, {entries} entries; killed when "
              f"{', '.join(f'{key}: {count}' for key, count in sorted(states.items()))}")


main()
