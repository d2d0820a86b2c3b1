#!/usr/bin/env python3
"""Caps, bounds and units are of the column as it is read, not as it was before a view or a test changed it.

    stale_metadata.py --selvage PATH --run-sql PATH

A DuckDB view that defines columns anew, and --where, --by and --person together: at an epsilon at which noise is far
below one row, numbers are those that an independent count of the view gives. (opendp#2949: a column was capped and then
redefined, and the cap was still believed.)
"""
import argparse
import json
import os
import subprocess

from tool import fresh

PEOPLE, ROWS = 200, 12
SQL = f"""ATTACH 'made.duckdb' AS made; USE made;
CREATE TABLE people AS SELECT i % {PEOPLE} AS id, (20 + i % 7)::INTEGER AS age, ((i % 100) / 4)::DECIMAL(10, 2) AS pay,
  CASE WHEN i // {PEOPLE} % 2 = 0 THEN 'a' ELSE 'b' END AS grp FROM range({PEOPLE * ROWS}) t(i);
CREATE VIEW changed AS SELECT id % 10 AS id, age * 1000 AS age, (pay * 1000)::DECIMAL(12, 1) AS pay, grp FROM people;
CREATE VIEW as_text AS SELECT 'p' || id AS id, age::VARCHAR || '000' AS age, pay, grp FROM people;
USE memory; DETACH made"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--run-sql", required=True)
    wanted = parser.parse_args()
    folder, tool = fresh(wanted.selvage, None)
    with folder:
        subprocess.run([os.path.abspath(wanted.run_sql)], cwd=tool.folder, check=True, input=SQL, text=True)

        def ask(table, verb, *words):
            done = tool.run(verb, f"made.duckdb:{table}", *words, "--no-ledger", "--format", "json")
            where = f"{verb} {table} {' '.join(words)}"
            if not tool.demand(done.returncode == 0, where, done.stderr):
                return []
            made = json.loads(done.stdout)
            cells = made["answer"] if isinstance(made["answer"], list) else [made["answer"]]
            name = "value" if "value" in cells[0] else made["numbers"][0]["name"]
            return [float(cell[name]) for cell in cells]

        def expect(what, got, truth, within=3):
            tool.demand(len(got) == len(truth) and all(abs(g - t) <= within for g, t in zip(got, truth)), what, f"{got}, and not {truth}")

        person = ["--person", "id"]
        rows = lambda n: [*person, "--rows-per-person", str(n), "--epsilon", str(20 * n)]  # noqa: E731
        # Ten people are in the view, whoever they were in the table.
        expect("caps of the table", ask("people", "count", *rows(3)), [3 * PEOPLE])
        expect("caps of a view that defines people anew", ask("changed", "count", *rows(3)), [30])
        expect("caps of a view of texts", ask("as_text", "count", *rows(3)), [3 * PEOPLE])
        # Every value of the view lies beyond the bounds.
        for view in ("changed", "as_text"):
            expect(f"bounds of {view}", ask(view, "sum", "--column", "age", "--bounds", "0:100", "--epsilon", "40"), [100.0 * PEOPLE * ROWS], 300)
        # Rows that --where leaves out are no rows of anybody, before any cap.
        expect("caps behind --where", ask("people", "count", "--where", "grp = 'b'", *rows(6)), [6 * PEOPLE])
        expect("caps behind --where on the view", ask("changed", "count", "--where", "age >= 23000 AND grp = 'b'", *rows(6)), [60])
        expect("a cap of all groups together", [sum(ask("people", "count", "--by", "grp=a,b", *rows(3)))], [3 * PEOPLE], 8)
        # The unit is that of the view's own type.
        median = ask("changed", "median", "--column", "pay", "--epsilon", "20")
        truth = sorted(1000 * (i % 100) / 4 for i in range(PEOPLE * ROWS))[PEOPLE * ROWS // 2]
        expect("the unit of a view", median, [truth], 500)
    tool.end()


main()
