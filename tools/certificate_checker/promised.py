"""What is promised of noise in cells: the one derivation that noise, caps and `promised` make."""
import math

from .derivation import own_derivations
from .numbers import number
from .profile import Profile
from .profiled import is_profiled, law_of
from .report import demand
from .rule import read_inputs, times_of

MOST_COMPOSED = 4096      # cells of a person, each by itself
MOST_LOSSES = 1024          # of them by their losses


def check_promised(certificate):
    """Derivations of the one shape; their numbers are checked with their steps and leaves."""
    own, promised = own_derivations(certificate), certificate["mechanism"]["shown"]["promised"]
    delta = number(promised.get("delta", "0"))
    demand("delta" not in promised or 0 < delta < 1, "a delta of 0 is left out")
    if is_profiled(certificate):
        check_classes(certificate, own, promised, delta)
    else:
        check_added(certificate["mechanism"]["law"], own, promised, delta)
    return promised.get("composition")


def check_added(law, own, promised, delta):
    """Of noise that is the same for every count."""
    way, numbers = promised.get("composition", "sum"), len(law["numbers"]) if law["together"] is None else 1
    demand((way == "sum") == (promised == {}), "such noise keeps no profile")
    demand([d["conclusion"]["kind"] for d in own] == (["dp"] if way in ("sum", "optimal") else ["dp", "zcdp"]),
           "such a release promises something else")
    first, share = own[0], law["share"]
    demand(way == "sum" or number(first["conclusion"]["delta"]) == delta, "another delta was asked for")
    if way == "sum":
        rules = ["key_threshold" if law["threshold"] is not None else "discrete_laplace_cells"] + ["discrete_laplace_cells"] * (numbers - 1)
        demand_parts(first, "basic_composition", rules)
        demand(numbers == 1 or first["inputs"] == [], "every number counts once")
    elif way == "optimal":
        filled = share["rows"] == share["cells"] * share["rows_in_cell"]
        demand(law["threshold"] is None and filled and 2 <= share["cells"] <= MOST_COMPOSED,
               "the cells of a person are not composed so")
        demand_rules(first, "optimal_composition", ["discrete_laplace_cells"])
    elif way == "zcdp":
        demand(first["rule"] == "dp_from_zcdp" and first["premises"] == own[1:], "the second promise is not behind the first")
        demand("delta" in read_inputs(first["inputs"]), "the delta was not asked for")
        demand_parts(own[1], "zcdp_composition", ["discrete_gaussian_cells"] * numbers)
        demand(set(times_of(own[1])) <= {1}, "every number counts once")
    else:
        demand(law["together"] is None and law["numbers"][0]["per_row"] == 1 and share["cells"] <= MOST_LOSSES, "the losses of a person are not composed so")
        demand_rules(first, "composition_by_privacy_loss", ["discrete_gaussian_loss"])
        demand_parts(own[1], None, ["discrete_gaussian_cells"])


def demand_parts(derivation, rule, parts):
    """Several parts are put together by the rule; one stands for itself."""
    if len(parts) > 1:
        demand_rules(derivation, rule, parts)
    else:
        demand(derivation["rule"] == parts[0], f"{derivation['rule'][:40]} is not what is promised so")


def demand_rules(derivation, rule, parts):
    demand(derivation["rule"] == rule and [p["rule"] for p in derivation["premises"]] == parts,
           f"{derivation['rule'][:40]} is not what is promised so")


def check_classes(certificate, own, promised, delta):
    """Of counts that keep a profile: what holds for everybody, the promise to classes, and that about a sample."""
    law = certificate["mechanism"]["law"]
    noise, sampled = law["numbers"][0]["noise"], promised.get("sampled")
    demand("composition" not in promised, "classes are not composed")
    demand(("profile" in promised) == (noise == "staircase"), "the profile of a promise is there or is not")
    demand("delta" not in promised or noise != "warped_geometric", "W promises a delta of 0")
    if law["share"]["cells"] > 1:
        demand(noise == "warped_geometric" and [d["rule"] for d in own] == ["warped_cells_of_person"] and not sampled,
               "people in several cells are promised something else")
        return
    rule = "outlier_key_threshold" if law["threshold"] is not None else f"{noise}_cells"
    promise = next((d for d in own if d["rule"] == rule), None)
    demand(promise is not None, f"there is no promise by {rule}")
    protected = Profile.of_promise(promise["conclusion"]["profile"]).greatest() < math.inf
    # T71: the first noise of a staircase protects everybody, whatever is made of its output
    pure = noise == "staircase" and law_of(law["numbers"][0]).first is not None
    everybody = "discrete_laplace_cells" if pure else "dp_from_outlier"
    wanted = [everybody] * protected + [rule] + ["distributional_from_outlier"] * (sampled is not None)
    demand([d["rule"] for d in own] == wanted, f"such a release promises something by {', '.join(wanted)}")
    demand(all(d is promise or d["premises"] == [promise] or d["rule"] == "discrete_laplace_cells" for d in own), "a promise does not follow from that to classes")
    if noise != "warped_geometric":
        demand(number(promise["conclusion"]["delta"]) == delta, "another delta is promised")
    if "profile" in promised:
        demand(Profile.of_text(promised["profile"]).steps() == promise["conclusion"]["profile"], "another profile is promised")
    if sampled:
        wanted = {"crowd": sampled["crowd"], "rate_high": number(sampled["rate"]), "known": sampled["known"],
                  "epsilon": number(sampled["epsilon"])}
        demand(read_inputs(own[-1]["inputs"]) == wanted, "another sample is promised something")
