#!/usr/bin/env python3
"""The zone and the locale of the process decide nothing: ten of them, each way of reading.

    zones.py --selvage PATH --run-sql PATH

A DuckDB view that makes a date, an hour and a text of a TIMESTAMPTZ, and files with zoned
times. Noise is so small that each verb must print the same under all zones and locales (of what
is not a count in cells the first number, which is far from all others): it differs with probability below
1e-8 in a whole run; and an answer that was kept under one of them is
found again under the others.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

PLACES = [("UTC", "C"), ("America/New_York", "en_US.UTF-8"), ("Asia/Tokyo", "ja_JP.UTF-8"),
          ("Pacific/Kiritimati", "de_DE.UTF-8"), ("Pacific/Pago_Pago", "tr_TR.UTF-8"),
          ("Asia/Kathmandu", "th_TH.UTF-8"), ("Australia/Lord_Howe", "ar_SA.UTF-8"),
          ("America/St_Johns", "fa_IR.UTF-8"), ("EST5EDT", "hi_IN.UTF-8"), ("no/zone", "xx_YY")]

# 200 people at noon of 15 June in UTC, 10 an hour after the midnight that follows.
TABLE = """
ATTACH 'f.duckdb' AS f;
CREATE TABLE f.t AS SELECT 'p' || i AS who, CASE WHEN i < 200 THEN '2020-06-15 12:00:00+00'
  ELSE '2020-06-16 01:00:00+00' END :: TIMESTAMPTZ AS tz, i % 40 AS x FROM range(210) r(i);
USE f;
CREATE VIEW v AS SELECT who, tz, x, tz::DATE AS d, hour(tz) AS h, tz::TIMESTAMP AS moment,
  tz::VARCHAR AS told, strftime(tz, '%A %B') AS named, year(tz) AS y FROM t;
COPY t TO 'tz.parquet';
"""
ALL = ["--epsilon", "1000"]
DAY = "=2020-06-14:2020-06-18:1day"


def questions():
    for table in ("f.duckdb:v", "f.duckdb:t", "tz.parquet", "tz.csv"):
        bins = ("tz" if table != "f.duckdb:v" else "d") + DAY
        for person in ([], ["--person", "who"]):
            yield ["histogram", table, "--column", bins, *ALL, *person]
            yield ["count", table, "--where", "tz < timestamp '2020-06-16 00:30:00'", *ALL, *person]
            yield ["sum", table, "--column", "x", "--bounds", "0:40", "--step", "1", "--by", bins,
                   *ALL, *person]
        yield ["median", table, "--column", "tz", "--unit", "second", "--epsilon", "50"]
        yield ["mode", table, "--column", bins, "--epsilon", "20", "--delta", "0.01"]
    view = "f.duckdb:v"
    yield ["count", view, "--by", "h=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23",
           *ALL]
    yield ["count", view, "--by", "y=2019,2020,2021,2563", *ALL]
    for column in ("told", "named", "d"):
        yield ["count", view, "--by", f"{column}=?", *ALL, "--delta", "1e-6"]
    yield ["median", view, "--column", "moment", "--unit", "minute", "--epsilon", "50"]
    yield ["quantile", view, "--column", "h", "--at", "0.1,0.9", "--epsilon", "50"]
    yield ["sum", view, "--column", "h", "--bounds", "0:24", "--step", "1", "--where", "d = date '2020-06-16'", *ALL]
    yield ["histogram", view, "--column", "d" + DAY, "--person", "who", "--profile", "20:50,50"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--run-sql", required=True)
    asked = parser.parse_args()
    selvage = os.path.abspath(asked.selvage)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([os.path.abspath(asked.run_sql)], input=TABLE, text=True, check=True,
                       cwd=folder)
        rows = "".join(f"p{i},{'2020-06-15T12:00:00Z' if i < 200 else '2020-06-16T06:30:00+05:30'},"
                       f"{i % 40}\n" for i in range(210))
        pathlib.Path(folder, "tz.csv").write_text("who,tz,x\n" + rows)

        def told(words, place):
            zone, locale = place
            environment = {"PATH": os.environ["PATH"], "TZ": zone, "LC_ALL": locale, "LANG": locale}
            done = subprocess.run([selvage, *words], cwd=folder, env=environment, text=True,
                                  capture_output=True)
            said = done.stdout
            if words[0] in ("median", "quantile", "mode"):
                said = [line.split(",")[0] for line in said.splitlines()]
            return done.returncode, said, done.stderr if done.returncode else ""

        faults = answered = 0
        for words in questions():
            first = told([*words, "--no-ledger", "--format", "csv"], PLACES[0])
            answered += first[0] == 0
            if first[0] != 0:
                faults += 1
                print(f"{words}: {first}")
            for place in PLACES[1:]:
                other = told([*words, "--no-ledger", "--format", "csv"], place)
                if other != first:
                    faults += 1
                    print(f"{words} under {place}:\n{other}\nand under {PLACES[0]}:\n{first}")
        # One account and one answer, wherever it is asked again.
        words = ["histogram", "f.duckdb:v", "--column", "d" + DAY, "--epsilon", "1", "--version", "a",
                 "--format", "csv"]
        kept = {told(words, place)[1] for place in PLACES}
        shown = told(["ledger", "show", "f.duckdb:v"], PLACES[0])[1]
        if len(kept) != 1 or "entries     1," not in shown:
            faults += 1
            print(f"{len(kept)} answers to one question\n{shown}")
        print(f"{answered} questions under {len(PLACES)} zones and locales, {faults} faults")
        sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
