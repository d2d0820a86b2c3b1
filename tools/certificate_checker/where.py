"""The test of --where (docs/where.md): whether a text is one, in its canonical form."""
import datetime
import re
from fractions import Fraction

from .report import Wrong, demand

MOST_BYTES = 20_000
MOST_DEPTH = 64           # of parentheses and `not` inside one another
MOST_DIGITS = 500         # of a number
KEYWORDS = {"and", "or", "not", "in", "like", "between", "is", "null", "true", "false"}
READINGS = {"number", "text", "timestamp", "boolean"}      # number(column) says how it is read
SYMBOLS = ("!=", "<>", "<=", ">=", "=", "<", ">", "(", ")", ",")
RELATIONS = {"=": "=", "!=": "!=", "<>": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}      # and the mirrored one
# Beyond ASCII: spaces, quotes, dashes and other marks are no letters.
NO_LETTERS = ((0x80, 0xbf), (0xd7, 0xd7), (0xf7, 0xf7), (0x2000, 0x206f), (0x2200, 0x22ff), (0x2e00, 0x2e7f), (0x3000, 0x303f),
              (0xfe00, 0xfe6f), (0xfeff, 0xfeff), (0xff00, 0xff0f), (0xff1a, 0xff20), (0xfff0, 0xffff))
TIMESTAMP = re.compile(r"(\d{4}-\d\d-\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?", re.ASCII)


def check_where(certificate):
    """The test is one, in the form that the program gives it."""
    text = certificate["question"]["where"]
    if text is None:
        return "all rows"
    demand(len(text.encode()) <= MOST_BYTES, "it is too long")
    demand(all(c >= " " and c != "\x7f" or c in "\t\n\r" for c in text), "a control character is in it")
    demand(Parser(tokens(text)).run() == text, "it is not in its canonical form")
    return None


def lower(text):
    """Of ASCII letters alone."""
    return "".join(c.lower() if "A" <= c <= "Z" else c for c in text)


def is_letter(c):
    if c < "\x80":
        return c.isalnum() or c == "_"
    return not any(low <= ord(c) <= high for low, high in NO_LETTERS)


def tokens(text):
    """(kind, value) of each word."""
    result, at = [], 0
    while at < len(text):
        c = text[at]
        number = re.match(r"[+-]?[0-9.]", text[at:], re.ASCII)
        if c in " \t\n\r":
            at += 1
        elif c in "'\"":
            match = re.match(f"{c}((?:[^{c}]|{c}{c})*){c}", text[at:])
            demand(match, "a quote is never closed")
            value = match[1].replace(c * 2, c)
            demand(c == "'" or value, "a column name is empty")
            result.append(("text" if c == "'" else "quoted name", value))
            at += match.end()
        elif number:
            match = re.match(r"[+-]?(?:[0-9a-zA-Z._]|(?<=[eE])[+-])*", text[at:])
            result.append(("number", number_of(match[0])))
            at += match.end()
        elif symbol := next((s for s in SYMBOLS if text.startswith(s, at)), None):
            result.append(("symbol", symbol))
            at += len(symbol)
        else:
            end = at
            while end < len(text) and is_letter(text[end]):
                end += 1
            demand(end > at, f"{c!r} has no meaning")
            result.append(("name", text[at:end]))
            at = end
    return [*result, ("end", "")]


def number_of(text):
    match = re.fullmatch(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?(\d+))?", text, re.ASCII)
    demand(match and len(text) <= MOST_DIGITS and int(match[1] or 0) <= 10**4, "a number is none, or too long")
    value = Fraction(text)
    demand(abs(value) <= 10**500 and value.denominator <= 10**500, "a number is too long")
    written = decimal_text(value)
    demand(len(written) <= MOST_DIGITS, "a number is too long")
    return written


