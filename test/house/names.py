#!/usr/bin/env python3
"""One name, one meaning, in every namespace of the house.

    names.py [--root FOLDER]     checks the house
    names.py --self-test         checks that every kind of fault is found

Two classes of one name and different members, in two files of one program, are undefined
behaviour that neither compiler nor linker reports. So a type, an alias or a variable of a
named namespace is defined at one place, and a function with the same parameters too.
The sources of a room are compiled together in a release build, and so are its tests. What
these define in anonymous namespaces shares one scope: the same holds for it there.

It reads tokens, not C++: definitions at namespace scope, in the form that clang-format
leaves them.
"""
import collections
import itertools
import pathlib
import re
import sys
import tempfile
import typing
import zlib

import checking
from rooms import TEST_FILES, Room, room_of, rooms_of

SKIPPED = re.compile(
    r'//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*'
    r'|(?:\bR"([^()\s\\]*)\((?:.|\n)*?\)\1")|"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.){1,4}'", re.M | re.S)
TOKEN = re.compile(r"[A-Za-z_]\w*|::|->|\d[\w.']*|\S")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*$")
KEYWORDS = {"const", "constexpr", "inline", "static", "int", "bool", "double", "float",
            "char", "unsigned", "long", "short", "auto", "void", "signed", "override",
            "noexcept", "extern", "struct", "class", "enum", "typename"}
FOLDERS = ("selvage", "tool")  # one program; others have their own
TEST_MACROS = ("TEST", "TYPED_TEST", "INSTANTIATE_")
TYPES = {"struct", "class", "union", "enum"}


class Definition(typing.NamedTuple):
    kind: str    # type, alias, function or variable
    scope: str   # the namespaces around it; an anonymous one is {}
    name: str
    detail: str  # parameters of a function, meaning of an alias
    file: str
    line: int


def statements(text: str):
    """Every statement at namespace scope: (namespaces around it, its tokens, line).
    The body of a class or function is left out; its opening brace is the last token."""
    def blank(match: re.Match) -> str:
        word = match[0]
        kept = '""' if word[0] in '"R' else "0" if word[0] == "'" else " "
        return kept + "\n" * word.count("\n")

    tokens, line = [], 1
    for row in SKIPPED.sub(blank, text).split("\n"):
        tokens += [(token, line) for token in TOKEN.findall(row)]
        line += 1
    scopes: list[str] = []
    i, start, round_depth = 0, 0, 0
    while i < len(tokens):
        token = tokens[i][0]
        words = [word for word, _ in tokens[start:i]]
        if token in "([":
            round_depth += 1
        elif token in ")]":
            round_depth -= 1
        elif token == "{" and "namespace" in words[:2]:
            names = [word for word in words if word not in ("inline", "namespace", "::")]
            scopes.append("::".join(names) or "{}")
            start = i + 1
        elif token == "{":
            depth = 1
            opening = i
            while depth and i + 1 < len(tokens):
                i += 1
                depth += {"{": 1, "}": -1}.get(tokens[i][0], 0)
            # A braced default or initializer inside of a statement goes on after it.
            is_body = round_depth == 0 and (
                body_of_function(words) or TYPES & set(without_template(words)[:2]))
            if is_body:
                yield tuple(scopes), words + ["{"], tokens[start][1]
                if TYPES & set(without_template(words)[:2]):  # up to the semicolon
                    while i + 1 < len(tokens) and tokens[i][0] != ";":
                        i += 1
                start = i + 1
            else:
                del tokens[opening:i + 1]
                tokens.insert(opening, ("{}", tokens[opening - 1][1]))
                i = opening
        elif token == "}" and round_depth == 0:
            if scopes:
                scopes.pop()
            start = i + 1
        elif token == ";" and round_depth == 0:
            if words:
                yield tuple(scopes), words, tokens[start][1]
            start = i + 1
        i += 1


def without_template(words: list[str]) -> list[str]:
    """Without template<...>, [[...]] and alignas(...) in front."""
    pairs_of = {"template": ("<", ">"), "[": ("[", "]"), "alignas": ("(", ")")}
    while words and words[0] in pairs_of:
        pairs = pairs_of[words[0]]
        depth, i = 0, 0 if words[0] == "[" else 1
        while i < len(words):
            depth += (words[i] == pairs[0]) - (words[i] == pairs[1])
            i += 1
            if depth == 0:
                break
        words = words[i:]
    return words


def body_of_function(words: list[str]) -> bool:
    """Whether a brace after these words opens a function: there is a parameter list, and
    no `=` before it."""
    words = without_template(words)
    return "(" in words and "=" not in words[:words.index("(")]


def parameters_of(words: list[str]) -> str:
    """The types in a parameter list, without names; one with a default after a `?`."""
    parts, depth, part = [], 0, []
    for word in words + [","]:
        depth += (word in "(<[{") - (word in ")>]}")
        if word == "," and depth == 0:
            default = "?" if "=" in part else ""
            if default:
                part = part[:part.index("=")]
            named = (len(part) > 1 and IDENTIFIER.match(part[-1])
                     and part[-1] not in KEYWORDS and part[-2] not in ("::", "const"))
            part = part[:-1] if named else part
            # A call with a temporary does not tell T from const T&.
            if part[:1] == ["const"] and part[-1:] == ["&"]:
                part = part[1:-1]
            parts.append(default + " ".join(part))
            part = []
        else:
            part.append(word)
    return "; ".join(part for part in parts if part)


def calls_of(parameters: str) -> set[str]:
    """The lists of types with which a function can be called."""
    parts = parameters.split("; ")
    needed = sum(not part.startswith("?") for part in parts)
    return {"; ".join(parts[:count]).replace("?", "")
            for count in range(needed, len(parts) + 1)}


def parameters_at(words: list[str]) -> int:
    """Where the parameter list begins: std::function<T(U)> before it has brackets too."""
    depth = 0
    for i, word in enumerate(words):
        depth += (word == "<") - (word == ">")
        if word == "(" and depth == 0:
            return i
    return words.index("(")


def definition_of(words: list[str]):
    """(kind, name, parameters or text) of a statement that defines a name, or None."""
    is_body = words[-1] == "{"
    words = without_template(words[:-1] if is_body else words)
    if not words or words[0] in ("namespace", "static_assert", "extern"):
        return None
    if words[0] == "using":
        if len(words) > 2 and words[2] == "=":
            return "alias", words[1], " ".join(words[3:])
        return None
    if words[0] in TYPES:
        if not is_body:
            return None  # a declaration
        words = without_template(words[2 if words[1] in TYPES else 1:])
        name = words[0] if words else ""
        if len(words) > 1 and words[1] in ("<", "::"):
            return None  # a specialization, or a class within another
        return ("type", name, "") if IDENTIFIER.match(name) else None
    if "(" in words and is_body and body_of_function(words):
        at = parameters_at(words)
        if words[at - 1] == "operator" or "operator" in words[:at]:
            return None
        if not IDENTIFIER.match(words[at - 1]) or words[at - 2:at - 1] == ["::"]:
            return None  # a member
        depth, end = 1, at + 1
        while depth and end < len(words):
            depth += (words[end] == "(") - (words[end] == ")")
            end += 1
        return "function", words[at - 1], parameters_of(words[at + 1:end - 1])
    return None


def variables_of(words: list[str]) -> list[str]:
    """The names that a statement without a body defines: `T a = 1, b{}, c[] = {}`."""
    words = without_template(words)
    if words[0] in ("using", "namespace", "static_assert", "friend", "extern", "{"):
        return []
    names, depth, value = [], 0, False
    for i, word in enumerate(words):
        after = words[i + 1] if i + 1 < len(words) else ""
        if depth == 0 and not value and word == "(":
            is_constant = re.match("k[A-Z]", words[i - 1]) and words[-1] == ")"
            return [words[i - 1]] if is_constant else []  # else a function is declared
        opens, closes = ("([", ")]") if value else ("(<[", ")>]")
        depth += (word in opens) - (word in closes)
        if depth == 0 and after in ("=", "{}", "[") and not value and i > 0:
            if IDENTIFIER.match(word) and words[i - 1] != "::":
                names.append(word)
            value = True
        elif depth == 0 and word == ",":
            value = False
    return names


def definitions_of(text: str, file: str):
    for scopes, words, line in statements(text):
        scope = "::".join(scopes)
        if found := definition_of(words):
            kind, name, detail = found
            yield Definition(kind, scope, name, detail, file, line)
        elif words[-1] != "{":
            for name in variables_of(words):
                yield Definition("variable", scope, name, "", file, line)


def same_alias(one: Definition, other: Definition) -> bool:
    return one.kind == "alias" == other.kind and one.detail == other.detail


def clashes(found: list[Definition], advice: str) -> list[str]:
    faults = []
    by_name = collections.defaultdict(list)
    for definition in found:
        by_name[definition.scope, definition.name].append(definition)
    for (_, name), group in sorted(by_name.items()):
        seen: dict[str, Definition] = {}
        for definition in group:
            is_function = definition.kind == "function"
            keys = calls_of(definition.detail) if is_function else {"a thing"}
            first = next((seen[key] for key in sorted(keys) if key in seen), None)
            seen |= {key: definition for key in keys if key not in seen}
            if first and not same_alias(first, definition):
                faults.append(f"{definition.file}:{definition.line}: {name} is also "
                              f"defined at {first.file}:{first.line}; {advice}")
    return faults


# One of two is linked, by a choice of CMake.
ALTERNATIVES = {"selvage/source/without_duckdb.cpp"}


def unit_of(room: Room | None, file: str) -> str:
    """What a file is compiled together with."""
    name = room.name if room else file.split("/")[0]
    if not file.endswith(TEST_FILES):
        return f"the sources of {name}"
    slow = room and file in room.slow_tests
    return f"the slow tests of {name}" if slow else f"the tests of {name}"


def faults_of(root: pathlib.Path, units: bool = True) -> list[str]:
    rooms = rooms_of(root)
    files = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*")
                   if path.suffix in (".hpp", ".cpp"))
    named: list[Definition] = []
    anonymous: dict[str, list[Definition]] = collections.defaultdict(list)
    for path in files:
        name = path.relative_to(root).as_posix()
        room: Room | None = room_of(rooms, name)
        for definition in definitions_of(path.read_text(encoding="utf-8"), name):
            if "{}" not in definition.scope.split("::"):
                if name not in ALTERNATIVES:
                    named.append(definition)
            elif not (room and name in room.alone) and not definition.name.startswith(TEST_MACROS):
                anonymous[unit_of(room, name)].append(definition)
    faults = clashes(named, "one of them needs another name")
    if not units:
        return faults if files else [f"{root}: there is no house here"]
    for unit, found in sorted(anonymous.items()):
        faults += clashes(found, f"a release build compiles {unit} together, so give "
                                 "one another name or share it")
    types = {(one.scope, one.name): one for one in named
             if one.kind in ("type", "alias") and not one.file.endswith(TEST_FILES)}
    for one in itertools.chain.from_iterable(anonymous.values()):
        other = types.get((one.scope.replace("::{}", ""), one.name))
        if other and not same_alias(one, other):
            faults.append(f"{one.file}:{one.line}: {one.name} hides the one of "
                          f"{other.file}:{other.line}")
    return faults if files else [f"{root}: there is no house here"]


