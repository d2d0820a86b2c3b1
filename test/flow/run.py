#!/usr/bin/env python3
"""Runs whole-program scripts (.flow) and the examples of documents (.md).

    run.py [--selvage PATH] [--payroll PATH] FILE...

The programs named by the options are on PATH. Every file has a fresh directory, shared
by its commands; each command is a bash of its own without input or terminal.

A .flow file:

    # a comment
    write table.csv <<END          a file for the commands below
    age
    41
    END
    $ selvage count table.csv      a command; a \\ at its end continues it, as does
                                   <<'END' up to the line END
    <#> rows                       a line of its output
    ! selvage: a warning           a line of its error output
    = 2                            its exit code: 0 if not said, or 2 after `!` lines

Lines of output say what the whole output is; if there are none, nothing is compared.
The same holds for `!` lines. `(silent)` means that the output must be empty. Empty lines
at the end do not count. A \\ before an expected line takes its first sign literally.
In an expected line `<*>` is any text and `<#>` an integer such as -1,234; a line `...`
is any number of lines.

In a .md file the fenced blocks marked `console` are run the same way, all in one
directory. A reader sees output and errors mixed, and so they are compared; only their
shape counts: any number is any number, and so are numbers with commas between them,
digests of 64 digits and fingerprints of four groups; an
interval may be ±N or [LO, HI]; bars and spaces may have any length. A command must
succeed unless it ends in `# exit N`.
"""
import argparse
import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

TIMEOUT_SECONDS = 120
KEPT_VARIABLES = ("PATH", "LD_LIBRARY_PATH", "TMPDIR", "ASAN_OPTIONS", "LSAN_OPTIONS",
                  "UBSAN_OPTIONS")


class ScriptError(Exception):
    """The script itself is wrong, at a line."""

    def __init__(self, line: int, text: str):
        super().__init__(text)
        self.line = line


@dataclasses.dataclass
class WriteFile:
    line: int
    name: str
    text: str


@dataclasses.dataclass
class Command:
    line: int
    text: str
    output: list[str] = dataclasses.field(default_factory=list)
    errors: list[str] = dataclasses.field(default_factory=list)
    code: int | None = None
    silent: bool = False
    loose: bool = False  # of a document: errors mixed into the output, shape only

    def expected_code(self) -> int:
        if self.code is not None:
            return self.code
        return 2 if self.errors else 0


# ---- reading scripts ----


def continued(lines: list[str], at: int) -> tuple[str, int]:
    """The command that starts at lines[at], and the index of the line after it."""
    text = lines[at]
    here = re.search(r"<<'(\w+)'$", text)
    while at + 1 < len(lines) and (text.endswith("\\") or
                                   here and lines[at] != here[1]):
        at += 1
        text += "\n" + lines[at]
    return text, at + 1


