"""The rules of robust privacy (T214, T215)."""
from .numbers import MARGIN, at_most, dec, exactly, exp
from .report import demand
from .rule import Rule, number

MOST_EPSILON, MOST_SCALE, MOST_MOVED = 100, 10**15, 10**15


def ratio(scale, moved, window):
    """(e^{(w+m)h} - e^{-(w+m+1)h}) / (1 + a - 2 a^{w+1}), with h = 1/scale and a = e^-h."""
    return (exp((window + moved) / scale) - exp(-(window + moved + 1) / scale)) / (1 + exp(-1 / scale) - 2 * exp(-(window + 1) / scale))


def loss(scale, window):
    """(2w+1) (1-a) / (1 + a - 2 a^{w+1})."""
    return (2 * window + 1) * (1 - exp(-1 / scale)) / (1 + exp(-1 / scale) - 2 * exp(-(window + 1) / scale))


def robust_noise(n):
    """T214: discrete Laplace noise of this scale on whole multiples of a unit: (rho, theta) -> (epsilon, delta)."""
    n.leaf()
    rho, theta, unit, scale = n.take("rho"), n.take("theta"), n.take("unit", 0), n.take("scale", 0)
    window, epsilon, delta = n.take("window", -1, True), n.take("epsilon"), n.take("delta")
    demand(rho >= 0 and 0 <= theta < 1 and 0 <= epsilon <= MOST_EPSILON and delta >= 0, "rho, theta, epsilon or delta are none")
    demand(rho <= unit * MOST_MOVED and scale <= MOST_SCALE and window <= MOST_MOVED, "rho, scale or window are too large")
    moved = rho // unit
    demand((moved + window) / scale <= 2 * MOST_EPSILON, "nothing is promised by so little noise")
    demand(moved == window == 0 or at_most(ratio(scale, moved, window), exactly_exp(epsilon)), "epsilon is too small for such noise")
    if theta > 0:
        demand(theta <= delta if window == 0 else at_most(loss(scale, window) * dec(theta), delta), "delta is too small for such noise")
    claim = n.claims("robust")
    for name, value in (("rho", rho), ("theta", theta), ("epsilon", epsilon), ("delta", delta)):
        demand(getattr(claim, name) == value, f"the {name} is another")


def exactly_exp(epsilon):
    """A fraction below exp(epsilon), by next to nothing."""
    return exactly(exp(epsilon) * (1 - MARGIN))


def robust_after_any_step(n):
    """T215: robustness sees outputs only."""
    n.need("robust", exactly=1)
    demand(n.claims("robust").key == n.premises[0].key, "the promise is another")


RULES = (
    Rule(robust_noise, "T214", tuple(map(number, ("rho", "theta", "unit", "scale", "window", "epsilon", "delta")))),
    Rule(robust_after_any_step, "T215", ()),
)
