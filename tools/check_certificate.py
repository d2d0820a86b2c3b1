#!/usr/bin/env python3
"""Checks a certificate of selvage without selvage.

    python3 check_certificate.py CERT [--signer HEX_OR_PUBFILE] [--ledger-lines EXPORT.jsonl]

A second program, written from docs/formats.md, docs/certificate.schema.json, docs/ledger.md and the
theorems (T4, T23, ...) of docs/theory*.md; it shares no code with the first. Numbers are exact
fractions; where exp and ln are needed, decimals of 60 digits with a margin on the safe side. A
statement is right here if it is true, that is, if its theorem proves at least as much. The checks
are in certificate_checker/.

One line a check: "ok", "WRONG", or "unknown" for what cannot be known from the file. Exit code 0 if
nothing is wrong, 1 if something is, 2 if the program is called wrongly or the certificate is of another
format.
"""
import re
import sys

from certificate_checker.all_checks import AnotherFormat, check_all, check_format
from certificate_checker.report import Report

MOST_BYTES = 1 << 28      # of a file


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
    try:
        check_format(data)
    except AnotherFormat as why:
        print(f"check_certificate: {why}", file=sys.stderr)
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
