"""Writes a table in every format, and says what each file then holds."""
import csv
import dataclasses
import datetime
import decimal
import io
import json
import math
import pathlib
import random
import subprocess

import parquet
from tables import Column, Junk, Table, sometimes

FORMATS = ["csv", "tsv", "jsonl", "parquet", "engine.parquet", "duckdb"]


class JsonNumber(str):
    """A number of JSON that is not whole, as it is written."""


@dataclasses.dataclass
class File:
    format: str
    argument: str              # what selvage is given
    options: list[str]
    held: dict[str, list]      # of each column: what the file holds, row by row
    types: dict[str, str]      # of each column: its type; text formats have none

    @property
    def rows(self) -> int:
        return len(next(iter(self.held.values())))


# ---- text ----

def as_text(rng: random.Random, value) -> str:
    """One of the ways to write a value in a text file."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if sometimes(rng, 0.05):
            return rng.choice([f"+{value}" if value >= 0 else str(value), f" {value}",
                               f"{value}.0", f"{value}e0", f"\t{value} "])
        return str(value)
    if isinstance(value, decimal.Decimal):
        text = format(value, "f")
        if sometimes(rng, 0.05):
            return rng.choice([f" {text} ", f"{text}e0", f"{text}E+0"])
        return text
    if isinstance(value, float):
        if math.isinf(value):
            return ("-" if value < 0 else "") + rng.choice(["inf", "Infinity", "1e400"])
        return repr(value)
    if isinstance(value, datetime.datetime):
        text = value.isoformat(sep=rng.choice("T "))
        return text[:-3] if value.second == value.microsecond == 0 and sometimes(rng, 0.5) else text
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value)


def write_delimited(rng: random.Random, table: Table, path: pathlib.Path) -> File:
    tabs = path.suffix == ".tsv"
    delimiter = "\t" if tabs else rng.choice(",,;|\t")
    names = [c.name for c in table.columns]
    plain = not any(sign in name for name in names for sign in ",;|\t\"")
    options = []
    if not (plain and sometimes(rng, 0.5)) and not tabs:
        options = ["--delimiter", "tab" if delimiter == "\t" else delimiter]
    quoting = rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    end = rng.choice(["\n", "\r\n"])
    held = {name: [] for name in names}
    out = [line(names, delimiter, csv.QUOTE_MINIMAL, end)]
    for row in range(table.rows):
        fields = [as_text(rng, c.values[row]) for c in table.columns]
        if sometimes(rng, 0.02):
            kept = rng.randint(1, len(fields))
            if fields[:kept] != [""]:
                fields = fields[:kept] + [""] * (len(fields) - kept)
                out.append(line(fields[:kept], delimiter, quoting, end))
        elif sometimes(rng, 0.02):
            out.append(line(fields + ["too", "many"], delimiter, quoting, end))
        else:
            out.append(line(fields, delimiter, quoting, end))
        for name, field in zip(names, fields):
            held[name].append(field)
        if len(out) < row + 2:  # the short row would have been an empty line
            out.append(line(fields, delimiter, quoting, end))
        if sometimes(rng, 0.01):
            out[-1] += end  # an empty line is no row
    text = "".join(out)
    if sometimes(rng, 0.2):
        text = text.removesuffix(end)
    mark = "\ufeff" if sometimes(rng, 0.1) else ""
    path.write_bytes((mark + text).encode())
    return File(path.suffix[1:], str(path), options, held, {})


def line(fields: list[str], delimiter: str, quoting: int, end: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=end).writerow(fields)
    return out.getvalue()


# ---- JSON lines ----

def as_json(rng: random.Random, value):
    """What stands in the line, as a Python value; ABSENT for no such key."""
    if value is None:
        return rng.choice([None, None, ABSENT, [1], {"a": 1}])
    if isinstance(value, (bool, str)):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, int):
        return str(value) if sometimes(rng, 0.05) else value
    if isinstance(value, decimal.Decimal):
        text = format(value, "f")
        if "." not in text:
            return int(text)
        return text if sometimes(rng, 0.1) else JsonNumber(text)
    if isinstance(value, float):
        return JsonNumber(repr(value)) if math.isfinite(value) else as_text(rng, value)
    return as_text(rng, value)


class Absent:
    pass


ABSENT = Absent()


def write_json_lines(rng: random.Random, table: Table, path: pathlib.Path) -> File:
    held = {c.name: [] for c in table.columns}
    out = []
    for row in range(table.rows):
        parts = []
        values = {c.name: as_json(rng, c.values[row]) for c in table.columns}
        broken = sometimes(rng, 0.01)
        for name, value in rng.sample(sorted(values.items()), len(values)):
            if value is ABSENT:
                values[name] = None
                continue
            ascii_only = sometimes(rng, 0.5)
            written = value if isinstance(value, JsonNumber) else json.dumps(value, ensure_ascii=ascii_only)
            if sometimes(rng, 0.02):
                parts.append(f'{json.dumps(name)}: "an earlier one"')
            parts.append(f"{json.dumps(name, ensure_ascii=ascii_only)}{rng.choice([':', ' : '])}{written}")
        text = "{" + ", ".join(parts) + "}"
        if broken:
            text = text[:-1] if sometimes(rng, 0.5) else "[" + text + "]"
        for name in held:
            held[name].append(None if broken else values[name])
        out.append(text + rng.choice(["\n", "\n", "\r\n", "\n\n"]))
    path.write_bytes("".join(out).encode())
    return File("jsonl", str(path), [], held, {})


# ---- typed formats ----

def typed(rng: random.Random, column: Column, kind: str) -> list:
    if kind == "VARCHAR":
        return [None if v is None else as_text(rng, v) for v in column.values]
    values = [None if isinstance(v, Junk) else v for v in column.values]
    if kind in ("FLOAT", "DOUBLE"):
        return [None if v is None else float(v) for v in values]
    return values


def write_parquet(rng: random.Random, table: Table, path: pathlib.Path) -> File:
    types = {c.name: {"HUGEINT": "BIGINT"}.get(c.type, c.type) for c in table.columns}
    held = {c.name: typed(rng, c, types[c.name]) for c in table.columns}
    parquet.write(path, [(n, types[n], held[n]) for n in held], rng.choice([7, 50, 1000]))
    return File("parquet", str(path), [], held, types)


def quoted(text: str, sign: str = "'") -> str:
    return sign + text.replace(sign, sign * 2) + sign


def literal(value, kind: str) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, (bool, int, decimal.Decimal)):
        return f"{value}::{kind}"
    return f"{quoted(str(value))}::{kind}"


def write_engine_files(rng: random.Random, table: Table, folder: pathlib.Path,
                       run_sql: str) -> list[File]:
    """A DuckDB file, and the Parquet file that the engine makes of it."""
    types = {c.name: c.type for c in table.columns}
    held = {c.name: typed(rng, c, c.type) for c in table.columns}
    name = rng.choice(["people", 'odd "table"', "Tür; x"])
    database, copy = folder / "t.duckdb", folder / "engine.parquet"
    columns = ", ".join(f"{quoted(n, chr(34))} {types[n]}" for n in held)
    selected = ", ".join(quoted(n, '"') + ("::BIGINT AS " + quoted(n, '"') if types[n] == "HUGEINT" else "")
                         for n in held)
    table_name = f"made.{quoted(name, chr(34))}"
    statements = [f"ATTACH {quoted(str(database))} AS made",
                  f"CREATE TABLE {table_name} ({columns})"]
    rows = [", ".join(literal(held[n][i], types[n]) for n in held) for i in range(table.rows)]
    if rows:
        statements.append(f"INSERT INTO {table_name} VALUES ({'), ('.join(rows)})")
    statements += [f"COPY (SELECT {selected} FROM {table_name}) TO {quoted(str(copy))} "
                   f"(FORMAT parquet, ROW_GROUP_SIZE {rng.choice([50, 2048])})",
                   "DETACH made"]
    subprocess.run([run_sql], input=";\n".join(statements).encode(), check=True)
    copied = {n: "BIGINT" if types[n] == "HUGEINT" else types[n] for n in types}
    return [File("duckdb", f"{database}:{name}", [], held, types),
            File("engine.parquet", str(copy), [], held, copied)]


def write_one(rng: random.Random, table: Table, folder: pathlib.Path, run_sql: str) -> File:
    """In one of the formats."""
    kind = rng.choice(FORMATS)
    if kind in ("csv", "tsv"):
        return write_delimited(rng, table, folder / f"t.{kind}")
    if kind == "jsonl":
        return write_json_lines(rng, table, folder / "t.jsonl")
    if kind == "parquet":
        return write_parquet(rng, table, folder / "t.parquet")
    return next(f for f in write_engine_files(rng, table, folder, run_sql) if f.format == kind)


def write_all(rng: random.Random, table: Table, folder: pathlib.Path, run_sql: str) -> list[File]:
    return [write_delimited(rng, table, folder / rng.choice(["t.csv", "t.txt"])),
            write_delimited(rng, table, folder / "t.tsv"),
            write_json_lines(rng, table, folder / "t.jsonl"),
            write_parquet(rng, table, folder / "t.parquet"),
            *write_engine_files(rng, table, folder, run_sql)]
