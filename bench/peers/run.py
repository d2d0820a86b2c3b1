#!/usr/bin/env python3
"""Runs the tasks with every library and with ours, in turns, and prints Markdown.

    run.py --python build/peers_python/bin/python3 --program build/release/tool/selvage

See README.md beside this file. Only the standard library is used here, so that this process
stays small: the peak memory of a child is never taken below that of its parent.
"""
import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import errors
import ours
import report
from tasks import TASKS, Cannot, Task

PEERS = ["opendp", "pydp", "diffprivlib", "pipelinedp"]
HERE = Path(__file__).resolve().parent


def child(options, *words: str) -> dict:
    """What once.py says; a run over the limit is ended and said to be so."""
    start = time.perf_counter()
    try:
        done = subprocess.run([options.python, HERE / "once.py", *words], timeout=options.limit,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        said = json.loads(done.stdout.splitlines()[-1])
        return said | {"wall": time.perf_counter() - start} if "cpu" in said else said
    except subprocess.TimeoutExpired:
        return {"over": options.limit}
    except (IndexError, ValueError):
        return {"failed": "it ended without an answer"}


def our_time(task: Task, path: str, program: str) -> dict:
    start = time.perf_counter()
    try:
        said = ours.spent(task, path, program)
    except Cannot as why:
        return {"cannot": str(why)}
    return {"wall": time.perf_counter() - start, "cpu": said["cpu"], "work": said["cpu"],
            "peak": said["peak"]}


def middle(rounds: list[dict]) -> dict:
    """Medians over the rounds, or the first round that has no time."""
    for said in rounds:
        if "wall" not in said:
            return said
    return {name: statistics.median(said[name] for said in rounds) for name in rounds[0]}


def times(options) -> list[dict]:
    lines = []
    for rows in options.sizes:
        for ending in options.formats:
            for task in (TASKS[name] for name in options.tasks):
                path = str(options.folder / f"{task.table}_{rows}.{ending}")
                rounds = {name: [] for name in ["selvage", *options.peers]}
                for _ in range(options.rounds):
                    rounds["selvage"].append(our_time(task, path, options.program))
                    for peer in options.peers:
                        if all("wall" in said for said in rounds[peer]):
                            rounds[peer].append(child(options, peer, task.name, path))
                found = {name: middle(said) for name, said in rounds.items()}
                lines.append({"task": task.name, "rows": rows, "format": ending, **found})
                print(json.dumps(lines[-1]), file=sys.stderr, flush=True)
    return lines


def our_answers(task: Task, path: str, options) -> list[dict]:
    return [ours.answers(task, ours.spent(task, path, options.program)["text"])
            for _ in range(options.repetitions)]


def all_errors(options) -> list[dict]:
    lines = []
    for task in (TASKS[name] for name in options.tasks):
        path, exact = errors.small_table(task, options.folder), errors.truth(task, options.folder)
        line = {"task": task.name}
        try:
            line["selvage"] = errors.error_of(exact, our_answers(task, path, options))
        except Cannot as why:
            line["selvage"] = {"cannot": str(why)}
        for peer in options.peers:
            said = child(options, peer, task.name, path, str(options.repetitions))
            if "answers" in said:
                answers = [{tuple(key): number for key, number in answer}
                           for answer in said["answers"]]
                said = errors.error_of(exact, answers)
            line[peer] = said
        lines.append(line)
        print(json.dumps(line), file=sys.stderr, flush=True)
    return lines


def parsed(words: list[str]):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", required=True, help="with the libraries of requirements.txt")
    parser.add_argument("--program", required=True, help="selvage")
    parser.add_argument("--folder", type=Path, default=Path("build/peers"), help="of the tables")
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000_000, 10_000_000])
    parser.add_argument("--formats", nargs="*", default=["parquet", "csv"])
    parser.add_argument("--tasks", nargs="*", default=list(TASKS), choices=list(TASKS))
    parser.add_argument("--peers", nargs="*", default=PEERS, choices=PEERS)
    parser.add_argument("--rounds", type=int, default=3, help="of the times")
    parser.add_argument("--repetitions", type=int, default=100, help="of the noise; 0 for none")
    parser.add_argument("--limit", type=float, default=300, help="seconds of one run")
    return parser.parse_args(words)


def main(words: list[str]) -> None:
    options = parsed(words)
    subprocess.run([options.python, HERE / "tables.py", options.folder,
                    *map(str, options.sizes)], check=True)
    found_errors = all_errors(options) if options.repetitions else []
    print(report.page(found_errors, times(options), options.peers))


if __name__ == "__main__":
    main(sys.argv[1:])
