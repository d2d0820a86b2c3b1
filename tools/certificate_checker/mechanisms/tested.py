"""An interquartile range, a median or a trimmed mean by propose-test-release: all that its certificate says, from the question and the law."""
from fractions import Fraction

from ..bound_free import least_tail
from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised
from ..cell_warnings import rounded_up as shown_up
from ..cells import drawn_rows
from ..column_unit import decimal_of
from ..noise import laplace_tail
from ..numbers import above, confidence_of, dec, divide_up, exp, number, rounded_up, written
from ..quantile import MOST_CODE, is_unit
from ..quantity import of_kept_rows
from ..report import Unknown, demand
from ..rule import read_inputs
from .quantile import NONE

PUBLIC_PEOPLE = True
WORD = "propose-test-release"
REASON = ("it was asked for by `mechanism`: tests look whether few people could move the answer far, and it is published with noise"
          " where they pass")
# By verb: the name of the mechanism and of the number, shares of epsilon and delta, tests by level. [T134]
KINDS = {"iqr": ("tested_scale", "IQR", 3, 2, (2,)), "median": ("tested_median", "median", 6, 4, (2, 2)),
         "trimmed-mean": ("tested_trimmed_mean", "trimmed mean", 5, 3, (2, 1))}
NAMES = tuple(kind[0] for kind in KINDS.values())
ZERO = NONE + 1
LEAST_PEOPLE, MOST_PEOPLE, MOST_DENOMINATOR = 3, 10**12, 10**9
LEAST_TEST, MOST_TEST, MOST_TERM, LEAST_DELTA = Fraction(50, 10**6), 20, 2**40, Fraction(1, 10**15)
STEPS_PER_BIN, EDGE_BITS, LAST_EDGE, GROWTH_BITS, MOST_WIDTH_BITS, REACH_BITS = 16, 16, 1 << 77, 40, 60, 11
MOST_DRAWN, MOST_SHOWN = (1 << 62) + (1 << 61), 1 << 60
RISK_OF_THE_CAP = Fraction(1, 10**6)


