"""The rules of promises to people in small classes: T36, and T60 to T67.

Two properties are no part of a promise, and told by the rules below a step. *Classes are cells*:
people of one class can be exchanged and nothing changes. *Independent cells*: outputs of different
cells are independent.
"""
import math
from decimal import Decimal

from .distributional import sampled_delta
from .numbers import dec, exp, sum_of, written_sum
from .profile import Profile
from .report import demand
from .rule import PARTITION, PROFILE, TIMES, Rule, number, optional, read_inputs
from .step import demand_at_most
from .warped import Warped

LEAST_DELTA = Decimal("1e-40")      # of a threshold that is not 0
CELLS = {"warped_geometric_cells", "staircase_cells", "lower_bound_cells", "outlier_key_threshold"}


def independent_cells(data):
    """Whether the outputs of different cells are independent, for all that is below."""
    while data["rule"] == "profile_at_most":
        data = data["premises"][0]
    return data["rule"] in CELLS


def classes_are_cells(data):
    """Whether people of one class are alike, for all that is below."""
    while data["rule"] == "profile_at_most":
        data = data["premises"][0]
    if data["rule"] == "outlier_composition":
        partitions = {premise["conclusion"].get("partition") for premise in data["premises"]}
        return len(partitions) == 1 and all(map(classes_are_cells, data["premises"]))
    return data["rule"] in CELLS


def outlier_from_dp(n):
    """T36 (a): a dp promise holds for every class."""
    n.need("dp", exactly=1)
    premise, partition = n.premises[0], n.take_partition()
    n.outlier(Profile([(math.inf, premise.epsilon)]), premise.delta, partition)


def outlier_composition(n):
    """T36 (b), T69: profiles over the first one's partition add; all else counts with its greatest epsilon."""
    n.need("outlier", "dp")
    times, claim, first = n.times(), n.claims("outlier"), n.premises[0]
    demand(first.kind == "outlier" and claim.partition == first.partition, "it is about another partition")

    def epsilon(p, size):
        if p.kind == "dp":
            return p.epsilon
        return p.profile.at(size if p.partition == first.partition else math.inf)
    demand(all(epsilon(p, 1) < math.inf for p in n.premises if p.partition != first.partition),
           "a release over other classes leaves some without a promise")
    limits = {limit for p in n.premises if p.kind == "outlier" and p.partition == first.partition for limit in p.profile.limits}

    def total(size):
        terms = [k * epsilon(p, size) for k, p in zip(times, n.premises)]
        return math.inf if math.inf in terms else sum_of(terms)
    n.outlier(Profile([(size, total(size)) for size in limits]), sum_of(k * p.delta for k, p in zip(times, n.premises)), first.partition)


def take_warped(n):
    """The profile that W is to meet, in the inputs; one that is not 0 or infinity everywhere."""
    demand(n.take("bits") == 62, "bits is not 62")
    profile = n.take_profile()
    Warped(profile)
    return profile


def warped_geometric_cells(n):
    """T60: W in every cell of a public domain, one cell a person."""
    n.leaf()
    n.outlier(take_warped(n), 0, n.take_partition())


def warped_cells_of_person(n):
    """T61: a person in several cells."""
    n.leaf()
    profile, cells = take_warped(n), n.take("cells_per_person", 0, True)
    demand(profile.greatest() < math.inf, "some have no promise")
    n.dp(cells * profile.greatest())


def law_of(data):
    """The profile of W itself; what is promised of it may be weaker."""
    return read_inputs(data["inputs"])["profile"]


def outlier_key_threshold(n):
    """T66: W for the keys in the table only, shown from a threshold on."""
    n.need("outlier", exactly=1)
    premise, threshold = n.premises[0], n.take("threshold", 1, True)
    demand(n.below[0]["rule"] == "warped_geometric_cells", "the premise is not about W")
    demand(premise.delta == 0, "the premise has a delta")
    delta = Warped(law_of(n.below[0])).at_least(threshold, 1)
    demand(delta < 1, "every count passes the threshold")
    n.outlier_but_delta(premise.profile, premise.partition)
    n.is_rounded("delta", max(delta, LEAST_DELTA) if delta else delta, 6)


def dp_from_outlier(n):
    """T62 (a): what holds for everybody."""
    n.need("outlier", exactly=1)
    premise = n.premises[0]
    demand(premise.profile.greatest() < math.inf, "some have no promise")
    n.dp(premise.profile.greatest(), premise.delta)


def profile_at_most(n):
    """T62 (b): a weaker promise."""
    n.need("outlier", exactly=1)
    premise, profile, delta = n.premises[0], n.take_profile(), n.take("delta")
    demand_at_most(premise.profile, profile)
    demand(premise.delta <= delta, "the delta of the premise is larger")
    n.outlier(profile, delta, premise.partition)


