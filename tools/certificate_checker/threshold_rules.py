"""The rules of the mechanisms of [LP15], T68: their laws keep the profile that is promised."""
from .lower_bound import LowerBound
from .report import demand
from .rule import PARTITION, PROFILE, Rule, number, numbered, optional
from .staircase import Staircase

MOST_LEVELS = 64


def take_staircase(n):
    exact = n.take_flag("first_exact")
    first = None if exact else n.take("first", 0)
    levels = []
    for i in range(1, MOST_LEVELS + 1):
        if f"level_threshold_{i}" not in n.inputs:
            break
        levels.append((n.take(f"level_threshold_{i}", whole=True), n.take(f"level_epsilon_{i}")))
    return Staircase(first, levels, n.take_flag("flags"))


def staircase_cells(n):
    """Noise, and at levels more of it."""
    n.leaf()
    staircase, profile, delta = take_staircase(n), n.take_profile(), n.take("delta")
    demand(0 <= delta <= 1, "no such delta")
    n.outlier(profile, delta, n.take_partition())
    staircase.keeps(profile, delta)


def take_lower_bound(n, profile):
    return LowerBound(n.take("epsilon_lower_bound", 0), n.take("shift", -1, True), n.take("epsilon_at_zero"), profile,
                      n.take_flag("lower_bound_told"))


def lower_bound_cells(n):
    """Noise by a private guess."""
    n.leaf()
    profile, delta = n.take_profile(), n.take("delta")
    demand(0 <= delta <= 1, "no such delta")
    n.outlier(profile, delta, n.take_partition())
    take_lower_bound(n, profile).keeps(delta)


RULES = (
    Rule(staircase_cells, "T68", (optional("first"), optional("first_exact"), numbered("level_threshold_"),
                                  numbered("level_epsilon_"), optional("flags"), number("delta"), PROFILE, PARTITION)),
    Rule(lower_bound_cells, "T68", (number("epsilon_lower_bound"), number("epsilon_at_zero"), number("shift"),
                                    optional("lower_bound_told"), number("delta"), PROFILE, PARTITION)),
)
