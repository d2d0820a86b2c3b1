#!/usr/bin/env python3
"""A ledger that cannot be written: one sentence, exit code 4, nothing charged.

    faults.py --selvage PATH --payroll PATH

A read-only file, a read-only folder, a folder for nobody to write a new ledger in, and a
disk that is full at every possible moment (a limit on the size of files).
"""
import argparse
import ctypes
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

LIBC = ctypes.CDLL(None)


def demand(holds: bool, what: str) -> None:
    if not holds:
        sys.exit(f"broken: {what}")


class Tool:
    def __init__(self, selvage: str, folder: pathlib.Path):
        self.selvage, self.folder = selvage, folder

    def run(self, *words: str, limit: int | None = None) -> subprocess.CompletedProcess:
        def before() -> None:
            if limit is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            for capability in (1, 2):  # even root is bound by permissions without these
                LIBC.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP
        return subprocess.run([self.selvage, *words], cwd=self.folder, text=True,
                              capture_output=True, preexec_fn=before)

    def count(self, *more: str, limit: int | None = None) -> subprocess.CompletedProcess:
        return self.run("count", "payroll.csv", "--epsilon", "1/10", *more, limit=limit)

    def entries(self, ledger: str) -> int:
        checked = self.run("ledger", "check", ledger)
        demand(checked.returncode == 0, f"{ledger}: {checked.stdout}{checked.stderr}")
        return json.loads(self.run("ledger", "show", ledger, "--format", "json").stdout)["entries"]


def one_sentence(done: subprocess.CompletedProcess, code: int = 4) -> str:
    demand(done.returncode == code, f"exit {done.returncode}, not {code}: {done.stderr}")
    demand(done.stderr.startswith("selvage: ") and done.stderr.count("\n") == 1,
           f"not one sentence: {done.stderr}")
    demand(done.stdout == "", f"something was shown: {done.stdout}")
    return done.stderr


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--payroll", required=True)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "work"
        folder.mkdir()
        os.chmod(name, 0o755)
        subprocess.run([os.path.abspath(wanted.payroll), "--people", "100", "--out",
                        folder / "payroll.csv"], check=True)
        tool = Tool(os.path.abspath(wanted.selvage), folder)
        made = tool.run("ledger", "create", "ledger", "--table", "payroll", "--epsilon", "100")
        demand(made.returncode == 0, made.stderr)
        demand(tool.count("--ledger", "ledger").returncode == 0, "the first charge")

        os.chmod(folder / "ledger", 0o444)
        said = one_sentence(tool.count("--ledger", "ledger"))
        demand("permissions" in said, said)
        os.chmod(folder / "ledger", 0o644)
        demand(tool.entries("ledger") == 1, "a read-only file was charged")

        os.chmod(folder, 0o555)
        one_sentence(tool.count("--ledger", "ledger"))
        said = one_sentence(tool.count())
        demand("--no-ledger" in said, said)
        demand(tool.entries("ledger") == 1, "who may only read can still look")
        os.chmod(folder / "ledger", 0o444)
        demand(tool.entries("ledger") == 1, "also a file that nobody may write")
        os.chmod(folder / "ledger", 0o644)
        os.chmod(folder, 0o755)
        demand(tool.entries("ledger") == 1, "a read-only folder was charged")
        demand(not (folder / "payroll.csv.ledger").exists(), "a ledger out of nothing")

        # A disk that is full from some byte on: wherever that is, the ledger stays sound,
        # and nothing is shown that was not charged.
        entries, failed = 1, 0
        for limit in (0, 100, 4096, 8000, 12_000, 20_000, 30_000, 33_000, 40_000, 60_000):
            done = tool.count("--ledger", "ledger", limit=limit)
            now = tool.entries("ledger")
            if done.returncode == 0:
                demand(now == entries + 1, "shown and not charged")
            else:
                one_sentence(done)
                demand(now in (entries, entries + 1), "charged more than once")
                failed += 1
            entries = now
        demand(failed > 0, "no limit was small enough")
        print(f"{failed} of 10 full disks were noticed; {entries} entries, all sound")


main()
