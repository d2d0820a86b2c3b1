#!/usr/bin/env python3
"""Every octave that a certain interquartile range may be in, by both checkers.

    octaves.py --selvage PATH --verify-lines PATH

The certificate of one answer, with each octave drawn in its place and the answer that the second checker's rule gives,
is accepted by both; the octave after the last one, and a value outside its interval, by none.
"""
import argparse
import copy
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tools")]
from certificate_checker.acceptance import ends_of_octave, octave_of  # noqa: E402
from certificate_checker.all_checks import check_all  # noqa: E402
from certificate_checker.report import Report  # noqa: E402
from mutation import file_of  # noqa: E402

WIDEST = 2 * (2**62 - 2)
ASKED = ["--column", "x", "--unit", "1", "--certain", "--epsilon", "20", "--delta", "1e-6", "--no-ledger"]


def made(selvage):
    """Of a table with the widest spread between the bounds."""
    with tempfile.TemporaryDirectory() as folder:
        table, file = os.path.join(folder, "t.csv"), os.path.join(folder, "t.cert")
        with open(table, "w", encoding="utf-8") as rows:
            print("x", *[(-1)**i * (2**62 - 2) for i in range(200)], sep="\n", file=rows)
        environment = {**os.environ, "SELVAGE_KEY": os.path.join(folder, "key")}
        subprocess.run([selvage, "iqr", table, *ASKED, "--certificate", file], check=True, capture_output=True, env=environment)
        with open(file, encoding="utf-8") as certificate:
            return json.load(certificate)


def with_octave(certificate, drawn, value, least, most):
    other = copy.deepcopy(certificate)
    other["drawn"]["numbers"] = [[drawn]]
    other["answer"]["value"], other["answer"]["interval"] = value, [least, most]
    return file_of(other)


def said_by_python(data):
    report = Report(io.StringIO())
    check_all(report, data)
    return not report.wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--verify-lines", required=True)
    options = parser.parse_args()
    certificate, faults = made(options.selvage), []
    last = max(octave_of(WIDEST, half) for half in (False, True))
    trials = []
    for drawn in range(last + 1):
        least, most, value = ends_of_octave(drawn, WIDEST)
        if not least <= value <= most <= WIDEST:
            faults.append(f"octave {drawn}: {value} in [{least}, {most}]")
        trials.append((drawn, with_octave(certificate, drawn, value, least, most), True))
    trials.append((last + 1, with_octave(certificate, last + 1, value, least, most), False))
    trials.append((last, with_octave(certificate, last, 2**63, least, most), False))
    lines = subprocess.run([options.verify_lines], input=b"".join(data for _, data, _ in trials), capture_output=True, check=True)
    first = lines.stdout.decode().splitlines()
    for (drawn, data, right), said in zip(trials, first, strict=True):
        if (said == "holds") != right or said_by_python(data) != right:
            faults.append(f"octave {drawn}: {said}; the second checker {'accepts' if said_by_python(data) else 'refuses'} it")
    print("\n".join(faults) or f"{last + 1} octaves")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
