"""Compares the output that a document shows with what the program writes.

The noise is drawn anew in every run, so a document cannot show what the next run will
write. A number is *random* if it was seen to differ between runs; every other number must
stand in the document as the program writes it, as must every word.

- Of a random number the document shows one that could come: within twenty times the
  spread of those that were seen.
- An interval, `±N` or `[LO, HI]`, is compared by what it adds to the number before it.
  Where no run had an interval that reaches below 0, none in the document does.
- Moments such as 2026-03-01T12:00:00Z, digests of 16 digits or more and fingerprints of
  four groups are free.
- Bars have any length, blanks as well. A line `...` is any number of lines; in a line
  `<*>` is any text.
"""
import dataclasses
import fractions
import re

SPREADS = 20

FREE = (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|\b(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{16,}\b"
        r"|\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b")
DIGITS = r"(?:\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?"
GROUPED = rf"(?:\d{{1,3}}(?:,\d{{3}})+(?!\d)(?:\.\d+)?|{DIGITS})"
BARS = re.compile(r"[\u2500-\u25ff\u2800-\u28ff•·]+")
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def pattern(number: str) -> re.Pattern[str]:
    signed = rf"(?:(?<![\w)])-)?{number}"
    return re.compile(rf"(?P<free>{FREE})|±(?P<around>{number})"
                      rf"|\[(?P<low>-?{number}), (?P<high>-?{number})\]"
                      rf"|(?P<number>{signed})|(?P<word>[^\s\d±]+?(?=[\s\d±\[-]|$)|\S)")


WITH_GROUPS, WITHOUT_GROUPS = pattern(GROUPED), pattern(DIGITS)


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str   # free, interval, number or word
    text: str
    low: fractions.Fraction = None   # of an interval: its ends, or minus and plus N
    high: fractions.Fraction = None
    around: bool = False             # ±N

    def form(self) -> str:
        return self.text if self.kind == "word" else self.kind


def exact(text: str) -> fractions.Fraction:
    return fractions.Fraction(text.replace(",", ""))


def tokens(line: str) -> list[Token]:
    line = BARS.sub(" ", COLOURS.sub("", line))
    # Without a blank in the line commas stand between fields, not between digits.
    signs = WITH_GROUPS if " " in line.strip() else WITHOUT_GROUPS
    result = []
    for match in signs.finditer(line):
        text = match[0]
        if match["free"]:
            result.append(Token("free", text))
        elif match["around"]:
            result.append(Token("interval", text, -exact(match["around"]), exact(match["around"]), True))
        elif match["low"]:
            result.append(Token("interval", text, exact(match["low"]), exact(match["high"])))
        else:
            result.append(Token("number" if match["number"] else "word", text))
    return result


# ---- lines against lines ----

def has_gap(line: str) -> bool:
    return "<*>" in line


def cost(expected: str, got: str) -> int | None:
    """How many numbers differ; None if the lines differ in more than numbers."""
    if has_gap(expected):
        parts = [r"\s+".join(map(re.escape, part.split())) for part in expected.split("<*>")]
        return 0 if re.fullmatch(r"\s*" + ".*".join(parts) + r"\s*", got) else None
    ours, theirs = tokens(expected), tokens(got)
    if [t.form() for t in ours] != [t.form() for t in theirs]:
        return None
    return sum(a.text != b.text for a, b in zip(ours, theirs))


def align(expected: list[str], got: list[str]) -> list[int | None] | None:
    """For each expected line the line of `got` it stands for, where the fewest numbers
    differ; None for `...`. None if there is no way."""
    best = {0: (0, [])}  # lines of `got` that are used up: numbers that differ, the way
    for line in expected:
        following: dict[int, tuple[int, list]] = {}

        def offer(used: int, price: int, way: list) -> None:
            if used not in following or price < following[used][0]:
                following[used] = (price, way)

        if line == "...":
            price, way = None, None
            for used in range(len(got) + 1):
                if used in best and (price is None or best[used][0] < price):
                    price, way = best[used]
                if price is not None:
                    offer(used, price, way + [None])
        else:
            for used, (price, way) in best.items():
                if used < len(got) and (more := cost(line, got[used])) is not None:
                    offer(used + 1, price + more, way + [used])
        best = following
    return best[len(got)][1] if len(got) in best else None


# ---- numbers ----

def may_come(shown: str | fractions.Fraction, seen: list) -> bool:
    """Whether a number can stand where these were seen."""
    if all(one == seen[0] for one in seen):
        return shown == seen[0]
    values = [exact(one) if isinstance(one, str) else one for one in seen]
    value = exact(shown) if isinstance(shown, str) else shown
    spread = max(values) - min(values)
    return min(values) - SPREADS * spread <= value <= max(values) + SPREADS * spread


def interval_may_come(centre: str | None, shown: Token, centres: list, seen: list[Token]) -> bool:
    if centre is None:  # it stands by itself
        return may_come(shown.low, [s.low for s in seen]) and may_come(shown.high, [s.high for s in seen])

    def ends(at: str, interval: Token) -> tuple:
        base = exact(at) if interval.around else 0
        return base + interval.low, base + interval.high

    low, high = ends(centre, shown)
    others = [(exact(at), *ends(at, one)) for at, one in zip(centres, seen)]
    if low < 0 <= min(least for _, least, _ in others):
        return False
    value = exact(centre)
    # [0, 0] is all that is left of an interval below 0: it says nothing of its length.
    ups = [most - at for at, least, most in others if (least, most) != (0, 0)]
    if (low, high) != (0, 0) and ups and not may_come(high - value, ups):
        return False
    if low == 0 or shown.around:
        return True
    return may_come(value - low, [at - least for at, least, _ in others])


def wrong_numbers(expected: str, lines: list[str]) -> list[str]:
    """What is wrong with the numbers of a line, beside what was seen in its place."""
    ours, theirs = tokens(expected), [tokens(line) for line in lines]
    faults = []
    for at, token in enumerate(ours):
        seen = [line[at] for line in theirs]
        if token.kind == "number" and not may_come(token.text, [s.text for s in seen]):
            faults.append((token.text, seen))
        if token.kind == "interval":
            paired = at > 0 and ours[at - 1].kind == "number"
            centre = ours[at - 1].text if paired else None
            centres = [line[at - 1].text for line in theirs]
            if not interval_may_come(centre, token, centres, seen):
                faults.append((token.text, seen))
    return [f"{text!r} stands where the program writes "
            + " or ".join(sorted({repr(one.text) for one in seen})[:4]) for text, seen in faults]


def compare(expected: list[str], runs: list[list[str]]) -> list[str]:
    """What is wrong with the expected output, beside that of several runs."""
    aligned = [(way, run) for run in runs if (way := align(expected, run)) is not None]
    if not aligned:
        return [f"no line of the output is like this one: {line}"
                for line in expected if line != "..."
                and not any(cost(line, got) is not None for run in runs for got in run)] \
            or ["the lines are not those of the output"]
    faults = []
    for at, line in enumerate(expected):
        if line == "..." or has_gap(line):
            continue
        faults += [f"{fault}, in: {line}"
                   for fault in wrong_numbers(line, [run[way[at]] for way, run in aligned])]
    return faults


# ---- --update ----

def renewed(expected: list[str], got: list[str]) -> list[str]:
    """The output of a run, with `...` where the document has it."""
    import difflib
    if "..." not in expected:
        return got
    shapes = [" ".join(t.form() for t in tokens(line)) for line in got]
    ours = [line if line == "..." else " ".join(t.form() for t in tokens(line)) for line in expected]
    place: dict[int, int] = {}
    for block in difflib.SequenceMatcher(None, ours, shapes, autojunk=False).get_matching_blocks():
        place |= {block.a + i: block.b + i for i in range(block.size)}
    result, at, after = [], 0, 0
    while at < len(expected):
        if expected[at] == "...":
            result.append("...")
            at += 1
            continue
        end = at
        while end < len(expected) and expected[end] != "...":
            end += 1
        found = [place[i] for i in range(at, end) if i in place]
        first = 0 if at == 0 else min(found, default=None)
        last = len(got) - 1 if end == len(expected) else max(found, default=None)
        if first is not None and last is None:
            last = first + (end - at) - 1
        if first is None or last is None or first < after:
            result += expected[at:end]  # nothing like it: left for a person
        else:
            result += got[first:last + 1]
            after = last + 1
        at = end
    return result
