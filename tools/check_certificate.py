#!/usr/bin/env python3
"""Checks a certificate of selvage without selvage.

    python3 check_certificate.py CERT [--signer HEX_OR_PUBFILE] [--ledger-lines EXPORT.jsonl]

A second program, written from docs/formats.md, docs/certificate.schema.json, docs/ledger.md and the
theorems (T4, T23, ...) of docs/theory.md and docs/theory-composition.md; it shares no code with the first. Numbers
are exact fractions; where exp and ln are needed, decimals of 60 digits with a margin on the
safe side. A statement is right here if it is true, that is, if its theorem proves at least as much.

One line a check: "ok", "WRONG", or "unknown" for what cannot be known from the file. Exit code 0 if
nothing is wrong, 1 if something is, 2 if the program is called wrongly.
"""
import decimal
import functools
import hashlib
import itertools
import json
import math
import os
import re
import sys
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction

MOST_BYTES = 1 << 28      # of a file
MOST_DEPTH = 60           # of values inside values
MOST_DIGITS = 4000        # of a number
MOST_ENTRIES = 1 << 15    # of a loss distribution that is kept
MOST_WORK = 1_500_000     # entries of all convolutions, about 30 seconds
MOST_TIMES = 1 << 30
MARGIN = Decimal("1e-30")
SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "certificate.schema.json")

decimal.setcontext(decimal.Context(prec=60, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[
    decimal.Overflow, decimal.InvalidOperation, decimal.DivisionByZero]))


class Wrong(Exception):
    """The certificate says something that does not hold."""


class Unknown(Exception):
    """This program cannot tell."""


class Report:
    """Prints one line a check, and remembers."""

    def __init__(self, out=sys.stdout):
        self.out, self.wrong, self.unknown, self.fine = out, 0, 0, 0

    def line(self, word, what, why=""):
        text = f"{word:<8}{what}" + (f": {why}" if why else "")
        text = "".join(c if " " <= c <= "~" else ascii(c)[1:-1] for c in text)
        print(text if len(text) <= 400 else text[:400] + " ...", file=self.out)

    def check(self, what, function, *arguments):
        """Runs one check; whatever goes wrong in it becomes one line."""
        try:
            said = function(*arguments)
            self.fine += 1
            self.line("ok", what, said or "")
            return True
        except Unknown as why:
            self.unknown += 1
            self.line("unknown", what, str(why))
        except Wrong as why:
            self.wrong += 1
            self.line("WRONG", what, str(why))
        except (ArithmeticError, ValueError, TypeError, LookupError, AttributeError, RecursionError,
                MemoryError) as why:
            self.wrong += 1
            self.line("WRONG", what, f"cannot be evaluated ({type(why).__name__}: {str(why)[:100]})")
        return False


def demand(condition, why):
    if not condition:
        raise Wrong(why)


# ---------------------------------------------------------------- canonical form

