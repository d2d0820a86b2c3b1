"""The leaves of a derivation are about the noise, the share and the classes that the certificate names."""
from .noise import noise_of
from .profile import Profile
from .profiled import is_profiled, law_of, partition_of
from .question import key_count, threshold_in_units
from .report import demand
from .rule import read_inputs, times_of
from .step import Step
from .threshold_rules import take_lower_bound, take_staircase


def leaves_of(node, parent=None, times=1):
    """Leaves from left to right: (leaf, parent, how often the parent counts it)."""
    if not node["premises"]:
        return [(node, parent["rule"] if parent else None, times)]
    return [leaf for premise, count in zip(node["premises"], times_of(node)) for leaf in leaves_of(premise, node, count)]


def check_noise_leaves(derivation, certificate):
    """One leaf for each number, or one for all that are released together, with its noise and with the share of a person."""
    law = certificate["mechanism"]["law"]
    share, leaves, together = law["share"], leaves_of(derivation), law["together"]
    rows, cells, in_cell = share["rows"], share["cells"], share["rows_in_cell"]
    numbers = law["numbers"] if together is None else law["numbers"][:1]
    demand(len(leaves) == len(numbers), "not one leaf for each number")
    for i, ((leaf, parent, times), n) in enumerate(zip(leaves, numbers)):
        have = read_inputs(leaf["inputs"])
        rule, (noise, size), row = leaf["rule"], noise_of(n), n["per_row"] if together is None else together
        name = {"discrete_laplace": "scale", "discrete_gaussian": "variance"}[noise]
        if law["threshold"] is not None and i == 0:
            wanted = ["key_threshold"], {**share, "threshold": threshold_in_units(certificate, law["threshold"])}
            if together is not None:
                draws, per_row, _ = key_count(certificate)
                wanted[1].update(draws=draws, per_row=per_row, sensitivity=together)
        elif noise == "discrete_laplace":
            alone = parent == "optimal_composition" and times == cells and rows == cells * in_cell
            alone = alone and have.get("sensitivity") == in_cell * row
            wanted = ["discrete_laplace_cells", "discrete_laplace_loss"], {"sensitivity": (in_cell if alone else rows) * row}
        elif rule == "discrete_gaussian_loss":
            demand(parent == "composition_by_privacy_loss" and times == cells and rows == cells * in_cell,
                   "this loss does not cover all cells of a person")
            wanted = ["discrete_gaussian_loss"], {"sensitivity": in_cell * row}
        else:
            # T30: as many full cells as there are rows for, and the rest in one more.
            full, rest = divmod(rows, in_cell)
            wanted = ["discrete_gaussian_cells"], {"squared_sensitivity": row**2 * (full * in_cell**2 + rest**2)}
        demand(rule in wanted[0] and have == {**wanted[1], name: size},
               f"the leaf {rule[:40]} is not that of the {n['name']}")


def check_leaves(derivation, certificate):
    if not is_profiled(certificate):
        check_noise_leaves(derivation, certificate)
        return
    law = certificate["mechanism"]["law"]
    share, noise = law["share"], law["numbers"][0]
    leaves = [leaf for leaf, _, _ in leaves_of(derivation)]
    demand(len(leaves) == 1, "not one leaf")
    leaf = Step(leaves[0])
    if noise["noise"] == "staircase" and leaf.rule == "discrete_laplace_cells":
        # T71: for everybody, what the first noise promises, whatever is made of its output
        demand(share["cells"] == share["rows_in_cell"] == 1, "a person counts more than once")
        first = law_of(noise).first
        demand(first is not None and leaf.inputs == {"scale": 1 / first, "sensitivity": 1}, "the leaf is about other noise")
        demand(law["threshold"] is None, "there is a threshold")
        return
    demand(share["rows_in_cell"] == 1, "a person counts more than once in a cell")
    if leaf.rule == "warped_cells_of_person":
        demand(law["threshold"] is None, "the threshold is not in the derivation")
        demand(leaf.take("cells_per_person") == share["cells"], "a person is in more cells")
    else:
        demand(share["cells"] == 1, "a person is in several cells")
        check_partition(leaf, certificate)
    rule = {"warped_cells_of_person": "warped_geometric"}.get(leaf.rule, leaf.rule.removesuffix("_cells"))
    demand(rule == noise["noise"], f"the leaf {leaf.rule[:40]} is not about {noise['noise']}")
    have = {"warped_geometric": lambda: leaf.take_profile(), "staircase": lambda: take_staircase(leaf),
            "lower_bound": lambda: take_lower_bound(leaf, leaf.take_profile())}[noise["noise"]]()
    want = Profile.of_text(noise["profile"]) if noise["noise"] == "warped_geometric" else law_of(noise)
    demand(have == want, "the leaf is about other noise")
    check_threshold(derivation, law["threshold"])


def check_partition(leaf, certificate):
    version = certificate["ledger"]["entry"]["version"] if certificate["ledger"] else ""
    have, want = leaf.take_partition(), partition_of(certificate["question"], version)
    demand(have == want, f"the classes are {want[:100]}, not {have[:100]}")


def check_threshold(derivation, threshold):
    """All that follows from the leaf speaks of keys that are shown from this threshold on."""
    while derivation["premises"]:
        if derivation["rule"] == "outlier_key_threshold":
            demand(threshold is not None and read_inputs(derivation["inputs"])["threshold"] == threshold,
                   "the threshold is another")
            return
        derivation = derivation["premises"][0]
    demand(threshold is None, "the threshold is not in the derivation")
