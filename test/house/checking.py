"""The command line that the checks of the house share."""
import argparse
import pathlib
from collections.abc import Callable


def run(document: str, faults_of: Callable[[pathlib.Path], list[str]],
        self_test: Callable[[], None]) -> int:
    """Prints the faults of --root, or runs the self-test; the exit code."""
    parser = argparse.ArgumentParser(
        description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        self_test()
        return 0
    faults = faults_of(options.root)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0