def canonical(value):
    """The canonical form of docs/formats.md, as bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def read_json(data):
    """One JSON value; refuses names that stand twice, numbers that are not whole, and monsters."""
    def whole(text):
        demand(len(text) <= 1000, "a number of more than 1000 digits")
        demand(text != "-0", "the number -0")
        return int(text)

    def no_fraction(text):
        raise Wrong(f"the number {text[:30]} is not whole")

    def once(pairs):
        result = dict(pairs)
        demand(len(result) == len(pairs), "a name stands twice in an object")
        return result

    try:
        value = json.loads(data.decode("utf-8"), parse_int=whole, parse_float=no_fraction,
                           parse_constant=no_fraction, object_pairs_hook=once)
    except UnicodeDecodeError as why:
        raise Wrong(f"not UTF-8 at byte {why.start}") from None
    except json.JSONDecodeError as why:
        raise Wrong(f"no JSON: {why}") from None
    except RecursionError:
        raise Wrong("nested too deeply") from None
    level, depth = [value], 0
    while level:
        depth += 1
        demand(depth <= MOST_DEPTH, f"nested more than {MOST_DEPTH} deep")
        level = [v for outer in level if isinstance(outer, (dict, list))
                 for v in (outer.values() if isinstance(outer, dict) else outer) if isinstance(v, (dict, list))]
    return value


def canonical_line(data):
    """The value of a file that holds one canonical line."""
    value = read_json(data)
    try:
        again = canonical(value) + b"\n"
    except UnicodeEncodeError:
        raise Wrong("a string holds half a character (a surrogate)") from None
    if again != data:
        same = next((i for i, (a, b) in enumerate(zip(again, data)) if a != b), min(len(again), len(data)))
        raise Wrong(f"not in canonical form, from byte {same} on")
    return value


# ---------------------------------------------------------------- schema

TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "integer": int}
KEYWORDS = {"$schema", "title", "description", "$defs", "$ref", "type", "properties", "required",
            "additionalProperties", "items", "minItems", "maxItems", "anyOf", "const", "enum", "pattern"}


def compile_schema(schema, root, known):
    """A function that gives the first fault of a value, or None; for the keywords in KEYWORDS only."""
    if not isinstance(schema, dict) or set(schema) - KEYWORDS:
        raise Unknown(f"the schema has a keyword this program does not know: {sorted(set(schema) - KEYWORDS)}")
    tests = []
    if "$ref" in schema:
        name = schema["$ref"]
        if not name.startswith("#/$defs/"):
            raise Unknown(f"the schema refers to {name}")
        if name not in known:
            known[name] = None
            known[name] = compile_schema(root["$defs"][name[8:]], root, known)
        tests.append(lambda value: known[name](value))
    if "type" in schema:
        kind = TYPES[schema["type"]]
        tests.append(lambda value: None if type(value) is kind else f"is no {schema['type']}")
    for keyword, choices in (("const", [schema.get("const")]), ("enum", schema.get("enum"))):
        if keyword in schema:
            tests.append(lambda value, choices=choices: None if any(
                type(value) is type(c) and value == c for c in choices) else f"is not {' or '.join(map(str, choices))}")
    if "pattern" in schema:
        text = schema["pattern"]
        if text[0] != "^" or text[-1] != "$":
            raise Unknown("the schema has a pattern without ends")
        pattern = re.compile(text[1:-1])
        tests.append(lambda value: None if type(value) is not str or pattern.fullmatch(value)
                     else f"{value[:40]!r} does not have the form {text}")
    if "anyOf" in schema:
        choices = [compile_schema(s, root, known) for s in schema["anyOf"]]

        def any_of(value):
            faults = []
            for choice in choices:
                fault = choice(value)
                if fault is None:
                    return None
                faults.append(fault)
            likely = max(faults, key=lambda f: (not f.startswith("is no"), len(f)))
            return f"fits none of its forms ({likely[:150]})"
        tests.append(any_of)
    if "items" in schema:
        item = compile_schema(schema["items"], root, known)

        def items(value):
            if type(value) is list:
                for i, entry in enumerate(value):
                    fault = item(entry)
                    if fault:
                        return f"[{i}] {fault}"
        tests.append(items)
    if "minItems" in schema or "maxItems" in schema:
        low, high = schema.get("minItems", 0), schema.get("maxItems", math.inf)
        tests.append(lambda value: None if type(value) is not list or low <= len(value) <= high
                     else "has a wrong length")
    if schema.keys() & {"properties", "required", "additionalProperties"}:
        tests.append(compile_object(schema, root, known))

    def test(value):
        for t in tests:
            fault = t(value)
            if fault:
                return fault
    return test


def compile_object(schema, root, known):
    """The keywords properties, required, additionalProperties."""
    named = {name: compile_schema(s, root, known) for name, s in schema.get("properties", {}).items()}
    required, more = schema.get("required", []), schema.get("additionalProperties", True)
    others = compile_schema(more, root, known) if isinstance(more, dict) else None

    def test(value):
        if type(value) is not dict:
            return None
        for name in required:
            if name not in value:
                return f"has no {name}"
        for name, entry in value.items():
            if name in named:
                fault = named[name](entry)
            elif others:
                fault = others(entry)
            else:
                fault = None if more else "is not known"
            if fault:
                return f".{name[:40]} {fault}"
    return test


@functools.cache
def compiled_schema():
    try:
        with open(SCHEMA, "rb") as file:
            schema = json.load(file)
    except (OSError, ValueError):
        raise Unknown("docs/certificate.schema.json is not there, or no JSON") from None
    return compile_schema(schema, schema, {})


def check_schema(certificate):
    fault = compiled_schema()(certificate)
    demand(fault is None, fault)


# ---------------------------------------------------------------- Ed25519 (RFC 8032, section 5.1)

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
CURVE_D = -121665 * pow(121666, P - 2, P) % P


def point_add(a, b):
    """Sum of two points in extended coordinates (X, Y, Z, T)."""
    u, v = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * CURVE_D % P, 2 * a[2] * b[2] % P
    e, f, g, h = v - u, d - c, d + c, v + u
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_times(n, point):
    result = (0, 1, 1, 0)
    while n:
        if n & 1:
            result = point_add(result, point)
        point, n = point_add(point, point), n >> 1
    return result


def point_encode(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def point_decode(data):
    """The point, or None: y must be below p, x must exist, and be 0 only with sign 0."""
    y, sign = int.from_bytes(data, "little") & (1 << 255) - 1, data[31] >> 7
    if y >= P:
        return None
    square = (y * y - 1) * pow(CURVE_D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


BASE = point_decode((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def ed25519_verify(public, message, signature):
    """Strict: S < L, good encodings, no key or R of small order, and the equation without cofactor."""
    a, r, s = point_decode(public), point_decode(signature[:32]), int.from_bytes(signature[32:], "little")
    if len(public) != 32 or len(signature) != 64 or a is None or r is None or s >= L:
        return False
    if any(point_encode(point_times(8, q)) == point_encode((0, 1, 1, 0)) for q in (a, r)):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    minus_a = (P - a[0], a[1], a[2], P - a[3])
    return point_encode(point_add(point_times(s, BASE), point_times(k, minus_a))) == signature[:32]


def signed_part(certificate):
    return canonical({k: v for k, v in certificate.items() if k not in ("digest", "signature")})


def check_digest(certificate):
    demand(hashlib.sha256(signed_part(certificate)).hexdigest() == certificate["digest"], "is that of another text")


def check_signature(certificate, signer):
    signature = certificate["signature"]
    if signature is None:
        demand(signer is None, "there is none")
        raise Unknown("not signed: anybody may have written this file")
    message = b"selvage certificate 1\n" + signed_part(certificate)
    public = signature["public_key"]
    demand(ed25519_verify(bytes.fromhex(public), message, bytes.fromhex(signature["value"])), "does not hold")
    demand(signer in (None, public), f"is by another key, {public}")
    return f"by the key {public}" + ("" if signer else ", which you must know from elsewhere")


# ---------------------------------------------------------------- numbers

def number(text):
    """An exact number of a certificate; it has one way to be written."""
    if isinstance(text, int):
        return Fraction(text)
    if len(text) > MOST_DIGITS:
        raise Unknown(f"a number of {len(text)} characters")
    top, _, bottom = text.partition("/")
    demand(not bottom or int(bottom) != 0, "a fraction with denominator 0")
    value = Fraction(top) / int(bottom or 1)
    demand(written(value) == text, f"the number {text[:40]} is not written as {written(value)[:40]}")
    return value


def written(value):
    """An exact decimal if 18 places suffice, else a fraction in lowest terms."""
    if 10**18 % value.denominator:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * (10**18 // value.denominator)).zfill(19)
    text = (digits[:-18] + "." + digits[-18:]).rstrip("0").rstrip(".")
    return "-" + text if value < 0 else text


def released(value):
    """A released number: a JSON number, or a text (whole numbers are texts too where the unit is not 1)."""
    return number(value)


def request_number(text):
    """A number of a request: decimals with exponents, and fractions of two of them."""
    parts = text.split("/")
    for part in parts:
        match = re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,5})?", part, re.ASCII)
        demand(match and len(parts) <= 2, f"{text[:40]!r} is no number")
        if len(part) > MOST_DIGITS or abs(int((match[2] or "e0")[1:])) > MOST_DIGITS:
            raise Unknown("a number in the question is too long")
    return Fraction(parts[0]) / (Fraction(parts[1]) if len(parts) == 2 else 1)


def dec(x):
    """A fraction as a decimal, up to 1e-59 of its size."""
    return Decimal(x.numerator) / Decimal(x.denominator)


def exp(x):
    return (dec(x) if isinstance(x, Fraction) else x).exp()


def above(x):
    """Surely above a positive number that was computed with 60 digits."""
    return x + abs(x) * MARGIN


def exactly(x):
    """A decimal as a fraction."""
    if not x.is_finite() or abs(x.adjusted()) > 10 * MOST_DIGITS:
        raise Unknown("a number is too large or too small")
    return Fraction(x)


def at_most(x, bound):
    """x <= bound for a computed positive x, on the safe side, and an exact bound."""
    return bound > 0 and above(x) <= dec(bound) * (1 - MARGIN)


# ---------------------------------------------------------------- loss distributions (T21, T22, T23, T24)

class Losses:
    """Upper bounds on a loss distribution: mass[i] at low + i step, and `infinite`; in units of 10^-digits."""

    def __init__(self, low, step, mass, infinite):
        self.low, self.step, self.mass, self.infinite = low, step, mass, infinite


class Composer:
    """Composes loss distributions, so finely that a delta of the wanted size is right to 12 digits at least."""

    def __init__(self, delta, times):
        self.digits = 40 + max(0, -dec(delta).adjusted())
        if self.digits > 500:
            raise Unknown("delta is too small to compute with")
        self.unit = 10**self.digits
        self.context = decimal.Context(prec=self.digits + 30, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)
        self.tail = delta / times / 10**16      # what one law may move to infinity

    def up(self, x):
        """A decimal number (made with 30 digits more) as a mass, rounded up."""
        return int(self.context.multiply(x, Decimal(self.unit)).to_integral_value(decimal.ROUND_CEILING)) + 1

    def exp(self, x):
        return self.context.exp(self.context.divide(Decimal(x.numerator), Decimal(x.denominator)))

    work = 0        # of all of them

    @staticmethod
    def spend(entries):
        if Composer.work + entries > MOST_WORK:
            raise Unknown("composing the loss distributions takes too long")
        Composer.work += entries

    def of_dp(self, e, d):
        """W(e, d) of T23 (a)."""
        d, c = min(d, Fraction(1)), self.context
        share = c.divide(c.subtract(1, c.divide(Decimal(d.numerator), Decimal(d.denominator))), c.add(1, self.exp(-e)))
        infinite = -(-d.numerator * self.unit // d.denominator)
        if e == 0:
            return Losses(Fraction(0), Fraction(0), [self.unit - infinite + 1], infinite)
        return Losses(-e, 2 * e, [self.up(c.multiply(share, self.exp(-e))), self.up(share)], infinite)

    def of_laplace(self, s, shift):
        """L(D) of T22 (a)."""
        self.spend(shift // 32)
        c, q = self.context, self.exp(-1 / s)
        head = c.divide(1, c.add(1, q))
        mass, power = [self.up(head)], c.multiply(head, c.subtract(1, q))
        for _ in range(1, shift):
            power = c.multiply(power, q)
            mass.append(self.up(power))
        mass.append(self.up(c.multiply(head, self.exp(-shift / s))))
        return Losses(-shift / s, 2 / s, mass[::-1], 0)

    def of_gaussian(self, v, shift):
        """DG(v) against itself moved by `shift`, T22 (c). Weights in units of 10^-(digits+20), rounded down: the
        weight of z is then too small by less than (z+1)^2 units, far less than one unit of mass."""
        reach = math.isqrt(int(2 * v * int(1 - exactly(dec(self.tail).ln())))) + 2
        self.spend(reach // 32)
        fine = self.unit * 10**20
        ratio, factor = (int(self.context.multiply(self.exp(x), Decimal(fine))) for x in (-1 / (2 * v), -1 / v))
        weights = [fine]
        for _ in range(reach):
            weights.append(weights[-1] * ratio // fine)
            ratio = ratio * factor // fine
        total = 2 * sum(weights) - fine
        mass = [w * self.unit // total + 2 for w in weights]
        # sum over z > R of exp(-z^2/2v) <= exp(-(R+1)^2/2v) / (1 - exp(-(2R+3)/2v))
        c = self.context
        first, fall = self.exp(-Fraction((reach + 1)**2) / (2 * v)), self.exp(-(2 * reach + 3) / (2 * v))
        rest = c.divide(first, c.subtract(1, fall))
        rest = -(-self.up(rest) * fine // total)
        mass = mass[:0:-1] + mass            # z = R, ..., -R: losses grow
        mass[0] += rest
        return Losses((Fraction(shift)**2 - 2 * reach * shift) / (2 * v), shift / v, mass, rest)

    def convolve(self, a, b):
        """The convolution of two lists of masses, exact, then rounded up: one product of two long decimals."""
        self.spend(len(a) + len(b))
        if len(a) > len(b):
            a, b = b, a
        if len(a) <= 8:
            result = [0] * (len(a) + len(b) - 1)
            for i, x in enumerate(a):
                for j, y in enumerate(b if x else [], i):
                    result[j] += x * y
        else:
            width, entries = 2 * self.digits + 4, len(a) + len(b) - 1
            x, y = (Decimal("".join([str(m).zfill(width) for m in reversed(masses)])) for masses in (a, b))
            exact = decimal.Context(prec=width * (entries + 2), Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN,
                                    traps=[decimal.Inexact, decimal.InvalidOperation, decimal.Overflow])
            text = format(exact.multiply(x, y), "f").zfill(width * entries)
            result = [int(text[i - width:i] or "0") for i in range(len(text), len(text) - width * entries, -width)]
        return [-(-c // self.unit) for c in result]

    def shorten(self, law, tail):
        """T21 (b), (c): small tails go up, and too many entries onto a coarser lattice."""
        mass, low, step, infinite = law.mass, law.low, law.step, law.infinite
        if len(mass) > 512:
            room, top = int(tail * self.unit), 0
            while top + mass[-1] <= room and len(mass) > 1:
                top += mass.pop()
            start, bottom = 0, 0
            while bottom + mass[start] <= room and start < len(mass) - 1:
                bottom += mass[start]
                start += 1
            mass = mass[start:]
            mass[0] += bottom
            low, infinite = low + start * step, infinite + top
        law = Losses(low, step, mass, infinite)
        factor = -(-len(mass) // MOST_ENTRIES)
        return self.split(law, factor * step) if factor > 1 else law

    def split(self, law, h):
        """T21 (c) onto whole multiples of h; the upper share is rounded up."""
        c, n = self.context, len(law.mass)
        first = law.low // h
        result = [0] * int((law.low + (n - 1) * law.step) // h - first + 2)
        self.spend(len(result) // 8 + n // 8)
        whole = c.subtract(1, self.exp(-h))
        common = math.lcm(law.low.denominator, law.step.denominator, h.denominator)
        place, step, size = int((law.low - first * h) * common), int(law.step * common), int(h * common)
        shares = {}
        for m in law.mass:
            cell, rest = divmod(place, size)
            if m:
                share = shares.get(rest)
                if share is None:
                    share = self.up(c.divide(c.subtract(1, self.exp(Fraction(-rest, common))), whole)) if rest else 0
                    if len(shares) < 1024:
                        shares[rest] = share
                upper = min(m, -(-m * share // self.unit))
                result[cell] += m - upper
                result[cell + 1] += upper
            place += step
        while len(result) > 1 and not result[-1]:
            result.pop()
        return Losses(first * h, h, result, law.infinite)

    def times(self, a, b, tail):
        """The law of the sum of two losses."""
        infinite = a.infinite + b.infinite - a.infinite * b.infinite // self.unit
        if len(a.mass) > 1 and len(b.mass) > 1 and a.step != b.step:
            a, b = self.common(a, b)
        step = a.step if len(a.mass) > 1 else b.step
        return self.shorten(Losses(a.low + b.low, step, self.convolve(a.mass, b.mass), infinite), tail)

    def common(self, a, b):
        """Both laws with one step: the greatest that both steps are multiples of, or a fine one with splits."""
        lcm = math.lcm(a.step.denominator, b.step.denominator)
        step = Fraction(math.gcd(int(a.step * lcm), int(b.step * lcm)), lcm)
        lengths = [(len(law.mass) - 1) * int(law.step / step) + 1 for law in (a, b)]
        if sum(lengths) <= 2 * MOST_ENTRIES:
            spread = []
            for law, length in zip((a, b), lengths):
                mass = [0] * length
                mass[::int(law.step / step)] = law.mass
                spread.append(Losses(law.low, step, mass, law.infinite))
            return spread
        reach = sum((len(law.mass) - 1) * law.step for law in (a, b))
        h = reach / MOST_ENTRIES
        h = Fraction(int(h * 2**80) or 1, 2**80) if h < 1 else h
        return [self.split(law, h) for law in (a, b)]

    def power(self, law, k):
        """k equal releases, by repeated squaring."""
        result, reached, whole = None, 1, k
        while True:
            if k & 1:
                result = law if result is None else self.times(result, law, self.tail / 64)
            k >>= 1
            if not k:
                return result
            reached *= 2
            law = self.times(law, law, self.tail * reached / whole / 64)

    def delta(self, law, epsilon):
        """(1) of T21 at epsilon, rounded up."""
        c = self.context
        result, factor, fall = Decimal(0), None, self.exp(-law.step)
        first = 0 if epsilon < law.low else int((epsilon - law.low) // law.step) + 1 if law.step else len(law.mass)
        for i in range(first, len(law.mass)):
            factor = self.exp(epsilon - law.low - i * law.step) if factor is None else c.multiply(factor, fall)
            result = c.add(result, c.multiply(law.mass[i], c.subtract(1, factor)))
        return Fraction(int(result) + 1 + len(law.mass) // 10**6 + law.infinite, self.unit)

    def delta_of_few(self, laws, epsilon):
        """The same for laws with few entries, without a lattice: no loss is moved."""
        common = math.lcm(epsilon.denominator, *(x.denominator for law in laws for x in (law.low, law.step)))
        atoms, finite = {0: self.unit}, self.unit
        for law in laws:
            self.spend(len(atoms) * len(law.mass) // 8)
            low, step, sums = int(law.low * common), int(law.step * common), {}
            for place, a in atoms.items():
                for i, m in enumerate(law.mass):
                    sums[place + low + i * step] = sums.get(place + low + i * step, 0) + a * m
            atoms = {place: -(-m // self.unit) for place, m in sums.items()}
            finite -= finite * min(law.infinite, self.unit) // self.unit
        border, result, c = int(epsilon * common), Decimal(0), self.context
        for place, m in atoms.items():
            if place > border:
                result = c.add(result, c.multiply(m, c.subtract(1, self.exp(Fraction(border - place, common)))))
        return Fraction(int(result) + 2 + self.unit - finite, self.unit)


COMPOSED = {}


def losses_hold(premises, times, epsilon, delta):
    """T23, T24: the releases together are (epsilon, delta)-private."""
    most = Fraction(0)      # the greatest finite loss
    for p, k in zip(premises, times):
        most = None if most is None or p.kind == "gaussian_loss" else most + k * (
            p.epsilon if p.kind == "dp" else p.shift / p.scale)
    deltas = [(p.delta, k) for p, k in zip(premises, times) if p.kind == "dp" and p.delta]
    if most is not None and epsilon >= most:
        if sum(d * k for d, k in deltas) <= delta:
            return True
        if sum(k * d.denominator.bit_length() for d, k in deltas) <= 10**5:
            return 1 - math.prod((1 - d)**k for d, k in deltas) <= delta
    if delta == 0:
        return False
    key = (tuple(sorted((p.key, k) for p, k in zip(premises, times))), epsilon, delta)
    if key not in COMPOSED:
        COMPOSED[key] = composed_delta(premises, times, epsilon, delta) <= delta
    return COMPOSED[key]


def composed_delta(premises, times, epsilon, delta):
    """An upper bound of the delta at epsilon; equal premises are counted together."""
    counted = {}
    for p, k in zip(premises, times):
        counted[p.key] = (p, counted.get(p.key, (p, 0))[1] + k)
    composer = Composer(delta, sum(times))
    laws = []
    for p, k in counted.values():
        make = {"dp": lambda: composer.of_dp(p.epsilon, p.delta),
                "laplace_loss": lambda: composer.of_laplace(p.scale, p.shift),
                "gaussian_loss": lambda: composer.of_gaussian(p.variance, p.shift)}[p.kind]
        laws.append(composer.power(composer.shorten(make(), composer.tail), k))
    laws.sort(key=lambda law: len(law.mass))
    if len(laws) > 1 and math.prod(len(law.mass) for law in laws) <= 1 << 16:
        return composer.delta_of_few(laws, epsilon)
    result = laws[0]
    for law in laws[1:]:
        result = composer.times(result, law, composer.tail)
    return composer.delta(result, epsilon)


# ---------------------------------------------------------------- rules

class Promise:
    """A guarantee with exact numbers. `key` identifies it."""

    def __init__(self, data):
        self.kind, self.neighbours, self.key = data["kind"], data["neighbours"], canonical(data)
        for name in ("epsilon", "delta", "rho", "scale", "variance", "alpha", "eta", "gamma", "theta"):
            if name in data:
                setattr(self, name, number(data[name]))
                demand(getattr(self, name) >= 0, f"{name} is negative")
        self.shift, self.data = data.get("shift"), data
        demand(self.shift is None or self.shift >= 1, "shift is below 1")
        for limit, epsilon in data.get("profile", []):
            demand((limit is None or type(limit) is int) and type(epsilon) is str and number(epsilon) >= 0,
                   "a profile is none")


class Node:
    """One step of a derivation, its premises' conclusions already read."""

    def __init__(self, data):
        self.inputs = {name: number(text) for name, text in data["inputs"].items()}
        self.premises = [Promise(p["conclusion"]) for p in data["premises"]]
        self.promise = Promise(data["conclusion"])
        self.names = set()

    def take(self, name, least=None, whole=False):
        """An input; each must be used."""
        demand(name in self.inputs, f"there is no input {name}")
        self.names.add(name)
        value = self.inputs[name]
        demand(least is None or value > least, f"{name} is too small")
        demand(not whole or value.denominator == 1, f"{name} is not whole")
        return int(value) if whole else value

    def times(self, optional=False):
        """times_1, times_2, ..., one for each premise."""
        if optional and not any(name.startswith("times") for name in self.inputs):
            return [1] * len(self.premises)
        result = [self.take(f"times_{i + 1}", 0, True) for i in range(len(self.premises))]
        demand(max(result) <= MOST_TIMES, "a premise counts too often")
        return result

    def need(self, *kinds, exactly=None):
        """Premises of these kinds."""
        demand(self.premises or exactly == 0, "there are no premises")
        demand(exactly is None or len(self.premises) == exactly, f"it needs {exactly} premises")
        for p in self.premises:
            demand(p.kind in kinds, f"a premise is {p.kind}")

    def leaf(self):
        self.need(exactly=0)
        demand(self.promise.neighbours == "add_remove_person", "a leaf speaks of add_remove_person")

    def claims(self, kind):
        demand(self.promise.kind == kind, f"the conclusion is {self.promise.kind}, not {kind}")
        return self.promise

    def dp(self, epsilon, delta=0):
        """The conclusion is dp, and these exact numbers are at least as good."""
        claim = self.claims("dp")
        demand(epsilon <= claim.epsilon, f"epsilon is {written(claim.epsilon)[:40]}, proved is {float(epsilon):.12g}")
        demand(delta <= claim.delta, f"delta is {written(claim.delta)[:40]}, proved is {float(delta):.12g}")

    def zcdp(self, rho):
        claim = self.claims("zcdp")
        demand(rho <= claim.rho, f"rho is {written(claim.rho)[:40]}, proved is {float(rho):.12g}")