def trimmed(lines: list[str]) -> list[str]:
    """Without the empty lines at the end."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    return lines[:end]


def parse_flow(text: str) -> list[WriteFile | Command]:
    steps: list[WriteFile | Command] = []
    command: Command | None = None
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        line, number = lines[at], at + 1
        at += 1
        if line.startswith("#"):
            continue
        if line.startswith("$ "):
            whole, at = continued(lines, at - 1)
            command = Command(number, whole[2:])
            steps.append(command)
        elif start := re.fullmatch(r"write (\S+) <<(\w+)", line):
            name, end = start.groups()
            if end not in lines[at:]:
                raise ScriptError(number, f"the block has no closing line {end}")
            stop = lines.index(end, at)
            content = "".join(f"{row}\n" for row in lines[at:stop])
            steps.append(WriteFile(number, name, content))
            command, at = None, stop + 1
        elif not line.strip() and command is None:
            continue
        elif command is None:
            raise ScriptError(number, f"expected output without a command: {line}")
        elif line == "!" or line.startswith("! "):
            command.errors.append(line[2:])
        elif re.match(r"= ", line):
            if not re.fullmatch(r"= \d+", line) or command.code is not None:
                raise ScriptError(number, f"not the one exit code of a command: {line}")
            command.code = int(line[2:])
        elif line == "(silent)":
            command.silent = True
        else:
            command.output.append(line[1:] if line.startswith("\\") else line)
    for step in steps:
        if isinstance(step, Command):
            step.output = trimmed(step.output)
            if step.silent and step.output:
                raise ScriptError(step.line, "a silent command with expected output")
    return steps


def parse_document(text: str) -> list[Command]:
    commands: list[Command] = []
    command: Command | None = None
    fence = ""  # the closing fence of the block we are in
    console = False
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        line, number = lines[at].strip() if not console else lines[at], at + 1
        at += 1
        if not fence:
            if opening := re.match(r"(`{3,}|~{3,})\s*(\S*)", line):
                fence, console, command = opening[1], opening[2] == "console", None
        elif line.strip() == fence:
            fence, console = "", False
        elif console and line.startswith("$ "):
            whole, at = continued(lines, at - 1)
            exits = re.search(r"\s# exit (\d+)\s*$", whole)
            command = Command(number, whole[2:], loose=True,
                              code=int(exits[1]) if exits else 0)
            commands.append(command)
        elif console and command:
            command.output.append(line)
        elif console and line.strip():
            raise ScriptError(number, f"expected output without a command: {line}")
    if fence:
        raise ScriptError(len(lines), "a fenced block is not closed")
    for command in commands:
        command.output = trimmed(command.output)
    return commands


# ---- comparing ----

NUMBER = r"[-+−±]?\d(?:[\d,]*\d)?(?:\.\d+)?(?:[eE][-+]?\d+)?"


def shape(line: str) -> str:
    """The line with numbers, intervals, bars and spaces made alike."""
    line = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line)
    line = re.sub(r"[\u2500-\u25ff\u2800-\u28ff•·]+", " ", line)
    line = re.sub(r"\b(?:[0-9a-f]{64}|[0-9a-f]{4}(?: [0-9a-f]{4}){3})\b", "0", line)
    line = re.sub(rf"{NUMBER}(?:,{NUMBER})*", "0", line)
    line = line.replace("[0, 0]", "0")  # [LO, HI] stands where no ±N does
    return " ".join(line.split())


def line_pattern(expected: str) -> re.Pattern[str]:
    wild = {"<*>": ".*", "<#>": r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)"}
    parts = re.split(r"(<\*>|<#>)", expected)
    return re.compile("".join(wild.get(part, re.escape(part)) for part in parts), re.S)


def matches(expected: list[str], got: list[str]) -> bool:
    """Whether all of `got` is as expected; `...` stands for any number of lines."""
    reachable = {0}  # how many lines of `got` may be used up so far
    for line in expected:
        if line == "...":
            reachable = set(range(min(reachable), len(got) + 1)) if reachable else set()
        else:
            pattern = line_pattern(line)
            reachable = {n + 1 for n in reachable
                         if n < len(got) and pattern.fullmatch(got[n])}
    return len(got) in reachable


def complaint(what: str, expected: list[str], got: list[str]) -> str:
    def block(lines: list[str]) -> str:
        return "".join(f"    | {line}\n" for line in lines) or "    (nothing)\n"

    return f"  expected {what}:\n{block(expected)}  got:\n{block(got)}"


def check(command: Command, code: int | str, output: str, errors: str) -> str:
    """What is wrong with the result of a command; empty if nothing is."""
    got_output, got_errors = trimmed(output.split("\n")), trimmed(errors.split("\n"))
    faults = []
    if code != command.expected_code():
        faults.append(f"  expected exit code {command.expected_code()}, got {code}\n")
    if command.output or command.silent:
        change = shape if command.loose else str
        if not matches([change(line) for line in command.output],
                       [change(line) for line in got_output]):
            faults.append(complaint("output", command.output, got_output))
    if command.errors and not matches(command.errors, got_errors):
        faults.append(complaint("error output", command.errors, got_errors))
    elif faults and got_errors:
        faults.append("  error output:\n" + "".join(f"    | {x}\n" for x in got_errors))
    if faults and not (command.output or command.silent) and got_output:
        faults.append("  output:\n" + "".join(f"    | {x}\n" for x in got_output))
    return "".join(faults)


# ---- running ----


def run_command(command: Command, directory: pathlib.Path,
                environment: dict[str, str]) -> tuple[int | str, str, str]:
    """Exit code (or the words for a timeout), output, error output."""
    errors = subprocess.STDOUT if command.loose else subprocess.PIPE
    process = subprocess.Popen(["bash", "-c", command.text], cwd=directory,
                               env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=errors,
                               start_new_session=True)
    code: int | str
    try:
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)
        code = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        code = f"none: stopped after {TIMEOUT_SECONDS} s"
    return code, *((x or b"").decode(errors="backslashreplace") for x in (out, err))


def run_file(path: pathlib.Path, programs: dict[str, pathlib.Path]) -> list[str]:
    """The failures of one file."""
    try:
        text = path.read_text(encoding="utf-8")
        steps = parse_document(text) if path.suffix == ".md" else parse_flow(text)
    except (OSError, UnicodeDecodeError) as error:
        return [f"{path}: cannot be read: {error}\n"]
    except ScriptError as error:
        return [f"{path}:{error.line}: {error}\n"]
    if not any(isinstance(step, Command) for step in steps):
        return [f"{path}: there is no command in it\n"]

    failures = []
    with tempfile.TemporaryDirectory(prefix="flow-") as temporary:
        links = pathlib.Path(temporary, "bin")
        directory = pathlib.Path(temporary, "work")
        links.mkdir()
        directory.mkdir()
        for name, program in programs.items():
            (links / name).symlink_to(program)
        environment = {name: os.environ[name] for name in KEPT_VARIABLES
                       if name in os.environ}
        environment["PATH"] = f"{links}:{environment.get('PATH', os.defpath)}"
        environment |= {"HOME": str(directory), "LC_ALL": "C.UTF-8"}
        for step in steps:
            if isinstance(step, WriteFile):
                (directory / step.name).parent.mkdir(parents=True, exist_ok=True)
                (directory / step.name).write_text(step.text, encoding="utf-8")
            elif fault := check(step, *run_command(step, directory, environment)):
                failures.append(f"{path}:{step.line}: $ {step.text}\n{fault}")
    return failures


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--selvage", type=pathlib.Path)
    parser.add_argument("--payroll", type=pathlib.Path)
    parser.add_argument("files", type=pathlib.Path, nargs="+", metavar="FILE")
    options = parser.parse_args(arguments)
    programs = {name: path.resolve() for name in ("selvage", "payroll")
                if (path := getattr(options, name))}
    for name, program in programs.items():
        if not os.access(program, os.X_OK):
            parser.error(f"--{name}: there is no program {program}")

    failures = [fault for path in options.files for fault in run_file(path, programs)]
    print("\n".join(failures), end="")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
