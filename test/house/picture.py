#!/usr/bin/env python3
"""Draws the rooms and their arrows, as CMake knows them, into docs/architecture.md.

    picture.py --write [--root FOLDER]    draws it
    picture.py [--root FOLDER]            fails if it is not up to date, or if the table of
                                          rooms there does not name each room once
    picture.py --self-test
"""
import argparse
import pathlib
import re
import sys
import tempfile

from rooms import Room, rooms_of

DOCUMENT = "docs/architecture.md"
BEGIN, END = "<!-- rooms: begin -->\n", "<!-- rooms: end -->\n"
ROW = re.compile(r"^\| `(\w+)` \|", re.M)


def needed(rooms: dict[str, Room]) -> dict[str, set[str]]:
    """The arrows that no longer way replaces: a -> c goes where a -> b -> c is there."""
    below: dict[str, set[str]] = {}

    def reach(name: str) -> set[str]:
        if name not in below:
            uses = rooms[name].uses & rooms.keys()
            below[name] = set(uses).union(*(reach(room) for room in uses))
        return below[name]

    return {name: {one for one in room.uses & rooms.keys()
                   if not any(one in reach(other) for other in room.uses & rooms.keys())}
            for name, room in rooms.items()}


def picture(rooms: dict[str, Room]) -> str:
    groups: dict[str, list[str]] = {}
    for room in rooms.values():
        parent = pathlib.PurePosixPath(room.folder).parent.as_posix()
        groups.setdefault(parent, []).append(room.name)
    lines = ["```mermaid", "flowchart TD"]
    for parent, names in groups.items():
        if parent == "selvage":
            lines += [f"  {name}" for name in names]
        else:
            inside = parent.removeprefix("selvage/")
            lines += [f'  subgraph in_{inside.replace("/", "_")} ["{inside}/"]',
                      *(f"    {name}" for name in names), "  end"]
    lines += [f"  {name} --> {' & '.join(sorted(uses))}"
              for name, uses in needed(rooms).items() if uses]
    lines += ["```", "", "All arrows, as the `CMakeLists.txt` of each room has them:", "",
              "| room | may include | its tests also |", "|---|---|---|"]
    lines += [f"| {room.name} | {' '.join(sorted(room.uses)) or 'nothing'} "
              f"| {' '.join(sorted(room.test_uses))} |".replace("|  |", "| |")
              for room in rooms.values()]
    return "\n" + "\n".join(lines) + "\n\n"


def drawn(text: str, rooms: dict[str, Room]) -> str:
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{DOCUMENT}: there is no place between {BEGIN}and {END}")
    return head + BEGIN + picture(rooms) + END + tail


def faults_of(root: pathlib.Path) -> list[str]:
    rooms = rooms_of(root)
    text = (root / DOCUMENT).read_text(encoding="utf-8")
    faults = []
    if drawn(text, rooms) != text:
        faults.append(f"{DOCUMENT}: the picture of rooms is old; draw it again with "
                      "test/house/picture.py --write")
    told = ROW.findall(text.partition(BEGIN)[0])
    for name in sorted(rooms.keys() | set(told)):
        if told.count(name) != (name in rooms):
            faults.append(f"{DOCUMENT}: the table of rooms should name {name} "
                          f"{'once' if name in rooms else 'no more'}")
    return faults


def self_test() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        document = root / DOCUMENT
        document.parent.mkdir()

        def room(path: str, name: str, uses: str) -> None:
            (root / "selvage" / path).mkdir(parents=True, exist_ok=True)
            (root / "selvage" / path / "CMakeLists.txt").write_text(
                f"selvage_room({name} SOURCES a.cpp USES {uses})\n")

        room("a", "a", "")
        room("b", "b", "a")
        room("deep/c", "c", "a b")
        table = "".join(f"| `{name}` | what it is |\n" for name in "abc")
        document.write_text(f"# House\n{table}{BEGIN}old\n{END}the rest\n")
        assert len(faults_of(root)) == 1, faults_of(root)
        document.write_text(drawn(document.read_text(), rooms_of(root)))
        assert faults_of(root) == [], faults_of(root)
        text = document.read_text()
        assert "  c --> b\n" in text and "| c | a b | |\n" in text, text
        assert '["deep/"]' in text and text.endswith("the rest\n"), text
        room("b", "b", "")  # an arrow has gone
        assert len(faults_of(root)) == 1, faults_of(root)
        room("b", "b", "a")
        document.write_text(text.replace("| `c` | what it is |\n", "| `d` | gone |\n"))
        assert len(faults_of(root)) == 2, faults_of(root)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        self_test()
        return 0
    if options.write:
        document = options.root / DOCUMENT
        text = drawn(document.read_text(encoding="utf-8"), rooms_of(options.root))
        document.write_text(text, encoding="utf-8")
    faults = faults_of(options.root)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
