#!/usr/bin/env python3
"""The JSON examples of docs/formats.md beside what the program writes.

    formats_examples.py --selvage PATH --payroll PATH FORMATS.md

Every field of an example must be there with its value; a number may be another only if it
was seen to differ between runs (document.py). A text that ends in `...` is the beginning of
one; a list may show the first of its entries, and `...` in an object leaves fields out.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import document

RUNS = 20
COMMANDS = [  # of the examples that have a version, in their order
    "histogram payroll.csv --column salary=0:200000:100000 --person employee_id --epsilon 1",
    "plan histogram --column salary=0:200000:100000 --epsilon 1/3",
    "audit histogram --column salary=0:200000:100000 --epsilon 1/3",
]
SHORTENED = {".checks", ".curve"}  # lists of which the first entries are shown


def leaves(value, place: str = ""):
    """Every value that is no object or list, with its place."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, f"{place}.{name}")
    elif isinstance(value, list):
        if place not in SHORTENED:
            yield f"{place} (how many)", str(len(value))
        for at, part in enumerate(value):
            yield from leaves(part, f"{place}[{at}]")
    else:
        yield place, value if isinstance(value, str) else json.dumps(value)


def wrong(shown: dict, runs: list[dict]) -> list[str]:
    faults = []
    for place, text in shown.items():
        seen = [run.get(place) for run in runs]
        if text.endswith("..."):
            start = document.tokens(text[:-3])[-1].kind == "free" or \
                all(one and one.startswith(text[:-3].rstrip()) for one in seen)
            good = None not in seen and start
        elif re.fullmatch(r"-?\d+(\.\d+)?", text) and None not in seen:
            good = document.may_come(text, seen)
        else:
            good = all(one == text for one in seen)
        if not good:
            faults.append(f"{place}: {text!r} stands where the program writes {seen[0]!r}")
    return faults


def examples(text: str) -> list[dict]:
    blocks = re.findall(r"```json\n(.*?)```", text, re.S)
    return [dict(leaves(json.loads(re.sub(r",\s*\.\.\.\n", "\n", block))))
            for block in blocks if '"selvage"' in block]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--selvage", type=pathlib.Path, required=True)
    parser.add_argument("--payroll", type=pathlib.Path, required=True)
    parser.add_argument("file", type=pathlib.Path)
    options = parser.parse_args()
    found = examples(options.file.read_text(encoding="utf-8"))
    if len(found) != len(COMMANDS):
        sys.exit(f"{options.file}: {len(found)} examples, and {len(COMMANDS)} commands are known")
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([options.payroll.resolve(), "--out", "payroll.csv"], cwd=folder, check=True)
        for shown, command in zip(found, COMMANDS):
            runs: list[dict] = []
            while len(runs) < RUNS and (not runs or wrong(shown, runs)):
                for ledger in pathlib.Path(folder).glob("*.ledger*"):
                    os.unlink(ledger)  # each run is the first one
                out = subprocess.run([options.selvage.resolve(), *command.split(), "--format", "json"],
                                     cwd=folder, check=True, capture_output=True, text=True)
                runs.append(dict(leaves(json.loads(out.stdout))))
            faults += [f"{options.file}, of 'selvage {command}': {fault}" for fault in wrong(shown, runs)]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
