"""How dates of a table are written (--date-format, docs/formats.md): whether a text says that."""
from .report import demand

MOST_BYTES = 100
LETTERS = "YymbBdHIpMSfz"


def check_date_format(certificate):
    """It names a day, each field once, and no part of a time without the larger one."""
    text = certificate["question"].get("date_format")
    if text is None:
        return "ISO 8601"
    demand(len(text.encode()) <= MOST_BYTES, "it is too long")
    letters, rest = [], iter(text)
    for c in rest:
        if c == "%":
            letter = next(rest, "")
            demand(letter == "%" or letter and letter in LETTERS, f"%{letter} is no field")
            letters += [letter] if letter != "%" else []
    has = {letter: letters.count(letter) for letter in LETTERS}
    demand(max(has.values()) <= 1, "a field is there twice")
    demand(has["Y"] + has["y"] == 1 and has["m"] + has["b"] + has["B"] == 1 and has["d"] == 1, "it names no day")
    demand(has["H"] + has["I"] <= 1 and has["I"] == has["p"], "its hours are none")
    demand(has["M"] <= has["H"] + has["I"] and has["S"] <= has["M"] and has["f"] <= has["S"], "a larger part is missing")
    return None
