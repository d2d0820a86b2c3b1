"""What the two checkers say of a certificate."""
import io
import subprocess
import sys

from certificate_checker.all_checks import check_all
from certificate_checker.report import Report


class VerifyLines:
    """The first checker, as one process."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def said(self, data):
        if b"\n" in data[:-1]:
            return "wrong form: two lines"
        self.process.stdin.write(data)
        self.process.stdin.flush()
        line = self.process.stdout.readline().decode("utf-8", "replace").rstrip("\n")
        return line or sys.exit("verify_lines ended")


def said_by_python(data):
    """The second checker: 'holds', or the first thing that is wrong."""
    out = io.StringIO()
    report = Report(out)
    check_all(report, data)
    if not report.wrong:
        return "holds"
    return next(line for line in out.getvalue().splitlines() if line.startswith("WRONG"))
