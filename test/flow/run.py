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
directory. A reader sees output and errors mixed, and so they are compared. Every number
must be the program's own, unless it is random: a command whose output differs from the
document is run again, from the files that it found, and then the whole document, until
all that differs was seen to differ between runs or twice RUNS_AGAIN of them have
passed (see document.py). A number that noise of epsilon 1 makes is the same in so many
runs with probability 1e-10. A command must succeed unless it ends in `# exit N`.

With --update the output in documents is replaced by that of the program where it is
wrong; a `...` stays where it is. Look at the difference before you keep it.
"""
import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import document

TIMEOUT_SECONDS = 120
RUNS_AGAIN = 15
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
    mixed: bool = False  # of a document: errors are mixed into the output
    after: int = 0       # of a document: where its output begins

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
            command = Command(number, whole[2:], mixed=True, after=at,
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
        if not matches(command.output, got_output):
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
    errors = subprocess.STDOUT if command.mixed else subprocess.PIPE
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


class Place:
    """A fresh directory with the programs on its PATH."""

    def __init__(self, programs: dict[str, pathlib.Path]):
        self.temporary = tempfile.TemporaryDirectory(prefix="flow-")
        links = pathlib.Path(self.temporary.name, "bin")
        self.directory = pathlib.Path(self.temporary.name, "work")
        links.mkdir()
        self.directory.mkdir()
        for name, program in programs.items():
            (links / name).symlink_to(program)
        self.environment = {name: os.environ[name] for name in KEPT_VARIABLES
                            if name in os.environ}
        self.environment["PATH"] = f"{links}:{self.environment.get('PATH', os.defpath)}"
        self.environment |= {"HOME": str(self.directory), "LC_ALL": "C.UTF-8"}

    def __enter__(self) -> "Place":
        return self

    def __exit__(self, *_) -> None:
        self.temporary.cleanup()

    def run(self, command: Command) -> tuple[int | str, str, str]:
        return run_command(command, self.directory, self.environment)

    def kept_aside(self, name: str) -> pathlib.Path:
        return self.directory.parent / name

    def again(self, command: Command) -> tuple[int | str, str, str]:
        """Runs it once more on the files that it found, and forgets what it did."""
        self.directory.rename(self.kept_aside("after"))
        shutil.copytree(self.kept_aside("before"), self.directory, symlinks=True)
        result = self.run(command)
        shutil.rmtree(self.directory)
        self.kept_aside("after").rename(self.directory)
        return result


def run_flow(path: pathlib.Path, steps: list[WriteFile | Command],
             programs: dict[str, pathlib.Path]) -> list[str]:
    failures = []
    with Place(programs) as place:
        for step in steps:
            if isinstance(step, WriteFile):
                (place.directory / step.name).parent.mkdir(parents=True, exist_ok=True)
                (place.directory / step.name).write_text(step.text, encoding="utf-8")
            elif fault := check(step, *place.run(step)):
                failures.append(f"{path}:{step.line}: $ {step.text}\n{fault}")
    return failures


def run_document(path: pathlib.Path, commands: list[Command],
                 programs: dict[str, pathlib.Path], update: bool) -> list[str]:
    runs: list[list[list[str]]] = [[] for _ in commands]  # of each command: its outputs
    codes: list[int | str] = []

    def wrong(at: int) -> list[str]:
        return document.compare(commands[at].output, runs[at]) if commands[at].output else []

    with Place(programs) as place:
        for at, command in enumerate(commands):
            before = place.kept_aside("before")
            shutil.rmtree(before, ignore_errors=True)
            shutil.copytree(place.directory, before, symlinks=True)
            code, output, _ = place.run(command)
            codes.append(code)
            runs[at].append(trimmed(output.split("\n")))
            for _ in range(RUNS_AGAIN):
                if code != command.expected_code() or not wrong(at):
                    break
                runs[at].append(trimmed(place.again(command)[1].split("\n")))
    # What a command reads may be random, because one before it made it.
    for _ in range(RUNS_AGAIN):
        if not any(wrong(at) for at in range(len(commands))):
            break
        with Place(programs) as place:
            for at, command in enumerate(commands):
                runs[at].append(trimmed(place.run(command)[1].split("\n")))

    failures, replaced = [], []
    for at, command in enumerate(commands):
        faults = "".join(f"  {fault}\n" for fault in wrong(at))
        if codes[at] != command.expected_code():
            faults += f"  expected exit code {command.expected_code()}, got {codes[at]}\n"
        if faults:
            replaced.append((command, document.renewed(command.output, runs[at][0])))
            failures.append(f"{path}:{command.line}: $ {command.text}\n{faults}"
                            + complaint("output", command.output, runs[at][0]))
    if update and replaced:
        lines = path.read_text(encoding="utf-8").splitlines()
        for command, output in reversed(replaced):
            lines[command.after:command.after + len(command.output)] = output
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return failures


def run_file(path: pathlib.Path, programs: dict[str, pathlib.Path],
             update: bool = False) -> list[str]:
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
    if path.suffix == ".md":
        return run_document(path, steps, programs, update)
    return run_flow(path, steps, programs)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--selvage", type=pathlib.Path)
    parser.add_argument("--payroll", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("files", type=pathlib.Path, nargs="+", metavar="FILE")
    options = parser.parse_args(arguments)
    programs = {name: path.resolve() for name in ("selvage", "payroll")
                if (path := getattr(options, name))}
    for name, program in programs.items():
        if not os.access(program, os.X_OK):
            parser.error(f"--{name}: there is no program {program}")

    failures = [fault for path in options.files
                for fault in run_file(path, programs, options.update)]
    print("\n".join(failures), end="")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
