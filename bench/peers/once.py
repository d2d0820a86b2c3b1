"""One library, one task, one table, in a process of its own: once.py PEER TASK TABLE.

Prints one line of JSON: `cpu`, the processor's seconds of the whole process; `work`, the
same without what needs no data (imports, the search for a scale); and peak memory. The
clock is read by the parent.

With a fourth word N it answers N times, or for at most 90 seconds, and prints the answers.
"""
import importlib
import json
import resource
import sys
import time

from tasks import TASKS, Cannot

MOST_SECONDS = 90                      # of repetitions


def measured(answer) -> dict:
    start = time.process_time()
    answer()
    end = time.process_time()
    return {"cpu": end, "work": end - start,
            "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}


def repeated(answer, times: int) -> dict:
    end, answers = time.monotonic() + MOST_SECONDS, []
    while len(answers) < times and time.monotonic() < end:
        answers.append([[list(key), float(number)] for key, number in answer().items()])
    return {"answers": answers}


def main(peer: str, task: str, table: str, times: str = "") -> None:
    try:
        answer = importlib.import_module(f"{peer}_peer").prepare(TASKS[task], table)
        said = repeated(answer, int(times)) if times else measured(answer)
    except Cannot as why:
        said = {"cannot": str(why)}
    except Exception as error:         # a library that fails is a line of the table
        said = {"failed": f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"}
    print(json.dumps(said))


if __name__ == "__main__":
    main(*sys.argv[1:])
