"""The rules of sums without bounds (T107, T108)."""
from .rule import Rule, number


def scored_choice(n):
    """T107: weights exp(-s score), one row changes no score by more than 1, k rows a person: (2 k s, 0)."""
    n.leaf()
    n.dp(2 * n.take("slope", 0) * n.take("rows_per_person", 0, True))


def clamped_sums(n):
    """T108: noise of scale b widths on sums to which a row adds one width in all, k rows a person: (k/b, 0)."""
    n.leaf()
    scale = n.take("scale", 0)
    n.dp(n.take("rows_per_person", 0, True) / scale)


RULES = (
    Rule(scored_choice, "T107", (number("slope"), number("rows_per_person"))),
    Rule(clamped_sums, "T108", (number("scale"), number("rows_per_person"))),
)
