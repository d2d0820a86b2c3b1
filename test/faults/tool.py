"""The program in a folder of its own, for tests of how it ends."""
import contextlib
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

# Far above what is promised (a second), since the machine may be busy; far below what the work takes without an end.
PATIENCE_SECONDS = 20


def as_at_a_terminal():
    """Whatever this test was started by, a signal ends what it starts."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Tool:
    def __init__(self, selvage, folder, payroll=None):
        self.selvage, self.folder, self.faults = os.path.abspath(selvage), pathlib.Path(folder), []
        if payroll:
            subprocess.run([os.path.abspath(payroll), "--out", "payroll.csv"], cwd=folder, check=True, stdout=subprocess.DEVNULL)

    def start(self, *words, **more):
        more.setdefault("stdout", subprocess.PIPE)
        more.setdefault("stderr", subprocess.PIPE)
        return subprocess.Popen([self.selvage, *words], cwd=self.folder, text=True, preexec_fn=as_at_a_terminal, **more)

    def run(self, *words, **more):
        return subprocess.run([self.selvage, *words], cwd=self.folder, text=True, capture_output=True, **more)

    def fault(self, where, what):
        self.faults.append(f"{where}: {what}")

    def demand(self, holds, where, what):
        if not holds:
            self.fault(where, what)
        return holds

    def hidden(self):
        """What nobody asked for."""
        return sorted(p.name for p in self.folder.rglob("*") if p.name.startswith((".selvage-", "selvage-")))

    def entries(self, ledger):
        """How many entries, and how many of them are answered; the ledger is sound."""
        if not (self.folder / ledger).exists():
            return 0, 0
        checked = self.run("ledger", "check", ledger)
        self.demand(checked.returncode == 0, ledger, f"is not sound: {checked.stdout}{checked.stderr}")
        shown = json.loads(self.run("ledger", "show", ledger, "--format", "json").stdout)
        return shown["entries"], shown["entries"] - shown["unanswered"]

    def end(self):
        for fault in self.faults[:60]:
            print("FAULT", fault)
        sys.exit(f"{len(self.faults)} faults" if self.faults else 0)


def last_sentence(error):
    """What the program ended with: its warnings, notes and hints stand before it."""
    lines = error.splitlines()
    return lines[-1] if lines and lines[-1].startswith("selvage: ") else None


def sentences(error):
    """Those that are no warnings and no notes."""
    told = ("selvage: warning:", "selvage: ledger:", "selvage: hint:", "selvage: note:", "selvage: person:",
            "selvage: left out:")
    return [line for line in error.splitlines() if not line.startswith(told)]


@contextlib.contextmanager
def held(ledger):
    """Nobody else can write the ledger."""
    connection = sqlite3.connect(ledger, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def wait_until(holds, process):
    """Of something that surely comes; false where the process ends first."""
    end = time.monotonic() + 60
    while not holds():
        if process.poll() is not None or time.monotonic() > end:
            return False
        time.sleep(0.001)
    return True


def has_open(process, path):
    """Whether the process has opened this file."""
    target = os.path.realpath(path)
    with contextlib.suppress(OSError):
        for one in os.scandir(f"/proc/{process.pid}/fd"):
            with contextlib.suppress(OSError):
                if os.readlink(one.path) == target:
                    return True
    return False


def fresh(selvage, payroll):
    folder = tempfile.TemporaryDirectory()
    return folder, Tool(selvage, folder.name, payroll)
