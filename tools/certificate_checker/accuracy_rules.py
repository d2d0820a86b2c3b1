"""The rules of accuracy (T157, T158): trees like those of promises, with statements in the place of promises."""
from fractions import Fraction

from .drops import most_in_all, weights
from .extremes import beyond_exponential, beyond_threshold
from .noise import laplace_bound
from .numbers import number as exact
from .numbers import written
from .report import demand
from .rule import Input, Rule, check_inputs, number, read_inputs

TEXTS = ("kind", "function", "distortion", "metric", "metric_in")
FIELDS = {
    "accuracy": ("function", "alpha", "beta", "gamma", "distortion", "metric", "eta"),
    "distortion_sensitivity": ("function", "distortion", "theta", "omega", "at", "value"),
    "error_sensitivity": ("function", "distortion", "metric_in", "metric", "alpha", "gamma", "at", "lost", "value"),
    "metric_sensitivity": ("function", "metric", "at", "value"),
}
METRICS = {"identity": "move", "support": "hausdorff",
           **dict.fromkeys(("max", "min", "quantile", "range", "max_k", "mode"), "absolute")}
STATISTIC = Input("statistic", "text")


class Statement(dict):
    """What a node states: a kind, texts, and exact numbers."""

    @classmethod
    def read(cls, data):
        kind = data["kind"]
        demand(kind in FIELDS and set(data) == {"kind", *FIELDS[kind]}, "it states nothing known")
        return cls({name: value if name in TEXTS else exact(value) for name, value in data.items()})

    def data(self):
        return {name: written(value) if isinstance(value, Fraction) else value for name, value in self.items()}

    def __getattr__(self, name):
        return self[name]


def state(kind, **fields):
    return Statement(kind=kind, **{name: value if name in TEXTS else Fraction(value) for name, value in fields.items()})


def need(premises, *kinds):
    demand([p.kind for p in premises] == list(kinds), f"the premises are not {kinds}")


def share(value):
    demand(0 <= value <= 1, "a share is not between 0 and 1")
    return value


def distance(value):
    demand(value >= 0, "a distance is below 0")
    return value


def known_metric(statistic):
    demand(statistic in METRICS, "the statistic is not known")
    return METRICS[statistic]


def error(function, alpha, gamma, at, lost, value, metric="move"):
    return state("error_sensitivity", function=function, distortion="drop", metric_in="move", metric=metric, alpha=alpha, gamma=gamma,
                 at=at, lost=lost, value=value)


def drop_only(inputs, premises):
    """T157: bars that only lose, each at most `width` items of `people` in all."""
    need(premises)
    bars, width, people = (inputs[name] for name in ("bars", "width", "people"))
    demand(all(x.denominator == 1 for x in (bars, width, people)), "a count is not whole")
    demand(bars >= 1 and width >= 0 and bars * width < people, "nothing may be left")
    at = distance(inputs["at"])
    return error("identity", bars * width / people, 0, at, 0, at)


def bucketing(inputs, premises):
    """T157: to the middle of one of so many equal buckets of a range."""
    need(premises)
    wide, buckets, at = inputs["range"], inputs["buckets"], distance(inputs["at"])
    demand(wide > 0 and buckets.denominator == 1 and buckets >= 1, "there is no bucket")
    return error("identity", 0, 0, at, 0, at + wide / (2 * buckets))


def sensitivity_of_statistic(inputs, premises):
    """T157: what items that move by `at` do to a statistic."""
    need(premises)
    statistic, at = inputs["statistic"], distance(inputs["at"])
    metric = known_metric(statistic)
    demand(at == 0 or statistic not in ("mode", "max_k"), "no distance bounds it")
    return state("metric_sensitivity", function=statistic, metric=metric, at=at, value=at * (2 if statistic == "range" else 1))


def error_of_function(inputs, premises):
    """T157: a function errs by what its input is off; a loss stays that loss."""
    need(premises, "metric_sensitivity")
    known, gamma = premises[0], share(inputs["gamma"])
    return error(known.function, 0, gamma, known.at, gamma, known.value, known.metric)