def discrete_laplace_cells(n):
    """T4: noise DLap(s), a sum of sizes of at most D: (D/s, 0)."""
    n.leaf()
    n.dp(n.take("sensitivity", 0, True) / n.take("scale", 0))


def key_threshold(n):
    """T31: cells that are not known are shown from T on."""
    n.leaf()
    s, t = n.take("scale", 0), n.take("threshold", 0, True)
    m, g, r = (n.take(name, 0, True) for name in ("rows", "cells", "rows_in_cell"))
    demand(t > r, "the threshold is not above rows_in_cell")
    demand(g <= m and (r == m or (r == 1 and m == g)), "T31 does not speak of such a share")

    def p(c):
        return exp((c - t) / s) / (1 + exp(-1 / s))

    def some(last, others):
        """1 - (1 - last)(1 - p(1))^others; for tiny numbers their sum, which is more."""
        few = last + others * p(1)
        return few if few < Decimal("1e-25") else 1 - (1 - last) * (1 - p(1)) ** others
    delta = some(p(1), g - 1) if r == 1 else max(p(m), some(p(m - g + 1), g - 1))
    claim = n.claims("dp")
    n.dp(m / s, min(claim.delta, 1))
    demand(at_most(delta, claim.delta), f"delta is {written(claim.delta)[:40]}, proved is {delta:.12g}")


