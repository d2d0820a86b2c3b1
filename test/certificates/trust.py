"""What docs/formats.md says is on trust: no checker can know it from the certificate alone."""

ALWAYS = {
    ("issued",), ("program",), ("verification",), ("notes",), ("mechanism", "reason"), ("mechanism", "prior_mean"),
    ("question", "table"), ("question", "where"), ("question", "delimiter"), ("question", "measure", "column"),
    ("ledger", "entry", "time"), ("ledger", "entry", "version"), ("ledger", "terms", "created"), ("ledger", "terms", "table"),
    ("ledger", "spent", "unanswered"), ("ledger", "spent", "refused"), ("ledger", "spent", "no_claims"),
    ("fewer_than",),
}
# What follows from other fields, and changes with them.
FOLLOWS = {("ledger", "entry", "question"), ("ledger", "entry", "seal"), ("ledger", "entry", "previous")}
# Of a ledger's entry after the first: the terms before it are not in the file.
LATER = {("ledger", "entry", "id"), ("ledger", "terms", "epsilon"), ("ledger", "terms", "delta"), ("ledger", "terms", "profile")}
# The noisy numbers themselves.
NUMBERS = ("count", "value", "interval", "noisy")


def starts(path, prefixes):
    return any(path[:len(prefix)] == prefix for prefix in prefixes)


def is_on_trust(path, base):
    if starts(path, ALWAYS) or path in FOLLOWS:
        return True
    if path[0] == "answer" and any(name in path for name in NUMBERS):
        return True
    # Witnesses of a proof: whichever proves the same will do.
    if path[-2:-1] == ("inputs",) and path[-1] in ("order", "step"):
        return True
    # Under a profile the plan decides whether there is a total.
    if path == ("total",) and base["mechanism"]["numbers"][0]["noise"] == "warped_geometric":
        return True
    later = base["ledger"] and base["ledger"]["entry"]["id"] > 1
    return bool(later) and starts(path, LATER)
