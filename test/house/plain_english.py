#!/usr/bin/env python3
"""No sentence of a page begins with "Of" or "Who": people do not speak so.

Headings and questions may ("Who is protected?"); what is between backquotes and in blocks of code is not looked at."""
import pathlib
import re

from checking import run

START = re.compile(r"(?:^|[.:;!?]\*{0,2} |\| |^[-*] |^\d+\. |\) )((?:Of|Who) [^.!?]*[.!?]?)")
FENCE = re.compile(r"^\s*```")
BREAK = re.compile(r"^\s*(#|[-*] |\d+\. |\||$)")


def paragraphs(text):
    """Each paragraph, list item and row of a table as one line, with the number of its first."""
    lines, inside, first = [], False, 0
    for number, line in enumerate([*text.split("\n"), ""], 1):
        fence = FENCE.match(line)
        if (fence or BREAK.match(line)) and lines:
            yield first, " ".join(lines)
            lines = []
        if fence:
            inside = not inside
        elif not inside and line.strip() and not line.startswith("#"):
            first = first if lines else number
            lines.append(line.strip())


def mistakes(text):
    for number, paragraph in paragraphs(text):
        for sentence in START.findall(re.sub(r"`[^`]*`", "`x`", paragraph)):
            if not sentence.endswith("?"):
                yield number, sentence[:60]


def faults_of(root):
    pages = [*root.glob("*.md"), *(root / "docs").glob("*.md")]
    return [f"{page.relative_to(root)}:{number}: say it as one speaks to a colleague: {sentence}"
            for page in sorted(pages) for number, sentence in mistakes(page.read_text())]


def self_test():
    found = lambda text: [number for number, _ in mistakes(text)]
    assert found("Well.\n\nOf all rows one is kept.") == [3]
    assert found("One is kept. Of all\nrows it is the first.") == [1]
    assert found("- Who has no name is nobody.\n- Rows. (a) Of two one stays.") == [1, 2]
    assert found("| rows | Of ten five |") == [1]
    assert not found("Who is protected? Nobody.\n\n## Who signed\n\nMost of them. All of it.\n\n```\nOf x. Of y.\n```\n")
    assert not found("`Of` is a word.")


if __name__ == "__main__":
    raise SystemExit(run(__doc__, faults_of, self_test))