def identity_distortion(inputs, premises):
    """T157: what is dropped of the output is dropped of the input."""
    need(premises)
    at = share(inputs["at"])
    return state("distortion_sensitivity", function="identity", distortion="drop", theta=share(inputs["theta"]),
                 omega=distance(inputs["omega"]), at=at, value=at)


def accuracy(function, alpha, beta, gamma, distortion, metric, eta=0):
    return state("accuracy", function=function, alpha=alpha, beta=beta, gamma=gamma, distortion=distortion, metric=metric, eta=eta)


def accuracy_from_error(inputs, premises):
    """T157: at an input that is not off."""
    need(premises, "error_sensitivity")
    known = premises[0]
    demand(known.at == 0 and known.lost == 0, "the input is off")
    return accuracy(known.function, known.alpha, known.value, known.gamma, known.distortion, known.metric)


def accuracy_by_drop_move(inputs, premises):
    """T157: any statistic of a histogram that was dropped from and moved is exact for that histogram."""
    need(premises, "accuracy")
    known, eta, metric = premises[0], distance(inputs["eta"]), known_metric(inputs["statistic"])
    demand((known.function, known.distortion, known.metric) == ("identity", "drop", "move"), "it is no histogram by drop and move")
    return accuracy(inputs["statistic"], known.alpha + eta * known.beta, 0, known.gamma, "drop_move", metric, eta)


def compose_accuracy(inputs, premises):
    """T158: one mechanism after another."""
    kinds = ("accuracy", "distortion_sensitivity", "error_sensitivity")
    demand(len(premises) in (3, 4), "it needs 3 or 4 premises")
    need(premises, *kinds, *("error_sensitivity",) * (len(premises) - 3))
    first, sigma, tau = premises[:3]
    demand(first.function == sigma.function == "identity", "the first is not for the identity")
    demand(first.distortion == sigma.distortion == tau.distortion == "drop", "distortions differ")
    demand(first.metric == tau.metric_in, "metrics differ")
    demand(sigma.at == tau.alpha and tau.at >= first.beta and tau.lost >= first.gamma, "the second is not prepared for the first")
    beta, lossy = tau.value, sigma.theta > 0 or sigma.omega > 0
    demand(lossy == (len(premises) == 4), "the fourth premise is there exactly where there is a loss or a way")
    if lossy:
        own = premises[3]
        demand((own.function, own.metric, own.metric_in, own.alpha) == (tau.function, tau.metric, "move", 0), "the fourth is another function")
        demand((own.gamma, own.lost, own.at) == (sigma.theta, sigma.theta, sigma.omega), "the fourth is at another loss or way")
        beta += own.value
    gamma = share(tau.gamma + sigma.theta)
    return accuracy(tau.function, 1 - (1 - first.alpha) * (1 - sigma.value), beta, gamma, "drop", tau.metric)


MOST_EPSILON, LEAST_DELTA, MOST_DELTA = 20, Fraction(1, 10**15), Fraction(1, 2)
MOST_NOISE, MOST_THRESHOLD, MOST_PLACES = 50, 10**12, 10**9


def whole(value, least, most):
    demand(value.denominator == 1 and least <= value <= most, "a count is not whole, or out of range")
    return int(value)


def risk_of(inputs):
    demand(0 <= inputs["risk"] < 1, "the risk is not below 1")
    return inputs["risk"]


def most_dropped(inputs, bars):
    epsilon, row_delta = inputs["epsilon"], inputs["row_delta"]
    demand(0 < epsilon <= MOST_EPSILON and LEAST_DELTA <= row_delta <= MOST_DELTA, "no drop has these terms")
    return most_in_all(weights(epsilon, row_delta), bars, risk_of(inputs))


def dropped_people(inputs, premises):
    """T203: what the drops of so many bars exceed with this risk at most."""
    need(premises)
    people = most_dropped(inputs, whole(inputs["bars"], 1, MOST_PLACES))
    return accuracy("identity", people, 0, inputs["risk"], "drop_people", "move")


