#!/usr/bin/env python3
"""Random tables in every format, random questions at the largest epsilon, and the truth.

    run.py --selvage PATH --run-sql PATH [--tables N] [--every N] [--seed S] [--only I] [--failures FOLDER]

For each table four of the formats are asked one question each. The truth is computed from what the file
holds by rules that were read from docs/, in exact fractions; every cell and every total must
hold it in the interval that is printed. The tables and questions follow from the seed. The
noise does not: an interval misses with probability 1e-12 at most, so that a whole run of
10,000 tables, with some 10^6 intervals, raises a false alarm with probability 1e-6 at most.

One table in so many (`--every`) has a question about ranks as well (certain answers, trimmed means,
answers after a test), and another goes with a table whose rows lie on a line, asked for a regression
and for ranks. What is certain there is demanded without any chance; what is drawn misses
with probability 1e-12 at most for each number, some 10^5 of them in 10,000 tables.

A table that fails is kept in the folder of failures, with the command in `command.txt`;
`--only I` makes table I alone.
"""
import argparse
import concurrent.futures
import pathlib
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import traceback

import comparing
import files
import line_questions
import line_tables
import questions
import rank_questions
import tables

CONFIDENCE = "0.999999999999"
FORMATS_OF_A_TABLE = 4  # of six, so that each verb meets each format many times


def run_table(index: int, options: argparse.Namespace) -> list[str]:
    """The faults of one table."""
    rng = random.Random(f"{options.seed} {index}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"truth-{index}-"))
    faults, commands = [], []
    try:
        table = tables.make_table(rng)
        made = files.write_all(rng, table, folder, options.run_sql)
        for place, file in enumerate(rng.sample(made, FORMATS_OF_A_TABLE)):
            verb = questions.VERBS[(index + place) % len(questions.VERBS)]
            ask = questions.make_question(rng, verb, table, file, folder)
            found, command = ask_and_compare(rng, ask, options.selvage, folder)
            commands.append(command)
            faults += [f"table {index}, {file.format}: {fault}\n    {command}" for fault in found[:4]]
        for file, found, command in more_questions(index, table, made, folder, options):
            commands.append(command)
            faults += [f"table {index}, {file.format}: {fault}\n    {command}" for fault in found[:4]]
    except Exception:  # a fault of this program, shown with its table
        faults.append(f"table {index}: {traceback.format_exc()}")
    if faults:
        kept = options.failures / f"table-{index}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(folder, kept)
        (kept / "command.txt").write_text(
            "\n".join(commands).replace(str(folder), str(kept)) + "\n", encoding="utf-8")
        faults = [fault.replace(str(folder), str(kept)) for fault in faults]
    shutil.rmtree(folder)
    return faults


def more_questions(index: int, table: tables.Table, made: list, folder: pathlib.Path,
                   options: argparse.Namespace):
    """Of ranks and lines: each file that was asked, its faults and the command."""
    rng = random.Random(f"{options.seed} {index} more")
    turn, place = divmod(index, options.every)
    kind = rank_questions.KINDS[(turn + 3 * (place == 0)) % len(rank_questions.KINDS)]
    if place == 0:
        robust = turn % 2 == 1
        table = line_tables.make_line_table(rng, off_the_line=robust and turn % 4 == 1)
        if tables.sometimes(rng, 0.6):
            rank_questions.add_edges(rng, kind, table)
        (folder / "line").mkdir()
        made = [files.write_one(rng, table, folder / "line", options.run_sql)]
        ask = line_questions.make_line_question(rng, robust, table, made[0])
        yield made[0], *ask_json(ask, line_questions.Lines(ask), line_questions.compare_lines, options.selvage, folder)
    if place in (0, options.every // 2):
        file = rng.choice(made)
        ask = rank_questions.make_rank_question(rng, kind, table, file, folder)
        yield file, *ask_json(ask, questions.Truth(ask), rank_questions.compare_ranks, options.selvage, folder)


def ask_json(ask: questions.Question, truth, compare, selvage: str, folder: pathlib.Path) -> tuple[list[str], str]:
    # Intervals of a regression are wide, and hold the line without any chance where its rows lie on one.
    confidence = "0.99" if "--interval" in ask.options else CONFIDENCE
    command = [selvage, ask.verb, ask.file.argument, *ask.options, "--confidence", confidence, "--no-ledger",
               "--format", "json"]
    done = subprocess.run(command, capture_output=True, cwd=folder)
    shown = shlex.join(command)
    if done.returncode != 0:
        return [f"exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()}"], shown
    return compare(ask, truth, comparing.exact_json(done.stdout.decode())), shown


def ask_and_compare(rng: random.Random, ask: questions.Question, selvage: str,
                    folder: pathlib.Path) -> tuple[list[str], str]:
    truth = questions.Truth(ask)
    # Every cell has a line there and chance decides nothing: other forms can be compared too.
    whole = bool(ask.domains) and not ask.fewer_than and not any(d.unknown for d in ask.domains) \
        and not truth.cut()
    counts = not ask.measure and not ask.gaussian
    forms = ["json"] * 8 + ["csv"] * whole
    if whole and counts and not ask.profile:
        forms += ["text"] * (len(ask.domains) == 1 and len(truth.cells) < 50)
        forms += ["pivot"] * (len(ask.domains) == 2 and len(ask.domains[1].labels) < 6)
    form = rng.choice(forms)
    command = [selvage, ask.verb, ask.file.argument, *ask.options, "--confidence", CONFIDENCE, "--no-ledger"]
    command += {"json": ["--format", "json"], "csv": ["--format", "csv"], "text": [],
                "pivot": ["--show", "pivot"]}[form]
    done = subprocess.run(command, capture_output=True, cwd=folder)
    shown = shlex.join(command)
    if done.returncode != 0:
        return [f"exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()}"], shown
    compare = {"json": comparing.compare_json, "csv": comparing.compare_csv,
               "text": comparing.compare_text, "pivot": comparing.compare_pivot}[form]
    return compare(ask, truth, done.stdout.decode()), shown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--run-sql", required=True)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--every", type=int, default=2)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--failures", type=pathlib.Path, default=pathlib.Path("failures"))
    options = parser.parse_args()
    chosen = range(options.tables) if options.only is None else [options.only]
    options.selvage = str(pathlib.Path(options.selvage).resolve())
    print(f"{len(chosen)} tables, seed {options.seed}", flush=True)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for faults in pool.map(lambda index: run_table(index, options), chosen):
            bad += bool(faults)
            for fault in faults:
                print(fault, flush=True)
    print(f"{bad} of {len(chosen)} tables are not as the truth" if bad else "all are as the truth")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
