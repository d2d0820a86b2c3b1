#!/usr/bin/env python3
"""Reads every #include of the house and fails on an arrow that is not in the table.

    include_arrows.py [--root FOLDER]     checks the house
    include_arrows.py --self-test         checks that every kind of fault is found
"""
import argparse
import pathlib
import re
import sys
import tempfile

# A room, and the rooms it may include. Each may also include itself and base.
TABLE = """
base        -
law         -
stream      -
inversion   -
table       inversion
noise       law stream inversion table
guarantee   law
summary     -
distance    summary
source      summary
mechanism   law noise guarantee summary
release     law guarantee summary
ledger      law guarantee
certificate law guarantee summary release ledger
verify      law stream inversion table noise guarantee summary mechanism release ledger certificate
engine      law noise guarantee summary distance source mechanism release ledger certificate verify
report      law guarantee summary release ledger certificate
experiment  law noise guarantee summary mechanism distance report
"""
ROOMS = {room: {"base", room} | set(uses) - {"-"}
         for room, *uses in map(str.split, TABLE.strip().splitlines())}
TESTS_MAY_ALSO_USE = {"verify", "noise", "stream"}
TEST_FILES = ("_test.cpp", "_testing.hpp")

# The folders outside the library, and the rooms they may include.
OUTSIDE = {"tool": set(ROOMS), "bench": set(ROOMS), "example": set(ROOMS),
           "fuzz": set(ROOMS),
           "python": {"base", "engine", "verify"}}

# Libraries that only some folders may see.
GUARDED = [(re.compile(r"duckdb(\.h|\.hpp|/.*)"), ("selvage/source/", "bench/")),
           (re.compile(r"toml\+\+/.*"), ("selvage/engine/",)),
           (re.compile(r"sqlite3\.h"), ("selvage/ledger/",))]

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]', re.M)


def house_files(root: pathlib.Path) -> list[pathlib.Path]:
    return sorted(path for folder in ("selvage", *OUTSIDE)
                  for path in (root / folder).rglob("*")
                  if path.suffix in (".hpp", ".cpp", ".h"))


def find_cycle(arrows: dict[str, set[str]]) -> list[str]:
    """The rooms of a cycle, the first one also last; empty if there is none."""
    def walk(room: str, path: list[str]) -> list[str]:
        if room in path:
            return path[path.index(room):] + [room]
        for next_room in sorted(arrows.get(room, set()) - {room}):
            if cycle := walk(next_room, path + [room]):
                return cycle
        return []

    return next((cycle for room in sorted(arrows) if (cycle := walk(room, []))), [])


def check_include(root: pathlib.Path, name: str, quote: str, included: str) -> str:
    """What is wrong with one #include of the file `name`; empty if nothing is."""
    for library, folders in GUARDED:
        if library.fullmatch(included):
            allowed = name.startswith(folders)
            return "" if allowed else f"only {' and '.join(folders)} may include it"
    top, _, rest = included.partition("/")
    if quote == "<" and not (top in ("selvage", *OUTSIDE) and rest):
        return ""  # a library of others
    if not (root / included).is_file():
        return "there is no such file in the repository"
    from_folder, from_room = name.split("/")[:2]
    if top != "selvage":
        return "" if top == from_folder else f"nobody else may include {top}/"
    room = rest.split("/")[0]
    if from_folder == "selvage":
        may = ROOMS.get(from_room, set())
        if name.endswith(TEST_FILES):
            may = may | TESTS_MAY_ALSO_USE
    else:
        may, from_room = OUTSIDE[from_folder], from_folder
    return "" if room in may else f"{from_room} may not include {room}"


def faults_of(root: pathlib.Path) -> list[str]:
    faults = []
    arrows: dict[str, set[str]] = {}
    files = house_files(root)
    if not files:
        faults.append(f"{root}: there is no house here")
    for path in files:
        name = path.relative_to(root).as_posix()
        folder, room = name.split("/")[:2]
        if folder == "selvage" and room not in ROOMS:
            faults.append(f"{name}: {room} is not a room of the table")
        text = path.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            quote, included = match.groups()
            line = text.count("\n", 0, match.start()) + 1
            if fault := check_include(root, name, quote, included):
                faults.append(f"{name}:{line}: {included}: {fault}")
            if folder == "selvage" and included.startswith("selvage/"):
                if not name.endswith(TEST_FILES):
                    arrows.setdefault(room, set()).add(included.split("/")[1])
    for what, graph in (("table", ROOMS), ("includes", arrows)):
        if cycle := find_cycle(graph):
            faults.append(f"a cycle in the {what}: {' -> '.join(cycle)}")
    return faults


# Each tree is a list of files with one include each, and a word of its only fault.
GOOD = {"selvage/base/a.hpp": "<vector>", "selvage/noise/a.hpp": '"selvage/base/a.hpp"',
        "selvage/verify/a.hpp": '"selvage/noise/a.hpp"',
        "selvage/source/a.cpp": "<duckdb.h>", "bench/a.cpp": '"duckdb.h"',
        "selvage/engine/a.cpp": "<toml++/toml.h>", "tool/a.hpp": "<vector>",
        "tool/main.cpp": '"tool/a.hpp"',
        "tool/b.cpp": '"selvage/verify/a.hpp"',
        "selvage/base/a_test.cpp": '"selvage/verify/a.hpp"'}
BAD = [
    ("selvage/guarantee/b.hpp", '"selvage/noise/a.hpp"', ["may not include noise"]),
    ("selvage/guarantee/b.hpp", "<selvage/noise/a.hpp>", ["may not include noise"]),
    ("selvage/guarantee/b.cpp", '"selvage/verify/a.hpp"', ["may not include verify"]),
    ("selvage/guarantee/b.hpp", '"selvage/base/none.hpp"', ["no such file"]),
    ("selvage/guarantee/b.hpp", '"a.hpp"', ["no such file"]),
    ("selvage/guarantee/b.hpp", '"tool/a.hpp"', ["nobody else"]),
    ("selvage/engine/b.cpp", "<duckdb.h>", ["only selvage/source/ and bench/"]),
    ("tool/b.hpp", "<toml++/toml.h>", ["only selvage/engine/"]),
    ("selvage/cellar/b.hpp", "<vector>", ["cellar is not a room"]),
    ("python/b.cpp", '"selvage/noise/a.hpp"', ["python may not include noise"]),
    ("selvage/base/b.hpp", '"selvage/noise/a.hpp"',
     ["base may not include noise", "cycle in the includes: base -> noise -> base"]),
]


def self_test() -> None:
    def faults_with(extra: dict[str, str]) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, included in (GOOD | extra).items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"// a file\n#include {included}\n")
            return faults_of(pathlib.Path(folder))

    found = faults_with({})
    assert found == [], found
    for name, included, words in BAD:
        found = faults_with({name: included})
        assert len(found) == len(words), (name, included, found)
        for fault, word in zip(found, words):
            assert word in fault, (name, included, found)
    with tempfile.TemporaryDirectory() as empty:
        assert faults_of(pathlib.Path(empty)), "an empty folder must not pass"
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        self_test()
        return 0
    faults = faults_of(options.root)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
