"""The rooms of the house as CMake knows them: every CMakeLists.txt below selvage/ that
calls selvage_room says where a room is, what it USES and what its tests use besides.
Nobody else writes the arrows down.

    rooms.py --tests FILES...    the test programs of the rooms that hold these files
"""
import dataclasses
import pathlib
import re
import sys

CALL = re.compile(r"^(selvage_room|selvage_vector_sources|set_source_files_properties)\s*"
                  r"\(([^()]*)\)", re.M)
LISTS = {"SOURCES", "TESTS", "SLOW_TESTS", "USES", "TEST_USES", "PUBLIC", "PRIVATE"}
TEST_FILES = ("_test.cpp", "_testing.hpp")


@dataclasses.dataclass(frozen=True)
class Room:
    name: str
    folder: str          # from the root, with a slash at the end
    uses: frozenset      # rooms, in what it builds
    test_uses: frozenset  # rooms, in its tests besides
    alone: frozenset     # sources with options of their own, compiled on their own
    has_tests: bool
    slow_tests: frozenset  # files, in a program of their own


def rooms_of(root: pathlib.Path) -> dict[str, Room]:
    """By name, in the order of the folders."""
    rooms = {}
    for path in sorted((root / "selvage").rglob("CMakeLists.txt")):
        text = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
        folder = path.parent.relative_to(root).as_posix() + "/"
        name, lists, alone = "", {}, set()
        for call, arguments in CALL.findall(text):
            words = re.sub(r'"[^"]*"', "", arguments).split()
            if call != "selvage_room":
                alone |= {folder + word for word in words if word.endswith(".cpp")}
                continue
            name, current = words[0], None
            for word in words[1:]:
                if word in LISTS:
                    current = lists.setdefault(word, set())
                else:
                    current.add(word)
        if name:
            if name in rooms:
                raise SystemExit(f"{path}: there is another room {name}")
            rooms[name] = Room(name, folder, frozenset(lists.get("USES", ())),
                               frozenset(lists.get("TEST_USES", ())), frozenset(alone),
                               "TESTS" in lists,
                               frozenset(folder + file for file in lists.get("SLOW_TESTS", ())))
    return rooms


def room_of(rooms: dict[str, Room], file: str) -> Room | None:
    """The room whose folder holds the file: the innermost one."""
    holders = [room for room in rooms.values() if file.startswith(room.folder)]
    return max(holders, key=lambda room: len(room.folder), default=None)


def main() -> None:
    rooms = rooms_of(pathlib.Path(__file__).resolve().parents[2])
    targets = set()
    for file in sys.argv[2:]:
        room = room_of(rooms, file)
        if room and room.has_tests:
            targets.add(f"{room.name}_test")
        elif file.startswith("tool/"):
            targets.add("tool_test")
    for target in sorted(targets):
        print(target)


if __name__ == "__main__":
    main()
