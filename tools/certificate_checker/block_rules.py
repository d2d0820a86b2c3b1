"""The rules of medians over blocks of people, and of intervals around them (T140, T271)."""
from .rule import Rule, number


def block_medians(n):
    """T140: p medians of slope s over the blocks, one of which a person can change: (2 p s, 0)."""
    n.leaf()
    n.dp(2 * n.take("coefficients", 0, True) * n.take("slope", 0))


def block_thresholds(n):
    """T271: noise of e1 on a threshold that counts each block twice and of e2 where a search stops, in every one of j searches: (j (2 e1 + e2), 0)."""
    n.leaf()
    n.dp(n.take("searches", 0, True) * (2 * n.take("first", 0) + n.take("second", 0)))


RULES = (
    Rule(block_medians, "T140", (number("coefficients"), number("slope"))),
    Rule(block_thresholds, "T271", (number("searches"), number("first"), number("second"))),
)
