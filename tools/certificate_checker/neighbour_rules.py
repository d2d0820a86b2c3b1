"""The rules of steps that come before a mechanism and keep neighbours (T159, T186)."""
from .report import demand
from .rule import NEIGHBOURS, Input, Rule, number


def neighbour_preserving(n):
    """T159: what each row is mapped to by itself costs nothing."""
    n.need("dp", exactly=1)
    demand(n.take_value("step") == "bucketing", "the step is not known to keep neighbours")
    demand(n.premises[0].neighbours == "add_remove_person", "neighbours add or remove a person")
    n.dp(n.premises[0].epsilon, n.premises[0].delta)


def middle_rows(n):
    """T186: as many rows as are said count, so that whoever comes, leaves or is replaced changes one of them."""
    n.need("dp", exactly=1)
    n.take("people", 0, True)
    demand(n.premises[0].neighbours == "replace_person", "the premise is not about replaced rows")
    demand(n.take_neighbours() == n.promise.neighbours, "wrong neighbours")
    n.dp(n.premises[0].epsilon, n.premises[0].delta)


RULES = (
    Rule(neighbour_preserving, "T159", (Input("step", "text"),)),
    Rule(middle_rows, "T186", (number("people"), NEIGHBOURS), new_neighbours=True),
)
