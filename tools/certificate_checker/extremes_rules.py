"""The rules of extremes (T103, T105)."""
from .rule import Rule, number


def above_threshold(n):
    """T103: geometric noise of e1 on the threshold and of e2 in every bin, k rows a person: (k (e1 + e2), 0)."""
    n.leaf()
    n.dp(n.take("rows_per_person", 0, True) * (n.take("first", 0) + n.take("second", 0)))


def exponential_extreme(n):
    """T105: weights exp(-s score), k rows a person: (2 k s, 0)."""
    n.leaf()
    n.dp(2 * n.take("rows_per_person", 0, True) * n.take("slope", 0))


RULES = (
    Rule(above_threshold, "T103", (number("first"), number("second"), number("rows_per_person"))),
    Rule(exponential_extreme, "T105", (number("slope"), number("rows_per_person"))),
)
