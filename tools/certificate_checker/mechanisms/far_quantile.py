"""A quantile far from the middle: a noisy count, and what it decides: a draw by ranks, a ladder, or nothing. Both ways are those of their modules."""
from fractions import Fraction

from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import all_cells, drawn_rows
from ..column_unit import unit_text
from ..numbers import exp, written
from ..quantile import GUARDED, MOST_WINDOW_ROWS, PARTS, fits, rank_error, rows_needed
from ..quantity import count_of_numbers
from ..report import demand
from ..rule import read_inputs
from ..schema import check_known_part
from . import ladder, quantile

NAMES = ("far_quantile",)
REASON = ("so far from the middle a draw by ranks needs many rows; where a noisy count finds fewer, a ladder needs fewer still, and is less"
          " fine")
METRIC = "rows between the answer, or its step, and its rank"
FAR_ABOVE, FAR_BELOW = Fraction(4, 5), Fraction(1, 5)
EMPTY_RISK = Fraction(1, 40)      # that a count of no rows is so far off, to either side


def way(certificate, module, law, **measure):
    """The certificate that one of the two ways would have without a count, but for what it draws."""
    question, mechanism = certificate["question"], certificate["mechanism"]
    return {**certificate, "question": {**question, "measure": {**question["measure"], **measure}},
            "mechanism": {**mechanism, "name": module.NAMES[0], "law": mechanism["law"][law], "reason": module.REASON}}


def drawn_way(certificate):
    return way(certificate, quantile, "quantile", no_guard="yes")


def searched_way(certificate):
    return way(certificate, ladder, "ladder", ladder="yes")


class Terms:
    """Of both ways, and of the count before them."""

    def __init__(self, certificate):
        self.drawn, self.searched = quantile.Terms(drawn_way(certificate)), ladder.Terms(searched_way(certificate))
        self.rows, self.unit, self.confidence = self.drawn.rows, self.drawn.unit, self.drawn.confidence
        self.epsilon = self.drawn.part * Fraction(PARTS, PARTS - 1)
        self.scale = self.rows * PARTS / self.epsilon

    @property
    def least_drawn(self):
        return rows_needed(self.drawn.tree, self.drawn.prior.planned(), GUARDED)

    @property
    def least_searched(self):
        """T261: what a ladder needs, and so much that an empty table seldom passes."""
        need = self.searched.rows_needed(GUARDED)
        return self.least_drawn if need is None else max(need, quantile.least_bound(self.scale, EMPTY_RISK) + 1)


def check_parts(certificate):
    """What is said of each way has the form that it has alone."""
    for one in (drawn_way(certificate), searched_way(certificate)):
        check_known_part({"question": one["question"], "mechanism": one["mechanism"]}, one["mechanism"]["name"])


def check_request(certificate):
    """A request that both ways take, for a quantile that is far from the middle."""
    quantile.check_request(drawn_way(certificate))
    ladder.check_request(searched_way(certificate))
    terms = Terms(certificate)
    at = terms.searched.at
    demand(at > FAR_ABOVE or at < FAR_BELOW, "the quantile is not far from the middle")
    demand(certificate["question"]["verb"] == "quantile" and not terms.drawn.moments, "it is no question about a quantile of numbers")
    demand(terms.drawn.at == [at], "the two ways are about different quantiles")
    demand(fits(terms.epsilon) and fits(terms.scale), "epsilon has too many digits")
    node, reach = terms.drawn.tree.nodes[0], terms.searched.most + 2
    demand((max(node.below, reach) + max(node.above, reach)) * all_cells(certificate) <= MOST_WINDOW_ROWS, "more would be read than can be")


def check_law(certificate):
    """Both ways have the same epsilon, and the guard follows from it."""
    terms, law = Terms(certificate), certificate["mechanism"]["law"]
    quantile.check_law(drawn_way(certificate))
    ladder.check_law(searched_way(certificate))
    demand(terms.searched.epsilon == terms.drawn.part, "the two ways have different epsilons")
    right = {"least": terms.least_drawn, "least_searched": terms.least_searched, "scale": written(terms.scale)}
    demand(law["guard"] == right, f"the guard is {str(law['guard'])[:90]}, and should be {right}")
    demand(right["least_searched"] < right["least"], "a ladder needs as many rows as a draw by ranks")
    demand(certificate["mechanism"]["reason"] == REASON, "the reason is another")
    return f"epsilon {written(terms.epsilon)}"


