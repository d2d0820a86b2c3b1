"""By keys that were not known: the count that released each of them, and what another mechanism says of them as known groups."""
from .. import mechanisms
from ..cell_warnings import LARGE_DELTA, LARGE_EPSILON, promised, rounded_up
from ..cells import drawn_rows, entries_of, unknown_keys
from ..numbers import confidence_of, exp, number
from ..quantity import count_of_numbers
from ..question import most_in_cell
from ..report import demand
from ..rule import read_inputs
from ..schema import check_known_part
from .quantile import least_bound

NAMES = ("found_keys",)
REASON = "the keys are not known, so a noisy count of each comes first; then, "
COUNT = "key count"
MOST_RELEASED = 1 << 61
GROUP = {"name": "key", "domain": "key", "missing": "cell"}


def share_of(certificate):
    """What one person has at most: rows, cells, rows in a cell. [T30]"""
    person = certificate["question"]["person"]
    if person == "one row":
        return {"rows": 1, "cells": 1, "rows_in_cell": 1}
    in_cell, cells = most_in_cell(person), min(person["rows_per_person"], person["cells_per_person"])
    return {"rows": min(person["rows_per_person"], cells * in_cell), "cells": cells, "rows_in_cell": in_cell}


def scale_of(certificate):
    return number(certificate["mechanism"]["law"]["keys"]["numbers"][0]["scale"])


def own_steps(certificate):
    """Of each derivation the two steps: that of the keys, that of the answer."""
    derivations = certificate["derivation"]
    demand(1 <= len(derivations) <= 2, "there are more promises, or none")
    for i, node in enumerate(derivations):
        if i == 1:
            demand(node["rule"] == "replace_from_add_remove" and len(node["premises"]) == 1, "a promise of something else")
            node = node["premises"][0]
        demand(node["rule"] == "basic_composition" and node["inputs"] == [] and len(node["premises"]) == 2,
               "the promise does not add up keys and answers")
        yield node["premises"]


def answer_of(certificate):
    """The certificate that the other mechanism would have of the released keys as groups that are known."""
    mechanism, question = certificate["mechanism"], certificate["question"]
    inner = mechanism["law"]["answer"]
    demand(mechanism["reason"].startswith(REASON), "the reason is another")
    answer = dict(certificate)
    answer["mechanism"] = {"name": inner["name"], "law": inner["law"], "shown": mechanism["shown"], "reason": mechanism["reason"][len(REASON):]}
    answer["question"] = {**question, "columns": [GROUP]}
    answer["fewer_than"] = None
    answer["drawn"] = {**certificate["drawn"], "numbers": certificate["drawn"]["numbers"][:-1]}
    answer["numbers"] = certificate["numbers"][:-1]
    answer["answer"] = [{key: value for key, value in row.items() if key not in (COUNT, f"{COUNT}_interval")} for row in entries_of(certificate)]
    answer["derivation"] = [steps[1] for steps in own_steps(certificate)][:1]
    return answer


def module_of(certificate):
    name = certificate["mechanism"]["law"]["answer"]["name"]
    demand(name not in NAMES and name in mechanisms.modules(), f"no module of this program knows {name[:40]!r}")
    return mechanisms.modules()[name]


def check_keys(certificate):
    """A noisy count of rows for each key, with one threshold; what is shown passes it."""
    law, threshold = certificate["mechanism"]["law"]["keys"], certificate["fewer_than"]
    demand(unknown_keys(certificate), "all keys are known")
    demand(threshold is not None and law["threshold"] == threshold, "what is hidden is not what lies below the threshold")
    demand(law["together"] is None and law["share"] == share_of(certificate), "the share of a person is another")
    scale = scale_of(certificate)
    right = [{"name": "count", "noise": "discrete_laplace", "scale": law["numbers"][0]["scale"], "per_row": 1, "divisor": 1}]
    demand(law["numbers"] == right and scale > 0, "the keys are not released by one count")
    counts = certificate["drawn"]["numbers"][-1]
    demand(all(threshold <= count <= MOST_RELEASED for count in counts), "a key is shown that does not pass the threshold")
    demand(certificate["total"] is None, "something is summed")
    return f"from {threshold} on"


def check_steps(certificate):
    """The first step is that of the keys, with this noise and this share."""
    law = certificate["mechanism"]["law"]["keys"]
    wanted = {**law["share"], "scale": scale_of(certificate), "threshold": law["threshold"]}
    for keys, _ in own_steps(certificate):
        demand(keys["rule"] == "key_threshold" and not keys["premises"] and read_inputs(keys["inputs"]) == wanted,
               "the first step is not that of the keys")


def check_counts(certificate):
    """The count that released a key stands last, with its interval."""
    demand(certificate["numbers"][-1] == {"name": COUNT, "unit": "1", "may_be_unknown": False}, "the count of a key is not the last number")
    rows = entries_of(certificate)
    demand(rows or len(certificate["numbers"]) == len(certificate["drawn"]["numbers"]) == 1, "there are answers without a key")
    if not rows:
        return "no key"
    bound = least_bound(scale_of(certificate), 1 - confidence_of(certificate))
    for row, numbers in drawn_rows(certificate):
        count = numbers[-1]
        demand(row.get(COUNT, "") == count, f"a count is {str(row.get(COUNT))[:40]}, and should be {count}")
        demand(row[f"{COUNT}_interval"] == [max(0, count - bound), max(0, count + bound)], f"a count is not within {bound}")
    return f"{len(rows)} keys, within {bound}"


def check_part(certificate):
    """What is said of the answer has the form that it has for known groups."""
    answer = answer_of(certificate)
    check_known_part({"question": answer["question"], "mechanism": answer["mechanism"]}, answer["mechanism"]["name"])


def answer_checks(certificate):
    """Those of the other mechanism, on what it would have said; without keys it has said nothing."""
    def on_answer(function):
        return lambda certificate: function(answer_of(certificate))
    nothing = not entries_of(certificate)
    return [(f"answer: {what}", on_answer(function)) for what, function in module_of(certificate).checks(answer_of(certificate))
            if not (nothing and what == "answer")]


def accuracy_derivations(certificate):
    """Those of the other mechanism, for each of the keys."""
    return getattr(module_of(certificate), "accuracy_derivations", lambda _: [])(answer_of(certificate))


def checks(certificate):
    check_part(certificate)
    return [("keys", check_keys), ("first step", check_steps), ("counts of keys", check_counts), *answer_checks(certificate)]


def epsilon_of(derivation):
    return number(derivation["conclusion"]["epsilon"])


def too_large(epsilon):
    return (f"epsilon {promised(epsilon)} promises little: one person may change the odds of an output by a factor of "
            f"{rounded_up(exp(epsilon), 2)}") if epsilon > LARGE_EPSILON else None


def interval_of(certificate, name):
    return count_of_numbers(certificate) if name == COUNT else module_of(certificate).interval_of(answer_of(certificate), name)


def warnings(certificate):
    answer = answer_of(certificate)
    whole = certificate["derivation"][0]
    result = [one for one in module_of(certificate).warnings(answer) if one != too_large(epsilon_of(answer["derivation"][0]))]
    if large := too_large(epsilon_of(whole)):
        result.append(large)
    delta = number(whole["premises"][0]["conclusion"]["delta"])
    if delta > LARGE_DELTA:
        result.append(f"delta {promised(delta)} is large: with that probability the promise says nothing; a usual delta is far below "
                      "one in the number of people")
    return result
