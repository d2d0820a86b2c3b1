#!/usr/bin/env python3
"""No output replaces what a command reads, nor a ledger, a key or a table with a ledger.

    kept_files.py --selvage PATH --payroll PATH [--verb NAME]

Every verb and every option that writes, as the help pages have them, is pointed at every
kind of file. Each command must end with exit code 2 and one sentence that names the file,
and no file may have changed, appeared or gone. An option that takes a file and that this
script does not know fails the test: say there whether it writes.
"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

WRITES = {"--out", "--plot", "--json", "--certificate"}
READS = {"--domain", "--key", "--passphrase-file", "--ledger", "--signer", "--temp"}
RELEASES = ("show", "synthesize")


class Faults(list):
    def add(self, command, why):
        self.append(f"{shlex.join(command)}: {why}")


def run(command):
    environment = {**os.environ, "TZ": "UTC"}
    return subprocess.run(command, capture_output=True, text=True, timeout=300,
                          stdin=subprocess.DEVNULL, env=environment, errors="replace")


def state():
    """Whatever could be lost: names, sizes, times of change, which file it is."""
    found = {}
    for folder, _, files in os.walk("."):
        found[folder] = None
        for name in files:
            path = os.path.join(folder, name)
            about = os.lstat(path)
            found[path] = (about.st_ino, about.st_size, about.st_mtime_ns)
    return found


class Checker:
    def __init__(self, selvage):
        self.selvage = selvage
        self.faults = Faults()
        self.runs = 0
        self.before = state()

    def refused(self, words, victim):
        command = [self.selvage, *words]
        self.runs += 1
        done = run(command)
        lines = done.stderr.splitlines()
        shown = ["selvage", *words]
        if done.returncode != 2:
            self.faults.add(shown, f"exit code {done.returncode}: {done.stderr[:300]}")
        elif len(lines) != 1 or victim not in lines[0]:
            self.faults.add(shown, f"does not say that {victim} is kept: {done.stderr[:300]}")
        after = state()
        if after != self.before:
            changed = sorted(set(after.items()) ^ set(self.before.items()))
            self.faults.add(shown, f"changed {changed[:2]}")
            raise SystemExit(self.report())

    def report(self):
        for fault in self.faults[:40]:
            print(fault)
        print(f"{self.runs} commands, {len(self.faults)} faults")
        return 1 if self.faults else 0


def help_page(selvage, *words):
    return run([selvage, *words, "--help"]).stdout


def options_of(page):
    """Option and placeholder of each line of a help page."""
    return re.findall(r"^  (--[a-z-]+)(?: ([A-Z][^ ]*))?", page, re.MULTILINE)


def example_of(page):
    text = page.split("\nExample\n", 1)[1].replace("\\\n", " ")
    return shlex.split(text.strip().splitlines()[0])[1:]


def verbs_of(selvage):
    page = run([selvage]).stdout
    lines = page.split("\nVerbs\n", 1)[1].split("\n\n", 1)[0].splitlines()
    return [line.split()[0] for line in lines]


def writing_options(selvage, *words):
    options = options_of(help_page(selvage, *words))
    for option, placeholder in options:
        if "FILE" in placeholder or "FOLDER" in placeholder:
            # A domain or a list in a file is read by its @.
            assert option in WRITES | READS or words[0] == "reproduce", (
                f"{words}: does {option} write? Say so in WRITES or READS.")
    return [option for option, _ in options if option in WRITES]


def make_files(selvage, payroll):
    def good(*words):
        done = run([selvage, *words])
        assert done.returncode == 0, (words, done.stderr)

    run([payroll, "--people", "300", "--out", "payroll.csv"])
    count = ["count", "payroll.csv", "--epsilon", "1"]
    good(*count, "--by", "department=?", "--delta", "1e-6", "--json", "r.json", "--out", "r.csv",
         "--certificate", "r.cert")
    good("histogram", "payroll.csv", "--column", "age=20:70:10", "--epsilon", "1", "--out",
         "ages.csv", "--json", "ages.json", "--certificate", "ages.cert")
    good("ledger", "create", "other.ledger", "--table", "other", "--epsilon", "1")
    good("key", "create", "officer.key")
    pathlib.Path("pass.txt").write_text("a passphrase\n")
    pathlib.Path("keys.txt").write_text("clerk\ndriver\n")
    pathlib.Path("profile.txt").write_text("20:0.1,1\n")
    pathlib.Path("domain.toml").write_text('ledger = "payroll.csv.ledger"\n')
    os.mkdir("parts")
    for part in "ab":
        good("histogram", "payroll.csv", "--column", "age=20:70:10", "--epsilon", "1",
             "--no-ledger", "--out", f"parts/{part}.parquet")
    os.mkdir("unknown")  # a folder of a table without a ledger
    os.mkdir("real")
    good("histogram", "payroll.csv", "--column", "age=20:70:10", "--epsilon", "1",
         "--no-ledger", "--out", "real/c.parquet")
    os.symlink("../real/c.parquet", "unknown/c.parquet")
    good("count", "parts/", "--epsilon", "1", "--out", "parts.csv")
    # A ledger that lies elsewhere knows its table by name alone.
    os.mkdir("far")
    good("ledger", "create", "far/p.ledger", "--table", "payroll.csv", "--epsilon", "100")
    good(*count, "--ledger", "far/p.ledger", "--out", "p.csv")
    os.mkdir("sub")
    os.symlink("payroll.csv", "link.csv")
    os.symlink("../payroll.csv.ledger", "sub/link")
    os.link("payroll.csv", "sub/hard.csv")
    os.symlink("parts", "linked")


KEPT = ["payroll.csv", "payroll.csv.ledger", "other.ledger", "officer.key", "officer.key.pub"]


def release_verb(check, verb):
    selvage = check.selvage
    words = example_of(help_page(selvage, verb))
    assert words[:2] == [verb, "payroll.csv"], words

    def planned(more):
        return run([selvage, "plan", verb, *words[2:], *more]).returncode == 0

    reads = {"domain.toml": ["--domain", "domain.toml"]}
    for more in (["--by", "role=@keys.txt"], ["--column", "role=@keys.txt"]):
        if planned(more):
            reads["keys.txt"] = more
    for option in writing_options(selvage, verb):
        for victim in KEPT + ["payroll.csv.ledger-wal", "new.ledger"]:
            check.refused([*words, option, victim], victim)
        for victim, more in reads.items():
            check.refused([*words, *more, option, victim], victim)
        if option != "--certificate":
            signed = ["--certificate", "new.cert", "--key", "officer.key", "--passphrase-file",
                      "pass.txt"]
            check.refused([*words, *signed, option, "pass.txt"], "pass.txt")
    plain = [word for word in words if word not in ("--epsilon", "1")]
    by_class = [*plain, "--profile", "@profile.txt"]
    if run([selvage, "plan", *by_class[:1], *by_class[2:]]).returncode == 0:
        check.refused([*by_class, "--out", "profile.txt"], "profile.txt")
        for group in ("plan", "audit"):
            for option in writing_options(selvage, group, verb):
                for victim in KEPT + ["profile.txt"]:
                    check.refused([group, *by_class, option, victim], victim)


def other_names(check):
    count = ["count", "payroll.csv", "--epsilon", "1"]
    for name in ("./payroll.csv", os.path.abspath("payroll.csv"), "sub/../payroll.csv",
                 "link.csv", "sub/hard.csv", "sub/link", "./officer.key"):
        check.refused([*count, "--out", name], name)
    check.refused(["count", "sub/hard.csv", "--epsilon", "1", "--no-ledger", "--out", "link.csv"],
                  "link.csv")


def folders(check):
    for table in ("parts/", "parts/*.parquet", "parts/?.parquet", "linked/"):
        for option in sorted(WRITES):
            for victim in ("parts/a.parquet", "parts/new.parquet", "linked/b.parquet"):
                check.refused(["count", table, "--epsilon", "1", "--no-ledger", option, victim],
                              victim)
    for table in ("unknown/", "unknown/*.parquet"):
        for victim in ("unknown/c.parquet", "unknown/d.parquet", "real/c.parquet"):
            check.refused(["count", table, "--epsilon", "1", "--no-ledger", "--out", victim],
                          victim)
    for victim in ("parts/new.csv", "linked/new.csv"):  # parts.ledger names the folder
        check.refused(["show", "r.json", "--out", victim], victim)
    check.refused(["ledger", "create", "parts/x.ledger", "--table", "t", "--epsilon", "1"],
                  "parts/x.ledger")
    check.refused(["ledger", "create", "unknown/x.ledger", "--table", "unknown/", "--epsilon",
                   "1"], "unknown/x.ledger")
    check.refused(["key", "create", "parts/officer.key"], "parts/officer.key")
    check.refused(["count", "unknown/", "--epsilon", "1", "--no-ledger", "--temp", "unknown"],
                  "unknown")
    check.refused(["reproduce", "outlier-privacy", "--out", "parts/results"], "parts/results")


def stored_releases(check):
    operands = {"payroll.csv:2": [], "payroll.csv.ledger:2": [], "far/p.ledger:1": ["far/p.ledger"],
                "ages.json": ["ages.json"], "ages.cert": ["ages.cert"]}
    for operand, own in operands.items():
        for verb in RELEASES:
            if verb == "synthesize" and "far" in operand:
                continue  # a count has no cells to draw from
            for option in writing_options(check.selvage, verb):
                for victim in KEPT + own:
                    check.refused([verb, operand, option, victim], victim)
        if "far" not in operand:
            for option in writing_options(check.selvage, "distance"):
                for victim in KEPT + own + ["ages.csv"]:
                    check.refused(["distance", operand, "ages.csv", option, victim], victim)
    for victim in KEPT + ["ages.cert"]:
        check.refused(["explain", "ages.cert", "--format", "text", "--out", victim], victim)
    for operand in ("payroll.csv", "payroll.csv.ledger"):
        for victim in KEPT:
            check.refused(["ledger", "export", operand, "--out", victim], victim)
    for victim in KEPT:
        if not victim.endswith(".pub"):  # that is no name for a secret key
            check.refused(["key", "create", victim], victim)
        check.refused(["ledger", "create", victim, "--table", "t", "--epsilon", "1"], victim)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--payroll", required=True)
    parser.add_argument("--verb")
    asked = parser.parse_args()
    selvage, payroll = map(os.path.abspath, (asked.selvage, asked.payroll))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_files(selvage, payroll)
        check = Checker(selvage)
        releases = [verb for verb in verbs_of(selvage)
                    if "\n  --epsilon " in help_page(selvage, verb) or verb in ("ridge", "logistic")]
        assert len(releases) > 15, releases
        for verb in [asked.verb] if asked.verb else releases:
            release_verb(check, verb)
        other_names(check)
        folders(check)
        stored_releases(check)
        code = check.report()
        os.chdir("/")
    return code


if __name__ == "__main__":
    sys.exit(main())
