"""A regression by blocks: all that a certificate says of it, from the question and the law."""
from fractions import Fraction

from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, promised, rounded_up
from ..cells import drawn_rows
from ..column_unit import decimal_of, shown_as, unit_text
from ..numbers import confidence_of, exp, number, written
from ..quantile import MOST_CODE, MOST_STOP, dec, fits, is_end, is_unit, rounded
from ..quantity import claimed
from ..report import demand
from ..rule import read_inputs
from ..scale import NumberUnit
from .quantile import NONE, least_bound

NAMES = ("block_regression",)
REASON = ("it needs no bounds: people fall into blocks at random, each block is fitted exactly, and each coefficient is the median of the blocks")
LEAST_EPSILON, MOST_EPSILON = Fraction(1, 100), 50
MOST_COEFFICIENTS, MOST_BLOCKS = 10, 10**5
BLOCKS_OF_A_COEFFICIENT, BLOCKS_OF_AN_INTERVAL, ROWS_OF_A_COEFFICIENT = 200, 120, 5
MOST_NOISE = 1 << 62


class Explaining:
    """The columns that explain, from a text like age,tenure,department=schools,fire. Each key is a column of its own. [T270]"""

    def __init__(self, text):
        self.numbers, self.keyed = [], []
        for word in text.split(","):
            name, equals, key = word.partition("=")
            if equals:
                self.keyed.append((name, [key]))
            elif self.keyed:
                self.keyed[-1][1].append(word)
            else:
                self.numbers.append(word)
        if not text:
            self.numbers = []
        self.columns = self.numbers + [name for name, _ in self.keyed]
        self.names = self.numbers + [f"{name}={key}" for name, keys in self.keyed for key in keys]

    def is_possible(self):
        """Names and keys that a request may have."""
        return bool(self.names) and all(self.columns) and len(set(self.columns)) == len(self.columns) and all(
            len(set(keys)) == len(keys) and all(is_key(key) for key in keys) and keys != ["?"] and not keys[0].startswith("@")
            for _, keys in self.keyed)


def is_key(key):
    """No blanks around it, and nothing in it that says something else."""
    return key != "" and key.strip(" ") == key and "=" not in key and ":" not in key


class ValueUnits:
    """0.01 for all columns, or NAME=UNIT of each of them in their order."""

    def __init__(self, text, columns):
        self.columns = columns
        if "=" not in text:
            self.all = [number(text)] * len(columns)
        else:
            named = [word.rpartition("=") for word in text.split(",")]
            demand([name for name, _, _ in named] == columns, "the units are not those of the columns")
            self.all = [number(unit) for _, _, unit in named]
            demand(len(set(self.all)) > 1, "one unit of all columns is told as several")
        demand(all(is_unit(unit) for unit in self.all), "a unit is no power of ten from 10^-18 to 10^6")
        units = [written(unit) for unit in self.all]
        demand(text == (units[0] if len(set(units)) == 1 else ",".join(f"{name}={unit}" for name, unit in zip(columns, units))),
               "the units are not written so")

    @property
    def y(self):
        return self.all[0]

    @property
    def slopes(self):
        """What a slope of codes is worth, of each column of numbers."""
        return [self.y / unit for unit in self.all[1:]]

    def range(self):
        bounds = [(decimal_of(MOST_CODE, unit), written(unit / 2)) for unit in self.all]
        if len(set(self.all)) == 1:
            return f"values of size {bounds[0][0]} and more count as that bound, and those below {bounds[0][1]} as 0"
        named = ", ".join(f"{most} and {half} for {name}" for name, (most, half) in zip(self.columns, bounds))
        return f"values count as a bound from that size on, and as 0 below another: {named}"


