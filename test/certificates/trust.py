"""What docs/formats.md says is on trust: no checker can know it from the certificate alone."""
from fractions import Fraction

ALWAYS = {
    ("issued",), ("program",), ("verification",), ("notes",), ("mechanism", "reason"), ("mechanism", "shown", "prior_mean"),
    ("question", "verb"), ("question", "table"), ("question", "where"), ("question", "delimiter"), ("question", "decimal"), ("question", "date_format"), ("question", "trim_blanks"), ("question", "measure", "column"), ("question", "measure", "bounds"),
    ("question", "person", "rows_per_person"), ("question", "person", "cells_per_person"), ("question", "person", "per_person"),
    ("question", "person", "rows_per_cell"),
    ("ledger", "entry", "time"), ("ledger", "entry", "version"), ("ledger", "terms", "created"), ("ledger", "terms", "table"),
    ("ledger", "terms", "epsilon"), ("ledger", "terms", "delta"), ("ledger", "terms", "profile"), ("ledger", "terms", "accounting"),
    ("ledger", "spent", "unanswered"), ("ledger", "spent", "refused"), ("ledger", "spent", "no_claims"),
    ("fewer_than",),
}
# What follows from other fields, and changes with them.
FOLLOWS = {("ledger", "entry", "question"), ("ledger", "entry", "seal"), ("ledger", "entry", "previous")}
# Of a ledger's entry after the first: what was before it is not in the file.
LATER = {("ledger", "spent", "overall"), ("ledger", "spent", "claims"), ("ledger", "entry", "id")}


def starts(path, prefixes):
    return any(path[:len(prefix)] == prefix for prefix in prefixes)


def value_at(value, path):
    for step in path:
        value = value[step]
    return value


def is_on_trust(path, base, changes):
    """Whether nobody can know from the file what stands there; `changes` are all paths that differ."""
    if starts(path, ALWAYS) or path in FOLLOWS:
        return True
    if path == ("confidence",):      # an answer that is certain holds with every one, and so does none
        return base["mechanism"]["name"].startswith("certain_") or is_without_noise(base) or claims_nothing_likely(base)
    if path[0] in ("answer", "drawn"):
        return is_number_on_trust(path, base, changes)
    # Witnesses of a proof: whichever proves the same will do.
    if path[-3:-2] == ("inputs",) and path[-1] == "number" and value_at(base, path[:-1])["name"] in ("order", "step"):
        return True
    # Under a profile the plan decides by a public guess which sums are shown; what it says it shows must be there.
    if path == ("total",) or path[:3] in (("mechanism", "shown", "totals"), ("mechanism", "shown", "margins")):
        totals = ("mechanism", "shown", "totals")
        return base["mechanism"]["law"]["numbers"][0]["noise"] == "warped_geometric" and (path != ("total",) or totals in changes)
    # Dates are as they were asked, 2months or 2month; a list of keys is known by its digest, written out or by the name of a file.
    if path[:2] == ("question", "columns") and path[3:] in (("domain",), ("key_list",)):
        column = base["question"]["columns"][path[2]]
        if column["domain"][4:5] == "-" or ("keys" in column and (*path[:3], "keys") not in changes):
            return True
    later = base["ledger"] and base["ledger"]["entry"]["id"] > 1
    return bool(later) and starts(path, LATER)


def is_of_request(path):
    """A number that was asked for, and that others follow from."""
    return path == ("confidence",) or path[:2] == ("question", "measure") or path[:2] == ("mechanism", "law")


def moved_on(text, is_probability):
    """Farther and farther from a number, both ways."""
    try:
        value = Fraction(text)
    except (ValueError, TypeError, ZeroDivisionError):
        return
    for k in (1, 2, 4, 8, 16):
        yield written(1 - (1 - value) / 2**k if is_probability else value * 2**k)
        yield written(value / 2**k)


def written(value):
    """As exact texts are: a decimal where there is one."""
    for digits in range(40):
        if (value * 10**digits).denominator == 1:
            whole = str(abs(value.numerator * 10**digits // value.denominator)).rjust(digits + 1, "0")
            return ("-" if value < 0 else "") + (whole[:-digits] + "." + whole[-digits:] if digits else whole)
    return f"{value.numerator}/{value.denominator}"


def claims_nothing_likely(base):
    """No interval, no error and no sentence holds with a probability."""
    rows = base["answer"] if isinstance(base["answer"], list) else [base["answer"]]
    intervals = [value for row in rows for name, value in row.items() if name.endswith("interval")]
    risk = written(1 - Fraction(base["confidence"]))
    return not any(intervals) and not base["accuracy"] and not base["error"] and not any(f"probability {risk} " in w for w in base["warnings"])


def is_without_noise(base):
    """A trimmed mean whose rows are all exact or not known."""
    return base["mechanism"]["name"] == "trimmed_mean" and all(octave <= 0 for octave in base["drawn"]["numbers"][0])


def is_number_on_trust(path, base, changes):
    """What was drawn is; what is shown of it follows. Which cells are hidden is, and so are keys that were not known."""
    if path[0] == "drawn" and path[1] == "numbers":
        return True
    if path[0] == "drawn":
        return base["fewer_than"] is not None
    if any(change[:2] == ("drawn", "cells") for change in changes):      # other cells are hidden
        return base["fewer_than"] is not None
    if "cell" in path:
        return any(change[:2] == ("drawn", "keys") for change in changes)
    return any(change[:2] == ("drawn", "numbers") for change in changes)
