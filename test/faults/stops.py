#!/usr/bin/env python3
"""Ctrl-C and a polite kill end every phase of every command, with 130 and a sentence that says what was charged.

    stops.py --selvage PATH --payroll PATH [--rounds N]

The phases that last are met for certain: each has a sign by which it is known to have begun (an open file, a hidden
file that grows, processor time). Then N rounds of signals at random times over many verbs: whatever was reached, the
sentence is true of the ledger, the outputs are whole or not there, and nothing hidden stays.
"""
import argparse
import concurrent.futures
import gzip
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "certificates"))
from kinds import PEOPLE, ROWS  # noqa: E402
from tool import PATIENCE_SECONDS, Tool, has_open, held, sentences, wait_until  # noqa: E402

SIGNALS = [signal.SIGINT, signal.SIGTERM]
TICKS = os.sysconf("SC_CLK_TCK")


def busy_for(process, seconds):
    """Whether it has used so much of a processor."""
    try:
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return False
    return (int(fields[11]) + int(fields[12])) / TICKS >= seconds


class Stops:
    def __init__(self, tool):
        self.tool, self.longest = tool, 0.0

    def stop(self, where, process, number):
        """Sends the signal; what was said."""
        begun = time.monotonic()
        process.send_signal(number)
        try:
            out, error = process.communicate(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.tool.fault(where, f"{number.name} was not heard")
            return None
        self.longest = max(self.longest, time.monotonic() - begun)
        return error

    def phase(self, name, words, begun, says, charged=None, ledger=None):
        """`begun`: whether the phase has. `charged`: entries of the ledger afterwards."""
        for number in SIGNALS:
            before = self.tool.entries(ledger) if ledger else (0, 0)
            never, silent = os.pipe()  # a standard input on which nothing comes
            process = self.tool.start(*words, stdin=never)
            where = f"{name}, {number.name}"
            if not wait_until(lambda: begun(process), process):
                process.kill()
                self.tool.fault(where, f"the phase was not met: {process.communicate()[1]}")
                continue
            error = self.stop(where, process, number)
            os.close(never)
            os.close(silent)
            if error is None:
                continue
            said = sentences(error)
            self.tool.demand(process.returncode == 130 and len(said) == 1 and says in said[0], where,
                             f"exit {process.returncode}: {error}")
            self.tool.demand(not self.tool.hidden(), where, f"left behind: {self.tool.hidden()}")
            left = [p for p in ("out.csv", "out.json", "out.svg") if (self.tool.folder / p).exists()]
            self.tool.demand(not left, where, f"written: {left}")
            if ledger:
                after = self.tool.entries(ledger)
                self.tool.demand(after[0] - before[0] == charged, where, f"{before} became {after}")


def phases(stops, folder):
    tool = stops.tool
    os.mkfifo(folder / "fifo")
    busy = lambda process: busy_for(process, 0.2)  # noqa: E731
    hidden = lambda process: any(p.stat().st_size > 0 for p in folder.glob(".selvage-*"))  # noqa: E731
    stops.phase("the check of a law", ["audit", "iqr", "--column", "salary", "--epsilon", "1"], busy, "stopped")
    stops.phase("the curve of an audit", ["audit", "mean", "--column", "age", "--bounds", "0:100", "--epsilon", "1"], busy, "stopped")
    stops.phase("an experiment", ["reproduce", "robust-statistics", "--out", "results"], busy, "stopped")
    stops.phase("another experiment", ["reproduce", "outlier-privacy", "--out", "results"], busy, "stopped")
    # Nobody writes to the pipe.
    stops.phase("a domain file that does not come", ["count", "payroll.csv", "--domain", "fifo", "--epsilon", "1"],
                lambda process: sleeps(process), "stopped; nothing was charged")
    stops.phase("a table that does not come", ["count", "-", "--epsilon", "1", "--no-ledger"],
                lambda process: sleeps(process), "stopped; nothing was charged")
    ledger = "payroll.csv.ledger"
    tool.run("count", "payroll.csv", "--by", "role=clerk,driver", "--epsilon", "1")
    with held(folder / ledger):
        for verb, *more in (["count"], ["median", "--column", "salary", "--unit", "1"]):
            stops.phase(f"waiting for the ledger, {verb}", [verb, "payroll.csv", *more, "--epsilon", "1", "--out", "out.csv"],
                        lambda process: has_open(process, folder / ledger) and sleeps(process), "nothing was charged")
    # Scans: the table is so long that it takes far longer than the signal.
    for table in ("long.csv", "packed.csv.gz", "lines.jsonl"):
        for more in ([], ["--person", "age"]):
            (folder / f"{table}.ledger").unlink(missing_ok=True)
            tool.run("ledger", "create", f"{table}.ledger", "--table", table, "--epsilon", "100", *more)
            stops.phase(f"the scan of {table} {more}", ["histogram", table, "--column", "age=0:10:5", "--epsilon", "1", "--out", "out.csv", *more],
                        lambda process: has_open(process, folder / table) and busy(process), "stays charged", 1, f"{table}.ledger")
    # Writing: a million cells in JSON, and a hundred million rows.
    tool.run("ledger", "create", "cells.ledger", "--table", "payroll", "--epsilon", "100")
    stops.phase("writing an answer", ["count", "payroll.csv", "--by", "salary=0:1000000:1", "--epsilon", "1", "--ledger", "cells.ledger", "--rows", "all",
                                      "--json", "out.json", "--out", "out.csv"], hidden, "the answer is kept", 1, "cells.ledger")
    stops.phase("writing rows", ["synthesize", f"{ledger}:1", "--rows", "100000000", "--out", "out.csv"], hidden, "stopped")


def sleeps(process):
    """Whether it waits for something outside, as often as one looks."""
    def state():
        try:
            return pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return ""
    for _ in range(5):
        time.sleep(0.05)
        if state() != "S":
            return False
    return True


def at_random(stops, rounds, seed):
    """Each in a folder of its own, beside the payroll's."""
    source = stops.tool.folder
    chosen = random.Random(seed)
    ways = [[*w, "--person", "employee_id"] for w in PEOPLE] + ROWS

    def one(i):
        verb, *words = chosen.choice(ways)
        number, after = chosen.choice(SIGNALS), chosen.uniform(0.005, 0.35)
        with tempfile.TemporaryDirectory() as name:
            tool = Tool(stops.tool.selvage, name)
            for file in ("payroll.csv", "depts.txt"):
                os.link(source / file, tool.folder / file)
            where = f"round {i}, {number.name} after {after:.3f} s: {verb} {' '.join(words)}"
            process = tool.start(verb, "payroll.csv", *words, "--out", "out.csv", "--json", "out.json", stdin=subprocess.DEVNULL)
            time.sleep(after)
            if process.poll() is not None:
                process.communicate()
                return
            error = Stops(tool).stop(where, process, number)
            said = sentences(error or "")
            entries, answered = tool.entries("payroll.csv.ledger")
            written = [p for p in ("out.csv", "out.json") if (tool.folder / p).exists()]
            if process.returncode == 0:
                tool.demand(len(written) == 2 and answered == 1, where, f"done with {written}, {entries}, {answered}")
            elif process.returncode == -number:
                tool.demand(entries == 0 and not written, where, "ended before it listened, with traces")
            elif tool.demand(process.returncode == 130 and len(said) == 1, where, f"exit {process.returncode}: {error}"):
                if answered:
                    true = "the answer is kept" in said[0] or "tells whether" in said[0] or "stays charged" in said[0]
                elif entries:
                    true = "stays charged" in said[0] or "tells whether" in said[0]
                else:
                    true = "nothing was charged" in said[0] or "tells whether" in said[0]
                tool.demand(true, where, f"{entries} entries, {answered} answered: {said[0]}")
                tool.demand(answered or not written, where, f"written without an answer: {written}")
            tool.demand(not tool.hidden(), where, f"left behind: {tool.hidden()}")
            stops.tool.faults.extend(tool.faults)

    for i in range(rounds):
        one(i)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--payroll", required=True)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        tool = Tool(wanted.selvage, folder, wanted.payroll)
        (folder / "depts.txt").write_text("schools\nfire\n")
        block = b"7\n" * 500_000
        with open(folder / "long.csv", "wb") as plain, gzip.open(folder / "packed.csv.gz", "wb", compresslevel=1) as packed:
            for file, times in ((plain, 300), (packed, 300)):
                file.write(b"age\n")
                for _ in range(times):
                    file.write(block)
        with open(folder / "lines.jsonl", "wb") as lines:
            for _ in range(100):
                lines.write(b'{"age": 7}\n' * 500_000)
        stops = Stops(tool)
        phases(stops, folder)
        at_random(stops, wanted.rounds, wanted.seed)
        print(f"the longest end took {stops.longest:.2f} s")
        tool.end()


main()