def discrete_gaussian_cells(n):
    """T25 (c): noise DG(v), a sum of squares of at most D2: rho = D2/(2v)."""
    n.leaf()
    n.zcdp(n.take("squared_sensitivity", 0) / (2 * n.take("variance", 0)))


def discrete_laplace_loss(n):
    """T22 (b): dominated by DLap(s) against itself moved by D."""
    n.leaf()
    claim = n.claims("laplace_loss")
    demand((claim.scale, claim.shift) == (n.take("scale", 0), n.take("sensitivity", 0, True)), "is about other noise")


def discrete_gaussian_loss(n):
    """T22 (c): dominated by DG(v) against itself moved by D, for one cell."""
    n.leaf()
    claim = n.claims("gaussian_loss")
    demand((claim.variance, claim.shift) == (n.take("variance", 0), n.take("sensitivity", 0, True)),
           "is about other noise")


def basic_composition(n):
    """T6: epsilons and deltas add."""
    n.need("dp")
    times = n.times(optional=True)
    n.dp(sum(k * p.epsilon for k, p in zip(times, n.premises)), sum(k * p.delta for k, p in zip(times, n.premises)))


def replace_from_add_remove(n):
    """T7: (2E, (1 + exp(E)) d)."""
    n.need("dp", exactly=1)
    premise, claim = n.premises[0], n.claims("dp")
    demand(premise.neighbours == "add_remove_person" and claim.neighbours == "replace_person", "wrong neighbours")
    n.dp(2 * premise.epsilon)
    delta = (1 + exp(premise.epsilon)) * dec(premise.delta)
    demand(premise.delta == 0 or at_most(delta, claim.delta), f"delta is too small, proved is {delta:.12g}")


def composed(n):
    claim, times = n.claims("dp"), n.times()
    demand(n.take("delta") == claim.delta, "the delta of the conclusion is not the input")
    demand(losses_hold(n.premises, times, claim.epsilon, claim.delta),
           f"({float(claim.epsilon):.12g}, {float(claim.delta):.12g}) does not follow")


def optimal_composition(n):
    """T23: what follows from promises alone. An input step, of a lattice, may be there; this program has its own."""
    n.need("dp")
    if "step" in n.inputs:
        n.take("step", 0)
    composed(n)


def composition_by_privacy_loss(n):
    """T24: from the losses of the noise. The input step is not needed: this program has its own lattice."""
    n.need("dp", "laplace_loss", "gaussian_loss")
    if len(n.premises) > 1:
        n.take("step", 0)
    composed(n)


def zcdp_from_dp(n):
    """T25 (b): rho = e^2/2."""
    n.need("dp", exactly=1)
    demand(n.premises[0].delta == 0, "the premise has a delta")
    n.zcdp(n.premises[0].epsilon ** 2 / 2)


def zcdp_composition(n):
    """T25 (a): rhos add."""
    n.need("zcdp")
    n.zcdp(sum(k * p.rho for k, p in zip(n.times(), n.premises)))


def zcdp_is_dp(rho, epsilon, delta, a):
    """T26: delta >= exp((a-1)(a rho - E)) (1 - 1/a)^a / (a-1), compared as logarithms."""
    if delta <= 0:
        return False
    logarithm = dec((a - 1) * (a * rho - epsilon)) + dec(a) * dec(1 - 1 / a).ln() - dec(a - 1).ln()
    size = abs(dec((a - 1) * a * rho)) + abs(dec((a - 1) * epsilon)) + 10
    return logarithm + size * MARGIN <= dec(delta).ln()


def dp_from_zcdp(n):
    """T26."""
    n.need("zcdp", exactly=1)
    claim, a = n.claims("dp"), n.take("order", 1)
    demand(("delta" in n.inputs) != ("epsilon" in n.inputs), "it needs delta or epsilon")
    name = "delta" if "delta" in n.inputs else "epsilon"
    demand(n.take(name) == getattr(claim, name), f"{name} is not the input")
    demand(zcdp_is_dp(n.premises[0].rho, claim.epsilon, claim.delta, a), "does not follow with this order")


def budget_filter(n):
    """T29 (c): caps that hold whatever was chosen on the way. The deltas take at most half of the delta cap."""
    n.need("dp", "zcdp")
    times, e, d, claim = n.times(), n.take("epsilon"), n.take("delta"), n.claims("dp")
    demand(e >= 0 and 0 <= d < 1, "T29 has no such caps")
    demand((claim.epsilon, claim.delta) == (e, d), "the conclusion is not the caps")
    deltas = sum(k * p.delta for k, p in zip(times, n.premises) if p.kind == "dp")
    demand(deltas <= d / 2, "the deltas exceed half of the cap")
    if "order" not in n.inputs:
        n.need("dp")
        demand(sum(k * p.epsilon for k, p in zip(times, n.premises)) <= e, "the epsilons exceed the cap")
        return
    rho = sum(k * (p.rho if p.kind == "zcdp" else p.epsilon ** 2 / 2) for k, p in zip(times, n.premises))
    demand(zcdp_is_dp(rho, e, d / 2, n.take("order", 1)), "the rhos exceed what the caps allow with this order")


def envelope(profile, k):
    """T36: the epsilon of a class of k people (math.inf: of any size) by a list of steps (K or None, epsilon)."""
    return min((number(e) for limit, e in profile if limit is None or limit >= k), default=math.inf)


def profile_at_most(profile, bound, sizes):
    """profile(k) <= bound(k) for every k: both change after these sizes only."""
    for k in [*sorted({x for x in sizes if x is not None}), math.inf]:
        demand(k < 1 or profile(k) <= bound(k), f"the epsilon of a class of {k} people is too small")


def outlier_composition(n):
    """T36 (b): profiles over the first one's partition add; all else counts with its greatest epsilon."""
    n.need("outlier", "dp")
    times, claim, partition = n.times(), n.claims("outlier"), n.premises[0].data.get("partition")
    demand(n.premises[0].kind == "outlier" and claim.data["partition"] == partition, "it is about another partition")
    demand(sum(k * p.delta for k, p in zip(times, n.premises)) <= claim.delta, "delta is too small")
    profiles = [p.data["profile"] for p in [*n.premises, claim] if p.kind == "outlier"]

    def epsilon(p, size):
        if p.kind == "dp":
            return p.epsilon
        return envelope(p.data["profile"], size if p.data["partition"] == partition else math.inf)

    def total(size):
        return sum(k * epsilon(p, size) for k, p in zip(times, n.premises))
    limits = [limit for steps in profiles for limit, _ in steps]
    profile_at_most(total, lambda k: envelope(claim.data["profile"], k), limits)


def outlier_from_dp(n):
    """T36 (a): a dp promise holds for every class. The partition is the name of an input."""
    n.need("dp", exactly=1)
    claim, premise = n.claims("outlier"), n.premises[0]
    demand(n.take("partition " + claim.data["partition"]) == 1, "the input of the partition is not 1")
    demand(premise.delta <= claim.delta, "delta is too small")
    demand(all(number(e) >= premise.epsilon for _, e in claim.data["profile"]), "epsilon is too small")


RULES = [("T4", discrete_laplace_cells), ("T6", basic_composition), ("T7", replace_from_add_remove),
         ("T22", discrete_laplace_loss), ("T22", discrete_gaussian_loss), ("T23", optimal_composition),
         ("T24", composition_by_privacy_loss), ("T25", discrete_gaussian_cells), ("T25", zcdp_from_dp),
         ("T25", zcdp_composition), ("T26", dp_from_zcdp), ("T29", budget_filter), ("T31", key_threshold),
         ("T36", outlier_composition), ("T36", outlier_from_dp)]
