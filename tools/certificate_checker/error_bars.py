"""Bounds, intervals and the total, of noise that is the same for every count: T5, T33, T35."""
from fractions import Fraction

from .cells import drawn_rows, entries_of, is_listed
from .estimate import Estimates
from .noise import mean_size, noise_of, sum_tail, tail
from .numbers import above, at_most, confidence_of, dec, divide_up, number, released, rounded_up, written
from .question import MOST_NUMBER, TOGETHER, grid, power_above, power_below, threshold_in_units
from .report import demand

MOST_TOTALLED = 10**6      # cells whose sum is shown
MOST_ROWS = 10**9          # of a cell that are rounded by half a step each
NARROW = 128**2            # a variance
LEAST_ERROR = Fraction(1, 10**6)


def check_unit(certificate):
    for series in certificate["numbers"]:
        name, unit = series["name"], number(series["unit"])
        if name == "count":
            demand(unit == 1, "the unit of counts is 1")
            continue
        g = grid(certificate)
        width, largest = g.high - g.low, max(abs(g.low), abs(g.high))
        mean = max(power_below(width / 10**12), power_above(largest / 10**17))
        demand(unit == {"sum": g.step * certificate["mechanism"]["law"]["numbers"][-1]["divisor"], "mean": mean, "deviation": mean,
                        "variance": power_below(width**2 / 10**12)}[name], "does not follow from bounds and step")


def rounding(certificate, cells):
    """T35: what whole units and, where the step was not given, half a step a row can change in a sum of cells."""
    if certificate["question"]["verb"] != "sum":
        return 0
    divisor = certificate["mechanism"]["law"]["numbers"][-1]["divisor"]
    rows = 0 if grid(certificate).given else MOST_ROWS
    return divide_up((0 if divisor == 1 else divisor) * cells + rows, 2 * divisor)


def demand_least(tail_of, t, beta):
    """t is the least number that the noise exceeds with probability beta at most."""
    p = tail_of(t)
    demand(at_most(p, beta), f"the noise exceeds {t} units with probability {p:.6g}")
    demand(t == 0 or not at_most(tail_of(t - 1), beta), f"less than {t} units is enough")


def is_summed(n):
    """Laplace noise, and Gaussian noise that is so narrow that all its weights are summed."""
    noise, size = noise_of(n)
    return noise == "discrete_laplace" or size <= NARROW


def check_error(certificate):
    """The bound of counts and sums, T5 and T33, and what is said of it in accuracy."""
    confidence, unit = confidence_of(certificate), number(certificate["unit"])
    if certificate["question"]["verb"] in TOGETHER:
        demand(certificate["error"] == [] and certificate["accuracy"] == [], "means and variances have none")
        return "none"
    demand(len(certificate["error"]) == 1 and len(certificate["accuracy"]) == 1, "not one bound")
    error, accuracy, n = certificate["error"][0], certificate["accuracy"][0], certificate["mechanism"]["law"]["numbers"][-1]
    bound = released(error["bound"], unit)
    t = bound / unit - rounding(certificate, 1)
    demand(t.denominator == 1 and t >= 0, "the bound is no multiple of the unit")
    demand_least(lambda t: tail(n, t), int(t), 1 - confidence)
    demand(error["count"] is None, "the bound holds for every count")
    demand(number(error["confidence"]) == confidence, "the bound has another confidence")
    stated, size = number(error["mean_abs"]) / unit, mean_size(n)
    demand(above(dec(stated)) >= size, "mean_abs is too small")
    if is_summed(n):
        demand(stated in {max(x, LEAST_ERROR) for x in rounded_up(size, 6)}, "mean_abs is not rounded up to six digits")
    demand((number(accuracy["alpha"]), accuracy["distortion"]) == (0, "none"), "accuracy is of another kind")
    verb = certificate["question"]["verb"]
    demand(accuracy["metric"] == f"absolute error of one {'count' if verb == 'histogram' else verb}", "accuracy is about something else")
    demand((number(accuracy["beta"]), number(accuracy["gamma"])) == (bound, 1 - confidence),
           "accuracy differs from the bound")
    return f"at most {written(bound)[:40]} with probability {written(confidence)[:40]}"


