#!/usr/bin/env python3
"""Mechanisms are known through the seam alone: no file of the rooms that work with all of
them includes the folder of one, or names one.

    mechanisms.py [--root FOLDER]     checks the house
    mechanisms.py --self-test         checks that every kind of fault is found

A mechanism is a folder below selvage/mechanism/. Its names are the texts in its functions
`name`, `noise_name` and `mechanism_name`; where one stands as a text of its own in another
room, that room knows a kind. So does a room that says the name of a law's type. Tests may
name mechanisms.

A folder that others build on knows these as little as the rooms do.
"""
import pathlib
import re
import sys
import tempfile

import checking
from rooms import TEST_FILES

ROOMS = ("selvage/engine/", "selvage/release/", "selvage/certificate/", "selvage/verify/",
         "selvage/report/", "tool/")

# What still has to go: the beginning of a path, and why it is not gone yet. A line that
# excuses nothing any more is a fault.
STILL_TO_GO = {
    "selvage/report/example_release.hpp": "an example for tests only",
}

# Words that begin the names of laws which one folder brings.
LAWS = ("Warped", "Staircase", "LowerBound")
# Folders that know nothing of another one, which builds on them.
BELOW = {"selvage/mechanism/cells/": "outlier"}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<](selvage/mechanism/(\w+)/[^">\n]+)', re.M)
NAMING = re.compile(r"\b(?:name|noise_name|mechanism_name)\([^()]*\)[^;{}]*\{")
LAW = re.compile(rf"\b(?:{'|'.join(LAWS)})[A-Za-z0-9]*")
TEXT = re.compile(r'"([a-z][a-z0-9]*(?:_[a-z0-9]+)*)"')


def sources(root: pathlib.Path, folder: str) -> list[tuple[str, str]]:
    """Names and texts of the files below a folder that are no tests."""
    return [(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
            for path in sorted((root / folder).rglob("*"))
            if path.suffix in (".hpp", ".cpp") and not path.name.endswith(TEST_FILES)]


def body_from(text: str, start: int) -> str:
    """What stands between the brace before `start` and the one that closes it."""
    depth = 1
    for end in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[start:end]
    return text[start:]


def names_of(root: pathlib.Path, folder: str = "selvage/mechanism") -> set[str]:
    """Of all mechanisms below a folder."""
    names = set()
    for _, text in sources(root, folder):
        for match in NAMING.finditer(text):
            names |= set(TEXT.findall(body_from(text, match.end())))
    return names


def faults_in(name: str, text: str, names: set[str]) -> list[str]:
    def at(match: re.Match) -> str:
        return f"{name}:{text.count(chr(10), 0, match.start()) + 1}"

    return ([f"{at(match)}: {match[1]}: only tests may include the folder of a mechanism"
             for match in INCLUDE.finditer(text)] +
            [f"{at(match)}: names the mechanism {match[1]}; ask the Mechanism instead"
             for match in TEXT.finditer(text) if match[1] in names] +
            [f"{at(match)}: names the law {match[0]}; ask the Mechanism instead"
             for match in LAW.finditer(text)])


def faults_below(root: pathlib.Path) -> list[str]:
    """Where a folder names the one that builds on it: in files, texts, types."""
    faults = []
    for folder, above in BELOW.items():
        names = names_of(root, f"selvage/mechanism/{above}")
        for name, text in sources(root, folder):
            for number, line in enumerate(text.split("\n"), 1):
                found = ([match[1] for match in INCLUDE.finditer(line) if match[2] == above] +
                         [match[1] for match in TEXT.finditer(line) if match[1] in names] +
                         [match[0] for match in LAW.finditer(line)])
                faults += [f"{name}:{number}: names {word} of {above}/, which builds on it; "
                           "ask CellNoise instead" for word in found]
    return faults


def faults_of(root: pathlib.Path, still_to_go: dict[str, str]) -> list[str]:
    names = names_of(root)
    faults = [] if names else [f"{root}: there is no mechanism here"]
    excused = set()
    for room in ROOMS:
        for name, text in sources(root, room):
            found = faults_in(name, text, names)
            excuse = next((path for path in still_to_go if name.startswith(path)), None)
            if found and excuse:
                excused.add(excuse)
            elif found:
                faults += found
    faults += [f"test/house/mechanisms.py: {path} excuses nothing; take the line out"
               for path in still_to_go if path not in excused]
    return faults + faults_below(root)


GOOD = {
    "selvage/mechanism/mechanism.hpp": "virtual std::string name() const = 0;",
    "selvage/mechanism/boxes/boxes.hpp":
        'std::string name() const override { return "sum_of_boxes"; }\n"else_where"',
    "selvage/mechanism/boxes/noise.cpp":
        'std::string noise_name(int i) {\n  const char* all[] = {"loud", "quiet"};\n'
        "  return all[i];\n}",
    "selvage/engine/a.cpp":
        '#include "selvage/mechanism/mechanism.hpp"\n"else_where" "a loud text"\n// loud',
    "selvage/engine/a_test.cpp": '#include "selvage/mechanism/boxes/boxes.hpp"\n"quiet"',
    "selvage/mechanism/cells/a.cpp":
        '#include "selvage/mechanism/cells/a.hpp"\n"a drawn_law" "loud" class Wide {};',
    "selvage/mechanism/cells/a_test.cpp": '#include "selvage/mechanism/outlier/a.hpp"',
    "selvage/mechanism/outlier/a.cpp":
        '#include "selvage/mechanism/cells/a.hpp"\n'
        'std::string noise_name(int) { return "bent"; } WarpedGeometric w; Staircase s;',
    "selvage/summary/a.cpp": '"loud"'}
BAD = [
    ("selvage/engine/b.cpp", '#include "selvage/mechanism/boxes/boxes.hpp"', "the folder"),
    ("selvage/release/b.hpp", "#include <selvage/mechanism/boxes/noise.hpp>", "the folder"),
    ("selvage/verify/b.cpp", 'if (name == "sum_of_boxes")', "the mechanism sum_of_boxes"),
    ("selvage/report/b.cpp", 'f("quiet")', "the mechanism quiet"),
    ("selvage/certificate/b.cpp", 'f("loud")', "the mechanism loud"),
    ("tool/b.cpp", 'f("loud")', "the mechanism loud"),
    ("selvage/report/b.cpp", "const WarpedNoise& noise", "the law WarpedNoise"),
    ("selvage/engine/b.hpp", "std::get_if<Staircase>(x)", "the law Staircase"),
    ("tool/b.cpp", "LowerBoundNoise{}", "the law LowerBoundNoise"),
]
BAD_BELOW = [
    ("selvage/mechanism/cells/b.cpp", '#include "selvage/mechanism/outlier/a.hpp"', "a.hpp"),
    ("selvage/mechanism/cells/b.hpp", '#include <selvage/mechanism/outlier/law/b.hpp>', "law/b"),
    ("selvage/mechanism/cells/b.cpp", 'if (name == "bent")', "names bent"),
    ("selvage/mechanism/cells/b.cpp", "std::get_if<WarpedNoise>(x)", "names WarpedNoise"),
    ("selvage/mechanism/cells/b.hpp", "Staircase law;", "names Staircase"),
    ("selvage/mechanism/cells/deep/b.cpp", "LowerBound law;", "names LowerBound"),
]


def self_test() -> None:
    def faults_with(extra: dict[str, str], excuses: dict[str, str]) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (GOOD | extra).items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return faults_of(pathlib.Path(folder), excuses)

    assert faults_with({}, {}) == [], faults_with({}, {})
    for name, text, word in BAD:
        found = faults_with({name: text}, {})
        assert len(found) == 1 and word in found[0], (name, found)
        assert faults_with({name: text}, {name[:-2]: "later"}) == []
    for name, text, word in BAD_BELOW:
        found = faults_with({name: text}, {})
        assert len(found) == 1 and word in found[0], (name, found)
    assert "excuses nothing" in faults_with({}, {"tool/": "later"})[0]
    with tempfile.TemporaryDirectory() as empty:
        assert faults_of(pathlib.Path(empty), {}), "an empty folder must not pass"


if __name__ == "__main__":
    sys.exit(checking.run(__doc__, lambda root: faults_of(root, STILL_TO_GO), self_test))
