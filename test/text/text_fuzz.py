#!/usr/bin/env python3
"""Small hostile files, read by our readers with buffers and limits of a few bytes, and
by text_model.py, which holds itself to Python's csv and json modules.

    text_fuzz.py --program PATH [--files N] [--seed N]
"""
import argparse
import csv
import io
import random
import subprocess
import sys

import text_model

BATCH = 20_000
KEYS = ["a", "b", "é"]


def latin(text):
    return text.encode("utf-8").decode("latin-1")


LETTERS = ["a", "b", "1", " ", "\\", latin("é"), latin("日"), "\xff", "\0", "x" * 9]
SIGNS = ['"', '"', '"', '""', '"""', "\r", "\n", "\n", "\r\n", "\t", ";", text_model.MARK]


def hostile_text(dice, delimiter, most):
    kinds = LETTERS + 2 * SIGNS + 5 * [delimiter]
    return "".join(dice.choices(kinds, k=dice.randrange(most)))


def written_rows(dice, delimiter):
    """Rows as a program would write them that quotes properly, or a slip from that."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter,
                        lineterminator=dice.choice(["\n", "\r\n"]),
                        quoting=dice.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    for _ in range(dice.randrange(6)):
        writer.writerow([hostile_text(dice, delimiter, 5)
                         for _ in range(dice.randrange(1, 5))])
    text = file.getvalue()
    if text and dice.random() < 0.4:
        at = dice.randrange(len(text))
        text = text[:at] + dice.choice(SIGNS + [""]) + text[at + dice.randrange(2):]
    return text[:dice.randrange(len(text) + 1)] if dice.random() < 0.2 else text


def draw_limits(dice):
    return {"block": dice.choice([1, 2, 3, 4, 5, 7, 16, 4096]),
            "row": dice.choice([2, 3, 4, 6, 9, 20, 4096]),
            "value": dice.choice([0, 1, 2, 3, 5, 8, 4096, 4096]),
            "line": dice.choice([1, 3, 7, 20]) if dice.random() < 0.1 else 4096}


def words_of(limits):
    return " ".join(str(limits[name]) for name in ("block", "row", "value", "line"))


def draw_csv(dice):
    delimiter = dice.choice(",,,;|\t :a")
    given = delimiter if delimiter in " :a" else dice.choice([delimiter, None])
    header = dice.choice(["", text_model.MARK])
    if dice.random() < 0.9:
        header += delimiter.join(dice.choices(["x", "yy", '"z"', latin("é"), '"p""q"'],
                                              k=dice.randrange(1, 5)))
        header += dice.choice(["\n", "\r\n"])
    else:
        header += hostile_text(dice, delimiter, 9)
    text = header + (hostile_text(dice, delimiter, 40) if dice.random() < 0.5
                     else written_rows(dice, delimiter))
    limits = draw_limits(dice)
    wanted = dice.choices(range(6), k=dice.randrange(1, 7))
    expected, strict = text_model.csv_answer(text, given, limits, wanted)
    words = f"csv {ord(given) if given else 'auto'} {words_of(limits)} " \
            f"{','.join(map(str, wanted))}"
    return words, text, expected, strict


def draw_json_value(dice, depth):
    kind = dice.randrange(11)
    if kind < 3:
        return dice.choice(["0", "-0", "7", "-12", "1.50", "1E2", "-3.0e-2", "123456789012"
                            "345678901234567890", "1e400", "-1e999", "01", "NaN"])
    if kind < 7:
        return '"' + "".join(dice.choices(
            ["a", "b", latin("é"), latin("日"), '\\"', "\\\\", "\\n", "\\u00e9", "\\u0000",
             "\\ud83d\\ude00", "\\ud800", "\xff", "\t", "x" * 9, "{", ",", "/"],
            weights=[9, 9, 9, 9, 9, 9, 9, 9, 3, 3, 1, 1, 1, 5, 5, 5, 3],
            k=dice.randrange(6))) + '"'
    if kind < 9 or depth > 2:
        return dice.choice(["true", "false", "null"])
    if kind == 9:
        return "[" + ",".join(draw_json_value(dice, depth + 1)
                              for _ in range(dice.randrange(3))) + "]"
    return draw_json_object(dice, depth + 1)


def draw_json_object(dice, depth):
    space = dice.choice(["", "", " ", "\t"])
    return space + "{" + ("," + space).join(
        '"' + dice.choice(["a", "a", "b", latin("é"), "\\u0061", "c"]) + '"' + space + ":"
        + draw_json_value(dice, depth) for _ in range(dice.randrange(4))) + "}" + space


def draw_json(dice):
    text = dice.choice(["", "", "", text_model.MARK])
    for _ in range(dice.randrange(1, 5)):
        line = draw_json_object(dice, 0) if dice.random() < 0.9 else \
            hostile_text(dice, "{", 8)
        if line and dice.random() < 0.3:
            at = dice.randrange(len(line))
            line = line[:at] + dice.choice(SIGNS + list("{}[]:,\\0e.-")) \
                + line[at + dice.randrange(2):]
        text += line + dice.choice(9 * ["\n", "\r\n", "\n\n"] + ["\r", ""])
    limits = draw_limits(dice)
    return f"json {words_of(limits)} {','.join(map(latin, KEYS))}", text, \
        text_model.json_answer(text, limits, KEYS), True


def run(program, cases):
    given = b"".join(f"{words} {len(text)}\n{text}".encode("latin-1")
                     for words, text, _, _ in cases)
    done = subprocess.run([program], input=given, stdout=subprocess.PIPE, check=True)
    output, at = done.stdout, 0
    for words, text, expected, _ in cases:
        end = output.index(b"\n", at)
        size = int(output[at:end])
        at = end + 1 + size
        answer = output[end + 1:at].decode("latin-1")
        if answer != expected:
            sys.exit(f"{words}\nfile     {text!r}\nexpected {expected!r}\nis       "
                     f"{answer!r}")
    if at != len(output):
        sys.exit("there is more output than there were files")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", required=True)
    options.add_argument("--files", type=int, default=40_000)
    options.add_argument("--seed", type=int, default=20251116)
    options = options.parse_args()
    dice = random.Random(options.seed)
    delimited = agreed = 0
    for first in range(0, options.files, BATCH):
        cases = []
        for _ in range(min(BATCH, options.files - first)):
            cases.append(draw_csv(dice) if dice.random() < 0.7 else draw_json(dice))
            delimited += cases[-1][0].startswith("csv")
            agreed += cases[-1][0].startswith("csv") and cases[-1][3]
        run(options.program, cases)
    print(f"{options.files} files, {delimited} of them delimited; Python's csv was the "
          f"judge of {agreed}")
    if agreed < delimited / 4:
        sys.exit("too few files are judged by Python's csv")


if __name__ == "__main__":
    main()
