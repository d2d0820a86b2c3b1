"""Bounds, intervals and the total, of noise that is the same for every count: T5, T33, T35."""
from fractions import Fraction

from .cells import entries_of, is_listed
from .estimate import Estimate
from .noise import mean_size, noise_of, sum_tail, tail
from .numbers import above, at_most, dec, divide_up, number, released, rounded_up, written
from .question import grid, power_above, power_below
from .report import demand

MOST_TOTALLED = 10**6      # cells whose sum is shown
MOST_ROWS = 10**9          # of a cell that are rounded by half a step each
NARROW = 128**2            # a variance
LEAST_ERROR = Fraction(1, 10**6)


def check_unit(certificate):
    verb, unit = certificate["question"]["verb"], number(certificate["unit"])
    if verb in ("histogram", "count"):
        demand(unit == 1, "the unit of counts is 1")
    else:
        g = grid(certificate)
        width, largest = g.high - g.low, max(abs(g.low), abs(g.high))
        demand(unit == {"sum": g.step * certificate["mechanism"]["numbers"][-1]["divisor"],
                        "mean": max(power_below(width / 10**12), power_above(largest / 10**17)),
                        "variance": power_below(width**2 / 10**12)}[verb], "does not follow from bounds and step")


def rounding(certificate, cells):
    """T35: what whole units and, where the step was not given, half a step a row can change in a sum of cells."""
    if certificate["question"]["verb"] != "sum":
        return 0
    divisor = certificate["mechanism"]["numbers"][-1]["divisor"]
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
    confidence, unit = number(certificate["confidence"]), number(certificate["unit"])
    demand(0 < confidence < 1, "the confidence is not between 0 and 1")
    if certificate["question"]["verb"] in ("mean", "variance"):
        demand(certificate["error"] == [] and certificate["accuracy"] == [], "means and variances have none")
        return "none"
    demand(len(certificate["error"]) == 1 and len(certificate["accuracy"]) == 1, "not one bound")
    error, accuracy, n = certificate["error"][0], certificate["accuracy"][0], certificate["mechanism"]["numbers"][-1]
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
    """Values are multiples of the unit, agree with the noisy numbers, and have the right intervals."""
    verb, unit = certificate["question"]["verb"], number(certificate["unit"])
    numbers, fewer = certificate["mechanism"]["numbers"], certificate["fewer_than"]
    count, several = verb in ("histogram", "count"), len(numbers) > 1
    estimate = Estimate(certificate) if verb in ("mean", "variance") else None
    bound = None if estimate else released(certificate["error"][0]["bound"], unit)
    for row in entries_of(certificate):
        demand(not count or type(row["count"]) is int, "a count is no number")
        demand(("noisy" in row) == several and len(row.get("noisy", numbers)) == len(numbers),
               "noisy numbers are there or are not")
        if not count and row["value"] is None:
            demand(estimate, "a sum is always known")
            demand(fewer is None or row["noisy"][0] >= fewer, "a cell below fewer_than is shown")
            estimate.check_unknown(row["noisy"])
            continue
        value, interval = released(row["count" if count else "value"], unit), [released(x, unit) for x in row["interval"]]
        demand(all((x / unit).denominator == 1 for x in [value, *interval]), "a number is no multiple of the unit")
        if fewer is not None and (count or several):
            demand((row["noisy"][0] if several else value) >= fewer, "a cell below fewer_than is shown")
        if estimate:
            estimate.check(value, interval, row["noisy"])
        else:
            demand(not several or row["noisy"][-1] * unit == value, "the value is not the noisy number")
            demand(interval == around(value, bound, count),
                   f"an interval is not {float(value):g} plus and minus the bound")


def check_total(certificate):
    """The total of counts or sums, and its interval by T82 and T83."""
    total, verb, rows = certificate["total"], certificate["question"]["verb"], entries_of(certificate)
    wanted = (verb in ("histogram", "count", "sum") and certificate["question"]["columns"] and is_listed(certificate)
              and len(rows) <= MOST_TOTALLED)
    if total is None:
        demand(not wanted, "it is missing")
        return "none"
    demand(wanted, "there should be none")
    name, count, unit = ("value", False, number(certificate["unit"])) if verb == "sum" else ("count", True, Fraction(1))
    demand("cell" not in total and "noisy" not in total, "it is no cell")
    value, interval = released(total[name], unit), [released(x, unit) for x in total["interval"]]
    demand(value == sum(released(row[name], unit) for row in rows), "is not the sum of the cells")
    bound = interval[1] - value
    t = bound / unit - rounding(certificate, len(rows))
    demand(t.denominator == 1 and t >= 0 and interval == around(value, bound, count),
           "the interval is not around the total")
    n = certificate["mechanism"]["numbers"][-1]
    demand_least(lambda t: sum_tail(n, len(rows), t), int(t), 1 - number(certificate["confidence"]))