RULES = {f.__name__: (t, f) for t, f in RULES}
DONE = set()


def check_node(data):
    """One node follows from its premises' conclusions."""
    demand(data["rule"] in RULES, f"there is no rule {data['rule'][:40]}")
    theorem, rule = RULES[data["rule"]]
    demand(data["theorem"] == theorem, f"the rule rests on {theorem}")
    n = Node(data)
    rule(n)
    demand(set(n.inputs) == n.names, f"inputs that the rule does not know: {sorted(set(n.inputs) - n.names)}"[:200])
    if data["rule"] != "replace_from_add_remove":
        demand(all(p.neighbours == n.promise.neighbours for p in n.premises), "neighbours differ")


def check_derivation(data):
    """All nodes of a derivation; equal ones once."""
    unknown, nodes, todo = None, 0, [data]
    while todo:
        node = todo.pop()
        nodes += 1
        todo.extend(node["premises"])
        key = hashlib.sha256(canonical([node["rule"], node["theorem"], node["inputs"], node["conclusion"],
                                        [p["conclusion"] for p in node["premises"]]])).digest()
        if key in DONE:
            continue
        try:
            check_node(node)
            DONE.add(key)
        except Wrong as why:
            raise Wrong(f"{node['rule'][:40]}: {why}") from None
        except Unknown as why:
            unknown = f"{node['rule'][:40]}: {why}"
    if unknown:
        raise Unknown(unknown)
    return f"{nodes} step{'s' if nodes > 1 else ''}"


def check_guarantees(certificate):
    guarantees, derivation = certificate["guarantees"], certificate["derivation"]
    demand(len(guarantees) == len(derivation), "not one for each derivation")
    demand(all(g == d["conclusion"] for g, d in zip(guarantees, derivation)), "are not the conclusions")
    demand(guarantees[0]["kind"] == "dp", "the first one is not dp")
    shown = ("kind", "epsilon", "delta", "rho")
    return ", ".join(" ".join(str(g[k])[:30] for k in shown if k in g) for g in guarantees)


# ---------------------------------------------------------------- from the question to the leaves

DATE = r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?"
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
MONTHS = {"month": 1, "quarter": 3, "year": 12}


