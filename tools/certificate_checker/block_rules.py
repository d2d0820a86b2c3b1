"""The rule of medians over blocks of people (T140)."""
from .rule import Rule, number


def block_medians(n):
    """T140: p medians of slope s over the blocks, one of which a person can change: (2 p s, 0)."""
    n.leaf()
    n.dp(2 * n.take("coefficients", 0, True) * n.take("slope", 0))


RULES = (
    Rule(block_medians, "T140", (number("coefficients"), number("slope"))),
)
