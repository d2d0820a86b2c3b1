"""The rule of steps that come before a mechanism and keep neighbours (T159)."""
from .report import demand
from .rule import Input, Rule


def neighbour_preserving(n):
    """T159: what each row is mapped to by itself costs nothing."""
    n.need("dp", exactly=1)
    demand(n.take_value("step") == "bucketing", "the step is not known to keep neighbours")
    demand(n.premises[0].neighbours == "add_remove_person", "neighbours add or remove a person")
    n.dp(n.premises[0].epsilon, n.premises[0].delta)


RULES = (
    Rule(neighbour_preserving, "T159", (Input("step", "text"),)),
)
