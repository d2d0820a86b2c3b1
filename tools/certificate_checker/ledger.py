"""The entry of a ledger, and the sum of its entries."""
import hashlib
import math
import re

from .canonical import canonical
from .numbers import number
from .profile import Profile, epsilon_of
from .report import Unknown, demand
from .rule import read_inputs, times_of
from .step import Promise, Step, demand_at_most


def seal(*texts):
    """SHA-256 of texts, each after its length in 8 bytes."""
    parts = [t.encode("utf-8") for t in texts]
    return hashlib.sha256(b"".join(len(p).to_bytes(8, "big") + p for p in parts)).hexdigest()


def terms_seal(terms):
    names = ("created", "table", "epsilon", "delta", "rho", "profile", "neighbours", "accounting",
             "privacy_unit")
    return seal("selvage ledger terms 3", *(terms[name] for name in names))


def check_unit(certificate):
    """One unit of privacy: of the question, of the certificate, and of all entries of the ledger."""
    person, unit = certificate["question"]["person"], certificate["privacy_unit"]
    demand(person == "one row" or person["column"], "a person has no column")
    asked = person if person == "one row" else "people of " + person["column"]
    demand(unit == asked, f"{unit[:60]!r} is named, and the question protects {asked[:60]!r}")
    if certificate["ledger"]:
        counted = certificate["ledger"]["terms"]["privacy_unit"]
        demand(counted == unit, f"the ledger adds up promises to {counted[:60]!r}")
    return unit


def check_terms(certificate):
    """Terms that a ledger can have."""
    terms = certificate["ledger"]["terms"]
    unit = terms["privacy_unit"]
    demand(unit == "one row" or (unit.startswith("people of ") and len(unit) > 10), "there is no such unit of privacy")
    demand(terms["table"], "it is the ledger of no table")
    if terms["epsilon"] == "none":
        demand((terms["delta"], terms["rho"], terms["profile"], terms["accounting"]) == ("none", "none", "none", "sum"),
               "a ledger without caps only adds up")
        return "no caps"
    demand(number(terms["epsilon"]) > 0 and 0 <= number(terms["delta"]) < 1, "there are no such caps")
    demand((terms["rho"] == "none") == (terms["accounting"] != "rho"), "a cap in rho, and no sum of rhos")
    if terms["rho"] != "none":
        demand(number(terms["rho"]) > 0 and number(terms["delta"]) > 0, "there is no such budget in rho")
        demand(terms["profile"] == "none", "a budget in rho has no profile")
    if terms["profile"] != "none":
        *steps, last = [part.split(":") for part in terms["profile"].split(",")]
        limits = [int(step[0]) for step in steps]
        epsilons = [epsilon_of(step[-1]) for step in [*steps, last]]
        demand(len(last) == 1 and all(len(step) == 2 and str(int(step[0])) == step[0] for step in steps), "the profile is none")
        demand(limits == sorted(set(limits)) and min(limits, default=1) >= 1, "the limits of the profile do not grow")
        demand(min(epsilons) >= 0 and max(epsilons) > 0, "the epsilons of the profile are none")
    return None


def check_table(certificate):
    """The ledger is that of the table, by their names; one that was not UTF-8 cannot be told from others."""
    whole, table = certificate["question"]["table"], certificate["ledger"]["terms"]["table"]
    database = re.fullmatch(r"(.*\.(?:duckdb|ddb|db)):([^:]+)", whole, re.ASCII | re.DOTALL | re.IGNORECASE)
    asked = whole if database else whole.rstrip("/")  # that of a folder
    path = database[1] if database else asked
    base = path.rsplit("/", 1)[-1]
    names = {whole, asked, base + asked[len(path):]}
    if database:
        names.add(database[2])
    elif base.rfind(".") > 0:
        names.add(base[:base.rfind(".")])
    demand("\ufffd" in asked or (table and table in names), f"it is the ledger of {table[:60]!r}")


def check_entry_question(certificate):
    """What was asked, by which law. A list of keys is known by its digest; how numbers are shown is no part of it."""
    columns = [{k: v for k, v in c.items() if k != "key_list"} for c in certificate["question"]["columns"]]
    question, mechanism = {**certificate["question"], "columns": columns}, certificate["mechanism"]
    wanted = canonical({"question": question, "mechanism": {**mechanism["law"], "name": mechanism["name"]},
                        "fewer_than": certificate["fewer_than"]})
    demand(certificate["ledger"]["entry"]["question"].encode("utf-8") == wanted, "is not that of this certificate")


