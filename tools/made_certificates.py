"""For tests: certificates made from the documents alone, and a forger who makes digest and signature anew."""
import copy
import hashlib
import io
import json
import math
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker import cell_warnings, ed25519, mechanisms, numbers, warnings  # noqa: E402
from certificate_checker.all_checks import check_all  # noqa: E402
from certificate_checker.report import FAILURES, Report, Unknown, Wrong  # noqa: E402

SECRET = bytes(range(32))
PERSON = "add_remove_person"
ROWS = "every row is taken for a person of its own; if people have several rows, name their column with `person`"
TEXTS = ("partition", "neighbours", "arranged")      # inputs that are no numbers
NO_LEDGER = "no ledger was kept: add up the epsilons of all releases about these people"


# ---------------------------------------------------------------- making certificates

def dump(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def expand(secret):
    digest = hashlib.sha512(secret).digest()
    a = (int.from_bytes(digest[:32], "little") & (1 << 254) - 8) | 1 << 254
    return a, digest[32:], ed25519.point_encode(ed25519.point_times(a, ed25519.BASE))


def sign(secret, message):
    """RFC 8032, 5.1.6."""
    a, prefix, public = expand(secret)
    r = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % ed25519.L
    point = ed25519.point_encode(ed25519.point_times(r, ed25519.BASE))
    k = int.from_bytes(hashlib.sha512(point + public + message).digest(), "little") % ed25519.L
    return point + ((r + k * a) % ed25519.L).to_bytes(32, "little")


KEY = expand(SECRET)[2].hex()


def seal(*texts):
    data = b"".join(len(t.encode()).to_bytes(8, "big") + t.encode() for t in texts)
    return hashlib.sha256(data).hexdigest()


def honest_intervals(certificate):
    """What the intervals hold, where a test does not say it: tests of lies about that write it themselves."""
    module = mechanisms.modules()[certificate["mechanism"]["name"]]
    return [module.interval_of(certificate, series["name"]) for series in certificate["numbers"]]


def finish(certificate, secret=None):
    """Digest, signature, and the bytes of the file."""
    body = {k: v for k, v in certificate.items() if k not in ("digest", "signature")}
    try:
        body.setdefault("interval_of", honest_intervals(certificate))
    except (Wrong, Unknown, *FAILURES):
        body["interval_of"] = [None] * max(1, len(certificate["numbers"]))
    text = dump(body).encode()
    signature = None
    if secret:
        value = sign(secret, b"selvage certificate 3\n" + text).hex()
        signature = {"algorithm": "ed25519", "public_key": expand(secret)[2].hex(), "value": value}
    return (dump({**body, "digest": hashlib.sha256(text).hexdigest(), "signature": signature}) + "\n").encode()


def dp(epsilon, delta="0", neighbours=PERSON):
    return {"kind": "dp", "epsilon": epsilon, "delta": delta, "neighbours": neighbours}


def zcdp(rho):
    return {"kind": "zcdp", "rho": rho, "neighbours": PERSON}


def inputs_of(values):
    """{"scale": "1", "profile": [(20, "0.1"), (None, "1")], "partition": "age"} as those of a node."""
    def typed(name, value):
        return {"profile": [list(step) for step in value]} if type(value) is list else {"text" if name in TEXTS else "number": value}
    return [{"name": name, **typed(name, value)} for name, value in values.items()]


def node(rule, conclusion, inputs, *premises):
    theorem = {"discrete_laplace_cells": "T4", "key_threshold": "T31", "discrete_gaussian_cells": "T25", "discrete_laplace_loss": "T22",
               "discrete_gaussian_loss": "T22", "basic_composition": "T6", "replace_from_add_remove": "T7", "one_of": "T260", "optimal_composition": "T23",
               "composition_by_privacy_loss": "T24", "zcdp_from_dp": "T25", "zcdp_composition": "T25", "dp_from_zcdp": "T26",
               "budget_filter": "T29", "rho_filter": "T29", "zcdp_from_loss": "T25", "outlier_composition": "T36", "outlier_from_dp": "T36"}[rule]
    return {"rule": rule, "theorem": theorem, "inputs": inputs_of(inputs), "premises": list(premises), "conclusion": conclusion}


def laplace(scale, sensitivity=1):
    epsilon = numbers.written(sensitivity / Fraction(scale))
    return node("discrete_laplace_cells", dp(epsilon), {"scale": scale, "sensitivity": str(sensitivity)})


def laplace_number(name, scale, per_row=1, **more):
    return {"name": name, "noise": "discrete_laplace", "scale": scale, "per_row": per_row, "divisor": 1, **more}


def drawn_of(columns, answer, unit, cells, keys):
    """What was drawn for an answer; rows that have several numbers, or others than they show, have them as `noisy`."""
    rows = answer if isinstance(answer, list) else [answer]
    drawn = [row.pop("noisy", None) or [int(Fraction(row.get("count", row.get("value"))) / Fraction(unit))] for row in rows]
    return {"cells": cells, "keys": keys or [None] * len(columns), "numbers": [list(numbers) for numbers in zip(*drawn)]}


def certificate(verb, columns, answer, numbers, derivation, bound=None, mean_abs=None, unit="1", total=None, fewer=None,
                person="one row", share=(1, 1, 1), name="discrete_laplace", threshold=None, measure=None, cells=None, keys=None,
                totals=True, promised=None, together=None):
    question = {"verb": verb, "table": "payroll.csv", "columns": columns, "person": person, "where": None}
    if measure:
        question["measure"] = {"column": "salary", **measure}
    error, accuracy = [], []
    if bound is not None:
        error = [{"count": None, "mean_abs": mean_abs, "bound": bound, "confidence": "0.95"}]
        accuracy = [{"alpha": "0", "beta": str(bound), "gamma": "0.05", "distortion": "none",
                     "metric": f"absolute error of one {'count' if verb == 'histogram' else verb}"}]
    answer = copy.deepcopy(answer)
    drawn = drawn_of(columns, answer, unit, cells, keys)
    unit_of_privacy = person if person == "one row" else "people of " + person["column"]
    made = copy.deepcopy({
        "format": "selvage certificate 3", "issued": "2026-01-02T03:04:05Z", "question": question, "answer": answer, "drawn": drawn, "unit": unit,
        "numbers": [{"name": "count" if verb == "histogram" else verb, "unit": unit, "may_be_unknown": verb in ("mean", "variance")}],
        "program": {"name": "selvage", "version": "0.1", "build": "", "executable": "0" * 64}, "total": total, "fewer_than": fewer,
        "privacy_unit": unit_of_privacy, "guarantees": [dict(d["conclusion"]) for d in derivation], "accuracy": accuracy, "confidence": "0.95", "error": error,
        "mechanism": {"name": name, "reason": "the only way",
                      "law": {"numbers": numbers, "together": together, "threshold": threshold, "share": dict(zip(("rows", "cells", "rows_in_cell"), share))},
                      "shown": {"totals": totals, "margins": [], "promised": promised or {}}},
        "derivation": derivation, "verification": {"level": "exact_law", "detail": ""}, "ledger": None, "notes": [],
        "warnings": [ROWS] * (person == "one row") + [NO_LEDGER]})
    if person != "one row" and (caps := cell_warnings.of_caps(made)):
        made["warnings"].insert(0, caps)
    return made


def rows_of(column, labels, counts, bound):
    return [{"cell": {column: label}, "count": c, "interval": [max(0, c - bound), max(0, c + bound)]}
            for label, c in zip(labels, counts)]


BINS = {"name": "salary", "domain": "0:200000:100000", "missing": "cell"}
LABELS = ["below 0", "[0,100000)", "[100000,200000)", "200000 and above", "missing"]
COUNTS = [-1, 9819, 555, 99, 204]


def histogram():
    """The example of docs/formats.md."""
    return certificate("histogram", [BINS], rows_of("salary", LABELS, COUNTS, 3), [laplace_number("count", "1")], [laplace("1")],
                       bound=3, mean_abs="0.850919", total={"count": 10676, "interval": [10670, 10682]},
                       person={"column": "id", "rows_per_person": 1, "cells_per_person": 1, "per_person": "sum"})


def keys(*names):
    return {"name": "dept", "domain": ",".join(names), "missing": "drop",
            "keys": hashlib.sha256("".join(f"{len(n.encode())}:{n}," for n in names).encode()).hexdigest()}


def key_file(*names):
    """The same keys, from a file."""
    return {**keys(*names), "domain": "@depts.txt", "key_list": list(names)}


def several_cells():
    """One row in each of up to three cells: T32 with optimal composition."""
    root = node("optimal_composition", dp("0.227638", "0.0101"), {"delta": "0.0101", "times_1": "3"}, laplace("10"))
    return certificate("count", [keys("a", "b", "c")], rows_of("dept", ["a", "b", "c", "other"], [50, 0, -40, 7], 30),
                       [laplace_number("count", "10")], [root], bound=30, mean_abs="9.98336", total={"count": 17, "interval": [0, 74]},
                       promised={"composition": "optimal", "delta": "0.0101"}, share=(3, 3, 1), person={"column": "id", "rows_per_person": 5, "cells_per_person": 3, "per_person": "first"})


def capped_cells():
    """Two rows in each of up to three cells: the same with twice the noise."""
    root = node("optimal_composition", dp("0.227638", "0.0101"), {"delta": "0.0101", "times_1": "3"}, laplace("20", 2))
    return certificate("count", [keys("a", "b", "c")], rows_of("dept", ["a", "b", "c", "other"], [50, 0, -40, 7], 60),
                       [laplace_number("count", "20")], [root], bound=60, mean_abs="19.9917", total={"count": 17, "interval": [0, 131]},
                       promised={"composition": "optimal", "delta": "0.0101"}, share=(6, 3, 2),
                       person={"column": "id", "rows_per_person": 6, "cells_per_person": 3, "rows_per_cell": 2, "per_person": "sum"})


def sums():
    """A sum with step 0.1, three rows a person, one cell."""
    return certificate("sum", [], {"value": "12345.6", "interval": ["11896.2", "12795"]}, [laplace_number("sum", "1500", 1000)],
                       [laplace("1500", 3000)], bound="449.4", mean_abs="150", unit="0.1", share=(3, 1, 3),
                       person={"column": "id", "rows_per_person": 3, "cells_per_person": 2, "per_person": "sum"},
                       measure={"bounds": "-20:100", "step": "0.1"})


def cut_sums():
    """The same, where all rows of a person are added up and cut."""
    return certificate("sum", [], {"value": "12345.6", "interval": ["11896.2", "12795"]}, [laplace_number("sum", "1500", 1500)],
                       [laplace("1500", 1500)], bound="449.4", mean_abs="150", unit="0.1", share=(1, 1, 1),
                       person={"column": "id", "rows_per_person": 30, "cells_per_person": 2, "per_person": "sum"},
                       measure={"bounds": "-20:100", "step": "0.1", "sum_per_cell": "-20:150"})


def unknown_keys():
    """Keys that are not known: T31, for one row."""
    leaf = node("key_threshold", dp("0.5", "0.00000231969004112"),
                {"scale": "2", "threshold": "26", "rows": "1", "cells": "1", "rows_in_cell": "1"})
    return certificate("histogram", [{"name": "dept", "domain": "?", "missing": "cell"}], rows_of("dept", ["x", "\u00fc\n"], [26, 90], 6),
                       [laplace_number("count", "2")], [leaf], bound=6, mean_abs="1.91904", fewer=26, name="key_threshold", threshold=26,
                       cells=[0, 1], keys=[["x", "\u00fc\n"]])


def mean():
    """A mean: lo = 0, hi = 100, ten units a step. Its interval has half a step more on either side than that of the noise."""
    rows = [{"cell": {"dept": "a"}, "value": "55", "interval": ["54.2928", "55.7074"], "noisy": [450000, 550000]},
            {"cell": {"dept": "other"}, "value": None, "interval": None, "noisy": [3000, 1000]}]
    return certificate("mean", [keys("a")], rows, [laplace_number("low", "1000", 1000, times=10), laplace_number("high", "1000", 1000, times=10)],
                       [laplace("1000", 1000)], unit="0.0000000001", measure={"bounds": "0:100", "step": "1"}, together=1000)


def mean_of_keys():
    """A mean by keys that are not known: T96."""
    leaf = node("key_threshold", dp("1", "0.000000812116335644"),
                {"scale": "1000", "threshold": "16500", "rows": "1", "cells": "1", "rows_in_cell": "1", "draws": "2", "per_row": "1000",
                 "sensitivity": "1000"})
    return certificate("mean", [{"name": "dept", "domain": "?", "missing": "cell"}],
                       [{"cell": {"dept": "x"}, "value": "55", "interval": ["54.2928", "55.7074"], "noisy": [450000, 550000]}],
                       [laplace_number(name, "1000", 1000, times=10) for name in ("low", "high")], [leaf], unit="0.0000000001",
                       measure={"bounds": "0:100", "step": "1"}, fewer=17, name="key_threshold", threshold=17, cells=[0], keys=[["x"]],
                       together=1000)


def variance():
    """A variance: lo = 0, hi = 100, units of ten squares of a step. One row changes all together by 4.1 W^2, and rounding."""
    names = (("low", 4000), ("middle", 2500), ("high", 4000))
    return certificate("variance", [], {"value": "650", "interval": ["613.44924804", "686.74483626"], "noisy": [1075000, 1850000, 1075000]},
                       [laplace_number(name, "4102", row, divisor=10, times=1) for name, row in names], [laplace("4102", 4102)],
                       unit="0.00000001", measure={"bounds": "0:100", "step": "1"}, together=4102)


def gaussian():
    """Gaussian noise, two promises."""
    leaf = node("discrete_gaussian_cells", zcdp("0.005"), {"variance": "100", "squared_sensitivity": "1"})
    loss = node("discrete_gaussian_loss", {"kind": "gaussian_loss", "variance": "100", "shift": 1, "neighbours": PERSON},
                {"variance": "100", "sensitivity": "1"})
    root = node("composition_by_privacy_loss", dp("0.340819", "0.00001"), {"delta": "0.00001", "times_1": "1"}, loss)
    return certificate("count", [], {"count": 5, "interval": [0, 25]},
                       [{"name": "count", "noise": "discrete_gaussian", "variance": "100", "per_row": 1, "divisor": 1}], [root, leaf], bound=20,
                       mean_abs="7.9722", name="discrete_gaussian", promised={"composition": "privacy_loss", "delta": "0.00001"})


def concentrated():
    """Gaussian noise for both sums of a mean; nothing is known from so few."""
    leaf = node("discrete_gaussian_cells", zcdp("0.01"), {"variance": "50000000", "squared_sensitivity": "1000000"})
    root = node("dp_from_zcdp", dp("0.625213", "0.000001"), {"delta": "0.000001", "order": "30"}, leaf)
    numbers = [{"name": name, "noise": "discrete_gaussian", "variance": "50000000", "per_row": 1000, "divisor": 1, "times": 10} for name in ("low", "high")]
    return certificate("mean", [], {"value": None, "interval": None, "noisy": [2000, 1000]}, numbers, [root, leaf], unit="0.0000000001",
                       name="discrete_gaussian", measure={"bounds": "0:100", "step": "1"}, promised={"composition": "zcdp", "delta": "0.000001"},
                       together=1000)


def hidden_keys():
    """Keys from a file, of which only those with many people are listed."""
    return certificate("count", [key_file("a", "b", "c")], rows_of("dept", ["b"], [50], 3), [laplace_number("count", "1")], [laplace("1")],
                       bound=3, mean_abs="0.850919", fewer=2, cells=[1])


TERMS = {"created": "2026-01-01T00:00:00Z", "table": "payroll.csv", "epsilon": "2", "delta": "0.000001", "rho": "none", "profile": "none",
         "neighbours": PERSON, "accounting": "adaptive", "privacy_unit": "people of id"}
TERMS_TEXTS = ["created", "table", "epsilon", "delta", "rho", "profile", "neighbours", "accounting", "privacy_unit"]


def enter(certificate, overall, before=None, identity=1, terms=None, counted=0):
    """Adds the entry of a ledger to a certificate. `before` is the seal before it; by default that of the terms."""
    terms = {**(terms or TERMS), "privacy_unit": certificate["privacy_unit"]}
    columns = [{k: v for k, v in c.items() if k != "key_list"} for c in certificate["question"]["columns"]]
    question = dump({"question": {**certificate["question"], "columns": columns}, "fewer_than": certificate["fewer_than"],
                     "mechanism": {"name": certificate["mechanism"]["name"], **certificate["mechanism"]["law"]}})
    before = before or seal("selvage ledger terms 3", *(terms[k] for k in TERMS_TEXTS))
    rest = [d for i, d in enumerate(certificate["derivation"]) if i != counted]
    texts = [before, str(identity), "2026-01-02T00:00:00Z", question, "v1", dump(certificate["derivation"][counted]), dump(rest)]
    certificate["warnings"] = [w for w in certificate["warnings"] if w != NO_LEDGER]
    certificate["ledger"] = {
        "terms": terms,
        "entry": {"id": identity, "time": texts[2], "version": "v1", "question": question, "counted": counted, "previous": before,
                  "seal": seal("selvage ledger entry 1", *texts)},
        "spent": {"entries": identity, "unanswered": 0, "overall": overall, "refused": None, "claims": [], "no_claims": [], "random": None}}
    return certificate


def first_entry():
    """The first entry of an adaptive ledger."""
    overall = node("budget_filter", dp("2", "0.000001"), {"epsilon": "2", "delta": "0.000001", "times_1": "1"}, laplace("1"))
    return enter(histogram(), overall)


def later_entry():
    """Entry 12 of a ledger that was planned: eleven Gaussian counts by their losses, and a histogram."""
    loss = gaussian()["derivation"][0]["premises"][0]
    one = node("discrete_laplace_loss", {"kind": "laplace_loss", "scale": "1", "shift": 1, "neighbours": PERSON}, {"scale": "1", "sensitivity": "1"})
    overall = node("composition_by_privacy_loss", dp("2.41729", "0.000001"), {"delta": "0.000001", "step": "0.01", "times_1": "11", "times_2": "1"}, loss, one)
    return enter(histogram(), overall, "0" * 64, 12, {**TERMS, "accounting": "planned", "epsilon": "3"})


def gaussian_entry():
    """Entry 200 of a planned ledger: equal Gaussian counts, by their losses."""
    overall = node("composition_by_privacy_loss", dp("0", "0.001"), {"delta": "0.001", "times_1": "200"}, gaussian()["derivation"][0]["premises"][0])
    overall["conclusion"]["epsilon"] = "4.84527"
    return enter(gaussian(), overall, "0" * 64, 200, {**TERMS, "accounting": "planned", "epsilon": "6", "delta": "0.001"})


def rho_entry():
    """The first entry of a ledger with a budget in rho: a Gaussian count, by the rho of its loss."""
    loss = gaussian()["derivation"][0]["premises"][0]
    by_rho = node("zcdp_composition", zcdp("0.005"), {"times_1": "1"}, node("zcdp_from_loss", zcdp("0.005"), {}, loss))
    cap = node("rho_filter", zcdp("0.5"), {"rho": "0.5", "times_1": "1"}, by_rho)
    overall = node("dp_from_zcdp", dp("5.22243", "0.000001"), {"delta": "0.000001", "order": "6"}, cap)
    return enter(gaussian(), overall, terms={**TERMS, "accounting": "rho", "rho": "0.5", "epsilon": "5.22243"})


def warned(make):
    """The same with the warnings that belong to it."""
    def made():
        result = make()
        result["warnings"] = warnings.expected(result)
        return result
    made.__name__ = make.__name__
    return made


several_cells, capped_cells, cut_sums, hidden_keys = (warned(f) for f in (several_cells, capped_cells, cut_sums, hidden_keys))
ALL = {f.__name__: f for f in (histogram, several_cells, capped_cells, sums, cut_sums, unknown_keys, mean, variance, gaussian, concentrated, hidden_keys,
                               first_entry, later_entry)}


def run(data, signer=None, lines=None):
    """The report on the bytes of a certificate, and what it printed."""
    out = io.StringIO()
    report = Report(out)
    check_all(report, data, signer, lines)
    return report, out.getvalue()


class Forger(unittest.TestCase):
    """Tells lies about certificates, makes digest and signature anew, and sees that they are found."""
    def wrong(self, make, change):
        forged = make()
        change(forged)
        report, text = run(finish(forged, SECRET), KEY)
        return [line[8:] for line in text.splitlines() if line.startswith("WRONG")]

    def found(self, make, change, where, alone=False):
        wrong = self.wrong(make, change if callable(change) else changer(change))
        self.assertTrue(any(line.startswith(where) for line in wrong), f"{where} not among {wrong}")
        self.assertTrue(not alone or len(wrong) == 1, wrong)

    def lies(self, make, *lies, alone=False):
        for where, change in lies:
            with self.subTest(make.__name__, where=where, lie=change):
                self.found(make, change, where, alone)

    def consistent_lies(self, make, *lies):
        """All else fits, so only this one check finds each of them, and would be missed if it were gone."""
        self.lies(make, *lies, alone=True)

    def all_pass(self, *makers):
        for make in makers:
            with self.subTest(make.__name__):
                self.assertEqual(self.wrong(make, lambda certificate: None), [])


def with_warnings(changes):
    """The same lie, with the warnings that would belong to it."""
    def change(certificate):
        (changes if callable(changes) else changer(changes))(certificate)
        certificate["warnings"] = warnings.expected(certificate)
    return change


def instead(make, **terms):
    """Another certificate in its place."""
    def change(certificate):
        certificate.clear()
        certificate.update(make(**terms))
    return change


def both(*changes):
    """One change after the other."""
    def change(certificate):
        for each in changes:
            (each if callable(each) else changer(each))(certificate)
    return change


def changer(changes):
    """{"a.0.b": value, ...} as a function that changes a certificate."""
    def change(certificate):
        for path, value in changes.items():
            *way, last = [int(x) if x.isdigit() else x for x in path.split(".")]
            place = certificate
            for step in way:
                place = place[step]
            if way[-1:] == ["inputs"]:      # by name; a new one at the end
                place[:] = inputs_of({**{i["name"]: i[next(key for key in i if key != "name")] for i in place}, last: value})
            else:
                place[last] = value
        for i, derivation in enumerate(certificate["derivation"]):
            if any(path.startswith(f"derivation.{i}.conclusion") for path in changes):
                certificate["guarantees"][i] = derivation["conclusion"]
    return change
