#!/usr/bin/env python3
"""`selvage ledger upgrade`: what an earlier version has spent is taken over, all of it.

    upgrade.py --selvage PATH --payroll PATH

The files of earlier versions are made here, with hashlib and sqlite3 from what is known of
them. Taken over, such a ledger must check, have the same entries, answers and sum, refuse
what its caps refuse, and lie beside a copy that holds the old bytes. A file with one text
changed is refused and stays as it is. Killed before every system call that writes, it is
the old ledger or the new one, and the next try ends well.
"""
import argparse
import ctypes
import hashlib
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

TERMS = {1: "created table_name epsilon delta profile neighbours accounting",
         2: "created table_name epsilon delta profile neighbours accounting privacy_unit"}
WRITING = {1, 18, 20, 74, 75, 77, 82, 87, 257, 263, 264, 316}  # of x86-64: write, fsync, ...


def demand(holds, what):
    if not holds:
        sys.exit(f"broken: {what}")


def seal(*texts):
    encoded = [text.encode() for text in texts]
    return hashlib.sha256(b"".join(len(text).to_bytes(8, "big") + text
                                   for text in encoded)).hexdigest()


class Tool:
    def __init__(self, selvage, folder):
        self.selvage, self.folder = selvage, folder

    def run(self, *words, code=0):
        done = subprocess.run([self.selvage, *words], cwd=self.folder, text=True,
                              capture_output=True)
        demand(done.returncode == code,
               f"{words}: exit {done.returncode}, not {code}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def told(self, ledger):
        """All that it says of its entries but their seals, and of its sum."""
        history = json.loads(self.run("ledger", "history", ledger, "--format", "json"))
        shown = json.loads(self.run("ledger", "show", ledger, "--format", "json"))
        for entry in history["entries"]:
            entry.pop("seal", None)
        shown.pop("head", None)
        return history, shown


def make_earlier(path, version):
    """Turns a ledger of today into one of an earlier version."""
    base = sqlite3.connect(path, isolation_level=None)
    names = TERMS[version].split()
    terms = base.execute(f"SELECT {TERMS[2].replace(' ', ', ')} FROM terms").fetchone()
    terms = terms[:len(names)]
    base.execute("BEGIN")
    base.execute("DROP TABLE terms")
    base.execute("CREATE TABLE terms (\n  one INTEGER PRIMARY KEY CHECK (one = 1),\n" +
                 "".join(f"  {name} TEXT NOT NULL,\n" for name in names) +
                 "  seal TEXT NOT NULL\n) STRICT")
    before = seal(f"selvage ledger terms {version}", *terms)
    base.execute(f"INSERT INTO terms VALUES (1, {'?, ' * len(names)}?)", (*terms, before))
    for row in base.execute(
            "SELECT e.id, e.time, e.question, e.version, ifnull(d.json, 'null'), e.other "
            "FROM entry e LEFT JOIN derivation d ON d.id = e.counted ORDER BY e.id").fetchall():
        before = seal("selvage ledger entry 1", before, str(row[0]), *row[1:])
        base.execute("UPDATE entry SET seal = ? WHERE id = ?", (before, row[0]))
        for time, answer in base.execute("SELECT time, json FROM answer WHERE entry = ?",
                                         (row[0],)).fetchall():
            base.execute("UPDATE answer SET seal = ? WHERE entry = ?",
                         (seal("selvage ledger answer 1", before, time, answer), row[0]))
    base.execute(f"PRAGMA user_version = {version}")
    base.execute("COMMIT")
    base.close()


def today(tool, name, *person):
    tool.run("ledger", "create", name, "--table", "payroll.csv", "--epsilon", "2", "--delta",
             "1e-6", *person)
    ask = ["payroll.csv", "--ledger", name, *person]
    tool.run("count", *ask, "--epsilon", "1/3", "--version", "a")
    tool.run("histogram", *ask, "--column", "age=20:70:10", "--epsilon", "1/2")
    tool.run("count", *ask, "--by", "department=?", "--epsilon", "1/4", "--delta", "1e-7")


def check_taken_over(tool):
    for version in (1, 2):
        for person in ((), ("--person", "employee_id")):
            name = f"v{version}{len(person)}.ledger"
            today(tool, name, *person)
            before = tool.told(name)
            make_earlier(tool.folder / name, version)
            refused = tool.run("ledger", "show", name, code=4)
            demand(f"selvage ledger upgrade {name}" in refused, refused)
            old = (tool.folder / name).read_bytes()
            tool.run("ledger", "upgrade", name)
            tool.run("ledger", "check", name)
            demand(tool.told(name) == before, f"{name} tells something else")
            demand((tool.folder / f"{name}.version-{version}").read_bytes() == old,
                   f"{name}: the copy is not the file as it was")
            same = tool.run("count", "payroll.csv", "--ledger", name, *person, "--epsilon",
                            "1/3", "--version", "a")
            demand("answered before" in same or "nothing was charged" in same, same)
            tool.run("count", "payroll.csv", "--ledger", name, *person, "--epsilon", "1.5",
                     code=3)
            again = tool.run("ledger", "upgrade", name, code=2)
            demand("nothing is to be done" in again, again)


def check_units(tool):
    """Version 1 added up rows and people: then nobody can say what was spent."""
    today(tool, "both.ledger")
    path = tool.folder / "both.ledger"
    base = sqlite3.connect(path)
    question = base.execute("SELECT question FROM entry WHERE id = 2").fetchone()[0]
    base.execute("UPDATE entry SET question = ? WHERE id = 2",
                 (question.replace('"person":"one row"', '"person":{"column":"who"}'),))
    base.commit()
    base.close()
    make_earlier(path, 1)
    old = path.read_bytes()
    said = tool.run("ledger", "upgrade", "both.ledger", code=4)
    demand("entry 2 protects others" in said, said)
    demand(path.read_bytes() == old, "it was changed all the same")


def check_changed(tool):
    """Every text that a seal covers, changed by a letter."""
    today(tool, "sound")
    make_earlier(tool.folder / "sound", 2)
    path = tool.folder / "edited"
    changes = [("terms", "epsilon", "'3'"), ("terms", "seal", "seal || 'a'"),
               ("entry", "question", "question || ' '"), ("entry", "time", "'2020'"),
               ("entry", "version", "'b'"), ("entry", "other", "'[{}]'"),
               ("answer", "json", "'{}'"), ("answer", "time", "'2020'"),
               ("entry", "id", "id + 5"), ("derivation", "json", "'{}' || id")]
    for table, column, value in changes:
        shutil.copy(tool.folder / "sound", path)
        base = sqlite3.connect(path)
        base.execute(f"UPDATE {table} SET {column} = {value} WHERE rowid = (SELECT max(rowid) "
                     f"FROM {table})")
        base.commit()
        base.close()
        before = path.read_bytes()
        said = tool.run("ledger", "upgrade", "edited", code=4)
        demand("not taken over" in said, (table, column, said))
        demand(path.read_bytes() == before, f"{table}.{column}: it was changed")
        demand(not list(tool.folder.glob("edited.version*")), f"{table}.{column}: a copy")


def killed_before(command, folder, number):
    """Runs it until its NUMBER-th writing system call begins, then kills it; False where
    it ended before."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.restype = ctypes.c_long
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        silent = os.open(os.devnull, os.O_RDWR)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        libc.ptrace(0, 0, None, None)  # let the parent follow
        os.execv(command[0], command)
    os.waitpid(child, 0)
    begins = True
    while True:
        libc.ptrace(24, child, None, None)  # on to the next beginning or end of a call
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            return False
        if os.WSTOPSIG(status) != signal.SIGTRAP:
            continue
        call = libc.ptrace(3, child, ctypes.c_void_p(15 * 8), None)
        if begins and (call in WRITING or os.uname().machine != "x86_64"):
            number -= 1
        begins = not begins
        if number == 0:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return True


def check_kills(tool):
    today(tool, "k.source")
    before = tool.told("k.source")
    make_earlier(tool.folder / "k.source", 2)
    old = (tool.folder / "k.source").read_bytes()
    states = {"old": 0, "new": 0}
    for number in range(1, 5000):
        for left in tool.folder.glob("k.ledger*"):
            left.unlink()
        (tool.folder / "k.ledger").write_bytes(old)
        if not killed_before([tool.selvage, "ledger", "upgrade", "k.ledger"], tool.folder, number):
            break
        shown = subprocess.run([tool.selvage, "ledger", "show", "k.ledger"], cwd=tool.folder,
                               capture_output=True, text=True)
        states["new" if shown.returncode == 0 else "old"] += 1
        if shown.returncode != 0:
            demand("of the earlier version 2" in shown.stderr, f"kill {number}: {shown.stderr}")
            tool.run("ledger", "upgrade", "k.ledger")
        tool.run("ledger", "check", "k.ledger")
        demand(tool.told("k.ledger") == before, f"kill {number}: something was lost")
        copies = [path.read_bytes() for path in tool.folder.glob("k.ledger.version-2*")]
        demand(old in copies, f"kill {number}: the file as it was is gone")
    print(f"killed {sum(states.values())} times: {states}")
    demand(sum(states.values()) > 20, "too few kills; may children be traced here?")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--payroll", required=True)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        tool = Tool(os.path.abspath(asked.selvage), pathlib.Path(name))
        subprocess.run([os.path.abspath(asked.payroll), "--people", "300", "--out",
                        "payroll.csv"], cwd=name, check=True)
        check_taken_over(tool)
        check_units(tool)
        check_changed(tool)
        check_kills(tool)


if __name__ == "__main__":
    main()