def check_leaf(certificate):
    """The count, and then one of the two ways."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    demand(1 <= len(derivations) <= 2, "there are more promises")
    for i, derivation in enumerate(derivations):
        if i == 1:
            demand(derivation["rule"] == "replace_from_add_remove" and len(derivation["premises"]) == 1, "a promise of something else")
            derivation = derivation["premises"][0]
        demand(derivation["rule"] == "basic_composition" and derivation["inputs"] == [] and len(derivation["premises"]) == 2,
               "the promise does not add up the count and the answer")
        count, either = derivation["premises"]
        demand(count["rule"] == "discrete_laplace_cells" and read_inputs(count["inputs"]) == {"scale": terms.scale, "sensitivity": terms.rows},
               "the count has other noise")
        demand(either["rule"] == "one_of" and len(either["premises"]) == 2, "the answer is not one of two ways")
        quantile.check_leaf({**drawn_way(certificate), "derivation": either["premises"][:1]})
        ladder.check_leaf({**searched_way(certificate), "derivation": either["premises"][1:]})


def code_of(terms, law, value, count):
    """The code of the answer; None where there is none."""
    demand(quantile.LEAST_COUNT <= count <= quantile.MOST_COUNT, "a count is outside all numbers")
    if count >= law["least"]:
        quantile.check_drawn_numbers(terms.drawn, None, [value])
        return value
    if count >= law["least_searched"]:
        demand(abs(value) <= terms.searched.last, "there is no such step")
        return terms.searched.code_of(value)
    demand(value == quantile.NONE, "there is an answer although the guard has stopped")
    return None


def check_answer(certificate):
    """The count decides what was drawn, and what is shown of it."""
    terms, law = Terms(certificate), certificate["mechanism"]["law"]["guard"]
    demand(len(certificate["drawn"]["numbers"]) == 2, "other numbers were drawn")
    demand(certificate["numbers"] == [{"name": f"{written(terms.searched.at)} quantile", "unit": unit_text(terms.drawn.column_unit.of_values), "may_be_unknown": True},
                                      {"name": "count", "unit": "1", "may_be_unknown": False}], "the numbers have other names")
    bound = quantile.least_bound(terms.scale, 1 - terms.confidence)
    for row, (value, count) in drawn_rows(certificate):
        code = code_of(terms, law, value, count)
        right = terms.drawn.column_unit.shown(code)
        demand(row.get("value", "") == right, f"the quantile is {str(row.get('value', 'missing'))[:40]}, and should be {right}")
        demand(row["interval"] is None, "the quantile has an interval")
        demand(row.get("count", "") == count, f"the count is {str(row.get('count', 'missing'))[:40]}, and should be {count}")
        demand(row["count_interval"] == [max(0, count - bound), max(0, count + bound)], f"the count is not within {bound}")
    return f"{len(certificate['drawn']['numbers'][0])} rows"


def check_accuracy(certificate):
    """That of the way which errs more."""
    terms = Terms(certificate)
    searched = terms.searched.error()
    right = []
    if searched is not None:
        beta = max(searched, rank_error(terms.drawn.tree, terms.drawn.prior.certain(), terms.confidence))
        right = [{"alpha": "0", "beta": str(beta), "gamma": written(1 - terms.confidence), "distortion": "none", "metric": METRIC}]
    demand(certificate["accuracy"] == right, f"the accuracy should be {str(right)[:120]}")
    demand(certificate["error"] == [], "an error of values is promised")


def checks(certificate):
    check_parts(certificate)
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    return count_of_numbers(certificate) if name == "count" else None


def warnings(certificate):
    terms, question, law = Terms(certificate), certificate["question"], certificate["mechanism"]["law"]["guard"]
    result = [terms.drawn.column_unit.range,
              f"where the noisy count is below {law['least']} the answer is found by a ladder: the end of a step that is up to a thousandth of"
              " its value wide, and need not be a value of the table",
              f"where the noisy count is below {law['least_searched']} there is no answer, since it might lie anywhere; a group of few rows"
              " may still pass by chance"]
    if terms.epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(terms.epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(terms.epsilon), 2)}")
    result.append(ROWS if question["person"] == "one row" else of_caps(certificate))
    return result + [JSON_LINES] * is_json_lines(question["table"])
