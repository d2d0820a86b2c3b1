"""The rules of composition and of other ways to tell epsilons, deltas and rhos (T6, T7, T23 to T29, T260)."""
from decimal import Decimal

from .composition import MOST_TIMES, is_least, is_least_of_equals
from .numbers import MARGIN, dec, exp, has_digits, sum_of, written_sum
from .report import demand
from .rule import TIMES, Rule, number, optional


def basic_composition(n):
    """T6: epsilons and deltas add."""
    n.need("dp")
    times = n.times(optional=True)
    n.dp(sum_of(k * p.epsilon for k, p in zip(times, n.premises)), sum_of(k * p.delta for k, p in zip(times, n.premises)))


def one_of(n):
    """T260: the largest epsilon and the largest delta."""
    n.need("dp")
    demand(len(n.premises) > 1, "there is nothing to choose from")
    n.dp(max(p.epsilon for p in n.premises), max(p.delta for p in n.premises))


def replace_from_add_remove(n):
    """T7: (2E, (1 + exp(E)) d)."""
    n.need("dp", exactly=1)
    premise, claim = n.premises[0], n.claims("dp")
    demand(premise.neighbours == "add_remove_person" and claim.neighbours == "replace_person", "wrong neighbours")
    n.is_exactly("epsilon", 2 * premise.epsilon)
    n.is_rounded("delta", (1 + exp(premise.epsilon)) * dec(premise.delta), 12)


def composed(n):
    claim, times = n.claims("dp"), n.times()
    demand(n.take("delta") == claim.delta, "the delta of the conclusion is not the input")
    said = f"({float(claim.epsilon):.12g}, {float(claim.delta):.12g}) does not follow, or is not the least epsilon of 6 digits"
    six = has_digits(claim.epsilon, 6)
    if n.rule == "optimal_composition" and len(times) == 1 and times[0] <= MOST_TIMES:
        one = n.premises[0]
        demand((six or claim.epsilon == times[0] * one.epsilon)
               and is_least_of_equals(one, times[0], claim.epsilon, claim.delta), said)
        return
    # A proof by itself: the lattice of the statement only adds to delta (T24).
    demand(six and is_least(n.premises, times, n.inputs.get("step"), claim.epsilon, claim.delta), f"{said} on the lattice")


def optimal_composition(n):
    """T23: what follows from promises alone; of several on the lattice of the input step."""
    n.need("dp")
    if len(n.premises) > 1:
        n.take("step", 0)
    composed(n)


def composition_by_privacy_loss(n):
    """T24: from the losses of the noise; of several on the lattice of the input step."""
    n.need("dp", "laplace_loss", "gaussian_loss")
    if len(n.premises) > 1:
        n.take("step", 0)
    composed(n)


def zcdp_from_dp(n):
    """T25 (b): rho = e^2/2."""
    n.need("dp", exactly=1)
    demand(n.premises[0].delta == 0, "the premise has a delta")
    n.zcdp(n.premises[0].epsilon ** 2 / 2)


def zcdp_from_loss(n):
    """T25 (d): one draw moved by D is (D^2/(2v))-zcdp."""
    n.need("gaussian_loss", exactly=1)
    n.zcdp(n.premises[0].shift ** 2 / (2 * n.premises[0].variance))


def zcdp_composition(n):
    """T25 (a): rhos add."""
    n.need("zcdp")
    n.zcdp(written_sum(sum(k * p.rho for k, p in zip(n.times(), n.premises))))


def zcdp_is_dp(rho, epsilon, delta, a):
    """T26: delta >= exp((a-1)(a rho - E)) (1 - 1/a)^a / (a-1), compared as logarithms."""
    if delta <= 0:
        return False
    logarithm = dec((a - 1) * (a * rho - epsilon)) + dec(a) * dec(1 - 1 / a).ln() - dec(a - 1).ln()
    size = abs(dec((a - 1) * a * rho)) + abs(dec((a - 1) * epsilon)) + 10
    return logarithm + size * MARGIN <= dec(delta).ln()


def dp_from_zcdp(n):
    """T26."""
    n.need("zcdp", exactly=1)
    claim, a = n.claims("dp"), n.take("order", 1)
    demand(("delta" in n.inputs) != ("epsilon" in n.inputs), "it needs delta or epsilon")
    name = "delta" if "delta" in n.inputs else "epsilon"
    demand(n.take(name) == getattr(claim, name), f"{name} is not the input")
    demand(name == "epsilon" or 0 < claim.delta < 1, "T26 has no such delta")
    rho, factor = n.premises[0].rho, dec(a) * dec(1 - 1 / a).ln() - dec(a - 1).ln()
    if name == "delta":
        n.is_rounded("epsilon", dec(a * rho) + (factor - dec(claim.delta).ln()) / dec(a - 1), 6)
        return
    exponent = dec((a - 1) * (a * rho - claim.epsilon)) + factor
    n.is_rounded("delta", exponent.exp() if exponent <= 0 else Decimal(1), 6)


def budget_filter(n):
    """T29 (c): caps that hold whatever was chosen on the way, by sum with half of the delta cap, or by rhos with the rest."""
    n.need("dp", "zcdp")
    times, e, d, claim = n.times(), n.take("epsilon"), n.take("delta"), n.claims("dp")
    demand(e >= 0 and 0 <= d < 1, "T29 has no such caps")
    demand((claim.epsilon, claim.delta) == (e, d), "the conclusion is not the caps")
    deltas = sum(k * p.delta for k, p in zip(times, n.premises) if p.kind == "dp")
    demand(deltas <= (d / 4 if "order" in n.inputs else d / 2), "the deltas exceed their share of the cap")
    if "order" not in n.inputs:
        n.need("dp")
        demand(sum(k * p.epsilon for k, p in zip(times, n.premises)) <= e, "the epsilons exceed the cap")
        return
    rho = sum(k * (p.rho if p.kind == "zcdp" else p.epsilon ** 2 / 2) for k, p in zip(times, n.premises))
    demand(zcdp_is_dp(rho, e, d / 4, n.take("order", 1)), "the rhos exceed what the caps allow with this order")


def rho_filter(n):
    """T29 (b): rhos add, whatever was chosen on the way."""
    n.need("dp", "zcdp")
    times, cap = n.times(), n.take("rho")
    demand(cap >= 0 and not any(p.delta for p in n.premises if p.kind == "dp"), "a premise has no rho")
    rho = sum(k * (p.rho if p.kind == "zcdp" else p.epsilon ** 2 / 2) for k, p in zip(times, n.premises))
    demand(rho <= cap, "the rhos exceed the cap")
    n.zcdp(cap)


RULES = (
    Rule(basic_composition, "T6", (TIMES,)),
    Rule(one_of, "T260"),
    Rule(replace_from_add_remove, "T7", new_neighbours=True),
    Rule(optimal_composition, "T23", (number("delta"), optional("step"), TIMES)),
    Rule(composition_by_privacy_loss, "T24", (number("delta"), optional("step"), TIMES)),
    Rule(zcdp_from_dp, "T25"),
    Rule(zcdp_from_loss, "T25"),
    Rule(zcdp_composition, "T25", (TIMES,)),
    Rule(dp_from_zcdp, "T26", (optional("delta"), optional("epsilon"), number("order"))),
    Rule(budget_filter, "T29", (number("epsilon"), number("delta"), optional("order"), TIMES)),
    Rule(rho_filter, "T29", (number("rho"), TIMES)),
)