class Terms:
    """What was asked and the terms of the law."""

    def __init__(self, certificate):
        self.question, self.law = certificate["question"], certificate["mechanism"]["law"]
        demand(self.question["verb"] in KINDS, "the verb is another")
        self.name, self.series, self.epsilons, self.deltas, self.levels = KINDS[self.question["verb"]]
        self.person, measure = self.question["person"], self.question["measure"]
        self.unit, self.people = number(measure["unit"]), self.law["people"]
        self.is_mean = self.question["verb"] == "trimmed-mean"
        demand(("trimmed" in measure) == self.is_mean, "a share is left out of something else")
        self.trimmed = number(measure["trimmed"]) if self.is_mean else None
        self.test, self.delta = number(self.law["test"]), number(self.law["delta"])
        self.confidence = confidence_of(certificate)

    @property
    def people_word(self):
        return "rows" if self.person == "one row" else "people"

    def passing(self, margin):
        """P(noise >= margin) of a test."""
        return exp(-self.test * margin) / (1 + exp(-self.test))

    def margin(self):
        """The least one whose delta, rounded up to 12 digits, is at most the asked one."""
        def fits(m):
            found = {x <= self.delta for x in rounded_up(self.passing(m), 12)}
            if len(found) > 1:
                raise Unknown("a delta is too close to tell")
            return found.pop()
        return least(fits)

    def depth(self):
        """At which a test fails with a risk of 10^-6 at most. [T126]"""
        return self.law["margin"] + 1 + least(lambda more: above(self.passing(more + 1)) <= dec(RISK_OF_THE_CAP))

    def growth(self):
        """The sixteenth root of 1 + 1/ln n, rounded up to 12 digits."""
        return rounded_up(((1 + 1 / dec(Fraction(self.people)).ln()).ln() / STEPS_PER_BIN).exp(), 12)

    def edges(self):
        factor = -(-number(self.law["growth"]) * 2**GROWTH_BITS // 1)
        result = [1 << EDGE_BITS]
        while result[-1] < LAST_EDGE:
            result.append(int(divide_up(result[-1] * factor, 1 << GROWTH_BITS)))
        return result

    def scale_of(self, told, edges):
        step = min(max(told, 0), len(edges) - 2)
        return Fraction(edges[step] + edges[step + 1], 2 << EDGE_BITS)

    def bound(self, moved):
        """What noise for such a move exceeds in size with the risk at most."""
        scale = moved / self.test
        return least_tail(scale, lambda t: laplace_tail(scale, t), 1 - self.confidence)

    def spread(self, told):
        """(IQR, lower, upper) in codes."""
        if told == ZERO:
            return 0, 0, 0
        edges, bound, widest = self.edges(), self.bound(STEPS_PER_BIN), 2 * MOST_CODE
        step = min(max(told, 0), len(edges) - 2)
        ends = edges[max(step - bound, 0)], edges[min(step + bound + 1, len(edges) - 1)]
        middle = int((self.scale_of(step, edges) + Fraction(1, 2)) // 1)
        return tuple(min(x, widest) for x in (middle, *(end >> EDGE_BITS for end in ends)))

    def steps(self, scale):
        """What a step of the answer is, in codes, and by how many of them one row moves it. [T187]"""
        s = Fraction(0) if scale == ZERO else self.scale_of(scale, self.edges())
        if not self.is_mean:
            bits = least(lambda b: b >= MOST_WIDTH_BITS or 8**b * self.people >= s**3)
            step_bits = max(0, bits - (STEPS_PER_BIN.bit_length() - 1))
            return Fraction(1 << step_bits), 0 if scale == ZERO else 1 << (bits - step_bits)
        if scale == ZERO:
            return Fraction(1), 0
        bound = int(-(-2 * s // 1))
        shift = max(0, bound.bit_length() - REACH_BITS)
        kept = self.people - 2 * int(-(-self.people * self.trimmed / 2 // 1))
        return Fraction(1 << shift, kept), divide_up(bound, 1 << shift)

    def answer(self, numbers):
        """(value, lower, upper) in codes; none where there is none."""
        if len(self.levels) == 1:
            return None if numbers[0] == NONE else self.spread(numbers[0])
        scale, told = numbers
        if NONE in numbers or abs(told) > MOST_SHOWN:
            return None
        step, moved = self.steps(scale)
        apart = step * (self.bound(moved) + Fraction(1, 2)) if moved else 0
        ends = step * told + Fraction(1, 2), step * told - apart, -(step * told + apart)
        value, lower, upper = (int(end // 1) for end in ends)
        return tuple(min(max(x, -MOST_CODE), MOST_CODE) for x in (value, lower, -upper))


def least(holds):
    """The least whole number from 0 on from which it holds."""
    low, high = -1, 1
    while not holds(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def check_request(certificate):
    """A request that the planner takes."""
    terms, question = Terms(certificate), certificate["question"]
    measure = question["measure"]
    demand(certificate["mechanism"]["name"] == terms.name, "the mechanism is that of another verb")
    demand(measure["mechanism"] == WORD and measure["column"], "the question is another, or its column has no name")
    demand(measure["people"] == str(terms.people) and LEAST_PEOPLE <= terms.people <= MOST_PEOPLE, "the number of people is not from 3 to 10^12")
    if terms.is_mean:
        demand(0 < terms.trimmed < 1 and terms.trimmed.denominator <= MOST_DENOMINATOR, "the share is not between 0 and 1, or has too many digits")
        demand(measure["trimmed"] == written(terms.trimmed), "the share is not in its own form")
        demand(2 * -(-terms.people * terms.trimmed / 2 // 1) < terms.people, "nothing is left over")
    demand(is_unit(terms.unit) and measure["unit"] == written(terms.unit), "the unit is no power of ten from 10^-18 to 10^6")
    demand(not question["columns"], "there are groups")
    caps = [] if terms.person == "one row" else [terms.person.get(name, 1) for name in ("rows_per_person", "rows_per_cell")]
    demand(all(cap == 1 for cap in caps), "a person has several rows")
    demand(terms.person == "one row" or 1 <= terms.person["cells_per_person"] <= 10**6, "caps are not from 1 to 10^6")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")
    demand(LEAST_TEST <= terms.test <= MOST_TEST and max(terms.test.numerator, terms.test.denominator) <= MOST_TERM, "no test has this epsilon")
    demand(LEAST_DELTA <= terms.delta and terms.delta * terms.deltas < 1, "nothing can be shown at this delta")


def check_law(certificate):
    """All follows from the question and the two numbers of one test."""
    terms = Terms(certificate)
    right = {"people": terms.people, "test": written(terms.test), "delta": written(terms.delta), "margin": terms.margin(), "depth": terms.depth(),
             "steps_per_bin": STEPS_PER_BIN, "growth": terms.law["growth"], "unit": written(terms.unit)}
    if terms.is_mean:
        right["trimmed"] = written(terms.trimmed)
    demand(terms.law == right, f"the law is {str(terms.law)[:80]}, and should be {str(right)[:80]}")
    demand(number(terms.law["growth"]) in terms.growth(), "the bins grow in another way")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == REASON, "the reason is another")
    return f"margin {right['margin']}"


def check_leaf(certificate):
    """T186 for both kinds of neighbours, of T127 for each level."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    demand(len(derivations) == 2, "there are not two promises")
    for node, neighbours in zip(derivations, ("add_remove_person", "replace_person")):
        demand(node["rule"] == "middle_rows" and read_inputs(node["inputs"]) == {"people": terms.people, "neighbours": neighbours},
               "it is not about as many rows, or about other neighbours")
        levels = node["premises"]
        if len(terms.levels) > 1:
            demand(levels[0]["rule"] == "levels_of_cascades", "not all levels are promised")
            demand(read_inputs(levels[0]["inputs"]) == {"arranged": "levels", "times_1": 1, "times_2": 1}, "the levels count otherwise")
            levels = levels[0]["premises"]
        demand(len(levels) == len(terms.levels), "there are other levels")
        for level, tests in zip(levels, terms.levels):
            right = {f"{name}_{i + 1}": value for name, value in (("test", terms.test), ("release", terms.test), ("margin", terms.law["margin"]))
                     for i in range(tests)}
            demand(level["rule"] == "threshold_cascade" and not level["premises"], f"the leaf {level['rule'][:40]} is another")
            demand(read_inputs(level["inputs"]) == {**right, "neighbours": "replace_person"}, "the leaf is about other terms")


def check_answer(certificate):
    """The number follows from what was drawn, or there is none."""
    terms = Terms(certificate)
    series = [{"name": terms.series, "unit": written(terms.unit), "may_be_unknown": True}]
    demand(certificate["numbers"] == series, "the numbers have other names or units")
    for row, numbers in drawn_rows(certificate):
        numbers = list(numbers)
        demand(len(numbers) == len(terms.levels), "other numbers were drawn")
        demand(numbers[0] in (NONE, ZERO) or abs(numbers[0]) <= MOST_DRAWN, "no run draws this scale")
        demand(len(numbers) == 1 or numbers[1] == NONE or (numbers[0] != NONE and abs(numbers[1]) <= MOST_DRAWN), "no run draws this")
        answer = terms.answer(numbers)
        right = [None, None] if answer is None else [n if terms.unit == 1 else decimal_of(n, terms.unit) for n in answer]
        have = [row["value"], None] if row["interval"] is None else [row["value"], *row["interval"]]
        demand(have == right, f"an answer is {str(row)[:80]}, and should be {str(right)[:80]}")
    return "1 row"


def check_accuracy(certificate):
    """It is a multiple of a spread, which is not known before."""
    demand(certificate["accuracy"] == [] and certificate["error"] == [], "an error is promised")
    return "none before the scale is known"


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    """T186: a table of another size is read as one of the public size."""
    return of_kept_rows(certificate, "filled", "clamped", "rounded")


def warnings(certificate):
    terms, question = Terms(certificate), certificate["question"]
    result = [f"there is an answer only where few {terms.people_word} could not move it far; no answer says nothing about the values",
              f"{terms.people} {terms.people_word} were said to be there: where there are others, privacy is the same, and the answer is about the"
              " middle ones, or about all between ends that were added"]
    if terms.is_mean:
        result.append(f"the lowest and the highest {written(terms.trimmed / 2)} of the rows are left out: where values lean to one side this is"
                      " another number than their mean")
    result.append(f"sizes of {decimal_of(MOST_CODE, terms.unit)} and more count as that bound, and sizes below {written(terms.unit / 2)} as 0;"
                  " `unit` moves this range")
    epsilon = terms.test * terms.epsilons
    if epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{shown_up(exp(epsilon), 2)}")
    result.append(ROWS if question["person"] == "one row" else of_caps(certificate))
    return result + [JSON_LINES] * is_json_lines(question["table"])
