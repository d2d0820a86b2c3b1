#!/usr/bin/env python3
"""Closed standard descriptors, and some that cannot be written: no warning becomes a part of a file.

    descriptors.py --selvage PATH --payroll PATH

Each combination of closed descriptors 0, 1 and 2, and standard error on a full disk, with every option that writes a
file: the file is the same kind of file as ever, whole, and holds nothing that was told. An answer that has no place to
go is refused before anything is charged.
"""
import argparse
import csv
import itertools
import json
import subprocess
import xml.dom.minidom

from tool import fresh, sentences

COUNT = ["histogram", "payroll.csv", "--column", "age=20:70:10", "--epsilon", "1"]


def is_csv(text):
    rows = list(csv.reader(text.splitlines()))
    return rows[0][:1] == ["age"] and {len(row) for row in rows} == {len(rows[0])}


def is_json(text):
    return bool(json.loads(text))


def is_svg(text):
    return xml.dom.minidom.parseString(text).documentElement.tagName == "svg"


OUTPUTS = {"--out": ("out.csv", is_csv), "--json": ("out.json", is_json), "--plot": ("out.svg", is_svg),
           "--certificate": ("out.cert", is_json)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--payroll", required=True)
    wanted = parser.parse_args()
    folder, tool = fresh(wanted.selvage, wanted.payroll)

    def ask(words, closed, error_full=False):
        """In a shell, which closes them as a user does."""
        signs = "".join({0: " <&-", 1: " >&-", 2: " 2>&-"}[n] for n in closed)
        if error_full:
            signs += " 2>/dev/full"
        shell = " ".join(f"'{word}'" for word in [tool.selvage, *words]) + signs
        return subprocess.run(["bash", "-c", shell], cwd=tool.folder, text=True, capture_output=True), signs

    with folder:
        ledger = "payroll.csv.ledger"
        charged = 0
        combinations = [c for n in range(4) for c in itertools.combinations((0, 1, 2), n)]
        for closed, full in [*((c, False) for c in combinations), ((), True), ((1,), True)]:
            for chosen in [*([o] for o in OUTPUTS), list(OUTPUTS)]:
                for name, _ in OUTPUTS.values():
                    (tool.folder / name).unlink(missing_ok=True)
                words = [*COUNT, *itertools.chain.from_iterable((o, OUTPUTS[o][0]) for o in chosen)]
                done, signs = ask(words, closed, full)
                where = f"{chosen}{signs}"
                if 1 in closed and "--out" not in chosen:
                    # The answer itself would go where nobody receives it.
                    said = sentences(done.stderr)
                    tool.demand(done.returncode == 4 and (2 in closed or full or (len(said) == 1 and "standard output is closed" in said[0])),
                                where, f"exit {done.returncode}: {done.stderr}")
                    tool.demand(tool.entries(ledger)[0] == charged, where, "something was charged")
                    continue
                tool.demand(done.returncode == 0, where, f"exit {done.returncode}: {done.stderr}")
                charged += 1
                tool.demand(tool.entries(ledger) == (charged, charged), where, f"{tool.entries(ledger)}, not {charged}")
                for option in chosen:
                    name, is_whole = OUTPUTS[option]
                    text = (tool.folder / name).read_text()
                    try:
                        whole = is_whole(text)
                    except Exception as problem:  # whatever a parser says of it
                        whole = tool.fault(where, f"{name}: {problem}")
                    tool.demand(whole and "selvage: " not in text.splitlines()[0], where, f"{name} begins {text[:80]!r}")
                tool.demand(not tool.hidden(), where, f"left behind: {tool.hidden()}")
        # Other commands: the table and the ledger are what they were.
        table = (tool.folder / "payroll.csv").read_bytes()
        for words in (["plan", "count", "--epsilon", "1"], ["ledger", "show", ledger], ["--help"], ["show", f"{ledger}:1"],
                      ["synthesize", f"{ledger}:1", "--out", "rows.csv"], ["key", "create", "a.key"], ["count", "-", "--epsilon", "1", "--no-ledger"]):
            for closed in combinations:
                done, signs = ask(words, closed)
                tool.demand(done.returncode in (0, 2, 4), f"{words}{signs}", f"exit {done.returncode}: {done.stderr}")
                for made in ("rows.csv", "a.key", "a.key.pub"):
                    (tool.folder / made).unlink(missing_ok=True)
        done, _ = ask(["count", "-", "--epsilon", "1", "--no-ledger"], (0,))
        tool.demand(done.returncode == 4 and done.stdout == "", "- <&-", "a table that nobody sends is no empty one")
        tool.demand((tool.folder / "payroll.csv").read_bytes() == table, "the table", "was changed")
        tool.demand(tool.entries(ledger) == (charged, charged), ledger, "was changed")
    tool.end()


if __name__ == "__main__":
    main()
