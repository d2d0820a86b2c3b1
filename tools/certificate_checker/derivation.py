"""All steps of a derivation: each follows by its rule from the conclusions of its premises."""
import hashlib

from .canonical import canonical
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


def check_kinds(certificate):
    """The promise to everybody, then what stands beside it, then the first for replaced people; each once."""
    stated, ledger = list(certificate["derivation"]), certificate["ledger"]
    if ledger and ledger["terms"]["neighbours"] == "replace_person" and stated[0]["conclusion"]["kind"] == "dp":
        last = stated.pop()
        demand(stated and last["rule"] == "replace_from_add_remove" and last["premises"] == stated[:1],
               "the last one is not the first for replaced people")
    kinds = [d["conclusion"]["kind"] for d in stated]
    demand(all(d["conclusion"]["neighbours"] == "add_remove_person" for d in stated), "one is for replaced people")
    noise = certificate["mechanism"]["numbers"][0]["noise"]
    if noise in ("discrete_laplace", "discrete_gaussian"):
        right = kinds == (["dp"] if noise == "discrete_laplace" else ["dp", "zcdp"])
    else:
        rest = kinds[1:] if kinds[0] == "dp" else kinds
        for kind in ("outlier", "distributional"):
            rest = rest[1:] if rest[:1] == [kind] else rest
        right = not rest
    demand(right, f"such a release does not promise {kinds}")


def check_guarantees(certificate):
    """They are the conclusions; the first one is dp, or an outlier promise that leaves some without any."""
    guarantees, derivation = certificate["guarantees"], certificate["derivation"]
    demand(len(guarantees) == len(derivation), "not one for each derivation")
    demand(all(g == d["conclusion"] for g, d in zip(guarantees, derivation)), "are not the conclusions")
    check_kinds(certificate)
    first = guarantees[0]
    unprotected = first["kind"] == "outlier" and first["profile"][-1][1] == "infinity"
    demand(first["kind"] == "dp" or unprotected, "the first one is not dp")
    shown = ("kind", "epsilon", "delta", "rho")
    return ", ".join(" ".join(str(g[k])[:30] for k in shown if k in g) for g in guarantees)