def decimal_text(value):
    places = 0
    while 10**places % value.denominator:
        places += 1
    digits = str(abs(value.numerator) * (10**places // value.denominator)).zfill(places + 1)
    text = digits[:len(digits) - places] + ("." + digits[-places:] if places else "")
    return "-" + text if value < 0 else text


def time_text(text, is_date):
    """A date or a time as it is written; None if it is none."""
    match = TIMESTAMP.fullmatch(text)
    if not match or (is_date and match[2]):
        return None
    try:
        date = datetime.date.fromisoformat(match[1])
        datetime.time(int(match[2] or 0), int(match[3] or 0), int(match[4] or 0))
    except ValueError:
        return None
    if is_date:
        return str(date)
    fraction = (match[5] or "").rstrip("0")
    return f"{date} {match[2] or '00'}:{match[3] or '00'}:{match[4] or '00'}" + ("." + fraction if fraction else "")


def quoted(text, quote):
    return quote + text.replace(quote, quote * 2) + quote


def name_text(name):
    bare = (not ("0" <= name[0] <= "9") and lower(name) not in KEYWORDS | {"date", "timestamp"} and all(map(is_letter, name)))
    return name if bare else quoted(name, '"')


class Parser:
    """By recursive descent. Each rule returns (sort, text, text of its negation); sorts are one, all, any."""

    def __init__(self, words):
        self.words, self.at, self.depth = words, 0, 0

    def run(self):
        result = self.any()
        demand(self.words[self.at][0] == "end", "something is left over")
        return result[1]

    def is_word(self, word):
        kind, value = self.words[self.at]
        return kind == "name" and lower(value) == word

    def take(self, word):
        """Whether the next one is this keyword or symbol; then it is taken."""
        kind, value = self.words[self.at]
        if self.is_word(word) or (kind == "symbol" and value == word):
            self.at += 1
            return True
        return False

    def want(self, word):
        demand(self.take(word), f"{word!r} is missing")

    def chain(self, word, part, sort):
        parts = [part()]
        while self.take(word):
            parts.append(part())
        return joined(parts, sort) if len(parts) > 1 else parts[0]

    def any(self):
        return self.chain("or", self.all, "any")

    def all(self):
        return self.chain("and", self.one, "all")

    def one(self):
        no = self.is_word("not")
        if not no and self.words[self.at] != ("symbol", "("):
            return self.test()
        demand(self.depth < MOST_DEPTH, "it is nested too deeply")
        self.depth += 1
        self.at += 1
        inner = self.one() if no else self.any()
        if not no:
            self.want(")")
        self.depth -= 1
        return negated(inner) if no else inner

    def test(self):
        is_column, left = self.operand()
        kind, value = self.words[self.at]
        if kind == "symbol" and value in RELATIONS:
            self.at += 1
            other, right = self.operand()
            demand(is_column or other, "two values are compared")
            if not is_column:
                left, right = right, left
            relation = "!=" if value in ("!=", "<>") else value if is_column else RELATIONS[value]
            return simple(f"{left} {relation} {right}")
        demand(is_column, "a test begins with a value")
        no = self.take("not")
        result = self.test_of(left, no)
        return negated(result) if no else result

    def test_of(self, column, no):
        if self.take("in"):
            self.want("(")
            values = [self.literal()]
            while self.take(","):
                values.append(self.literal())
            self.want(")")
            listed = f"in ({', '.join(values)})"
            return "one", f"{column} {listed}", f"{column} not {listed}"
        if self.take("like"):
            kind, value = self.words[self.at]
            demand(kind == "text", "like has no pattern")
            self.at += 1
            return "one", f"{column} like {quoted(value, chr(39))}", f"{column} not like {quoted(value, chr(39))}"
        if self.take("between"):
            demand(self.depth + 2 <= MOST_DEPTH, "it is nested too deeply")
            low = self.operand()[1]
            self.want("and")
            return joined([simple(f"{column} >= {low}"), simple(f"{column} <= {self.operand()[1]}")], "all")
        demand(not no, "not what?")
        self.want("is")
        no = self.take("not")
        self.want("null")
        result = "one", f"{column} is null", f"{column} is not null"
        return negated(result) if no else result

    def literal(self):
        is_column, text = self.operand()
        demand(not is_column, "a column stands in a list")
        return text

    def operand(self):
        """(whether it is a column, its text)."""
        kind, value = self.words[self.at]
        demand(kind in ("number", "text", "quoted name", "name"), "a value or a column is missing")
        self.at += 1
        if kind == "number":
            return False, value
        if kind == "text":
            return False, quoted(value, "'")
        if kind == "quoted name":
            return True, name_text(value)
        word = lower(value)
        if word in ("true", "false"):
            return False, word
        demand(word not in KEYWORDS, f"{value} is no column")
        if word in ("date", "timestamp") and self.words[self.at][0] == "text":
            time = time_text(self.words[self.at][1], word == "date")
            if time is None:
                raise Wrong("a date or time is none")
            self.at += 1
            return False, f"{word} '{time}'"
        if not self.take("("):
            return True, name_text(value)
        demand(word in READINGS, "there are no functions")
        kind, name = self.words[self.at]
        demand(kind == "quoted name" or (kind == "name" and lower(name) not in KEYWORDS), f"no column is in {word}()")
        self.at += 1
        self.want(")")
        return True, f"{word}({name_text(name)})"


def simple(text):
    return "one", text, "not " + text


def negated(part):
    """`not` of a part; twice is written twice."""
    return "one", part[2], "not " + part[2]


def joined(parts, sort):
    flat = []
    for part in parts:
        flat.append(f"({part[1]})" if sort == "all" and part[0] == "any" else part[1])
    text = (" and " if sort == "all" else " or ").join(flat)
    return sort, text, f"not ({text})"
