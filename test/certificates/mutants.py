#!/usr/bin/env python3
"""Random mutants of certificates of every kind, by both checkers.

    mutants.py --selvage PATH --payroll PATH --verify-lines PATH [--count N] [--seed S] [--first I] [--keep FOLDER]

Every certificate that the program makes is accepted by both. A mutant (one change, seals and digest made anew, as a
forger would) is accepted by both or refused by both; and one that is accepted differs only in what docs/formats.md
says is on trust, or is the true certificate of another request. No checker takes more than 2 GB for one of them: both processes end there.
"""
import argparse
import collections
import copy
import json
import os
import pathlib
import random
import resource
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tools")]
from certificate_checker import report as report_of_checker  # noqa: E402
from checkers import VerifyLines, said_by_python  # noqa: E402
from kinds import make_certificates  # noqa: E402
from mutation import differences, file_of, mutant, put, sealed  # noqa: E402
from trust import is_of_request, is_on_trust, moved_on, value_at  # noqa: E402

MOST_MEMORY = 2 << 30
# The checker takes it for a fault of the file; here it is one of the checker.
report_of_checker.FAILURES = tuple(kind for kind in report_of_checker.FAILURES if kind is not MemoryError)


class Trial:
    def __init__(self, verify_lines, keep):
        self.first, self.keep, self.faults = VerifyLines(verify_lines), keep, 0
        self.accepted, self.refused, self.slowest = collections.Counter(), 0, (0, "")

    def both(self, name, data):
        start = time.monotonic()
        try:
            one, two = self.first.said(data), said_by_python(data)
        except MemoryError:
            one, two = "holds", "more memory than there is"
        seconds = time.monotonic() - start
        self.slowest = max(self.slowest, (seconds, name))
        if seconds > 20 and self.keep:
            (self.keep / f"slow {seconds:.0f} s {name}.cert").write_bytes(data)
        return one, two

    def fault(self, name, data, why):
        self.faults += 1
        if self.keep:
            (self.keep / f"fault{self.faults}.cert").write_bytes(data)
        if self.faults <= 40:
            print(f"FAULT {self.faults} of {name}: {why}")

    def honest(self, name, data):
        said = self.both(name, data)
        if said != ("holds", "holds"):
            self.fault(name, data, f"an honest certificate: {said}")

    def mutant(self, name, base, others, source, skipped):
        changed, data = mutant(base, others, source)
        while data == file_of(base):      # that is no change
            changed, data = mutant(base, others, source)
        if skipped:
            return
        one, two = self.both(name, data)
        changes = sorted(differences(base, changed), key=str)
        shown = [".".join(map(str, path)) for path in changes[:4]]
        if (one == "holds") != (two == "holds"):
            self.fault(name, data, f"{shown}: first: {one[:150]}; second: {two[:150]}")
        elif one != "holds":
            self.refused += 1
        else:
            untrusted = [path for path in changes if not is_on_trust(path, base, changes)]
            if untrusted and not self.is_another_request(base, untrusted):
                self.fault(name, data, f"both accept, and {['.'.join(map(str, p)) for p in untrusted[:4]]} changed")
            self.accepted[".".join("#" if isinstance(x, int) else x for x in changes[0])] += 1


    def is_another_request(self, base, untrusted):
        """Whether one parameter of the request was moved so little that all of law and answer follow from it too.

        The certificate is then true: it is that of a request with the other value, to the last digit. That both checkers
        do read the parameter is shown by moving it on: once a number that follows from it is another one, both refuse,
        and not for the form of the request alone.
        """
        if len(untrusted) != 1 or not is_of_request(untrusted[0]):
            return False
        for moved in moved_on(value_at(base, untrusted[0]), untrusted[0] == ("confidence",)):
            certificate = copy.deepcopy(base)
            put(certificate, untrusted[0], moved)
            if certificate["ledger"]:
                sealed(certificate)
            one, two = self.both("moved on", file_of(certificate))
            if (one == "holds") != (two == "holds"):
                return False
            if one != "holds" and not one.startswith("wrong form") and not two.startswith(("WRONG   request", "WRONG   schema")):
                return True
        return False


def main():
    parser = argparse.ArgumentParser()
    for option in ("--selvage", "--payroll", "--verify-lines"):
        parser.add_argument(option, required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="of the mutants: those before it are made and not checked")
    parser.add_argument("--keep", type=pathlib.Path)
    wanted = parser.parse_args()
    source = random.Random(wanted.seed)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    trial = Trial(os.path.abspath(wanted.verify_lines), wanted.keep)
    with tempfile.TemporaryDirectory() as folder:
        made = make_certificates(pathlib.Path(folder), os.path.abspath(wanted.selvage), os.path.abspath(wanted.payroll))
    for name, data in made.items():
        trial.honest(name, data)
    bases = {name: json.loads(data) for name, data in made.items()}
    for i in range(wanted.count):
        name = source.choice(sorted(bases))
        trial.mutant(f"mutant {i}, {name}", bases[name], list(bases.values()), source, i < wanted.first)
    print(f"{len(made)} certificates, {wanted.count} mutants: {trial.refused} refused by both, "
          f"{sum(trial.accepted.values())} accepted by both; the slowest took {trial.slowest[0]:.1f} s ({trial.slowest[1]})")
    print("accepted:", dict(trial.accepted.most_common()))
    sys.exit(f"{trial.faults} faults" if trial.faults else 0)


main()
