"""All steps of a derivation: each follows by its rule from the conclusions of its premises."""
import hashlib

from . import outlier_rules, paper_rules, rules
from .canonical import canonical
from .report import Unknown, Wrong, demand
from .step import Step

THEOREMS = {
    rules: {"T4": ["discrete_laplace_cells"], "T6": ["basic_composition"], "T7": ["replace_from_add_remove"],
            "T22": ["discrete_laplace_loss", "discrete_gaussian_loss"], "T23": ["optimal_composition"],
            "T24": ["composition_by_privacy_loss"],
            "T25": ["discrete_gaussian_cells", "zcdp_from_dp", "zcdp_composition"], "T26": ["dp_from_zcdp"],
            "T29": ["budget_filter"], "T31": ["key_threshold"]},
    outlier_rules: {"T36": ["outlier_from_dp", "outlier_composition"], "T60": ["warped_geometric_cells"],
                    "T61": ["warped_cells_of_person"], "T62": ["dp_from_outlier", "profile_at_most"],
                    "T63": ["outlier_group"], "T64": ["outlier_substitution"], "T65": ["outlier_crowd_blending"],
                    "T66": ["outlier_key_threshold"], "T67": ["distributional_from_outlier"]},
    paper_rules: {"T68": ["staircase_cells", "lower_bound_cells"]},
}
RULES = {name: (theorem, getattr(module, name)) for module, theorems in THEOREMS.items()
         for theorem, names in theorems.items() for name in names}
NEW_NEIGHBOURS = {"replace_from_add_remove", "outlier_substitution"}      # their conclusions have others
DONE = set()                                                              # steps that were found right


def check_step(data):
    """One step follows from its premises' conclusions."""
    demand(data["rule"] in RULES, f"there is no rule {data['rule'][:40]}")
    theorem, rule = RULES[data["rule"]]
    demand(data["theorem"] == theorem, f"the rule rests on {theorem}")
    step = Step(data)
    rule(step)
    strange = sorted(set(step.inputs) - step.used)
    demand(not strange, f"inputs that the rule does not know: {strange}"[:200])
    if data["rule"] not in NEW_NEIGHBOURS:
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
