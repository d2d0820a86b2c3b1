"""What our text readers should say of a file, written down independently: a delimited
file by a regular expression, JSON lines by Python's json module. Texts are bytes decoded
as Latin-1, so that a byte is a character.

Where we differ from Python's csv module (its defaults):
- a CR alone ends no row, and of several CRs before an LF only the last belongs to the
  line end;
- a field that begins with a quote is quoted only if the next quote that is not doubled
  stands before a delimiter, a line end or the end of the file. Else its quotes are
  ordinary characters. Python joins what follows the closing quote to the field, and lets
  a quote that does not close take the rest of the file.
So wherever csv is content with strict=True and no CR stands elsewhere, both must agree.
Where we differ from Python's json module:
- NaN, Infinity and halves of surrogate pairs are not JSON, and bytes that are not UTF-8
  neither;
- the first number beyond the doubles ends the reading: its key alone has a value, if no
  zero byte is in the line.
"""
import csv
import functools
import json
import math
import re

MARK = "\xef\xbb\xbf"


@functools.cache
def field_pattern(delimiter):
    d = re.escape(delimiter)
    return re.compile(rf'"((?:[^"]|"")*)"(?={d}|\r?\n|\r?\Z)|([^{d}\n]*)')


def read_row(text, at, delimiter):
    """The row that begins here: its values, those of them that are not quoted, and the
    place of its LF or of the end of the file."""
    pattern = field_pattern(delimiter)
    values, plain = [], []
    while True:
        match = pattern.match(text, at)
        at = match.end()
        more = text[at:at + 1] == delimiter
        if match.group(1) is not None:
            values.append(match.group(1).replace('""', '"'))
            if text[at:at + 1] == "\r":
                at += 1
        else:
            value = match.group(2)
            if not more and value.endswith("\r"):
                value = value[:-1]
            values.append(value)
            plain.append(value)
        if not more:
            return values, plain, at
        at += 1


def read_rows(text, delimiter):
    """(values, whether the line is empty) of each row."""
    rows, at = [], 0
    while at < len(text):
        start = at
        values, _, at = read_row(text, start, delimiter)
        rows.append((values, text[start:at] in ("", "\r")))
        at += 1
    return rows


def csv_rows(text, delimiter):
    """The same by Python's csv module; None where the rules may differ."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)  # it must not see a CR as a line end
    try:
        rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error:
        return None
    if "\r\r" in text:
        return None
    return [(row or [""], not row) for row in rows]


class Refused(Exception):
    pass


def is_text(name):
    try:
        name.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return False
    return not re.search(r"[\x00-\x08\x0a-\x1f\x7f]", name)


def read_header(line, delimiter, longest):
    too_long = len(line) > longest
    line = line[:longest]
    best = None
    for used in [delimiter] if delimiter else ",;|\t":
        names, plain, _ = read_row(line, 0, used)
        merit = (not any('"' in name for name in plain), len(names))
        if best is None or merit > best[0]:
            best = merit, used, names, plain
    _, used, names, plain = best
    if any("\r" in name for name in plain) and is_text(line.split("\r")[0]):
        raise Refused("!request")
    if too_long or any(name.startswith('"') for name in plain):
        raise Refused("!file")
    if not all(map(is_text, names)):
        raise Refused("!file")
    return used, names


def shown(value):
    return "-" if value is None else f"{len(value)}:{value}"


def csv_answer(text, delimiter, limits, wanted):
    """What the reader says, and whether Python's csv module was asked about it."""
    if text.startswith(MARK):
        text = text[len(MARK):]
    if not text:
        return "N", False
    line, _, rest = text.partition("\n")
    try:
        used, names = read_header(line, delimiter, limits["line"])
    except Refused as refused:
        return str(refused), False
    rows = read_rows(rest, used)
    others = csv_rows(rest, used)
    if others is not None and others != rows:
        raise AssertionError(f"the model is not Python's csv: {text!r} {used!r}")
    answer = ["N", *map(shown, names)]
    for row, empty in rows:
        if empty and len(names) > 1:
            continue
        values = [row[column] if column < len(row) else "" for column in wanted]
        answer.append("R")
        answer += [shown(value if 0 < len(value) <= limits["value"] else None)
                   for value in values]
    return "".join(answer), others is not None


class Overflow(Exception):
    pass


def kept_number(text):
    if math.isinf(float(text)):
        raise Overflow
    return text


def no_constant(_):
    raise ValueError


def has_half_pair(value):
    if isinstance(value, str):
        return any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, list):
        return any(map(has_half_pair, value))
    if isinstance(value, tuple):
        return any(map(has_half_pair, value))
    return False


NUMBER = r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?"
TOKEN = re.compile(rf'"(?:[^"\\]|\\.)*"|{NUMBER}|\S')


def beyond_doubles(text):
    """The key and the text of the first number beyond the doubles, all before it being
    well; None if it lies deeper, or half a pair stands before it."""
    depth, key, last = 0, None, None
    for token in TOKEN.findall(text):
        if token in "{[":
            depth += 1
        elif token in "}]":
            depth -= 1
        elif token == ":" and depth == 1:
            key = last
        elif token[0] == '"':
            last = json.loads(token)
            if has_half_pair(last):
                return None
        elif re.fullmatch(NUMBER, token) and math.isinf(float(token)):
            return (key, token) if depth == 1 else None
    raise AssertionError(f"no number beyond the doubles: {text!r}")


def json_values(line, keys):
    nothing = [None] * len(keys)
    if not line.strip(" \t\r").startswith("{") or "\0" in line:
        return nothing
    # Bytes that are not UTF-8 become halves of pairs, which are refused.
    text = line.encode("latin-1").decode("utf-8", "surrogateescape")
    try:
        # With the hook an object is a tuple of pairs, a list stays a list.
        pairs = json.loads(text, parse_float=lambda x: ("number", kept_number(x)),
                           parse_int=lambda x: ("number", str(int(x))),
                           parse_constant=no_constant,
                           object_pairs_hook=lambda p: ("object", *p))
    except Overflow:
        found = beyond_doubles(text)
        return [found[1] if found and found[0] == key else None for key in keys]
    except ValueError:
        return nothing
    if has_half_pair(pairs):
        return nothing
    values = dict(pairs[1:])

    def text_of(value):
        if value is True or value is False:
            return str(value).lower()
        if isinstance(value, tuple):
            return value[1] if value[0] == "number" else None
        return value.encode("utf-8").decode("latin-1") if isinstance(value, str) else None

    return [text_of(values.get(key)) for key in keys]


def json_answer(text, limits, keys):
    if text.startswith(MARK):
        text = text[len(MARK):]
    answer = []
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for line in lines:
        if line.endswith("\r"):
            line = line[:-1]
        if line == "":
            continue
        long = len(line) > limits["line"]
        values = [None] * len(keys) if long else json_values(line, keys)
        answer.append("R")
        answer += [shown(value if value is not None and len(value) <= limits["value"]
                         else None) for value in values]
    return "".join(answer)
