#!/usr/bin/env python3
"""Configures a build without DuckDB and reads every file that it would compile, with all
that these include: none may see duckdb.h, and every room must be among them.

    core_build.py --root FOLDER --build FOLDER --cmake PROGRAM
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.M)


def ways_to_duckdb(root: pathlib.Path, files: list[pathlib.Path]) -> list[str]:
    """For each file that sees duckdb.h, the way from it to there."""
    sees: dict[pathlib.Path, str] = {}

    def way(path: pathlib.Path) -> str:
        if path not in sees:
            sees[path] = ""  # a header may include itself by a detour
            for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
                below = root / included
                if included == "duckdb.h":
                    sees[path] = f"{path.relative_to(root)} -> duckdb.h"
                elif below.is_file() and (further := way(below)):
                    sees[path] = f"{path.relative_to(root)} -> {further}"
        return sees[path]

    return [found for path in files if (found := way(path))]


def main() -> int:
    parser = argparse.ArgumentParser()
    for name in ("root", "build"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--cmake", required=True)
    options = parser.parse_args()
    # Nobody may look for DuckDB there.
    done = subprocess.run(
        [options.cmake, "-S", options.root, "-B", options.build, "-G", "Ninja",
         "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
         "-DSELVAGE_DUCKDB=OFF", "-DSELVAGE_DUCKDB_DIR=/nowhere"],
        capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stdout + done.stderr)
        return 1
    commands = json.loads((options.build / "compile_commands.json").read_text())
    files = [path for command in commands
             if (path := pathlib.Path(command["file"])).is_relative_to(options.root)
             and not path.is_relative_to(options.build)]
    faults = ways_to_duckdb(options.root, files)
    faults += [f"{command['file']}: is compiled with DuckDB's folder"
               for command in commands if "duckdb" in command["command"].replace(
                   "without_duckdb", "").replace(str(options.root), "")]
    for room in ("base", "guarantee", "summary", "source", "mechanism", "release",
                 "ledger", "certificate", "verify", "report", "engine"):
        if not any(path.is_relative_to(options.root / "selvage" / room)
                   for path in files):
            faults.append(f"no file of selvage/{room} is built")
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
