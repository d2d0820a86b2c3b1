"""The Markdown of a run: ours beside the others, as ratios."""
from tasks import TASKS


def missing(said: dict) -> str:
    if "over" in said:
        return f"over {said['over']:g} s"
    return "no" if "cannot" in said else "failed"


def table(heads: list[str], rows: list[list[str]]) -> list[str]:
    lines = [f"| {' | '.join(row)} |" for row in [heads, *rows]]
    return [lines[0], "|" + "---|" * len(heads), *lines[1:], ""]


def short(number: float) -> str:
    return f"{number:.0f}" if number >= 100 else f"{number:.2g}" if number < 10 else f"{number:.3g}"


def ratio(said: dict, mine: dict, name: str) -> str:
    """Theirs over ours; theirs in brackets where there is none of ours."""
    if name not in said:
        return missing(said)
    return f"{said[name] / mine[name]:.2f}" if name in mine else f"({short(said[name])})"


def best(line: dict, peers: list[str], name: str) -> str:
    """Ours over the best of the others."""
    found = [line[peer][name] for peer in peers if name in line[peer]]
    return f"{line['selvage'][name] / min(found):.2f}" if found and name in line["selvage"] else ""


def of_errors(lines: list[dict], peers: list[str]) -> list[str]:
    rows = []
    for line in lines:
        mine = line["selvage"]
        said = f"{mine['mae']:.4g} ±{mine['spread']:.2g}" if "mae" in mine else missing(mine)
        rows.append([TASKS[line["task"]].words, said, best(line, peers, "mae"),
                     best(line, peers, "rmse"), *(ratio(line[peer], mine, "mae") for peer in peers)])
    heads = ["task", "selvage", "/ best peer", "the same, root mean square", *peers]
    return ["Mean absolute error (± its standard error); the others as multiples of ours.", "",
            *table(heads, rows)]


def absolute(said: dict) -> str:
    if "wall" not in said:
        return missing(said)
    return f"{short(said['wall'])} s, {short(said['cpu'])} s, {said['peak'] / 1024:.0f} MB"


def beside(said: dict, mine: dict) -> str:
    """Clock, processor, processor without their start, memory: theirs over ours."""
    if "wall" not in said or "wall" not in mine:
        return absolute(said)
    return ", ".join(short(said[name] / mine[name]) for name in ("wall", "cpu", "work", "peak"))


def of_times(lines: list[dict], peers: list[str]) -> list[str]:
    text = []
    for rows, ending in dict.fromkeys((line["rows"], line["format"]) for line in lines):
        chosen = [line for line in lines if (line["rows"], line["format"]) == (rows, ending)]
        cells = [[line["task"], absolute(line["selvage"]),
                  *(beside(line[peer], line["selvage"]) for peer in peers)] for line in chosen]
        text += [f"{rows:,} rows, {ending}. selvage: clock, processor, peak memory. The others as "
                 "multiples of it: clock, processor, processor without their start, memory.",
                 "", *table(["task", "selvage", *peers], cells)]
    return text


def reasons(lines: list[dict], peers: list[str]) -> list[str]:
    said = {f"- {peer}, {line['task']}: {line[peer].get('cannot') or line[peer]['failed']}"
            for line in lines for peer in ["selvage", *peers]
            if "cannot" in line[peer] or "failed" in line[peer]}
    return sorted(said)


def page(errors: list[dict], times: list[dict], peers: list[str]) -> str:
    return "\n".join([*(of_errors(errors, peers) if errors else []), *of_times(times, peers),
                      *reasons(errors + times, peers)])