def date_steps(text):
    """How many steps FROM:TO:STEP has."""
    match = re.fullmatch(rf"({DATE}):({DATE}):(\d{{1,9}})({'|'.join([*SECONDS, *MONTHS])})s?", text, re.ASCII)
    if not match:
        raise Unknown(f"the domain {text[:40]!r} is not understood")
    start, end = (datetime.fromisoformat(match[i]) for i in (1, 2))
    size, unit = int(match[3]), match[4]
    if unit in SECONDS:
        steps = Fraction((end - start) // timedelta(microseconds=1), size * SECONDS[unit] * 10**6)
    else:
        demand(start.day == end.day and start.time() == end.time(), "the steps do not lead from FROM to TO")
        steps = Fraction((end.year - start.year) * 12 + end.month - start.month, size * MONTHS[unit])
    demand(steps.denominator == 1 and steps > 0, "the steps do not lead from FROM to TO")
    return int(steps)


def keys_digest(keys):
    return hashlib.sha256(b"".join(b"%d:%s," % (len(k), k) for k in (key.encode() for key in keys))).hexdigest()


def bin_labels(column):
    """The labels of bins of numbers."""
    low, high, step = map(request_number, column["domain"].split(":"))
    edges = [low + i * step for i in range(math.ceil((high - low) / step))] + [high]
    bins = [f"[{written(a)},{written(b)})" for a, b in zip(edges, edges[1:])]
    return [f"below {written(low)}", *bins, f"{written(high)} and above"] + ["missing"] * (column["missing"] == "cell")


def places(column):
    """How many places a column has; None if that is not said."""
    domain, missing = column["domain"], column["missing"] == "cell"
    if domain == "?" or domain.startswith("@"):
        return None
    if "keys" in column or ":" not in domain:
        keys = domain.split(",")
        return len(keys) + 1 + missing if keys_digest(keys) == column.get("keys") else None
    if re.match(r"\d{4}-\d\d-\d\d", domain):
        return date_steps(domain) + 2 + missing
    parts = domain.split(":")
    if len(parts) != 3:
        raise Unknown(f"the domain {domain[:40]!r} is not understood")
    low, high, step = map(request_number, parts)
    demand(low < high and step > 0, "a domain without bins")
    return math.ceil((high - low) / step) + 2 + missing


def all_cells(certificate):
    """The number of cells of the domain, or None."""
    counts = [places(c) for c in certificate["question"]["columns"]]
    return None if None in counts else math.prod(counts)


def unknown_keys(certificate):
    return any(c["domain"] == "?" for c in certificate["question"]["columns"])


def is_listed(certificate):
    """Every cell is in the answer."""
    return certificate["fewer_than"] is None and not unknown_keys(certificate)


def entries_of(certificate):
    answer = certificate["answer"]
    return answer if isinstance(answer, list) else [] if answer is None else [answer]


def check_cells(certificate):
    """Names, number and keys of the cells in the answer."""
    columns, answer, listed = certificate["question"]["columns"], certificate["answer"], is_listed(certificate)
    names = [c["name"] for c in columns]
    demand(len(set(names)) == len(names), "a column stands there twice")
    demand(not columns or isinstance(answer, list), "the answer is no list")
    demand(columns or not isinstance(answer, list), "a list without columns")
    demand(answer is not None or not listed, "there is no answer")
    rows = entries_of(certificate)
    seen = set()
    for row in rows:
        cell = row.get("cell", {})
        demand(set(cell) == set(names) and ("cell" in row) == bool(columns), "a cell has other columns")
        seen.add(tuple(cell[name] for name in names))
    demand(len(seen) == len(rows), "a cell stands there twice")
    wanted = all_cells(certificate)
    if wanted is not None:
        demand(len(rows) == wanted if listed else len(rows) <= wanted, f"{len(rows)} cells, the domain has {wanted}")
    labels = {name: list(dict.fromkeys(row["cell"][name] for row in rows)) for name in names}
    for column in columns if listed else []:
        check_labels(column, labels[column["name"]])
    if listed and columns:
        have = [[row["cell"][name] for name in names] for row in rows]
        demand(math.prod(map(len, labels.values())) == len(rows) and rows_in_order(labels, names) == have,
               "the cells are not all combinations of labels in their order")
    if wanted is None and not listed and not unknown_keys(certificate):
        raise Unknown(f"{len(rows)} cells, of a number that is not said")
    return f"{len(rows)}" + ("" if listed else f" of {wanted or 'an unknown number'}")


def rows_in_order(labels, names):
    """Every combination of labels, the last column changing fastest."""
    return [list(row) for row in itertools.product(*(labels[name] for name in names))]


def check_labels(column, labels):
    """The labels of bins; those of a list of keys have the digest that the question names."""
    name = ascii(column["name"][:40])
    if "keys" in column or ":" not in column["domain"]:
        keys = labels[:len(labels) - 1 - (column["missing"] == "cell")]
        demand(keys_digest(keys) == column.get("keys"), f"the labels of {name} are other keys than the question's")
    elif not re.match(r"\d{4}-\d\d-\d\d", column["domain"]):
        demand(labels == bin_labels(column), f"the labels of {name} are not those of its bins")


def check_share(certificate):
    """T30."""
    person, share = certificate["question"]["person"], certificate["mechanism"]["share"]
    have = (share["rows"], share["cells"], share["rows_in_cell"])
    if person == "one row":
        demand(have == (1, 1, 1), "the share of one row is 1, 1, 1")
        return
    m, g = person["rows_per_person"], person["cells_per_person"]
    demand(1 <= m <= 10**6 and 1 <= g <= 10**6, "caps are from 1 to 1000000")

    def of(g):
        return (m, min(m, g), m) if person["per_person"] == "sum" else (min(m, g), min(m, g), 1)
    cells = len(entries_of(certificate)) if is_listed(certificate) else all_cells(certificate)
    if have == of(min(g, cells or g)) or (have == of(g) and not is_listed(certificate)):
        return
    if cells is None and not unknown_keys(certificate) and have == of(min(g, share["cells"])):
        raise Unknown("it supposes a number of cells that is not said")
    raise Wrong(f"{have} does not follow from the caps of a person")


def grid(certificate):
    """T35: lo, hi, c, R, h and the step of a measure."""
    measure = certificate["question"]["measure"]
    step = number(measure["step"])
    demand(step > 0 and measure["bounds"].count(":") == 1, "bounds or step are none")
    low, high = (math.floor(request_number(x) / step + Fraction(1, 2)) for x in measure["bounds"].split(":"))
    demand(low <= high, "the bounds are exchanged")
    c = (low + high) // 2
    return low, high, c, high - c, (high - c)**2 // 2, step


def check_numbers(certificate):
    """The noisy numbers of a cell, and how much one row changes each of them."""
    question, mechanism = certificate["question"], certificate["mechanism"]
    verb, numbers = question["verb"], mechanism["numbers"]
    names = {"sum": ["sum"], "mean": ["count", "sum"], "variance": ["count", "sum", "squares"]}.get(verb, ["count"])
    if verb == "sum" and unknown_keys(certificate):
        names = ["count", "sum"]
    demand([n["name"] for n in numbers] == names, f"the numbers are not {names}")
    demand(("measure" in question) == (verb in ("sum", "mean", "variance")), "a measure is there or is not")
    per_row = {"count": 1}
    if "measure" in question:
        low, high, _, r, h, _ = grid(certificate)
        per_row |= {"sum": max(abs(low), abs(high)) if verb == "sum" else r, "squares": r * r - h}
    for n in numbers:
        demand(n["per_row"] == per_row[n["name"]], f"one row changes the {n['name']} by {per_row[n['name']]}")
        demand(noise_of(n)[1] > 0, "noise without a scale")
    threshold, fewer = mechanism["threshold"], certificate["fewer_than"]
    demand(fewer is None or fewer >= 1, "fewer_than is below 1")
    demand((threshold is not None) == unknown_keys(certificate), "a threshold is there or is not")
    demand((mechanism["name"] == "key_threshold") == (threshold is not None), "the name of the mechanism is another")
    demand(threshold is None or (fewer is not None and fewer >= threshold), "fewer_than is below the threshold")
    demand(threshold is not None or all(n["noise"] == mechanism["name"] for n in numbers),
           "the name of the mechanism is another")
    return ", ".join(f"{n['name']} with {n['noise']} {written(noise_of(n)[1])[:30]}" for n in numbers)


def noise_of(n):
    return n["noise"], number(n["scale"] if n["noise"] == "discrete_laplace" else n["variance"])


def leaves_of(node, parent=None, place=0):
    """Leaves from left to right: (leaf, parent, how often the parent counts it)."""
    if not node["premises"]:
        times = number(parent["inputs"].get(f"times_{place + 1}", "1")) if parent else 1
        return [(node, parent["rule"] if parent else None, times)]
    return [leaf for i, premise in enumerate(node["premises"]) for leaf in leaves_of(premise, node, i)]


def check_leaves(derivation, mechanism):
    """One leaf for each number, with its noise and with the share of a person."""
    share, leaves = mechanism["share"], leaves_of(derivation)
    rows, cells, in_cell = share["rows"], share["cells"], share["rows_in_cell"]
    demand(len(leaves) == len(mechanism["numbers"]), "not one leaf for each number")
    for i, ((leaf, parent, times), n) in enumerate(zip(leaves, mechanism["numbers"])):
        have = {name: number(text) for name, text in leaf["inputs"].items()}
        rule, (noise, size), row = leaf["rule"], noise_of(n), n["per_row"]
        name = {"discrete_laplace": "scale", "discrete_gaussian": "variance"}[noise]
        if mechanism["threshold"] is not None and i == 0:
            wanted = ["key_threshold"], {**share, "threshold": mechanism["threshold"]}
        elif noise == "discrete_laplace":
            alone = parent == "optimal_composition" and times == cells and in_cell == 1
            alone = alone and have.get("sensitivity") == row
            wanted = ["discrete_laplace_cells", "discrete_laplace_loss"], {"sensitivity": row if alone else rows * row}
        elif rule == "discrete_gaussian_loss":
            demand(parent == "composition_by_privacy_loss" and times == cells and (in_cell == 1 or cells == 1),
                   "this loss does not cover all cells of a person")
            wanted = ["discrete_gaussian_loss"], {"sensitivity": in_cell * row}
        else:
            wanted = ["discrete_gaussian_cells"], {"squared_sensitivity": row**2 * (cells if in_cell == 1 else rows**2)}
        demand(rule in wanted[0] and have == {**wanted[1], name: size},
               f"the leaf {rule[:40]} is not that of the {n['name']}")


# ---------------------------------------------------------------- error bars

def laplace_tail(s, t):
    """P(|Z| > t), T5 (a)."""
    return 2 * exp(-(t + 1) / s) / (1 + exp(-1 / s))


def laplace_bound(s, beta):
    """The least t with P(|Z| > t) <= beta, T5 (b)."""
    t = dec(s) * (2 / ((1 + exp(-1 / s)) * dec(beta))).ln()
    return max(0, math.ceil(exactly(t)) - 1)


GAUSSIAN = {}


def gaussian_weights(v):
    """For v up to 10^6: the list of P(|Z| > t), up to 1e-45, and E|Z|."""
    if v not in GAUSSIAN:
        weight, ratio, factor, weights = Decimal(1), exp(-1 / (2 * v)), exp(-1 / v), []
        while weight > Decimal("1e-50"):
            weights.append(weight)
            weight, ratio = weight * ratio, ratio * factor
        total = 2 * sum(weights) - 1
        tails, rest = [], Decimal("1e-45")
        for w in reversed(weights):
            tails.append(rest)
            rest += 2 * w / total
        GAUSSIAN[v] = tails[::-1], 2 * sum(z * w for z, w in enumerate(weights)) / total
    return GAUSSIAN[v]


def gaussian_tail(v, t):
    """An upper bound of P(|Z| > t). For v above 10^6, w(z) = exp(-z^2/2v): the sum over z > t is at most the
    integral from t on, or from t + 1/2 on where w is convex; the sum over all z is at least sqrt(2 pi v) (T25)."""
    if v <= 10**6:
        tails = gaussian_weights(v)[0]
        return tails[min(t, len(tails) - 1)]
    start = t if t * t <= v else t + Fraction(1, 2)
    result = math.erfc(float(dec(start) / (2 * dec(v)).sqrt())) * (1 + 1e-12)
    if result < 1e-280:
        raise Unknown("a probability too small to compute")
    return Decimal(result)


def gaussian_bound(v, beta):
    """The least t with gaussian_tail <= beta, but for 1e-9 of v."""
    low, high = -1, 1 + int(exactly((2 * dec(v) * (2 - dec(beta).ln())).sqrt()))
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if gaussian_tail(v, middle) <= dec(beta) else (middle, high)
    return high


def tail(n, t):
    noise, size = noise_of(n)
    return laplace_tail(size, t) if noise == "discrete_laplace" else gaussian_tail(size, t)


def least_bound(n, beta):
    noise, size = noise_of(n)
    return laplace_bound(size, beta) if noise == "discrete_laplace" else gaussian_bound(size, beta)


def mean_size(n):
    """E|Z|, T5 (c); for large v: the sum of z w(z) is v - 1/12 and less than 1/v more, the sum of w sqrt(2 pi v)."""
    noise, size = noise_of(n)
    if noise == "discrete_laplace":
        q = exp(-1 / size)
        return 2 * q / (1 - q * q)
    if size <= 10**6:
        return gaussian_weights(size)[1]
    pi = Decimal("3.14159265358979323846264338327950288419716939937510582097494")
    return (2 * dec(size) / pi).sqrt() * (1 - 1 / (12 * dec(size)))


def sum_tail(n, count, t):
    """An upper bound of P(|sum of `count` draws| > t): T33 (b) with the best h."""
    noise, size = noise_of(n)
    if count == 1:
        return tail(n, t)
    if noise == "discrete_gaussian":
        return 2 * (-dec(Fraction((t + 1)**2) / (2 * count * size))).exp()
    x = float(1 / size)
    demand(1e-300 < x < 1e300, "a scale without measure")

    def exponent(u):
        """ln E exp(hZ) times count, minus h (t + 1), at h = u/s; convex in u."""
        a, b, c = (math.log(-math.expm1(-y * x)) for y in (1, 1 - u, 1 + u))
        return count * (2 * a - b - c) - u * x * (t + 1)
    low, high = 1e-9, 1 - 1e-9
    for _ in range(100):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if exponent(a) < exponent(b) else (a, high)
    h, q = Fraction(low) / size, exp(-1 / size)
    moment = (1 - q)**2 / ((1 - q * exp(h)) * (1 - q * exp(-h)))
    return 2 * (count * moment.ln() - dec(h * (t + 1))).exp()


def check_unit(certificate):
    verb, unit = certificate["question"]["verb"], number(certificate["unit"])
    if verb in ("histogram", "count"):
        demand(unit == 1, "the unit of counts is 1")
    else:
        step = grid(certificate)[5]
        demand(unit == {"sum": step, "mean": step / 100, "variance": step**2}[verb], "does not follow from the step")


def check_error(certificate):
    """The bound of counts and sums, T5 and T33, and what is said of it in accuracy."""
    confidence, unit = number(certificate["confidence"]), number(certificate["unit"])
    demand(0 < confidence < 1, "the confidence is not between 0 and 1")
    if certificate["question"]["verb"] in ("mean", "variance"):
        demand(certificate["error"] == [] and certificate["accuracy"] == [], "means and variances have none")
        return "none"
    demand(len(certificate["error"]) == 1 and len(certificate["accuracy"]) == 1, "not one bound")
    error, accuracy, n = certificate["error"][0], certificate["accuracy"][0], certificate["mechanism"]["numbers"][-1]
    bound = released(error["bound"])
    t = bound / unit
    demand(t.denominator == 1 and t >= 0, "the bound is no multiple of the unit")
    p = tail(n, int(t))
    demand(at_most(p, 1 - confidence), f"the noise exceeds {float(bound):g} with probability {p:.6g}")
    demand(number(error["confidence"]) == confidence, "the bound has another confidence")
    demand(above(dec(number(error["mean_abs"]))) >= mean_size(n) * dec(unit), "mean_abs is too small")
    demand((number(accuracy["alpha"]), accuracy["distortion"]) == (0, "none"), "accuracy is of another kind")
    demand((number(accuracy["beta"]), number(accuracy["gamma"])) == (bound, 1 - confidence),
           "accuracy differs from the bound")
    return f"at most {written(bound)[:40]} with probability {written(confidence)[:40]}"


def around(value, bound, cut):
    ends = [value - bound, value + bound]
    return [max(Fraction(0), x) for x in ends] if cut else ends


def check_intervals(certificate):
    """Values are multiples of the unit, agree with the noisy numbers, and have the right intervals."""
    verb, unit = certificate["question"]["verb"], number(certificate["unit"])
    numbers, fewer = certificate["mechanism"]["numbers"], certificate["fewer_than"]
    count, several = verb in ("histogram", "count"), len(numbers) > 1
    estimate = Estimate(certificate) if verb in ("mean", "variance") else None
    bound = None if estimate else released(certificate["error"][0]["bound"])
    for row in entries_of(certificate):
        value, interval = released(row["count" if count else "value"]), [released(x) for x in row["interval"]]
        demand(all((x / unit).denominator == 1 for x in [value, *interval]), "a number is no multiple of the unit")
        demand(("noisy" in row) == several and len(row.get("noisy", numbers)) == len(numbers),
               "noisy numbers are there or are not")
        if fewer is not None and (count or several):
            demand((row["noisy"][0] if several else value) >= fewer, "a cell below fewer_than is shown")
        if estimate:
            estimate.check(value, interval, row["noisy"])
        else:
            demand(not several or row["noisy"][-1] * unit == value, "the value is not the noisy number")
            demand(interval == around(value, bound, count),
                   f"an interval is not {float(value):g} plus and minus the bound")


class Estimate:
    """T35: what a mean or a variance can be, from the noisy numbers of a cell."""

    def __init__(self, certificate):
        self.low, self.high, self.c, self.r, self.h, self.step = grid(certificate)
        self.unit, self.mean = number(certificate["unit"]), certificate["question"]["verb"] == "mean"
        numbers = certificate["mechanism"]["numbers"]
        beta = (1 - number(certificate["confidence"])) / len(numbers)
        self.bounds = [least_bound(n, beta) for n in numbers]
        if self.mean:
            self.allowed = [self.low * self.step, self.high * self.step]
        else:
            self.allowed = [Fraction(0), self.r**2 * self.step**2]

    def at(self, n, s, q):
        """The mean or variance of n rows with these sums. S/n lies in lo-c..hi-c and Q/n in -h..R^2-h."""
        u = min(max(Fraction(s, n), self.low - self.c), self.high - self.c)
        if self.mean:
            return (self.c + u) * self.step
        w = min(max(Fraction(q, n), -self.h), self.r**2 - self.h)
        return (w + self.h - u**2) * self.step**2

    def range(self, noisy):
        """The least and the greatest value for all n, S, Q within their bounds; None if n may be 0."""
        ends = [(y - b, y + b) for y, b in zip(noisy, self.bounds)] + [(0, 0)]
        (n1, n2), (s1, s2), (q1, q2) = ends[:3]
        if n1 <= 0:
            return None
        # In x = 1/n each is constant, monotone or concave between the n where S/n or Q/n meets its limits; the greatest
        # value may also be at the top of Q x - S^2 x^2.
        corners = [Fraction(abs(s), self.r) for s in (s1, s2) if self.r] + [Fraction(q, d) for q, d in (
            (-q1, self.h), (q1, self.r**2 - self.h), (-q2, self.h), (q2, self.r**2 - self.h)) if d]
        corners += [Fraction(2 * s * s, q2) for s in (s1, s2) if q2 > 0]
        ns = {n1, n2} | {min(max(n, n1), n2) for x in corners for n in (math.floor(x), math.ceil(x))}
        ss = {s1, s2} | ({0} if s1 < 0 < s2 else set())
        values = [self.at(n, s, q) for n in ns for s in ss for q in (q1, q2)]
        return min(values), max(values)

    def check(self, value, interval, noisy):
        cut = lambda x: min(max(x, self.allowed[0]), self.allowed[1])
        span = self.range(noisy)
        low, high = [cut(x) for x in span] if span else self.allowed
        demand(interval[0] <= low and high <= interval[1], f"the interval of {noisy} is too narrow: it must hold "
               f"{float(low):.9g} to {float(high):.9g}")
        middle = (self.allowed[0] + self.allowed[1]) / 2
        wanted = [middle] if span is None or (interval[0] <= self.allowed[0] and interval[1] >= self.allowed[1]) else []
        if noisy[0] > 0 and span is not None:
            wanted.append(cut(self.at(noisy[0], noisy[1], noisy[-1])))
        demand(any(abs(value - x) <= self.unit / 2 for x in wanted), f"the value of {noisy} is {float(value):.9g}")


def check_total(certificate):
    """The total of counts or sums, and its interval by T33 (b)."""
    total, verb, rows = certificate["total"], certificate["question"]["verb"], entries_of(certificate)
    if total is None:
        return "none"
    demand(verb in ("histogram", "count", "sum") and certificate["question"]["columns"] and is_listed(certificate),
           "there should be none")
    name, count, unit = ("value", False, number(certificate["unit"])) if verb == "sum" else ("count", True, Fraction(1))
    value, interval = released(total[name]), [released(x) for x in total["interval"]]
    demand("cell" not in total and "noisy" not in total, "it is no cell")
    demand(value == sum(released(row[name]) for row in rows), "is not the sum of the cells")
    bound = interval[1] - value
    t = bound / unit
    demand(t.denominator == 1 and t >= 0 and interval == around(value, bound, count),
           "the interval is not around the total")
    p = sum_tail(certificate["mechanism"]["numbers"][-1], len(rows), int(t))
    demand(at_most(p, 1 - number(certificate["confidence"])),
           f"by T33 the noise of the total exceeds {float(bound):g} with probability {p:.6g}")


# ---------------------------------------------------------------- ledger

def seal(*texts):
    """SHA-256 of texts, each after its length in 8 bytes."""
    parts = [t.encode("utf-8") for t in texts]
    return hashlib.sha256(b"".join(len(p).to_bytes(8, "big") + p for p in parts)).hexdigest()


def terms_seal(terms):
    names = ("created", "table", "epsilon", "delta", "profile", "neighbours", "accounting")
    return seal("selvage ledger terms 1", *(terms[name] for name in names))


def check_entry_question(certificate):
    question = certificate["question"]
    mechanism = {k: v for k, v in certificate["mechanism"].items() if k != "reason"}
    wanted = canonical({"question": question, "mechanism": mechanism, "fewer_than": certificate["fewer_than"]})
    demand(certificate["ledger"]["entry"]["question"].encode("utf-8") == wanted, "is not that of this certificate")


def counted_and_rest(certificate):
    entry, derivation = certificate["ledger"]["entry"], certificate["derivation"]
    counted = entry["counted"]
    demand(counted is None or 0 <= counted < len(derivation), "no such derivation is counted")
    rest = [d for i, d in enumerate(derivation) if i != counted]
    return (None if counted is None else derivation[counted]), rest


def check_seals(certificate):
    terms, entry = certificate["ledger"]["terms"], certificate["ledger"]["entry"]
    demand(entry["id"] >= 1, "entries begin with 1")
    counted, rest = counted_and_rest(certificate)
    texts = [entry["previous"], str(entry["id"]), entry["time"], entry["question"], entry["version"],
             canonical(counted).decode(), canonical(rest).decode()]
    demand(seal("selvage ledger entry 1", *texts) == entry["seal"], "the seal of the entry is that of another")
    if entry["id"] == 1:
        demand(entry["previous"] == terms_seal(terms), "the seal before entry 1 is not that of the terms")
        return "from the terms on"
    return "of this entry; those before it are not in this file"


def within(node, times=1):
    """All nodes of a derivation, with how often each counts."""
    yield node, times
    for i, premise in enumerate(node["premises"]):
        yield from within(premise, times * int(number(node["inputs"].get(f"times_{i + 1}", "1"))))


def stands_for(node, release):
    """A release in a sum: itself, or the loss of the same noise (T22)."""
    losses = {"discrete_laplace_cells": "discrete_laplace_loss", "discrete_gaussian_cells": "discrete_gaussian_loss"}
    if node == release:
        return True
    if losses.get(release["rule"]) != node["rule"] or release["rule"] not in losses:
        return False
    inputs = dict(release["inputs"])
    if release["rule"] == "discrete_gaussian_cells":
        if inputs.pop("squared_sensitivity") != "1":
            return False
        inputs["sensitivity"] = "1"
    return node["inputs"] == inputs


SUMS = {"adaptive": {"budget_filter"}, "sum": {"basic_composition"},
        "planned": {"basic_composition", "optimal_composition", "composition_by_privacy_loss", "dp_from_zcdp"}}


def check_spent(certificate):
    """What is promised of all entries together is within the caps, and this release is in it."""
    terms, entry, spent = (certificate["ledger"][k] for k in ("terms", "entry", "spent"))
    demand(spent["entries"] == entry["id"], "it speaks of other entries")
    demand(0 <= spent["unanswered"] <= spent["entries"], "more unanswered entries than there are")
    overall, (counted, _) = spent["overall"], counted_and_rest(certificate)
    demand((overall is None) == (spent["refused"] is not None), "a promise is made or is not")
    if overall is None:
        raise Unknown("no promise is made of all entries together")
    demand(counted is not None, "nothing of this release is counted")
    demand(counted["conclusion"]["kind"] in ("dp", "zcdp"), "what is counted of this release is neither dp nor zcdp")
    demand(any(stands_for(node, counted) for node, _ in within(overall)), "this release is not in the sum")
    end = Promise(overall["conclusion"])
    demand(end.kind == "dp" and end.neighbours == terms["neighbours"], "it is another kind of promise")
    demand(overall["rule"] in SUMS[terms["accounting"]],
           f"{overall['rule'][:40]} is not what {terms['accounting']} adds by")
    caps = [math.inf if terms[k] == "none" else number(terms[k]) for k in ("epsilon", "delta")]
    demand(end.epsilon <= caps[0] and end.delta <= caps[1], "it exceeds the caps")
    if terms["accounting"] == "adaptive":
        demand([end.epsilon, end.delta] == caps, "T29 proves the caps themselves")
    if overall["rule"] in ("budget_filter", "basic_composition") and overall["inputs"]:
        times = [number(overall["inputs"][f"times_{i + 1}"]) for i in range(len(overall["premises"]))]
        demand(sum(times) == spent["entries"], "not every entry is in the sum")
    return ", ".join(f"{k} {overall['conclusion'][k][:30]} of {terms[k][:30]}" for k in ("epsilon", "delta"))


def check_claims(certificate):
    """T36: each outlier promise has a partition of its own and this release in it, and is within the profile cap."""
    terms, spent = certificate["ledger"]["terms"], certificate["ledger"]["spent"]
    claims, overall = spent["claims"], spent["overall"]
    demand(all(c["conclusion"]["kind"] == "outlier" for c in claims), "a claim is no outlier promise")
    demand(len({c["conclusion"].get("partition") for c in claims}) == len(claims), "two claims about one partition")
    for claim in claims:
        demand(any(node in certificate["derivation"] for node, _ in within(claim)), "this release is not in a claim")
        demand(claim["conclusion"]["neighbours"] == terms["neighbours"], "a claim has other neighbours")
    if terms["profile"] != "none":
        steps = [part.split(":") for part in terms["profile"].split(",")]
        demand(all(len(x) == 2 for x in steps[:-1]) and len(steps[-1]) == 1, "the profile of the terms is none")
        cap = [(int(k), e) for k, e in steps[:-1]] + [(None, steps[-1][0])]
        for claim in claims:
            profile = claim["conclusion"]["profile"]
            limits = [limit for limit, _ in [*profile, *cap]]
            profile_at_most(lambda k: envelope(profile, k), lambda k: envelope(cap, k), limits)
        if not claims:
            if not overall or overall["rule"] not in ("budget_filter", "basic_composition"):
                raise Unknown("the profile of the terms, for this kind of sum")
            node = Node(overall)
            total = sum(k * p.epsilon for k, p in zip(node.times(optional=True), node.premises) if p.kind == "dp")
            demand(total <= min(number(e) for _, e in cap), "the epsilons exceed the profile of the terms")
    if spent["random"]:
        raise Unknown("the sum of the random-dp promises")
    return f"{len(claims)}"


def check_export(certificate, data):
    """The whole chain of an export, this certificate's entry in it, and the sum of all entries up to it."""
    terms, entry, spent = (certificate["ledger"][k] for k in ("terms", "entry", "spent"))
    head, *lines = [read_json(line) for line in data.split(b"\n") if line]
    demand(all(head[k] == text for k, text in terms.items()), "its terms are others")
    last, releases, unanswered = terms_seal(head), [], 0
    demand(head["seal"] == last, "the seal of the terms is that of others")
    demand(len(lines) >= entry["id"], f"it ends before entry {entry['id']}")
    for i, line in enumerate(lines, 1):
        texts = [last, str(i), line["time"], line["question"], line["version"], line["counted"] or "null",
                 line["other"]]
        last = seal("selvage ledger entry 1", *texts)
        demand(line["entry"] == i and line["seal"] == last, f"entry {i} is not the one that was sealed")
        if i <= entry["id"]:
            releases.append(line["counted"] and read_json(line["counted"].encode("utf-8")))
            unanswered += line["answered"] is None
        if i == entry["id"]:
            mine = (entry["seal"], entry["previous"], entry["time"], entry["question"], entry["version"])
            demand(mine == (last, texts[0], *texts[2:5]), f"entry {i} is another one")
    demand(unanswered <= spent["unanswered"], "entries that were answered are not any more")
    if spent["overall"]:
        demand(None not in releases, "an entry without a promise is in the sum")
        check_releases(spent["overall"], releases)
    return f"{len(lines)} entries, this one is number {entry['id']}"


def check_releases(overall, releases):
    """The sum is made of these releases, each as often as it is there."""
    left = {}
    for release in releases:
        key = canonical(release)
        left[key] = (release, left.get(key, (release, 0))[1] + 1)
    todo = [(overall, 1, True)]
    while todo:
        node, times, top = todo.pop()
        match = None if top else next((key for key, (release, _) in left.items() if stands_for(node, release)), None)
        if match:
            left[match] = (left[match][0], left[match][1] - times)
            continue
        demand(node["premises"], "a release is in the sum that is not in the ledger")
        for i, premise in enumerate(node["premises"]):
            todo.append((premise, times * int(number(node["inputs"].get(f"times_{i + 1}", "1"))), False))
    demand(not any(n for _, n in left.values()), "the sum has other releases than the ledger")


# ---------------------------------------------------------------- all together

def check_all(report, data, signer=None, lines=None):
    """All checks of one certificate; `data` are the bytes of its file, `lines` those of a ledger's export."""
    certificate, Composer.work = {}, 0
    if not report.check("canonical form", lambda: certificate.update(canonical_object(data))):
        return
    if not report.check("schema", check_schema, certificate):
        return
    report.check("digest", check_digest, certificate)
    report.check("signature", check_signature, certificate, signer)
    for i, derivation in enumerate(certificate["derivation"]):
        report.check(f"derivation {i}", check_derivation, derivation)
        report.check(f"leaves of derivation {i}", check_leaves, derivation, certificate["mechanism"])
    for what, function in (("guarantees", check_guarantees), ("numbers of a cell", check_numbers),
                           ("share of a person", check_share), ("cells", check_cells), ("unit", check_unit),
                           ("error bound", check_error), ("intervals", check_intervals), ("total", check_total)):
        report.check(what, function, certificate)
    ledger = certificate["ledger"]
    if ledger:
        report.check("ledger: question", check_entry_question, certificate)
        report.check("ledger: seals", check_seals, certificate)
        if ledger["spent"]["overall"]:
            report.check("ledger: derivation of the sum", check_derivation, ledger["spent"]["overall"])
        report.check("ledger: sum", check_spent, certificate)
        for i, claim in enumerate(ledger["spent"]["claims"]):
            report.check(f"ledger: derivation of claim {i}", check_derivation, claim)
        report.check("ledger: claims", check_claims, certificate)
        if lines is not None:
            report.check("ledger: export", check_export, certificate, lines)
    elif lines is not None:
        report.check("ledger: export", demand, False, "the certificate speaks of no ledger")
    report.line("unknown", "that the table was the one named, that the noise was drawn as it should be, and that"
                " nothing was released elsewhere")


def canonical_object(data):
    value = canonical_line(data)
    demand(isinstance(value, dict), "no object")
    return value


def public_key(text):
    """A key as 64 hexadecimal digits, or the first such word of a file."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        with open(text, "rb") as file:
            words = re.findall(rb"(?<![0-9a-zA-Z])[0-9a-fA-F]{64}(?![0-9a-zA-Z])", file.read(4096))
        if len(words) != 1:
            raise ValueError(f"{text}: there is not one public key in it")
        text = words[0].decode()
    return text.lower()


def read_file(name):
    with open(name, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"{name}: more than {MOST_BYTES} bytes")
    return data


def main(arguments):
    options, files = {}, []
    words = iter(arguments)
    try:
        for word in words:
            if word in ("--signer", "--ledger-lines"):
                options[word] = next(words)
            elif word.startswith("-"):
                raise ValueError(f"unknown option {word}")
            else:
                files.append(word)
        if len(files) != 1:
            raise ValueError("one certificate, please")
        data = read_file(files[0])
        signer = public_key(options["--signer"]) if "--signer" in options else None
        lines = read_file(options["--ledger-lines"]) if "--ledger-lines" in options else None
    except (OSError, ValueError, StopIteration) as why:
        print(f"check_certificate: {why or 'an option without its value'}\n{__doc__.splitlines()[2]}", file=sys.stderr)
        return 2
    report = Report()
    check_all(report, data, signer, lines)
    if report.wrong:
        print(f"WRONG: {report.wrong} of {report.wrong + report.fine + report.unknown} checks")
    else:
        print(f"nothing is wrong: {report.fine} checks hold, {report.unknown} cannot be made")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
