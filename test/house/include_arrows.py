#!/usr/bin/env python3
"""Reads every #include of the house and fails on an arrow that no CMakeLists.txt has,
and on an arrow of a CMakeLists.txt that no #include needs.

    include_arrows.py [--root FOLDER]     checks the house
    include_arrows.py --self-test         checks that every kind of fault is found
"""
import pathlib
import re
import sys
import tempfile

import checking
from rooms import TEST_FILES, Room, room_of, rooms_of

# The folders outside the library. They may include every room; the binding for Python
# goes through the front door.
OUTSIDE = ("tool", "bench", "example", "fuzz", "python")
FRONT_DOOR = {"python": {"base", "engine", "verify"}}

# Libraries that only some folders may see.
GUARDED = [(re.compile(r"duckdb(\.h|\.hpp|/.*)"), ("selvage/source/", "bench/")),
           (re.compile(r"toml\+\+/.*"), ("selvage/question/",)),
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


def may_include(rooms: dict[str, Room], name: str) -> tuple[str, set[str]]:
    """Who includes in this file, and the rooms they may include."""
    folder = name.split("/")[0]
    if folder != "selvage":
        return folder, FRONT_DOOR.get(folder, set(rooms))
    room = room_of(rooms, name)
    if room is None:
        return "it", set()
    tests = room.test_uses if name.endswith(TEST_FILES) else frozenset()
    return room.name, {"base", room.name} | room.uses | tests


def check_include(root: pathlib.Path, rooms: dict[str, Room], name: str, quote: str,
                  included: str) -> str:
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
    if top != "selvage":
        return "" if top == name.split("/")[0] else f"nobody else may include {top}/"
    room = room_of(rooms, included)
    who, may = may_include(rooms, name)
    if room is None or room.name in may:
        return ""  # a file outside every room has its own fault
    return (f"{who} may not include {room.name}; if it should, add {room.name} to what "
            f"{who} USES in its CMakeLists.txt")


def faults_of(root: pathlib.Path) -> list[str]:
    faults = []
    rooms = rooms_of(root)
    arrows: dict[str, set[str]] = {room: set() for room in rooms}
    test_arrows: dict[str, set[str]] = {room: set() for room in rooms}
    files = house_files(root)
    if not files:
        faults.append(f"{root}: there is no house here")
    for path in files:
        name = path.relative_to(root).as_posix()
        home = room_of(rooms, name)
        if name.startswith("selvage/") and home is None:
            faults.append(f"{name}: no CMakeLists.txt makes a room of its folder")
        text = path.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            quote, included = match.groups()
            line = text.count("\n", 0, match.start()) + 1
            if fault := check_include(root, rooms, name, quote, included):
                faults.append(f"{name}:{line}: {included}: {fault}")
            if home and (room := room_of(rooms, included)):
                kind = test_arrows if name.endswith(TEST_FILES) else arrows
                kind[home.name].add(room.name)
    for room in rooms.values():
        for word, told, seen in (("USES", room.uses, arrows[room.name]),
                                 ("TEST_USES", room.test_uses, test_arrows[room.name])):
            for unknown in sorted(told - rooms.keys()):
                faults.append(f"{room.folder}CMakeLists.txt: {word} {unknown}, "
                              "and there is no such room")
            for idle in sorted((told & rooms.keys()) - seen):
                faults.append(f"{room.folder}CMakeLists.txt: {word} {idle}, "
                              "and no file includes it")
    told = {room.name: set(room.uses) for room in rooms.values()}
    for what, graph in (("CMakeLists.txt files", told), ("includes", arrows)):
        if cycle := find_cycle(graph):
            faults.append(f"a cycle in the {what}: {' -> '.join(cycle)}")
    return faults


# Files of a good house, and for each bad one the files that differ and a word of each
# fault. A line that is no include stands as it is.
def room_file(name: str, uses: str = "", test_uses: str = "") -> str:
    return f"selvage_room({name}\n  SOURCES a.cpp # USES cellar\n  USES {uses}\n" \
           f"  TEST_USES {test_uses})\n"


GOOD = {"selvage/base/CMakeLists.txt": room_file("base", "", "verify"),
        "selvage/random/noise/CMakeLists.txt": room_file("noise", "base"),
        "selvage/random/noise/deep/a.hpp": '"selvage/base/a.hpp"',
        "selvage/guarantee/CMakeLists.txt": room_file("guarantee", "base"),
        "selvage/guarantee/a.hpp": '"selvage/base/a.hpp"',
        "selvage/source/CMakeLists.txt": room_file("source"),
        "selvage/engine/CMakeLists.txt": room_file("engine"),
        "selvage/verify/CMakeLists.txt": room_file("verify", "noise"),
        "selvage/base/a.hpp": "<vector>",
        "selvage/verify/a.hpp": '"selvage/random/noise/deep/a.hpp"',
        "selvage/source/a.cpp": "<duckdb.h>", "bench/a.cpp": '"duckdb.h"',
        "selvage/engine/a.cpp": "<vector>", "tool/a.hpp": "<vector>",
        "tool/main.cpp": '"tool/a.hpp"',
        "tool/b.cpp": '"selvage/verify/a.hpp"',
        "selvage/base/a_test.cpp": '"selvage/verify/a.hpp"'}
NOISE = "selvage/random/noise/deep/a.hpp"
BAD = [
    ("selvage/guarantee/b.hpp", f'"{NOISE}"', ["guarantee may not include noise"]),
    ("selvage/guarantee/b.hpp", f"<{NOISE}>", ["guarantee may not include noise"]),
    ("selvage/guarantee/b.cpp", '"selvage/verify/a.hpp"', ["may not include verify"]),
    ("selvage/guarantee/b_test.cpp", '"selvage/verify/a.hpp"', ["not include verify"]),
    ("selvage/guarantee/b.hpp", '"selvage/base/none.hpp"', ["no such file"]),
    ("selvage/guarantee/b.hpp", '"a.hpp"', ["no such file"]),
    ("selvage/guarantee/b.hpp", '"tool/a.hpp"', ["nobody else"]),
    ("selvage/engine/b.cpp", "<duckdb.h>", ["only selvage/source/ and bench/"]),
    ("tool/b.hpp", "<toml++/toml.h>", ["only selvage/question/"]),
    ("selvage/cellar/b.hpp", "<vector>", ["makes a room of its folder"]),
    ("python/b.cpp", f'"{NOISE}"', ["python may not include noise"]),
    ("selvage/base/b.hpp", f'"{NOISE}"',
     ["base may not include noise", "cycle in the includes: base -> noise -> base"]),
    ("selvage/engine/CMakeLists.txt", room_file("engine", "cellar"), ["no such room"]),
    ("selvage/engine/CMakeLists.txt", room_file("engine", "noise"),
     ["USES noise, and no file includes it"]),
    ("selvage/engine/CMakeLists.txt", room_file("engine", "", "noise"),
     ["TEST_USES noise, and no file includes it"]),
]


def self_test() -> None:
    def faults_with(extra: dict[str, str]) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (GOOD | extra).items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                if path.suffix != ".txt":
                    text = f"// a file\n#include {text}\n"
                path.write_text(text)
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


if __name__ == "__main__":
    sys.exit(checking.run(__doc__, faults_of, self_test))