ROOM = {"selvage/a/CMakeLists.txt": "selvage_room(a SOURCES x.cpp SLOW_TESTS slow_test.cpp)\n"
                                    'selvage_vector_sources(a "-mavx2" fast.cpp)\n',
        "selvage/b/CMakeLists.txt": "selvage_room(b SOURCES y.cpp)\n"}


def source(body: str, space: str = "selvage") -> str:
    return f"#include <x>\n// struct Told {{}};\nnamespace {space} {{\n{body}\n}}\n"


def hidden(body: str) -> str:
    return source(f"namespace {{\n{body}\n}}\nint user() {{ return f(); }}".replace(
        "user", "user" + str(zlib.crc32(body.encode()))))


# Pairs of files' texts, and how many faults they have together.
PAIRS = [
    (source("struct S { int a = 1; };"), source("struct S { int b; };"), 1),
    (source("class S final : public T { S f() { return {}; } };"),
     source("enum class S { s };"), 1),
    (source("struct [[nodiscard]] S {};"),
     source("template <class T> struct S { T x; };"), 1),
    (source("struct S {};"), source("using S = int;"), 1),
    (source("using S = int;"), source("using S = int;"), 0),
    (source("using S = int;"), source("using S = long;"), 1),
    (source("struct S {};"), source("struct S {};", "selvage::verify"), 0),
    (source("struct S {};"), source("struct S; struct T { struct S {}; };"), 0),
    (source("struct S {};"), source("struct S::T { int a; };"), 0),
    (source("template <> struct S<int> {};"), source("template <> struct S<long> {};"), 0),
    (source("int f(int a, T b = {}) { return 1; }"),
     source("int f(int c, T d) { return 2; }"), 1),
    (source("int f(int a) { return 1; }"), source("int f(long a) { return 2; }"), 0),
    (source("int f(int a) { return 1; }"), source("int f(int a);"), 0),
    (source("int f(int a) { return 1; }"), source("int S::f(int a) { return 1; }"), 0),
    (source("inline constexpr int kA = 1;"), source("inline constexpr int kA = 2;"), 1),
    (source("const S kA{1, {2}}; struct T {};"), source("const S kB{1}; struct T {};"), 1),
    (source("extern int a;"), source("int a = 1;"), 0),
    (hidden("struct S {};"), source("const char* s = \"struct S {};\";"), 0),
    (hidden("class S {};"), source("struct S {};"), 1),
    (hidden("using S = int;"), source("using S = int;"), 0),
    (hidden("using S = int;"), source("using S = long;"), 1),
    (hidden("constexpr int kA = '{';"), hidden("constexpr int kB[] = {1, 2};"), 0),
    (hidden("void g(const T& t) {}"), hidden("void g(const U& t) {}"), 0),
    (hidden("F<T(U)> g(int a) {}"), hidden("F<T(U)> h(int a) {}"), 0),
]
# Pairs of one room; the same in two rooms, or in a file that is compiled alone, are good.
IN_ONE_ROOM = [
    (hidden("struct S {};"), hidden("struct S { int a; };")),
    (hidden("constexpr int kA = 1;"), hidden("constexpr int kA{2};")),
    (hidden("const T kA[] = {{1}, {2}};"), hidden("const T kA{};")),
    (hidden("constexpr int kA = 1 < 2, kB{1}, kC = 2;"), hidden("constexpr int kB = 3;")),
    (hidden("alignas(64) constexpr T kA[] = {1};"),
     hidden("constexpr T kB = f(1, 2), kA{};")),
    (hidden("const T kA(1, 2);"), hidden("const T kA = 1;")),
    (hidden("void g(const T& t) {}"), hidden("void g(const T& u) { ; }")),
    (hidden("void g(const T& t) {}"), hidden("void g(T t) { ; }")),
    (hidden("void g(T t, U u = {}) {}"), hidden("void g(T t) { ; }")),
]


