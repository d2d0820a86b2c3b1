"""Random tests for --where: their text, and a function that says true, false or unknown."""
import datetime
import fractions
import operator
import random
import re

from files import quoted
from reading import Reader
from tables import Column, Table, sometimes

RELATIONS = {"=": operator.eq, "!=": operator.ne, "<>": operator.ne, "<": operator.lt,
             "<=": operator.le, ">": operator.gt, ">=": operator.ge}
READ_AS = {"text": "text", "flag": "boolean", "date": "timestamp", "time": "timestamp"}
FAMILY = {"whole": "number", "decimal": "number", "float": "number"}


class Predicate:
    def __init__(self, text: str, truth):
        self.text, self.truth = text, truth  # truth(row): True, False or None


def column_text(rng: random.Random, name: str) -> str:
    bare = re.fullmatch(r"[a-z]+\d", name)
    return name if bare and sometimes(rng, 0.7) else quoted(name, '"')


def relate(name: str, left, right):
    if left is None or right is None:
        return None
    if isinstance(left, float) != isinstance(right, float) and not isinstance(left, str):
        left, right = float(left), float(right)
    return RELATIONS[name](left, right)


def a_literal(rng: random.Random, reader: Reader, column: Column):
    """A value near those of the column, and its text."""
    rows = reader.file.rows
    seen = reader.compared(column.name, rng.randrange(rows), column.kind) if rows else None
    if FAMILY.get(column.kind) == "number":
        if seen is None or seen in (float("inf"), float("-inf")) or sometimes(rng, 0.2):
            seen = rng.choice([0, 1, -5, 10, 1000])
        if isinstance(seen, float):
            text = repr(seen)
            return fractions.Fraction(text), text
        value = fractions.Fraction(seen)
        text = format(float(value), "f") if value.denominator != 1 else str(value.numerator)
        return fractions.Fraction(text), text
    if column.kind == "text":
        value = seen if seen and "\n" not in seen and "\t" not in seen else rng.choice(["red", "A", "é", "it's"])
        return value, quoted(value)
    if column.kind == "flag":
        value = sometimes(rng, 0.5)
        return value, "true" if value else "false"
    value = seen or datetime.datetime(2024, 2, 29)
    if column.kind == "date":
        return value, f"date '{value.date()}'"
    if value.second == value.microsecond == 0:
        return value, f"timestamp '{value.isoformat(sep=' ')[:16]}'"
    return value, f"timestamp '{value.isoformat(sep=' ')}'"


def relation_of_two(rng: random.Random, reader: Reader, table: Table, column: Column):
    """A test of this column and another of its family; None if there is none."""
    others = [c for c in table.columns if c is not column and "HUGEINT" not in (c.type, column.type)
              and FAMILY.get(c.kind, c.kind) == FAMILY.get(column.kind, column.kind)
              and (reader.file.types.get(c.name) == "VARCHAR") == (reader.file.types.get(column.name) == "VARCHAR")]
    if not others:
        return None
    other, relation = rng.choice(others), rng.choice(list(RELATIONS))
    left, right = column_text(rng, column.name), column_text(rng, other.name)
    if reader.file.types.get(column.name, "VARCHAR") == "VARCHAR":  # two texts: the test says what they are
        left = f"{READ_AS.get(column.kind, 'number')}({left})"
    text = f"{left} {relation} {right}"
    return Predicate(text, lambda row: relate(relation, reader.compared(column.name, row, column.kind),
                                              reader.compared(other.name, row, other.kind)))


def a_test(rng: random.Random, reader: Reader, table: Table, two_columns: float) -> Predicate:
    column = rng.choice(table.columns)
    name = column_text(rng, column.name)

    def value(row):
        return reader.compared(column.name, row, column.kind)

    if sometimes(rng, two_columns):
        if found := relation_of_two(rng, reader, table, column):
            return found
    form = rng.choice(["relation", "relation", "in", "between", "like", "null"])
    if form == "like" and column.kind == "text":
        pattern = rng.choice(["%", "a%", "%e%", "_", "__", "%'%", "r_d", "", "%\\%"])
        compiled = re.compile("".join({"%": ".*", "_": "."}.get(s, re.escape(s)) for s in pattern), re.S)
        negated = sometimes(rng, 0.3)
        return Predicate(f"{name} {'not ' if negated else ''}like {quoted(pattern)}",
                         lambda row: None if value(row) is None
                         else bool(compiled.fullmatch(value(row))) != negated)
    if form == "null":
        # The column is read as what it is compared with; so that this is sure, compare it.
        negated = sometimes(rng, 0.5)
        one, one_text = a_literal(rng, reader, column)
        return Predicate(f"({name} is {'not ' if negated else ''}null or {name} = {one_text})",
                         lambda row: either((value(row) is None) != negated, relate("=", value(row), one)))
    if form == "in":
        literals = [a_literal(rng, reader, column) for _ in range(rng.randint(1, 4))]
        negated = sometimes(rng, 0.3)
        return Predicate(f"{name} {'not ' if negated else ''}in ({', '.join(t for _, t in literals)})",
                         lambda row: None if value(row) is None
                         else any(relate("=", value(row), v) for v, _ in literals) != negated)
    if form == "between":
        (low, low_text), (high, high_text) = (a_literal(rng, reader, column) for _ in range(2))
        return Predicate(f"{name} between {low_text} and {high_text}",
                         lambda row: both(relate(">=", value(row), low), relate("<=", value(row), high)))
    one, one_text = a_literal(rng, reader, column)
    relation = rng.choice(list(RELATIONS))
    return Predicate(f"{name} {relation} {one_text}", lambda row: relate(relation, value(row), one))


def both(left, right):
    return False if left is False or right is False else None if left is None or right is None else True


def either(left, right):
    return True if left is True or right is True else None if left is None or right is None else False


def negation(one):
    return None if one is None else not one


def make_predicate(rng: random.Random, reader: Reader, table: Table,
                   depth: int = 2) -> Predicate:
    form = rng.choice(["test", "test", "and", "or", "not"]) if depth else "test"
    if form == "test":
        return a_test(rng, reader, table, two_columns=0.3)
    if form == "not":
        part = make_predicate(rng, reader, table, depth - 1)
        return Predicate(f"not ({part.text})", lambda row: negation(part.truth(row)))
    left, right = (make_predicate(rng, reader, table, depth - 1) for _ in range(2))
    join = both if form == "and" else either
    return Predicate(f"({left.text}) {form} ({right.text})", lambda row: join(left.truth(row), right.truth(row)))
