"""The rule of values that are shown or not (T125)."""
from .report import demand
from .rule import Rule, number


def stable_value(n):
    """T125: shown by how many people it takes to change it: (epsilon, delta)."""
    n.leaf()
    epsilon, delta = n.take("epsilon", 0), n.take("delta", 0)
    demand(delta < 1, "delta is not below 1")
    n.dp(epsilon, delta)


RULES = (
    Rule(stable_value, "T125", (number("epsilon"), number("delta"))),
)
