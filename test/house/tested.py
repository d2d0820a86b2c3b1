#!/usr/bin/env python3
"""Counts the tests of a build by kind, into docs/tested.md.

    tested.py --build FOLDER --write [--root FOLDER]    writes the counts
    tested.py --build FOLDER [--root FOLDER]            fails if they are old
    tested.py --self-test

Counts are rounded down to two digits, so that the page is not old after each new test.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess

PAGE = "docs/tested.md"
BEGIN, END = "<!-- counts: begin -->\n", "<!-- counts: end -->\n"
# The beginning of a test's name, what it is, and whose word it is compared with.
KINDS = {
    "gtest": ("tests of one room, in C++", "laws computed exactly on the running code, vectors of 30 digits and more, properties"),
    "flow": ("stories of the command line", "the whole text that each command writes, and its exit code"),
    "docs": ("pages whose examples are run", "the same, as the page shows it"),
    "certificates": ("tests of certificates", "a second checker in Python, written from docs/formats.md"),
    "rules": ("tests of the rules of privacy", "the second checker's rules, at random inputs"),
    "truth": ("tests of released numbers", "a program of its own in Python that reads the same files"),
    "text": ("tests of the reader of text tables", "a model of its own in Python, byte by byte"),
    "ledger": ("tests of ledgers", "processes that are killed, and the second checker"),
    "faults": ("faults while it runs", "signals in each phase, failing allocations and randomness, closed descriptors, random requests"),
    "fuzz_replay": ("readers of untrusted text", "sanitizers, on a kept corpus and thousands of changes of it; `make fuzz` goes on from there"),
    "install": ("tests of the installed program", "another folder, another user"),
    "house": ("tests of the sources themselves", "which room includes which, names, sentences, theorems"),
}


def kind_of(test):
    if any(word.startswith("--gtest_filter") for word in test.get("command", [])):
        return "gtest"
    return next((kind for kind in KINDS if re.match(rf"{kind}[._]", test["name"])), "")


def label_of(test):
    values = [p["value"] for p in test.get("properties", []) if p["name"] == "LABELS"]
    return values[0] if values else []


def floor(count):
    """47 is 40, 2163 is 2,100; few are exact."""
    digits = len(str(count))
    step = 1 if count < 20 else 10 ** max(1, digits - 2)
    return f"{count // step * step:,}"


def counts_of(tests):
    """The lines of the page's block, and what is wrong with the list."""
    unbuilt = sorted(t["name"] for t in tests if t["name"].endswith("_NOT_BUILT"))
    if unbuilt:
        return "", [f"{unbuilt[0]}: not all tests are built, so they cannot be counted; build them all first"]
    kinds = collections.Counter(map(kind_of, tests))
    faults = [f"test/house/tested.py: the test {t['name']} is of no kind that it knows" for t in tests if not kind_of(t)]
    faults += [f"test/house/tested.py: there is no test of the kind {kind}" for kind in KINDS if not kinds[kind]]
    slow = sum("slow" in label_of(t) for t in tests)
    rows = [f"| {what} | {floor(kinds[kind])} | {whose} |" for kind, (what, whose) in KINDS.items()]
    table = "\n".join(["| what | at least | compared with |", "|---|---|---|", *rows])
    return f"\n{table}\n\nTogether at least {floor(len(tests))}, of which {floor(slow)} are slow and run at night.\n\n", faults


def written(page, counts):
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE}: there is no place between {BEGIN}and {END}")
    return head + BEGIN + counts + END + tail


def self_test():
    test = lambda name, command=(), labels=(): {"name": name, "command": list(command), "properties": [{"name": "LABELS", "value": list(labels)}]}
    all_kinds = [test("Room.Law", ["x", "--gtest_filter=Room.Law"]), *(test(f"{kind}_a" if kind == "fuzz_replay" else f"{kind}.a", ["x"])
                 for kind in KINDS if kind != "gtest")]
    text, faults = counts_of([*all_kinds, *(test(f"flow.{i}", [], ["slow"]) for i in range(46))])
    assert not faults and "| stories of the command line | 40 |" in text and "at least 50, of which 40" in text, text
    assert counts_of(all_kinds[1:])[1] and counts_of([*all_kinds, test("other.a")])[1]
    assert "not all tests are built" in counts_of([*all_kinds, test("room_test_NOT_BUILT")])[1][0]
    assert [floor(n) for n in (7, 19, 29, 163, 2163)] == ["7", "19", "20", "160", "2,100"]
    assert written(f"a\n{BEGIN}old{END}b", "new") == f"a\n{BEGIN}new{END}b"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--ctest", default="ctest")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    listed = subprocess.run([options.ctest, "--show-only=json-v1"], cwd=options.build, check=True, capture_output=True)
    counts, faults = counts_of(json.loads(listed.stdout)["tests"])
    if faults:
        return "\n".join(faults)
    page = options.root / PAGE
    text = page.read_text(encoding="utf-8")
    if written(text, counts) == text:
        return 0
    if not options.write:
        return f"{PAGE}: its counts are old; write them again with test/house/tested.py --build {options.build} --write"
    page.write_text(written(text, counts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
