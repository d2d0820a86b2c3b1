"""The rules of steps that come before a mechanism and keep neighbours (T159, T186, T189)."""
from .report import demand
from .rule import NEIGHBOURS, Input, Rule, number


PEOPLE, ROWS = "add_remove_person", "replace_person"
# By step: the neighbours of the table that it makes, and of the rows of which it is made. [T189]
STEPS = {"bucketing": {PEOPLE: PEOPLE}, "row_by_row": {PEOPLE: PEOPLE, ROWS: ROWS}, "blocks_of_people": {ROWS: PEOPLE},
         "blocks_of_places": {ROWS: ROWS}, "chosen_places": {ROWS: ROWS}}


def neighbour_preserving(n):
    """T159: a step that makes neighbours of neighbours costs nothing."""
    n.need("dp", exactly=1)
    made = STEPS.get(n.take_value("step"))
    demand(made is not None, "the step is not known to keep neighbours")
    demand(made.get(n.premises[0].neighbours) == n.promise.neighbours, "the step makes other neighbours")
    n.dp(n.premises[0].epsilon, n.premises[0].delta)


def middle_rows(n):
    """T186: as many rows as are said count, so that whoever comes, leaves or is replaced changes one of them."""
    n.need("dp", exactly=1)
    n.take("people", 0, True)
    demand(n.premises[0].neighbours == "replace_person", "the premise is not about replaced rows")
    demand(n.take_neighbours() == n.promise.neighbours, "wrong neighbours")
    n.dp(n.premises[0].epsilon, n.premises[0].delta)


RULES = (
    Rule(neighbour_preserving, "T159", (Input("step", "text"),), new_neighbours=True),
    Rule(middle_rows, "T186", (number("people"), NEIGHBOURS), new_neighbours=True),
)
