#!/usr/bin/env python3
"""Measures the noise of other libraries, when noise_bench asks.

At the start it says on its output what it found, one line for each library, then an empty
line. To each line "laplace E" (discrete Laplace noise of parameter E) or "gaussian S"
(discrete Gaussian noise of deviation S) it answers with lines "name TAB samples TAB
seconds", then an empty line. Whatever cannot be imported is said to be missing, and not
measured.
"""
import math
import sys
import time
from importlib import metadata

CELLS = 100_000        # of a vector
CALLS = 10_000         # where there is one call a cell
BINS = 10_000          # of a histogram


# How each is called. What is made once is made before the clock starts.
HOW = {
    "opendp": "`(vector_domain(atom_domain(T=\"i64\")), l1_distance(T=\"i64\")) >> "
              "then_laplace(scale=1/e)`, made once, called with a list of 10^5 zeros; "
              "for Gaussian noise `l2_distance(T=float)` and `then_gaussian(scale=sigma)`",
    "diffprivlib": "`mechanisms.Geometric(epsilon=e, sensitivity=1)`, made once, and "
                   "10^4 calls of `randomise(0)`, since it takes no vector; "
                   "`tools.histogram(one value, epsilon=e, bins=10^4, range=(0, 1))`",
    "numpy": "`default_rng()`, made once, and `geometric(p, 10^5) - geometric(p, 10^5)`, "
             "p = 1 - exp(-e)",
}


def import_all() -> tuple[dict, list[str]]:
    found, said = {}, []

    def attempt(name, load):
        try:
            found[name] = load()
            said.append(f"{name} {metadata.version(name)}: {HOW[name]}")
        except Exception as error:  # whatever stops an import
            said.append(f"{name}: not measured, it cannot be imported "
                        f"({type(error).__name__}: {' '.join(str(error).split())})")

    def load_numpy():
        import numpy
        return numpy

    def load_opendp():
        import opendp.prelude as dp
        dp.enable_features("contrib")
        return dp

    def load_diffprivlib():
        import diffprivlib
        import diffprivlib.mechanisms
        import diffprivlib.tools
        return diffprivlib

    attempt("numpy", load_numpy)
    attempt("opendp", load_opendp)
    attempt("diffprivlib", load_diffprivlib)
    return found, said


def timed(work) -> float:
    """Seconds of the processor, in all threads; none of these libraries uses several."""
    start = time.process_time()
    work()
    return time.process_time() - start


class Others:
    """Everything that does not draw noise (domains, mechanisms, inputs) is made once."""

    def __init__(self, found: dict):
        self.found = found
        self.made = {}

    def once(self, key, make):
        if key not in self.made:
            self.made[key] = make()
        return self.made[key]

    def laplace(self, e: float):
        if "opendp" in self.found:
            dp = self.found["opendp"]
            measurement = self.once(("laplace", e), lambda: (
                (dp.vector_domain(dp.atom_domain(T="i64")), dp.l1_distance(T="i64"))
                >> dp.m.then_laplace(scale=1 / e)))
            zeros = self.once("list", lambda: [0] * CELLS)
            yield ("OpenDP `then_laplace`, vector of 10^5 i64", CELLS,
                   timed(lambda: measurement(zeros)))
        if "diffprivlib" in self.found:
            library = self.found["diffprivlib"]
            mechanism = self.once(("geometric", e), lambda: (
                library.mechanisms.Geometric(epsilon=e, sensitivity=1)))
            yield ("diffprivlib `Geometric.randomise`, 10^4 calls", CALLS,
                   timed(lambda: [mechanism.randomise(0) for _ in range(CALLS)]))
            one = self.once("one", lambda: self.found["numpy"].zeros(1))
            yield ("diffprivlib `tools.histogram`, 10^4 bins", BINS,
                   timed(lambda: library.tools.histogram(
                       one, epsilon=e, bins=BINS, range=(0, 1))))
        if "numpy" in self.found:
            random = self.once("generator", lambda: self.found["numpy"].random.default_rng())
            p = -math.expm1(-e)
            yield ("numpy, two `Generator.geometric`: neither exact nor secure", CELLS,
                   timed(lambda: random.geometric(p, CELLS) - random.geometric(p, CELLS)))

    def gaussian(self, sigma: float):
        if "opendp" in self.found:
            dp = self.found["opendp"]
            measurement = self.once(("gaussian", sigma), lambda: (
                (dp.vector_domain(dp.atom_domain(T="i64")), dp.l2_distance(T=float))
                >> dp.m.then_gaussian(scale=sigma)))
            zeros = self.once("list", lambda: [0] * CELLS)
            yield ("OpenDP `then_gaussian`, vector of 10^5 i64", CELLS,
                   timed(lambda: measurement(zeros)))


def main() -> None:
    found, said = import_all()
    print("\n".join(said), end="\n\n", flush=True)
    others = Others(found)
    for line in sys.stdin:
        law, parameter = line.split()
        measure = {"laplace": others.laplace, "gaussian": others.gaussian}[law]
        for name, samples, seconds in measure(float(parameter)):
            print(f"{name}\t{samples}\t{seconds!r}")
        print(flush=True)


if __name__ == "__main__":
    main()