def around(value, bound, cut):
    ends = [value - bound, value + bound]
    return [max(Fraction(0), x) for x in ends] if cut else ends


def check_intervals(certificate):
    """Every row shows what was drawn, with the right interval."""
    numbers, fewer = certificate["mechanism"]["law"]["numbers"], certificate["fewer_than"]
    demand(len(certificate["drawn"]["numbers"]) == len(numbers), "other numbers were drawn than those of a cell")
    together = certificate["mechanism"]["law"]["together"] is not None
    least = None if fewer is None else threshold_in_units(certificate, fewer)
    check = check_moments(certificate) if together else check_single(certificate)
    for row, noisy in drawn_rows(certificate):
        demand(least is None or (sum(noisy) if together else noisy[0]) >= least, "a cell below fewer_than is shown")
        check(row, noisy)
    return f"{len(entries_of(certificate))}"


def check_moments(certificate):
    """Of rows whose numbers follow from sums that are released together."""
    estimates = Estimates(certificate)

    def check(row, noisy):
        for i, series in enumerate(certificate["numbers"]):
            name, unit = series["name"], number(series["unit"])
            key, ends = ("count" if name == "count" else "value", "interval") if i == 0 else (name, f"{name}_interval")
            demand(key in row, "counts and values are exchanged")
            demand((row[key] is None) == (row[ends] is None), "a number has no interval")
            if row[key] is None:
                estimates.check(name, None, None, noisy)
            else:
                estimates.check(name, released(row[key], unit), [released(x, unit) for x in row[ends]], noisy)
    return check


def check_single(certificate):
    """Of counts and sums: what was drawn, plus and minus the bound."""
    unit, count = number(certificate["unit"]), certificate["question"]["verb"] in ("histogram", "count")
    bound = released(certificate["error"][0]["bound"], unit)

    def check(row, noisy):
        demand((("count" if count else "value") in row), "counts and values are exchanged")
        demand(count or row["value"] is not None, "a sum is always known")
        demand(row["interval"] is not None, "a number has no interval")
        value, interval = released(row["count" if count else "value"], unit), [released(x, unit) for x in row["interval"]]
        demand(noisy[-1] * unit == value, f"{written(value)} is shown, and {noisy[-1]} was drawn")
        demand(interval == around(value, bound, count), f"an interval is not {float(value):g} plus and minus the bound")
    return check


def can_add_up(certificate):
    """Whether all cells are there to be added up, and are numbers that can be."""
    return (certificate["question"]["verb"] in ("histogram", "count", "sum") and certificate["question"]["columns"]
            and is_listed(certificate) and len(entries_of(certificate)) <= MOST_TOTALLED)


def check_total(certificate):
    """The total of counts or sums, and its interval by T82 and T83. It is there wherever it can be."""
    total, shown, numbers = certificate["total"], certificate["mechanism"]["shown"], certificate["mechanism"]["law"]["numbers"]
    demand(shown["totals"] and shown["margins"] == [], "sums of such noise are always shown, and margins never planned")
    verb, drawn = certificate["question"]["verb"], certificate["drawn"]["numbers"][-1]
    if not can_add_up(certificate) or abs(sum(drawn)) > MOST_NUMBER:
        demand(total is None, "there should be none")
        return "none"
    demand(total is not None, "it is missing")
    name, count, unit = ("value", False, number(certificate["unit"])) if verb == "sum" else ("count", True, Fraction(1))
    demand(set(total) == {name, "interval"}, "it is no sum")
    value, interval = released(total[name], unit), [released(x, unit) for x in total["interval"]]
    demand(value == sum(drawn) * unit, "is not the sum of the cells")
    bound = interval[1] - value
    t = bound / unit - rounding(certificate, len(drawn))
    demand(t.denominator == 1 and t >= 0 and interval == around(value, bound, count),
           "the interval is not around the total")
    demand_least(lambda t: sum_tail(numbers[-1], len(drawn), t), int(t), 1 - confidence_of(certificate))
