"""The rules of private sampling (T310, T311)."""
from fractions import Fraction

from .numbers import at_most, dec, exp
from .report import demand
from .robust_rules import exactly_exp
from .rule import Rule, number

MOST_SCALE, LEAST_SCALE, MOST_SPAN, MOST_EPSILON = 10**12, Fraction(1, 1000), 10**15, 100


def take_draw(n):
    """theta, moved and scale of a draw."""
    theta, moved, scale = n.take("theta"), n.take("moved", -1, True), n.take("scale", 0)
    demand(0 <= theta <= 1 and moved <= MOST_SPAN and LEAST_SCALE <= scale <= MOST_SCALE, "no draw has these terms")
    return theta, moved, scale


def private_draw(n):
    """T310: (moved / scale, theta)."""
    n.leaf()
    theta, moved, scale = take_draw(n)
    demand(theta < 1, "everything is left out")
    n.dp(moved / scale, theta)


def private_draw_within(n):
    """T311: (epsilon, 0), with exp(epsilon) at least (1 - theta) exp(moved/scale) + theta exp(span/scale)."""
    n.leaf()
    theta, moved, scale = take_draw(n)
    span, epsilon = n.take("span", -1, True), n.take("epsilon", 0)
    demand(moved <= span <= MOST_SPAN and epsilon <= MOST_EPSILON and span / scale <= 10 * MOST_EPSILON, "no draw has these terms")
    alone = theta == 1 or moved == span      # then it is noise alone, and nothing has to be computed
    demand(span / scale <= epsilon if alone else at_most(dec(1 - theta) * exp(moved / scale) + dec(theta) * exp(span / scale), exactly_exp(epsilon)),
           "epsilon is too small for such noise")
    n.dp(epsilon)


RULES = (
    Rule(private_draw, "T310", tuple(map(number, ("theta", "moved", "scale")))),
    Rule(private_draw_within, "T311", tuple(map(number, ("theta", "moved", "span", "scale", "epsilon")))),
)
