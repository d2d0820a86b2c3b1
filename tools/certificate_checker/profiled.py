"""Certificates of counts that keep a profile: what their noise is, and which classes they speak of."""
import functools

from .lower_bound import LowerBound
from .staircase import Staircase
from .warped import warped

PARAMETERS = {"warped_geometric": "profile", "staircase": "levels", "lower_bound": "guess"}
LAWS = {"warped_geometric": warped, "staircase": Staircase.of_text, "lower_bound": LowerBound.of_text}


def is_profiled(certificate):
    return certificate["mechanism"]["numbers"][0]["noise"] in PARAMETERS


def parameter_of(noise):
    """The text that says all about the noise of a count."""
    return noise[PARAMETERS[noise["noise"]]]


def law_of(noise):
    """What the noise does to a count."""
    return law_of_text(noise["noise"], parameter_of(noise))


@functools.lru_cache(maxsize=8)
def law_of_text(name, text):
    return LAWS[name](text)


def partition_of(question):
    """The name of the classes of a question."""
    parts = []
    for column in question["columns"]:
        text = f"{column['name']}={column['domain']}"
        if column["domain"].startswith("@"):
            text += f" #{column['keys'][:16]}"
        parts.append(text + (" without missing" if column["missing"] == "drop" else ""))
    text = " x ".join(parts) or "everybody"
    if question["person"] != "one row":
        text += f" of {question['person']['column']}"
    if question["where"] is not None:
        text += f" where {question['where']}"
    return text
