"""The rules of quantiles (T91, T97)."""
from .quantile import epsilon_of
from .report import demand
from .rule import Rule, number


def universal_quantile(n):
    """T91: slopes s_l, s_r, k rows a person: (k max(s_l, s_r, max(q, 1-q) (s_l + s_r)), 0)."""
    n.leaf()
    at = n.take("at", 0)
    demand(at < 1, "the quantile is not below 1")
    n.dp(epsilon_of(at, n.take("left", 0), n.take("right", 0), n.take("rows_per_person", 0, True)))


def split_quantiles(n):
    """T97: slopes that cost one row epsilon in every level, k rows a person: (levels k epsilon, 0)."""
    n.leaf()
    n.dp(n.take("levels", 0, True) * n.take("epsilon", 0) * n.take("rows_per_person", 0, True))


RULES = (
    Rule(universal_quantile, "T91", (number("at"), number("left"), number("right"), number("rows_per_person"))),
    Rule(split_quantiles, "T97", (number("levels"), number("epsilon"), number("rows_per_person"))),
)
