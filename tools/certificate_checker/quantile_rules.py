"""The rules of quantiles (T91, T97, T115)."""
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


def rank_thresholds(n):
    """T115: noise of e1 on the threshold and of e2 where a search stops, in every one of j searches, k rows a person: (j k (e1 + e2), 0)."""
    n.leaf()
    n.dp(n.take("searches", 0, True) * n.take("rows_per_person", 0, True) * (n.take("first", 0) + n.take("second", 0)))


RULES = (
    Rule(universal_quantile, "T91", (number("at"), number("left"), number("right"), number("rows_per_person"))),
    Rule(split_quantiles, "T97", (number("levels"), number("epsilon"), number("rows_per_person"))),
    Rule(rank_thresholds, "T115", (number("first"), number("second"), number("searches"), number("rows_per_person"))),
)