def one_outlier(n):
    """The one premise, an outlier promise for people who are in the table or not."""
    n.need("outlier", exactly=1)
    demand(n.premises[0].neighbours == "add_remove_person", "the premise has other neighbours")
    return n.premises[0]


def outlier_group(n):
    """T63: some people of one class."""
    premise, people, size = one_outlier(n), n.take("people", 0, True), n.take("size", 0, True)
    claim = n.claims("group")
    demand(people <= size, "more people than the class has")
    demand((claim.data["people"], claim.data["size"]) == (people, size), "is about other people")
    demand(claim.partition == premise.partition, "it is about another partition")
    runs = premise.profile.runs(size - people + 1, size)
    demand(all(e < math.inf for e, _ in runs), "some of them have no promise")
    n.is_exactly("epsilon", written_sum(sum(e * times for e, times in runs)))
    # 1 + exp(e(c)) + exp(e(c) + e(c-1)) + ..., a run of equal epsilons at a time
    total, factor = Decimal(0), Decimal(1)
    for e, times in runs if premise.delta else []:
        total += factor * (times if e == 0 else (exp(times * e) - 1) / (exp(e) - 1))
        factor *= exp(times * e)
    n.is_rounded("delta", total * dec(premise.delta), 12, most=1)


def outlier_substitution(n):
    """T64: a person who moves to another class."""
    premise, claim = one_outlier(n), n.claims("substitution")
    sizes = n.take("from", 0, True), n.take("to", 0, True)
    demand((claim.data["from"], claim.data["to"]) == sizes, "is about other classes")
    demand(claim.partition == premise.partition, "it is about another partition")
    demand(claim.neighbours == "replace_person", "wrong neighbours")
    epsilons = [premise.profile.at(size) for size in sizes]
    demand(max(epsilons) < math.inf, "one of the classes has no promise")
    n.is_exactly("epsilon", sum(epsilons))
    if n.take_flag("independent_cells"):
        demand(independent_cells(n.below[0]), "the cells are not independent")
        n.is_exactly("delta", min(1, 2 * premise.delta))
    else:
        n.is_rounded("delta", (1 + exp(max(epsilons))) * dec(premise.delta), 12, most=1)


def outlier_crowd_blending(n):
    """T65: one of a crowd, or hidden."""
    premise, crowd, claim = one_outlier(n), n.take("crowd", 1, True), n.claims("crowd_blending")
    demand(classes_are_cells(n.below[0]), "people of one class may differ")
    demand(claim.data["crowd"] == crowd, "is about another crowd")
    n.is_exactly("epsilon", premise.profile.at(crowd - 1))
    n.is_exactly("delta", premise.delta)


def distributional_from_outlier(n):
    """T67: against somebody who does not know who was sampled."""
    premise, crowd, known = one_outlier(n), n.take("crowd", 0, True), n.take("known", -1, True)
    rate, epsilon, claim = n.take("rate_high", 0), n.take("epsilon"), n.claims("distributional")
    demand(classes_are_cells(n.below[0]), "people of one class may differ")
    demand(rate < 1 and known < crowd, "T50 has no such rate or crowd")
    demand((claim.rate_high, claim.data["known"], claim.epsilon) == (rate, known, epsilon), "is about another sample")
    demand(claim.rate_low == 0, "the lowest rate is 0")
    small = premise.profile.at(crowd)
    demand(small <= epsilon, "epsilon is below that of the crowd")
    n.is_rounded("delta", sampled_delta(crowd - known, small, premise.delta, rate, epsilon), 6, most=1)


RULES = (
    Rule(outlier_composition, "T36", (TIMES,)),
    Rule(outlier_from_dp, "T36", (PARTITION,)),
    Rule(warped_geometric_cells, "T60", (number("bits"), PROFILE, PARTITION)),
    Rule(warped_cells_of_person, "T61", (number("bits"), number("cells_per_person"), PROFILE)),
    Rule(dp_from_outlier, "T62"),
    Rule(profile_at_most, "T62", (number("delta"), PROFILE)),
    Rule(outlier_group, "T63", (number("people"), number("size"))),
    Rule(outlier_substitution, "T64", (number("from"), number("to"), optional("independent_cells")), new_neighbours=True),
    Rule(outlier_crowd_blending, "T65", (number("crowd"),)),
    Rule(outlier_key_threshold, "T66", (number("threshold"),)),
    Rule(distributional_from_outlier, "T67", (number("crowd"), number("rate_high"), number("known"), number("epsilon"))),
)
