#!/usr/bin/env python3
"""Every theorem that a source or a page cites by its number is in docs/theory*.md, once, and each of those is cited.

A number is cited as T7, and several in a row as T7 to T9 or T7, T8; its place is a heading that begins with it."""
import pathlib
import re

from checking import run

HEADING = re.compile(r"^#+ T(\d+)\b")
CITED = re.compile(r"\bT(\d{1,3})\b(?:(?: to | - |-)T(\d{1,3})\b)?")
SOURCES = ("selvage", "tool", "tools", "test", "bench", "fuzz", "example", "docs")
KINDS = {".cpp", ".hpp", ".py", ".md", ".json", ".flow"}


def stated(text):
    """The numbers of its headings, each with its line."""
    for number, line in enumerate(text.split("\n"), 1):
        if found := HEADING.match(line):
            yield int(found[1]), number


def cited(text):
    for found in CITED.finditer("\n".join(line for line in text.split("\n") if not HEADING.match(line))):
        first, last = int(found[1]), int(found[2] or found[1])
        yield from range(first, last + 1) if first <= last < first + 50 else (first, last)


def faults_of(root):
    places, citations, faults = {}, {}, []
    for page in sorted((root / "docs").glob("theory*.md")):
        for theorem, line in stated(page.read_text()):
            place = f"{page.relative_to(root)}:{line}"
            if theorem in places:
                faults.append(f"{place}: T{theorem} is at {places[theorem]} too")
            places[theorem] = place
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in KINDS and path != pathlib.Path(__file__).resolve():
                for theorem in cited(path.read_text()):
                    citations.setdefault(theorem, path.relative_to(root))
    faults += [f"{path}: there is no T{theorem} in docs" for theorem, path in sorted(citations.items()) if theorem not in places]
    return faults + [f"{place}: nothing cites T{theorem}" for theorem, place in sorted(places.items()) if theorem not in citations]


def self_test():
    assert list(stated("## T7. Name\n\nT8 holds.\n### T9\n")) == [(7, 1), (9, 4)]
    assert list(cited("## T7. Name\nT8 to T10, T12; [T13](x#t13) T1x aT2")) == [8, 9, 10, 12, 13]


if __name__ == "__main__":
    raise SystemExit(run(__doc__, faults_of, self_test))
