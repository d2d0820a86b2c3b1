"""How much may be computed for one certificate, so that none takes for ever."""
from .report import Unknown


class Work:
    """Counts the entries of all laws of one kind."""

    kinds = []

    def __init__(self, what, most):
        self.what, self.most, self.done = what, most, 0
        Work.kinds.append(self)

    def spend(self, entries):
        if self.done + entries > self.most:
            raise Unknown(f"{self.what} takes too long")
        self.done += entries

    @classmethod
    def begin(cls):
        """With the next certificate."""
        for kind in cls.kinds:
            kind.done = 0