def counted_and_rest(certificate):
    entry, derivation = certificate["ledger"]["entry"], certificate["derivation"]
    counted = entry["counted"]
    demand(counted is None or 0 <= counted < len(derivation), "no such derivation is counted")
    rest = [d for i, d in enumerate(derivation) if i != counted]
    return (None if counted is None else derivation[counted]), rest


def counted_place(certificate):
    """The first dp or zcdp promise for the ledger's neighbours that its accounting can add."""
    terms = certificate["ledger"]["terms"]
    takes_zcdp = terms["accounting"] != "sum" and terms["profile"] == "none" and terms["delta"] not in ("none", "0")
    for i, promise in enumerate(certificate["guarantees"]):
        kinds = ("dp", "zcdp") if takes_zcdp else ("dp",)
        if promise["kind"] in kinds and promise["neighbours"] == terms["neighbours"] and (
                terms["accounting"] != "rho" or has_rho(certificate["derivation"][i])):
            return i
    demand(not any(g["kind"] in ("dp", "zcdp") for g in certificate["guarantees"]), "no promise can be counted")
    return None


def has_rho(node):
    """A rho follows (T25): zcdp, delta 0, or all that it is made of has one."""
    kind = node["conclusion"]["kind"]
    if kind in ("zcdp", "gaussian_loss") or (kind == "dp" and number(node["conclusion"]["delta"]) == 0):
        return True
    return node["rule"] in OPENED and bool(node["premises"]) and all(has_rho(p) for p in node["premises"])


def check_seals(certificate):
    terms, entry = certificate["ledger"]["terms"], certificate["ledger"]["entry"]
    demand(entry["id"] >= 1, "entries begin with 1")
    counted, rest = counted_and_rest(certificate)
    texts = [entry["previous"], str(entry["id"]), entry["time"], entry["question"], entry["version"],
             canonical(counted).decode(), canonical(rest).decode()]
    demand(seal("selvage ledger entry 1", *texts) == entry["seal"], "the seal of the entry is that of another")
    if entry["id"] == 1:
        demand(entry["previous"] == terms_seal(terms), "the seal before entry 1 is not that of the terms")
        return "from the terms on"
    return "of this entry; those before it are not in this file"


def within(node, times=1):
    """All nodes of a derivation, with how often each counts."""
    yield node, times
    for premise, count in zip(node["premises"], times_of(node)):
        yield from within(premise, times * count)


def stands_for(node, release):
    """A release in a sum: itself, or the loss of the same noise (T22)."""
    losses = {"discrete_laplace_cells": "discrete_laplace_loss", "discrete_gaussian_cells": "discrete_gaussian_loss"}
    if node == release:
        return True
    if losses.get(release["rule"]) != node["rule"] or release["rule"] not in losses:
        return False
    inputs = read_inputs(release["inputs"])
    if release["rule"] == "discrete_gaussian_cells":
        if inputs.pop("squared_sensitivity") != 1:
            return False
        inputs["sensitivity"] = 1
    return read_inputs(node["inputs"]) == inputs


# A release that composes others may stand in a sum as these (T20 c, T25).
OPENED = ("basic_composition", "optimal_composition", "composition_by_privacy_loss", "zcdp_composition", "dp_from_zcdp")


def is_counted(release, nodes, times=1):
    """It is in the sum so many times, or all its parts are."""
    if any(k >= times and stands_for(node, release) for node, k in nodes):
        return True
    return release["rule"] in OPENED and bool(release["premises"]) and all(
        is_counted(p, nodes, times * k) for p, k in zip(release["premises"], times_of(release)))


SUMS = {"rho": {"dp_from_zcdp"}, "adaptive": {"budget_filter"}, "sum": {"basic_composition"},
        "planned": {"basic_composition", "optimal_composition", "composition_by_privacy_loss", "dp_from_zcdp"}}


