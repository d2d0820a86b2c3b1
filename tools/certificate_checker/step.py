"""Promises, and one step of a derivation: a rule, its inputs, its premises, its conclusion."""
from .canonical import canonical
from .numbers import number, rounded_up, written
from .profile import Profile
from .report import demand
from .rule import read_inputs

MOST_TIMES = 1 << 30      # that a premise may count
NUMBERS = ("epsilon", "delta", "rho", "scale", "variance", "alpha", "eta", "gamma", "theta", "rate_low", "rate_high")


class Promise:
    """A guarantee with exact numbers. `key` identifies it."""

    def __init__(self, data):
        self.data = data
        self.kind = data["kind"]
        self.neighbours = data["neighbours"]
        self.key = canonical(data)
        for name in NUMBERS:
            if name in data:
                setattr(self, name, number(data[name]))
                demand(getattr(self, name) >= 0, f"{name} is negative")
        self.shift = data.get("shift")
        demand(self.shift is None or self.shift >= 1, "shift is below 1")
        self.partition = data.get("partition")
        if "profile" in data:
            self.profile = Profile.of_promise(data["profile"])


class Step:
    """The inputs of a step, and the promises of its premises and of itself."""

    def __init__(self, data):
        self.rule = data["rule"]
        self.inputs = read_inputs(data["inputs"])
        self.below = data["premises"]
        self.premises = [Promise(premise["conclusion"]) for premise in data["premises"]]
        self.promise = Promise(data["conclusion"])
        self.used = set()

    def take(self, name, least=None, whole=False):
        """An input; each must be used. `least` is the number that it must exceed."""
        value = self.take_value(name)
        demand(least is None or value > least, f"{name[:60]} is too small")
        demand(not whole or value.denominator == 1, f"{name[:60]} is not whole")
        return int(value) if whole else value

    def take_value(self, name):
        demand(name in self.inputs, f"there is no input {name[:60]}")
        self.used.add(name)
        return self.inputs[name]

    def take_flag(self, name):
        """Whether an input is there that can only be 1."""
        if name not in self.inputs:
            return False
        demand(self.take(name) == 1, f"{name} is not 1")
        return True

    def take_neighbours(self):
        neighbours = self.take_value("neighbours")
        demand(neighbours in ("add_remove_person", "replace_person"), "there are no such neighbours")
        return neighbours

    def take_partition(self):
        """The name of the classes."""
        return self.take_value("partition")

    def take_profile(self):
        return self.take_value("profile")

    def times(self, optional=False):
        """times_1, times_2, ..., one for each premise."""
        if optional and not any(name.startswith("times") for name in self.inputs):
            return [1] * len(self.premises)
        result = [self.take(f"times_{i + 1}", 0, True) for i in range(len(self.premises))]
        demand(max(result) <= MOST_TIMES, "a premise counts too often")
        return result

    def need(self, *kinds, exactly=None):
        """Premises of these kinds."""
        demand(self.premises or exactly == 0, "there are no premises")
        demand(exactly is None or len(self.premises) == exactly, f"it needs {exactly} premises")
        for p in self.premises:
            demand(p.kind in kinds, f"a premise is {p.kind}")

    def leaf(self):
        self.need(exactly=0)
        demand(self.promise.neighbours == "add_remove_person", "a leaf speaks of add_remove_person")

    def claims(self, kind):
        demand(self.promise.kind == kind, f"the conclusion is {self.promise.kind}, not {kind}")
        return self.promise

    def dp(self, epsilon, delta=0):
        """The conclusion is dp with these exact numbers."""
        self.claims("dp")
        self.is_exactly("epsilon", epsilon)
        self.is_exactly("delta", delta)

    def is_exactly(self, name, value):
        """A number of the conclusion, of whatever kind."""
        claim = getattr(self.promise, name)
        demand(claim == value, f"{name} is {written(claim)[:40]}, proved is {float(value):.12g}")

    def is_rounded(self, name, value, digits, most=None):
        """A number of the conclusion is a computed one, rounded up to so many digits; at most `most`."""
        claim = getattr(self.promise, name)
        wanted = {x if most is None else min(x, most) for x in rounded_up(value, digits)} if value > 0 else {0}
        demand(claim in wanted, f"{name} is {written(claim)[:40]}, proved is {value:.12g}")

    def zcdp(self, rho):
        self.claims("zcdp")
        self.is_exactly("rho", rho)

    def outlier(self, profile, delta, partition):
        """The conclusion is an outlier promise over this partition, with this profile and delta."""
        self.outlier_but_delta(profile, partition)
        self.is_exactly("delta", delta)

    def outlier_but_delta(self, profile, partition):
        claim = self.claims("outlier")
        demand(claim.partition == partition, "it is about another partition")
        demand_at_most(profile, claim.profile)
        demand(claim.data["profile"] == profile.steps(), "the profile is another")


def demand_at_most(profile, bound):
    """profile(k) <= bound(k) for every k."""
    k = profile.first_above(bound)
    demand(k is None, f"the epsilon of a class of {k} people is too small")