class Terms:
    """T140 to T143: all numbers of the law follow from the request."""

    def __init__(self, certificate):
        measure, law = certificate["question"]["measure"], certificate["mechanism"]["law"]
        self.y, self.x = measure["column"], Explaining(measure["x"])
        self.unit, self.precision = ValueUnits(measure["unit"], [self.y, *self.x.numbers]), NumberUnit(measure["precision"])
        self.unit_text = measure["unit"]
        self.epsilon = number(law["epsilon"])
        demand(LEAST_EPSILON <= self.epsilon <= MOST_EPSILON, "no regression has this epsilon")
        self.coefficients = len(self.x.names) + 1
        self.interval = "interval" in measure
        self.of_medians = self.epsilon * (4 if self.interval else 9) / 10
        self.asked_blocks = measure.get("blocks")
        self.blocks = -(-(BLOCKS_OF_AN_INTERVAL if self.interval else BLOCKS_OF_A_COEFFICIENT) * self.coefficients // self.of_medians)
        if self.asked_blocks is not None:
            demand(self.asked_blocks.isascii() and self.asked_blocks.isdigit() and len(self.asked_blocks) < 7, "the number of blocks is none")
            self.blocks = int(self.asked_blocks)
        self.least_fitted = (5 * self.blocks + 7) // 8
        self.count_scale = 10 / self.epsilon
        self.slope = self.of_medians / (2 * self.coefficients)
        self.advised = ROWS_OF_A_COEFFICIENT * self.coefficients * self.blocks
        if self.interval:
            of_end = self.epsilon / 2 / (2 * self.coefficients)
            self.first, self.second = of_end / 4, of_end / 2
            self.most_stop = -(-MOST_STOP // self.second)
            self.shift = self.least_shift((1 - confidence_of(certificate)) / 4)

    def least_shift(self, risk):
        """T272: for which blocks lie above, exp(-2 (k+1)^2 / B) <= risk; for the search, exp(-e1 (2 t + 1)) (1 - s) / (1 - s exp(-2 e1)) <= risk."""
        beside = max(0, rounded((dec(self.blocks) * (1 / dec(risk)).ln() / 2).sqrt() - 1))
        first, second = dec(self.first), dec(self.second)
        once = (1 - (-second).exp()) / (1 - (-second - 2 * first).exp())
        return beside + self.blocks % 2 + max(0, rounded(((once / dec(risk)).ln() / first - 1) / 2))

    def law(self):
        law = {"blocks": self.blocks, "count_scale": written(self.count_scale), "epsilon": written(self.epsilon), "least_fitted": self.least_fitted,
               "most": self.precision.scale.most, "precision": self.precision.text, "slope": written(self.slope), "unit": self.unit_text}
        if self.interval:
            law["interval"] = {"first": written(self.first), "most": self.most_stop, "second": written(self.second), "shift": self.shift}
        return law

    def leaves(self):
        leaves = [("discrete_laplace_cells", {"scale": self.count_scale, "sensitivity": 1}),
                  ("block_medians", {"coefficients": self.coefficients, "slope": self.slope})]
        if self.interval:
            leaves.append(("block_thresholds", {"searches": 2 * self.coefficients, "first": self.first, "second": self.second}))
        return leaves


def check_request(certificate):
    """A request that the planner takes."""
    terms = Terms(certificate)
    check_shared_request(terms, certificate)
    demand(terms.coefficients <= MOST_COEFFICIENTS, "there are too many columns")
    if terms.interval:
        demand(certificate["question"]["measure"]["interval"] == "yes", "intervals are asked for otherwise")
        demand(fits(1 / terms.first) and fits(terms.second) and fits(terms.second.numerator * Fraction(terms.most_stop)),
               "epsilon is too small for intervals")
    demand(2 <= terms.blocks <= MOST_BLOCKS and terms.asked_blocks in (None, str(terms.blocks)), "blocks are not from 2 to 100000")


def check_shared_request(terms, certificate):
    """What every kind of regression asks for."""
    question = certificate["question"]
    measure, person = question["measure"], question["person"]
    demand(terms.y and terms.x.is_possible() and terms.y not in terms.x.columns, "a column is missing or named twice, or its keys are none")
    demand(terms.precision.usable, "the precision is neither a power of ten from 10^-18 to 10^6 nor 2^-1 to 2^-95")
    demand(person == "one row" or (person["per_person"] == "all" and person["column"]), "a regression has no caps of a person")
    demand(question["columns"] == [], "a regression has no groups")
    demand(fits(terms.epsilon / 10), "epsilon has too many digits")
    confidence_of(certificate)
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")


def check_shared_law(terms, certificate, reason):
    """All of it follows from the request and the terms."""
    have, right = certificate["mechanism"]["law"], terms.law()
    for name in sorted(set(right) | set(have)):
        demand(have.get(name) == right.get(name), f"{name} is {str(have.get(name))[:60]}, and should be {str(right.get(name))[:60]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == reason, "the reason is another")


def check_shared_leaf(terms, certificate):
    """The first promise adds up those of the parts; another one can only speak of replaced people."""
    wanted, derivations = terms.leaves(), certificate["derivation"]
    demand(len(derivations) <= 2, "there are more promises")
    for i, derivation in enumerate(derivations):
        if i == 1:
            demand(derivation["rule"] == "replace_from_add_remove" and len(derivation["premises"]) == 1, "a promise of something else")
            derivation = derivation["premises"][0]
        demand(derivation["rule"] == "basic_composition", "the promise does not add up its parts")
        demand([(leaf["rule"], read_inputs(leaf["inputs"])) for leaf in derivation["premises"] if not leaf["premises"]] == wanted,
               "the leaves are not those of its parts")


def check_law(certificate):
    """All of it follows from the request and one epsilon."""
    terms = Terms(certificate)
    check_shared_law(terms, certificate, REASON)
    return f"{terms.blocks} blocks"


def check_leaf(certificate):
    """The parts are the count and the medians."""
    check_shared_leaf(Terms(certificate), certificate)


def ends_of(terms, numbers):
    """Lower and upper end of each coefficient, where there are any."""
    ends = numbers[terms.coefficients:-1]
    return list(zip(ends[::2], ends[1::2]))


def check_drawn_numbers(terms, numbers):
    """What a run can draw."""
    demand(len(numbers) == terms.coefficients * (3 if terms.interval else 1) + 1, "other numbers were drawn")
    codes, count = numbers[:-1], numbers[-1]
    demand(-MOST_NOISE <= count <= MOST_NOISE + terms.blocks, "the count is outside all numbers")
    if count < terms.least_fitted:
        demand(all(code == NONE for code in codes), "there are coefficients although too few blocks have a fit")
    else:
        most = terms.precision.scale.most
        demand(all(abs(code) <= most for code in codes), "a coefficient is outside the range")
        for code, (lower, upper) in zip(codes, ends_of(terms, numbers)):
            demand(is_end(code - lower, code + most) and is_end(upper - code, most - code), "an interval has an end that no search has")


def check_answer(certificate):
    """The numbers are those that follow from what was drawn. The count has an interval, coefficients where they were asked for."""
    terms = Terms(certificate)
    names, unit = ["intercept"] + [f"slope of {x}" for x in terms.x.names], terms.precision.of_values
    series = [{"name": name, "unit": unit_text(unit), "may_be_unknown": True} for name in names]
    series.append({"name": "fitted blocks", "unit": "1", "may_be_unknown": False})
    demand(certificate["numbers"] == series, "the numbers have other names or units")
    bound = least_bound(terms.count_scale, 1 - confidence_of(certificate))
    for row, numbers in drawn_rows(certificate):
        check_drawn_numbers(terms, numbers)
        known, count = numbers[-1] >= terms.least_fitted, numbers[-1]
        for i, (name, code) in enumerate(zip(names, numbers)):
            key, ends = ("value", "interval") if i == 0 else (name, f"{name}_interval")
            right = shown_as(code, unit) if known else None
            demand(row.get(key, "") == right, f"the {name} is {str(row.get(key, 'missing'))[:40]}, and should be {right}")
            interval = [shown_as(end, unit) for end in ends_of(terms, numbers)[i]] if terms.interval and known else None
            demand(row[ends] == interval, f"the interval of the {name} is {str(row[ends])[:60]}, and should be {interval}")
        interval = [min(max(end, 0), terms.blocks) for end in (count - bound, count + bound)]
        shown = min(max(count, 0), terms.blocks)
        demand(row["fitted blocks"] == shown and row["fitted blocks_interval"] == interval, f"the count is not {shown} within {bound}")
    return f"{terms.coefficients} coefficients"


def check_accuracy(certificate):
    """It is that of the blocks' own fits, which is not known before."""
    demand(certificate["accuracy"] == [] and certificate["error"] == [], "an error is promised")
    return "none before the data"


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def keys_warning(x):
    """Where there are columns with keys: what their slopes say."""
    if not x.keyed:
        return []
    return ["a slope of a key compares its rows with those that have none of the keys of its column; where every row has one of them there is no"
            " answer, and rows without a value are left out"]


def interval_of(certificate, name):
    if name == "fitted blocks":
        return claimed()
    return claimed("block_fits", "rounded") if "interval" in certificate["question"]["measure"] else None


def warnings(certificate):
    terms, question = Terms(certificate), certificate["question"]
    far = ("" if terms.slope * terms.blocks >= 100 else
           "; a coefficient more than ten thousand times larger than it varies from block to block, as where rows lie on a line exactly, may lie far"
           " off, unless there are more `blocks`")
    result = [f"{terms.unit.range()}; coefficients of size {terms.precision.reach()} and more"
              f" count as that bound, and those below {terms.precision.half} as 0; `unit` and `precision` move these ranges",
              f"where fewer than {terms.least_fitted} of {terms.blocks} blocks seem to have a fit there is no answer: too few people, or columns that"
              " are constant or follow from each other",
              f"with fewer than {terms.advised} people the blocks are small and the coefficients inaccurate{far}",
              "rows in which one of the columns holds no number are left out",
              "a coefficient is the middle of the blocks' fits: where rows miss the line farther upward than downward, or the other way round, as"
              " incomes do, it leans away from the least squares of all rows, perhaps by a factor"]
    if terms.interval:
        result.append("an interval holds what the fits of blocks lie around: the coefficient itself where the model is right, people do not depend on"
                      " each other, and rows miss it upward as they miss it downward")
    result += keys_warning(terms.x)
    if terms.epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(terms.epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(terms.epsilon), 2)}")
    if question["person"] == "one row":
        result.append(ROWS)
    return result + [JSON_LINES] * is_json_lines(question["table"])
