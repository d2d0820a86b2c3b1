#!/usr/bin/env python3
"""The library names fields of a request by their names in backquotes; only the tool writes options.

Fails where a text of selvage/ holds `--option`, or a field that no verb of the tool has: it would stay in backquotes
on the terminal. The experiments are programs of their own."""
import argparse
import pathlib
import re
import sys

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
OPTION = re.compile(r"(?<![-\w])--[a-z]")
FIELD = re.compile(r"(?<!')`([a-z][a-z_-]*)`")
OWN = re.compile(r'\{\s*"([a-z_]+)",\s*"[^"]*",')
KNOWN = re.compile(r'\{\s*"--([a-z-]+)",')


def texts(source):
    """Its string literals, each with its line; not those in comments."""
    for token in TOKEN.finditer(source):
        if token[0].startswith(('"', 'R"')):
            yield source.count("\n", 0, token.start()) + 1, token[0]


def mistakes(source, fields, is_test=False):
    for line, text in texts(source):
        if OPTION.search(text):
            yield line, f"only the tool writes options: {text}"
        for name in FIELD.findall(text):
            if not is_test and name not in fields:
                yield line, f"no verb has the field `{name}`: {text}"


def fields_of(root):
    """The options that only the tool has, and the fields of the verbs."""
    options = {name.replace("-", "_") for path in (root / "tool").glob("*.cpp") for name in KNOWN.findall(path.read_text())}
    verbs = [*(root / "selvage").rglob("*_verbs.cpp"), *(root / "selvage").rglob("*_fields.cpp")]
    return options | {name for path in verbs for name in OWN.findall(path.read_text())}


def look(root):
    fields = fields_of(root)
    assert {"epsilon", "no_ledger", "rows_per_person"} <= fields, "the options of the tool are not found"
    found = 0
    for path in sorted((root / "selvage").rglob("*.[ch]pp")):
        if "experiment" in path.parts:
            continue
        for line, what in mistakes(path.read_text(), fields, "test" in path.stem):
            print(f"{path.relative_to(root)}:{line}: {what}")
            found += 1
    return found


def self_test():
    fields = {"epsilon", "fewer_than"}
    good = '''// say("--epsilon")
    say("`epsilon` and `fewer_than`", "o--oo", "---oo", 'x', "a -- b", "'`b`'", "`{}`"); /* "--by" */'''
    assert not list(mistakes(good, fields))
    for bad in ('say("--epsilon");', 'say("add\\"--x");', 'x = R"(--by)";', "f('\"', \"a --by\");", 'say("`fewer-than`");', 'say("`no`");'):
        assert len(list(mistakes(bad, fields))) == 1, bad
    assert not list(mistakes('say("`b`")', fields, is_test=True))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    sys.exit(self_test() if arguments.self_test else 1 if look(arguments.root) else 0)
