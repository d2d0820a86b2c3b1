"""selvage: the program, as a process of its own."""
import csv
import io
import os
import subprocess

from keys import KEYS
from tasks import HIGH, LOW, Cannot, Task

VERBS = {"histogram": "histogram", "sum": "sum", "mean": "mean", "variance": "variance"}


def command(task: Task, path: str, program: str) -> list[str]:
    verb = VERBS.get(task.name, "count")
    words = [program, verb, path, "--no-ledger", "--format", "csv",
             "--epsilon", f"{task.epsilon:g}"]
    if verb == "histogram":
        words += ["--column", f"value={LOW}:{HIGH}:1"]
    elif verb != "count":
        words += ["--column", "value", "--bounds", f"{LOW}:{HIGH}"]
    for column in task.by:
        words += ["--by", f"{column}={','.join(KEYS[column]) if column in KEYS else '?'}"]
    if task.person:
        words += ["--person", "person"]
    if task.rows_per_cell > 1:
        words += ["--rows-per-cell", str(task.rows_per_cell)]
    if task.cells_per_person > 1:
        words += ["--cells-per-person", str(task.cells_per_person)]
    if task.delta:
        words += ["--delta", f"{task.delta:g}"]
    return words


def spent(task: Task, path: str, program: str) -> dict:
    """Runs it once: seconds by the clock and of the processor, peak memory, the text it wrote."""
    with subprocess.Popen(command(task, path, program), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        text = process.stdout.read().decode()
        said = process.stderr.read().decode().strip().splitlines()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode == 2:
        raise Cannot(said[-1])         # such as an option that this build does not know
    if process.returncode:
        raise RuntimeError(f"selvage ended with {process.returncode}: {said[-1:]}")
    return {"cpu": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss, "text": text}


def answers(task: Task, text: str) -> dict:
    """The cells of the CSV that the others have too: no `other`, `missing`, `below`."""
    number = task.name if task.name in ("sum", "mean", "variance") else "count"
    found = {}
    for row in csv.DictReader(io.StringIO(text)):
        key = tuple(row[column] for column in task.by or ("value",))
        if task.name == "histogram":
            if key[0][0] != "[":
                continue
            key = (key[0][1:].split(",")[0],)
        if row[number] and not {"other", "missing"} & set(key):  # a mean may be unknown
            found[key] = float(row[number])
    return found
