#!/usr/bin/env python3
"""Memory or randomness that ends is exit code 4 with one sentence that says what was charged, never an abort.

    failures.py --selvage PATH --payroll PATH --shim LIBRARY [--points N]

The n-th call of malloc or getrandom fails (and in half of the runs every later one), for N places n of each of several
verbs, chosen over all the calls that the verb makes. Afterwards: exit code 0 or 4, one sentence, at most one entry more,
the sentence tells the truth about it, the ledger is sound, no output of a release that was not answered, nothing hidden
left behind.
"""
import argparse
import os
import subprocess

from tool import fresh, sentences

PERSON = ["--person", "employee_id"]
VERBS = [
    ["histogram", "--column", "age=20:70:10"],
    ["count", "--by", "department=?", "--delta", "1e-6", *PERSON],
    ["median", "--column", "salary", "--unit", "1"],
    ["mean", "--column", "salary", *PERSON],
    ["max", "--column", "salary=0:200000:10000"],
    ["support", "--column", "department=schools,fire", "--delta", "1e-6"],
    ["regression", "--y", "bonus", "--x", "salary"],
]
CALLS_OF_GETRANDOM = 8
LATEST = 1 << 40


class Trial:
    def __init__(self, tool, shim, payroll):
        self.tool, self.shim, self.runs, self.ended = tool, os.path.abspath(shim), 0, 0
        self.table = (tool.folder / "payroll.csv").read_bytes()

    def release(self, words, what, at, later):
        verb, *rest = words
        shim = {"LD_PRELOAD": self.shim, "FAIL_WHAT": what, "FAIL_AT": str(at), "TMPDIR": str(self.tool.folder)}
        command = [self.tool.selvage, verb, "payroll.csv", *rest, "--epsilon", "1/10", "--out", "out.csv", "--json", "out.json",
                   "--certificate", "out.cert"]
        return subprocess.run(command, cwd=self.tool.folder, text=True, capture_output=True,
                              env={**os.environ, **shim, **({"FAIL_ON": "1"} if later else {})})

    def ask(self, words, what, at, later):
        tool, where = self.tool, f"{what} {at}{'+' if later else ''}: {' '.join(words)}"
        ledger = "payroll.csv.ledger"
        for name in (ledger, ledger + "-wal", ledger + "-shm", ledger + "-journal", "out.csv", "out.json", "out.cert"):
            (tool.folder / name).unlink(missing_ok=True)
        done = self.release(words, what, at, later)
        self.runs += 1
        entries, answered = tool.entries(ledger)
        outputs = [name for name in ("out.csv", "out.json", "out.cert") if (tool.folder / name).exists()]
        tool.demand(not tool.hidden(), where, f"left behind: {tool.hidden()}")
        tool.demand((tool.folder / "payroll.csv").read_bytes() == self.table, where, "the table was changed")
        if done.returncode == 0:
            tool.demand(entries == answered == 1 and len(outputs) == 3, where, f"done, with {entries}, {answered}, {outputs}")
            return done
        self.ended += 1
        said = sentences(done.stderr)
        if not tool.demand(done.returncode == 4 and len(said) == 1 and said[0].startswith("selvage: "), where,
                           f"exit {done.returncode}: {done.stderr}"):
            return done
        if not answered:
            tool.demand(not outputs, where, f"outputs without an answer: {outputs}")
        told = said[0]
        if entries and not answered:
            tool.demand("stays charged" in told or "tells whether it was charged" in told, where, f"charged, and told: {told}")
        if answered:
            tool.demand("the answer is kept" in told or "tells whether" in told or "stays charged" in told, where, f"answered, and told: {told}")
        if not entries:
            tool.demand("stays charged" not in told and "is kept" not in told, where, f"not charged, and told: {told}")
        return done

    def calls_of(self, words):
        """How many allocations a release makes, roughly: found by halving."""
        low, high = 1, 2
        while self.ask(words, "malloc", high, False).returncode and high < LATEST:
            low, high = high, 2 * high
        while high - low > max(1, low // 50):
            middle = (low + high) // 2
            if self.ask(words, "malloc", middle, False).returncode:
                low = middle
            else:
                high = middle
        return high


def main():
    parser = argparse.ArgumentParser()
    for option in ("--selvage", "--payroll", "--shim"):
        parser.add_argument(option, required=True)
    parser.add_argument("--points", type=int, default=6)
    wanted = parser.parse_args()
    folder, tool = fresh(wanted.selvage, wanted.payroll)
    with folder:
        trial = Trial(tool, wanted.shim, wanted.payroll)
        for i, words in enumerate(VERBS):
            calls = trial.calls_of(words)
            for point in range(wanted.points):
                # From the end of the program backwards too: the last calls are those after the charge.
                at = calls * point // wanted.points + 1 + i if point % 2 else max(1, calls - calls * point // (20 * wanted.points) - i)
                trial.ask(words, "malloc", at, later=point % 4 < 2)
            for at in range(1, CALLS_OF_GETRANDOM + 1):
                for later in (False, True):
                    trial.ask(words, "getrandom", at, later)
    print(f"{trial.runs} runs, of which {trial.ended} ended early")
    if trial.ended < trial.runs // 4:
        tool.fault("the shim", "hardly any run ended early: nothing was tried")
    tool.end()


if __name__ == "__main__":
    main()
