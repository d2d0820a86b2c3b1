"""What a check says: it holds, it does not, or nobody can tell from the file."""
import sys

MOST_CHARACTERS = 400     # of a line

# What hostile numbers and missing fields can raise inside a check.
FAILURES = (ArithmeticError, ValueError, TypeError, LookupError, AttributeError, RecursionError,
            MemoryError)


class Wrong(Exception):
    """The certificate says something that does not hold."""


class Unknown(Exception):
    """This program cannot tell."""


def demand(condition, why):
    if not condition:
        raise Wrong(why)


class Report:
    """Prints one line a check, and counts."""

    def __init__(self, out=sys.stdout):
        self.out = out
        self.fine = 0
        self.wrong = 0
        self.unknown = 0

    def line(self, word, what, why=""):
        text = f"{word:<8}{what}"
        if why:
            text += f": {why}"
        text = "".join(c if " " <= c <= "~" else ascii(c)[1:-1] for c in text)
        if len(text) > MOST_CHARACTERS:
            text = text[:MOST_CHARACTERS] + " ..."
        print(text, file=self.out)

    def check(self, what, function, *arguments):
        """Runs one check; whatever goes wrong in it becomes one line."""
        try:
            said = function(*arguments)
        except Unknown as why:
            self.unknown += 1
            self.line("unknown", what, str(why))
        except Wrong as why:
            self.wrong += 1
            self.line("WRONG", what, str(why))
        except FAILURES as why:
            self.wrong += 1
            reason = f"{type(why).__name__}: {str(why)[:100]}"
            self.line("WRONG", what, f"cannot be evaluated ({reason})")
        else:
            self.fine += 1
            self.line("ok", what, said or "")
            return True
        return False