def dropped_of_key(inputs, premises):
    """T292: what the drop of one key exceeds with this risk at most."""
    need(premises)
    return accuracy("count_of_key", most_dropped(inputs, 1), 0, inputs["risk"], "drop_people", "absolute")


def people_beyond(inputs, premises):
    """T204: people beyond the bin of an extreme by a noisy threshold."""
    need(premises)
    first, second, statistic = inputs["first"], inputs["second"], inputs["statistic"]
    demand(statistic in ("max", "min") and 0 < first <= MOST_NOISE and 0 < second <= MOST_NOISE, "there are no such terms")
    people = beyond_threshold(first, second, whole(inputs["threshold"], 0, MOST_THRESHOLD), whole(inputs["bins"], 2, MOST_PLACES), risk_of(inputs))
    demand(people is not None, "these terms keep no promise with that risk")
    return accuracy(statistic, people, 0, inputs["risk"], "drop_people", "order")


def people_beyond_drawn(inputs, premises):
    """T291: people beyond the bin of an extreme that was drawn by their number."""
    need(premises)
    slope, statistic, risk = inputs["slope"], inputs["statistic"], risk_of(inputs)
    demand(statistic in ("max", "min") and 0 < slope <= MOST_NOISE and risk > 0, "there are no such terms")
    people = beyond_exponential(slope, whole(inputs["people"], 1, MOST_THRESHOLD), whole(inputs["bins"], 2, MOST_PLACES), risk)
    demand(people is not None, "these terms keep no promise with that risk")
    return accuracy(statistic, people, 0, risk, "drop_people", "bound")


def accuracy_of_statistic(inputs, premises):
    """T205: a function of an accurate histogram."""
    need(premises, "accuracy", "metric_sensitivity")
    known, statistic = premises
    demand(known.function == "identity" and known.metric == "move" and known.distortion in ("drop", "drop_people"), "it is no histogram by drop")
    demand(statistic.at >= known.beta, "the statistic is not prepared for it")
    return accuracy(statistic.function, known.alpha, statistic.value, known.gamma, known.distortion, statistic.metric, known.eta)


MOST_SCALE, LEAST_SCALE = 10**12, Fraction(1, 1000)


def accuracy_of_draw(inputs, premises):
    """T313: a row that is drawn, by what rows moved and by the noise on top."""
    need(premises, "accuracy")
    known, scale, unit, risk = premises[0], inputs["scale"], inputs["unit"], inputs["risk"]
    demand((known.function, known.distortion, known.metric) == ("identity", "drop", "move"), "it is no table by drop and move")
    demand(LEAST_SCALE <= scale <= MOST_SCALE and unit > 0 and risk > 0 and risk + known.gamma < 1, "no draw has these terms")
    return accuracy("draw", known.alpha, known.beta + laplace_bound(scale, risk) * unit, known.gamma + risk, "drop", "lossy_wasserstein")


def exact_after_moves(inputs, premises):
    """T212: the separator of what is left, each point in the middle of its step."""
    need(premises, "accuracy", "accuracy")
    dropped, moved = premises
    demand((dropped.function, dropped.distortion, dropped.beta) == ("identity", "drop_people", 0), "the first sets nobody aside, or moves somebody")
    demand((moved.function, moved.distortion, moved.metric, moved.alpha, moved.gamma) == ("identity", "drop", "move", 0, 0), "the second does more than move")
    return accuracy("separator", dropped.alpha, moved.beta, dropped.gamma, "drop_people", "steps_moved", dropped.eta)


