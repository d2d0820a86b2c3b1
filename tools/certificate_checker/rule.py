"""What a rule is: a theorem, its inputs in order, and the function that checks a step by it."""
from typing import Callable, NamedTuple

from .numbers import number as exact_number
from .profile import Profile
from .report import demand

READ = {"number": exact_number, "text": str, "profile": Profile.of_input}      # a value as it stands in a certificate


class Input(NamedTuple):
    """One entry of a rule's list. Those that are `numbered` are NAME1, NAME2, ..., as many as there are."""
    name: str
    type: str = "number"
    count: str = "one"


def number(name):
    return Input(name)


def optional(name):
    return Input(name, count="at most one")


def numbered(name):
    return Input(name, count="numbered")


PROFILE = Input("profile", "profile")
PARTITION = Input("partition", "text")
NEIGHBOURS = Input("neighbours", "text")
TIMES = numbered("times_")      # one for each premise


class Rule(NamedTuple):
    """`check` takes a Step; its name is that of the rule."""
    check: Callable
    theorem: str
    inputs: tuple = ()
    new_neighbours: bool = False      # the conclusion has others than the premises

    @property
    def name(self):
        return self.check.__name__


def type_of(entry):
    """What an input is: number, text or profile."""
    return next(kind for kind in READ if kind in entry)


def read_inputs(entries):
    """The inputs of a node by their names."""
    result = {entry["name"]: READ[type_of(entry)](entry[type_of(entry)]) for entry in entries}
    demand(len(result) == len(entries), "an input is there twice")
    return result


def check_inputs(rule, entries):
    """They are those of the rule, each of its type, in the order of its list."""
    order = ", ".join(i.name + "1, ..." * (i.count == "numbered") for i in rule.inputs) or "no inputs"
    place = 0
    for wanted in rule.inputs:
        found = 0
        while place < len(entries) and entries[place]["name"] == wanted.name + str(found + 1) * (wanted.count == "numbered"):
            kind = type_of(entries[place])
            demand(kind == wanted.type, f"the input {entries[place]['name']} is a {kind} and should be a {wanted.type}")
            place, found = place + 1, found + 1
            if wanted.count != "numbered":
                break
        demand(found or wanted.count != "one",
               f"the input {wanted.name} is missing or not in its place; the rule takes {order}")
    demand(place == len(entries),
           f"the input {entries[place]['name'][:40] if place < len(entries) else ''} is not known or not in its place; the rule takes {order}")


def times_of(node):
    """How often each premise of a node counts; once where nothing is said."""
    said = {entry["name"]: entry.get("number", "1") for entry in node["inputs"]}
    return [int(exact_number(said.get(f"times_{i + 1}", "1"))) for i in range(len(node["premises"]))]
