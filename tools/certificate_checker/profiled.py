"""Certificates of counts that keep a profile: what their noise is, and which classes they speak of."""
import functools
import json
import string

from .lower_bound import LowerBound
from .staircase import Staircase
from .warped import warped

PARAMETERS = {"warped_geometric": "profile", "staircase": "levels", "lower_bound": "guess"}
LAWS = {"warped_geometric": warped, "staircase": Staircase.of_text, "lower_bound": LowerBound.of_text}

PLAIN_SIGNS = string.ascii_letters + string.digits + "_.,:@?+-/"


def is_profiled(certificate):
    return certificate["mechanism"]["law"]["numbers"][0]["noise"] in PARAMETERS


def parameter_of(noise):
    """The text that says all about the noise of a count."""
    return noise[PARAMETERS[noise["noise"]]]


def law_of(noise):
    """What the noise does to a count."""
    return law_of_text(noise["noise"], parameter_of(noise))


@functools.lru_cache(maxsize=8)
def law_of_text(name, text):
    return LAWS[name](text)


def partition_word(text):
    """As it is where it has plain signs only, else as a JSON string: no two lists of words make one name."""
    if text and all(c in PLAIN_SIGNS for c in text):
        return text
    return json.dumps(text, ensure_ascii=False)


def partition_of(question, version=""):
    """The name of the classes of a question."""
    parts = []
    for column in question["columns"]:
        text = f"{partition_word(column['name'])}={partition_word(column['domain'])}"
        if column["domain"].startswith("@"):
            text += f" #{column['keys']}"
        parts.append(text + (" without missing" if column["missing"] == "drop" else ""))
    text = " x ".join(parts) or "everybody"
    if question["person"] != "one row":
        text += f" of {partition_word(question['person']['column'])}"
    if "delimiter" in question:
        text += f" split by {partition_word(question['delimiter'])}"
    if "decimal" in question:
        text += " with a decimal comma"
    if "date_format" in question:
        text += f" dated {partition_word(question['date_format'])}"
    if "trim_blanks" in question:
        text += " trimmed"
    if version:
        text += f" at {partition_word(version)}"
    if question["where"] is not None:
        text += f" where {question['where']}"
    return text