RULES = (
    Rule(drop_only, "T157", (number("bars"), number("width"), number("people"), number("at"))),
    Rule(bucketing, "T157", (number("range"), number("buckets"), number("at"))),
    Rule(sensitivity_of_statistic, "T157", (STATISTIC, number("at"))),
    Rule(error_of_function, "T157", (number("gamma"),)),
    Rule(identity_distortion, "T157", (number("theta"), number("omega"), number("at"))),
    Rule(accuracy_from_error, "T157"),
    Rule(accuracy_by_drop_move, "T157", (number("eta"), STATISTIC)),
    Rule(compose_accuracy, "T158"),
    Rule(dropped_people, "T203", tuple(map(number, ("epsilon", "row_delta", "bars", "risk")))),
    Rule(dropped_of_key, "T292", tuple(map(number, ("epsilon", "row_delta", "risk")))),
    Rule(people_beyond, "T204", (STATISTIC, *map(number, ("first", "second", "threshold", "bins", "risk")))),
    Rule(people_beyond_drawn, "T291", (STATISTIC, *map(number, ("slope", "people", "bins", "risk")))),
    Rule(accuracy_of_statistic, "T205"),
    Rule(accuracy_of_draw, "T313", tuple(map(number, ("scale", "unit", "risk")))),
    Rule(exact_after_moves, "T212"),
)
BY_NAME = {rule.name: rule for rule in RULES}
DEEPEST = 64


def concluded(rule_name, inputs, premises):
    """What a rule concludes of statements that are given. Raises Wrong where it does not take them."""
    demand(rule_name in BY_NAME, f"there is no rule {rule_name[:40]} of accuracy")
    rule = BY_NAME[rule_name]
    check_inputs(rule, inputs)
    return rule.check(read_inputs(inputs), premises)


def check_accuracy(data, depth=0):
    """Every node of a tree states what its rule concludes from its premises; the statement of the root."""
    demand(depth <= DEEPEST, "the tree is too deep")
    premises = [check_accuracy(premise, depth + 1) for premise in data["premises"]]
    statement = Statement.read(data["conclusion"])
    demand(data["rule"] in BY_NAME and data["theorem"] == BY_NAME[data["rule"]].theorem, "there is no such rule, or it rests on another theorem")
    demand(concluded(data["rule"], data["inputs"], premises) == statement, f"{data['rule']}: another statement follows")
    return statement


def tree(rule_name, inputs=(), premises=()):
    """The derivation by a rule. Inputs are pairs; numbers are written exactly."""
    entries = [{"name": name, "text": value} if isinstance(value, str) else {"name": name, "number": written(Fraction(value))}
               for name, value in inputs]
    statement = concluded(rule_name, entries, [Statement.read(premise["conclusion"]) for premise in premises])
    return {"rule": rule_name, "theorem": BY_NAME[rule_name].theorem, "inputs": entries, "premises": list(premises),
            "conclusion": statement.data()}


def statistic_of_drops(statistic, epsilon, row_delta, bars, risk):
    """T203 and T205: a statistic of bars from which noise takes away."""
    dropped = tree("dropped_people", (("epsilon", epsilon), ("row_delta", row_delta), ("bars", bars), ("risk", risk)))
    if statistic == "identity":
        return dropped
    return tree("accuracy_of_statistic", (), (dropped, tree("sensitivity_of_statistic", (("statistic", statistic), ("at", 0)))))


def separator_of_drops(epsilon, row_delta, bars, risk):
    """T212: the separator of so many bars from which noise takes away, in steps of the grid."""
    moved = tree("accuracy_from_error", (), (tree("bucketing", (("range", 1), ("buckets", 1), ("at", 0))),))
    return tree("exact_after_moves", (), (statistic_of_drops("identity", epsilon, row_delta, bars, risk), moved))


def row_drawn(wide, steps, scale, risk):
    """T313: a row out of a range of so many steps, with noise of this scale in steps."""
    identity = tree("accuracy_from_error", (), (tree("bucketing", (("range", wide), ("buckets", steps), ("at", 0))),))
    return tree("accuracy_of_draw", (("scale", scale), ("unit", Fraction(wide) / steps), ("risk", risk)), (identity,))


def check_accuracy_derivations(certificate, right):
    """Each tree follows, and they are those of the mechanism and no others."""
    have = certificate.get("accuracy_derivation", [])
    for one in have:
        check_accuracy(one)
    demand(have == right, "the derivations of accuracy are others")
    return f"{len(have)}"