def self_test() -> None:
    def faults_with(files: dict[str, str]) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (ROOM | files).items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return faults_of(pathlib.Path(folder))

    for one, other, count in PAIRS:
        for place in ("selvage/b/y.hpp", "selvage/a/z.cpp", "tool/y.cpp"):
            found = faults_with({"selvage/a/x.cpp": one, place: other})
            assert len(found) == count, (one, other, found)
    for one, other in IN_ONE_ROOM:
        for place, count in (("selvage/a/z.cpp", 1), ("selvage/a/deep/z.cpp", 1),
                             ("selvage/b/y.cpp", 0), ("selvage/a/fast.cpp", 0),
                             ("selvage/a/z_test.cpp", 0), ("tool/y.cpp", 0)):
            found = faults_with({"selvage/a/x.cpp": one, place: other})
            assert len(found) == count, (one, other, place, found)
        # Tests are compiled with each other, not with the sources nor with slow tests.
        for place, count in (("selvage/a/y_test.cpp", 1), ("selvage/a/y.cpp", 0),
                             ("selvage/a/slow_test.cpp", 0), ("selvage/b/y_test.cpp", 0)):
            found = faults_with({"selvage/a/x_test.cpp": one, place: other})
            assert len(found) == count, (one, other, place, found)
    with tempfile.TemporaryDirectory() as empty:
        assert faults_of(pathlib.Path(empty)), "an empty folder must not pass"


if __name__ == "__main__":
    # With --units also what stands in the way of compiling files together.
    with_units = "--units" in sys.argv
    sys.argv = [word for word in sys.argv if word != "--units"]
    sys.exit(checking.run(__doc__, lambda root: faults_of(root, with_units), self_test))