def check_spent(certificate):
    """What is promised of all entries together is within the caps, and this release is in it."""
    terms, entry, spent = (certificate["ledger"][k] for k in ("terms", "entry", "spent"))
    demand(spent["entries"] == entry["id"], "it speaks of other entries")
    demand(0 <= spent["unanswered"] < spent["entries"], "more unanswered entries than there are")
    demand(certificate["issued"] >= entry["time"], "it was issued before it was charged")
    demand(spent["random"] is None or spent["overall"] is None, "an entry without dp is added up")
    overall, (counted, _) = spent["overall"], counted_and_rest(certificate)
    demand(entry["counted"] == counted_place(certificate), "another promise of this release should be counted")
    demand((overall is None) == (spent["refused"] is not None), "a promise is made or is not")
    if overall is None:
        raise Unknown("no promise is made of all entries together")
    demand(counted is not None, "nothing of this release is counted")
    demand(is_counted(counted, list(within(overall))), "this release is not in the sum")
    end = Promise(overall["conclusion"])
    demand(end.kind == "dp" and end.neighbours == terms["neighbours"], "it is another kind of promise")
    demand(overall["rule"] in SUMS[terms["accounting"]],
           f"{overall['rule'][:40]} is not what {terms['accounting']} adds by")
    caps = [math.inf if terms[k] == "none" else number(terms[k]) for k in ("epsilon", "delta")]
    demand(end.epsilon <= caps[0] and end.delta <= caps[1], "it exceeds the caps")
    if terms["accounting"] == "adaptive":
        demand([end.epsilon, end.delta] == caps, "T29 proves the caps themselves")
    if terms["accounting"] == "rho":
        cap = overall["premises"][0]
        demand(cap["rule"] == "rho_filter" and Promise(cap["conclusion"]).rho == number(terms["rho"]),
               "T29 proves the cap in rho itself")
    # planned accounting may add several zcdp promises up before it adds the others, or the parts of a release
    sum_of_all = overall["premises"][0] if overall["rule"] == "dp_from_zcdp" else overall
    times = Step(sum_of_all).times()
    demand(times, "no release is in the sum")
    demand(terms["accounting"] == "planned" or sum(times) == spent["entries"], "not every entry is in the sum")
    return ", ".join(f"{k} {overall['conclusion'][k][:30]} of {terms[k][:30]}" for k in ("epsilon", "delta"))


def check_claims(certificate):
    """T36: each outlier promise has a partition of its own and this release in it, and is within the profile cap."""
    terms, spent = certificate["ledger"]["terms"], certificate["ledger"]["spent"]
    claims, overall = spent["claims"], spent["overall"]
    demand(all(c["conclusion"]["kind"] == "outlier" for c in claims), "a claim is no outlier promise")
    demand(len({c["conclusion"].get("partition") for c in claims}) == len(claims), "two claims about one partition")
    for claim in claims:
        demand(any(node in certificate["derivation"] for node, _ in within(claim)), "this release is not in a claim")
        demand(claim["conclusion"]["neighbours"] == terms["neighbours"], "a claim has other neighbours")
        demand(claim["rule"] == "outlier_composition", "a claim is no sum of entries")
        demand(sum(Step(claim).times()) == spent["entries"], "not every entry is in a claim")
        demand(overall is None or Profile.of_promise(claim["conclusion"]["profile"]).greatest() < math.inf,
               "a release leaves some without a promise, so nothing holds for everybody")
    mine = {g["partition"] for g in certificate["guarantees"] if g["kind"] == "outlier" and g["neighbours"] == terms["neighbours"]}
    demand(spent["no_claims"] or mine <= {c["conclusion"]["partition"] for c in claims}, "the claim for its own classes is missing")
    if terms["profile"] != "none":
        cap = Profile.of_terms(terms["profile"])
        for claim in claims:
            demand_at_most(Profile.of_promise(claim["conclusion"]["profile"]), cap)
        if not claims:
            if not overall or overall["rule"] not in ("budget_filter", "basic_composition"):
                raise Unknown("the profile of the terms, for this kind of sum")
            step = Step(overall)
            total = sum(k * p.epsilon for k, p in zip(step.times(optional=True), step.premises) if p.kind == "dp")
            demand(total <= cap.at(1), "the epsilons exceed the profile of the terms")
    check_average_case(certificate)
    return f"{len(claims)}"


def check_average_case(certificate):
    """T238: the sum of the average-case promises holds this release's, and is it where there is no other entry."""
    spent = certificate["ledger"]["spent"]
    mine = [g for g in certificate["guarantees"] if g["kind"] == "random_dp"]
    if not mine:
        return
    terms, entry = certificate["ledger"]["terms"], certificate["ledger"]["entry"]
    demand(entry["counted"] is not None or terms["epsilon"] == "none", "a ledger with caps takes no average-case promise")
    demand(spent["random"] is not None, "this release is not in the sum of the average-case promises")
    have, least = Promise(spent["random"]), Promise(mine[0])
    demand(have.kind == "random_dp" and have.neighbours == least.neighbours, "the sum of average-case promises is of another kind")
    demand(all(getattr(have, k) >= getattr(least, k) for k in ("alpha", "eta", "gamma")), "this release is not in the sum")
    demand(spent["entries"] > 1 or have.key == least.key, "the sum of one entry is another")
