"""Profiles (T37): the epsilon of a person by the size of her class, as the steps of a lower envelope."""
import bisect
import math

from .numbers import number, request_number, written
from .report import demand

MOST_STEPS = 10000
MOST_LIMIT = 1 << 53      # of a step


def epsilon_of(text):
    return math.inf if text == "infinity" else number(text)


class Profile:
    """Classes of limits[i-1] + 1 to limits[i] people have epsilons[i], which grow; the last limit is infinite."""

    def __init__(self, steps):
        """From any list of (limit, epsilon): the lower envelope. Above all limits nothing is promised."""
        self.limits, self.epsilons = [], []
        least = math.inf
        if not any(limit == math.inf for limit, _ in steps):
            steps = [*steps, (math.inf, math.inf)]
        for limit, epsilon in sorted(steps, key=lambda step: step[0], reverse=True):
            demand(limit >= 0 and epsilon >= 0, "a profile is none")
            if not self.limits or epsilon < least:
                least = epsilon
                self.limits.append(limit)
                self.epsilons.append(epsilon)
        self.limits.reverse()
        self.epsilons.reverse()
        if self.limits[0] == 0 and len(self.limits) > 1:      # of nobody
            del self.limits[0], self.epsilons[0]

    @classmethod
    def of_promise(cls, steps):
        """[[20, "0.1"], [null, "1"]]"""
        for limit, epsilon in steps:
            demand(limit is None or type(limit) is int, "a limit of a profile is no number")
            demand(type(epsilon) is str, "an epsilon of a profile is no text")
        return cls([(math.inf if limit is None else limit, epsilon_of(epsilon)) for limit, epsilon in steps])

    @classmethod
    def of_text(cls, text):
        """20:0.1,1"""
        *steps, last = [part.split(":") for part in text.split(",")]
        demand(all(len(step) == 2 and step[0].isdecimal() for step in steps) and len(last) == 1, "no profile")
        demand(len(steps) < MOST_STEPS, "too many steps")
        result = cls([(int(k), epsilon_of(e)) for k, e in steps] + [(math.inf, epsilon_of(last[0]))])
        demand(result.text() == text, "a profile is not its lower envelope, or not in its own form")
        return result

    @classmethod
    def of_terms(cls, text):
        """That of a ledger, whose numbers are as they were asked for."""
        def epsilon(word):
            return math.inf if word in ("inf", "infinity") else request_number(word)
        steps = [part.split(":") for part in text.split(",")]
        demand(all(len(step) == 2 and step[0].isdecimal() for step in steps[:-1]) and len(steps[-1]) == 1,
               "the profile of the terms is none")
        return cls([(int(k), epsilon(e)) for k, e in steps[:-1]] + [(math.inf, epsilon(steps[-1][0]))])

    @classmethod
    def of_input(cls, steps):
        """Of a rule, written as in a promise; it promises something."""
        demand(len(steps) <= MOST_STEPS, "too many steps")
        profile = cls.of_promise(steps)
        demand(profile.steps() == steps, "the profile of an input is not its lower envelope")
        demand(profile.epsilons[0] < math.inf, "the profile of an input promises nothing")
        demand(all(limit <= MOST_LIMIT for limit in profile.limits[:-1]), "a limit is too large")
        return profile

    def steps(self):
        """As a promise writes it."""
        return [[None if limit == math.inf else limit, "infinity" if epsilon == math.inf else written(epsilon)]
                for limit, epsilon in zip(self.limits, self.epsilons)]

    def text(self):
        """As a mechanism writes it."""
        return ",".join(epsilon if limit is None else f"{limit}:{epsilon}" for limit, epsilon in self.steps())

    def __eq__(self, other):
        return (self.limits, self.epsilons) == (other.limits, other.epsilons)

    def at(self, k):
        """The epsilon of a person in a class of k people; of math.inf: the greatest of all."""
        return self.epsilons[bisect.bisect_left(self.limits, k)]

    def greatest(self):
        return self.epsilons[-1]

    def first_above(self, bound):
        """The size of a class whose epsilon here is above that of `bound`; None if there is none."""
        for k in sorted({*self.limits, *bound.limits}):      # both are constant between these
            if k >= 1 and self.at(k) > bound.at(k):
                return k
        return None

    def runs(self, low, high):
        """(epsilon, how many sizes) for the sizes low..high, from the largest on."""
        result = []
        while high >= low:
            i = bisect.bisect_left(self.limits, high)
            start = max(low, self.limits[i - 1] + 1 if i else 1)
            result.append((self.epsilons[i], high - start + 1))
            high = start - 1
        return result
