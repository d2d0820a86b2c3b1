"""All steps of a derivation: each follows by its rule from the conclusions of its premises."""
import hashlib

from .canonical import canonical
from .mechanisms import module_of, takes_people_as_public
from .report import Unknown, Wrong, demand
from .rule import check_inputs
from .rules import RULES
from .step import Step

DONE = set()      # steps that were found right


def check_step(data):
    """One step follows from its premises' conclusions."""
    demand(data["rule"] in RULES, f"there is no rule {data['rule'][:40]}")
    rule = RULES[data["rule"]]
    demand(data["theorem"] == rule.theorem, f"the rule rests on {rule.theorem}")
    check_inputs(rule, data["inputs"])
    step = Step(data)
    rule.check(step)
    strange = sorted(set(step.inputs) - step.used)
    demand(not strange, f"inputs that the rule does not need here: {strange}"[:200])
    if not rule.new_neighbours:
        demand(all(p.neighbours == step.promise.neighbours for p in step.premises), "neighbours differ")


def check_derivation(data):
    """All steps of a derivation; equal ones once."""
    unknown, steps, todo = None, 0, [data]
    while todo:
        step = todo.pop()
        steps += 1
        todo.extend(step["premises"])
        key = hashlib.sha256(canonical(step)).digest()      # with all below it: some rules look there
        if key in DONE:
            continue
        try:
            check_step(step)
            DONE.add(key)
        except Wrong as why:
            raise Wrong(f"{step['rule'][:40]}: {why}") from None
        except Unknown as why:
            unknown = f"{step['rule'][:40]}: {why}"
    if unknown:
        raise Unknown(unknown)
    return f"{steps} step{'s' if steps > 1 else ''}"


def is_dp_of(derivation, neighbours):
    return derivation["conclusion"]["kind"] == "dp" and derivation["conclusion"]["neighbours"] == neighbours


def own_derivations(certificate):
    """Those of the mechanism. Where the ledger is about replaced people and none of these is, the last one is the first for these."""
    stated, ledger = certificate["derivation"], certificate["ledger"]
    if not ledger or ledger["terms"]["neighbours"] != "replace_person" or not is_dp_of(stated[0], "add_remove_person"):
        return stated
    return stated if any(is_dp_of(one, "replace_person") for one in stated[:-1]) or stated[-1]["rule"] != "replace_from_add_remove" else stated[:-1]


def check_guarantees(certificate):
    """They are the conclusions; the first one is dp, or an outlier promise that leaves some without any, or an
    average-case promise alone. Only mechanisms that take the number of people as public speak of replaced people themselves,
    but for average cases, which always do."""
    guarantees, derivation = certificate["guarantees"], certificate["derivation"]
    demand(len(guarantees) == len(derivation), "not one for each derivation")
    demand(all(g == d["conclusion"] for g, d in zip(guarantees, derivation)), "are not the conclusions")
    own = own_derivations(certificate)
    for last in derivation[len(own):]:
        demand(own and last["premises"] == own[:1], "the last one is not the first for replaced people")
    ledger = certificate["ledger"]
    if ledger and ledger["terms"]["neighbours"] == "replace_person" and own == derivation and is_dp_of(own[0], "add_remove_person"):
        demand(any(is_dp_of(one, "replace_person") for one in own), "nothing is told of replaced people")
    if not takes_people_as_public(certificate):
        demand(all("add_remove_person" == d["conclusion"]["neighbours"] or d["conclusion"]["kind"] == "random_dp" for d in own),
               "one is for replaced people")
    first = guarantees[0]
    unprotected = first["kind"] == "outlier" and first["profile"][-1][1] == "infinity"
    average_case = first["kind"] == "random_dp" and len(guarantees) == 1
    demand(first["kind"] == "dp" or unprotected or average_case, "the first one is not dp")
    shown = ("kind", "epsilon", "delta", "rho", "alpha", "eta", "gamma")
    return ", ".join(" ".join(str(g[k])[:30] for k in shown if k in g) for g in guarantees)
