"""Tests of what check_certificate.py says about the ledger: lies about an entry, and about a whole chain.

    python3 tools/check_ledger_test.py
"""
import copy
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from made_certificates import (Forger, TERMS, changer, dp, dump, enter, finish, first_entry, histogram, laplace,  # noqa: E402
    PERSON, gaussian_entry, later_entry, node, rho_entry, run, several_cells)


class LedgerLies(Forger):
    """Each lie is found although the forger makes digest, signature and seals anew."""

    def test_ledger(self):
        def sealed(changes):
            """Changes, and then the seals and the question of the ledger made anew."""
            def change(c):
                changer(changes)(c)
                ledger = c["ledger"]
                enter(c, ledger["spent"]["overall"], None if ledger["entry"]["id"] == 1 else "1" * 64, ledger["entry"]["id"], ledger["terms"])
            return change
        two = node("budget_filter", dp("2", "0.000001"), {"epsilon": "2", "delta": "0.000001", "times_1": "2"}, laplace("1"))
        over = node("budget_filter", dp("2", "0.000001"), {"epsilon": "2", "delta": "0.000001", "times_1": "3"}, laplace("1"))
        other = node("budget_filter", dp("2", "0.000001"), {"epsilon": "2", "delta": "0.000001", "times_1": "1"}, laplace("2"))
        less = node("budget_filter", dp("1", "0.000001"), {"epsilon": "1", "delta": "0.000001", "times_1": "1"}, laplace("1"))
        basic = node("basic_composition", dp("1"), {"times_1": "1"}, laplace("1"))
        self.lies(
            first_entry,
            ("unit of privacy", {"ledger.terms.privacy_unit": "one row"}),
            ("ledger: terms", {"ledger.terms.privacy_unit": "people of "}),
            ("ledger: table", {"question.table": "other.csv"}),
            ("ledger: question", {"question.where": "age > 5"}),
            ("ledger: question", {"mechanism.law.share.rows": 2}),
            ("ledger: question", {"ledger.entry.question": "{}"}),
            ("ledger: seals", {"ledger.entry.question": "{}"}),
            ("ledger: seals", {"ledger.entry.previous": "0" * 64}),
            ("ledger: seals", {"ledger.entry.id": 2}),
            ("ledger: seals", {"ledger.entry.time": "2026-01-02T00:00:01Z"}),
            ("ledger: seals", {"ledger.entry.version": "v2"}),
            ("ledger: seals", {"ledger.entry.counted": 1}),
            ("ledger: seals", {"ledger.terms.epsilon": "3"}),
            ("ledger: seals", {"ledger.terms.profile": "20:0.1,1"}),
            ("ledger: seals", {"derivation.0": laplace("2")}),
            ("ledger: derivation", {"ledger.spent.overall": over}),
            ("ledger: sum", {"ledger.spent.entries": 2}),
            ("ledger: sum", {"ledger.spent.unanswered": 2}),
            ("ledger: sum", {"ledger.spent.refused": "no"}),
            ("ledger: sum", {"ledger.spent.overall": two}),
            ("ledger: sum", {"ledger.spent.overall": other}),
            ("ledger: sum", {"ledger.spent.overall": less}),
            ("ledger: sum", {"ledger.spent.overall": basic}),
            ("ledger: sum", sealed({"ledger.terms.epsilon": "1"})),
            ("ledger: sum", sealed({"ledger.terms.delta": "0"})),
            ("ledger: sum", sealed({"ledger.terms.neighbours": "replace_person"})),
            ("ledger: sum", sealed({"ledger.terms.accounting": "sum"})),
            ("ledger: claims", sealed({"ledger.terms.profile": "20:0.1,1"})),
            ("ledger: claims", {"ledger.spent.claims": [laplace("1")]}))
        self.lies(
            later_entry,
            ("ledger: derivation", {"ledger.spent.overall.conclusion.epsilon": "2.41728"}),
            ("ledger: derivation", {"ledger.spent.overall.inputs.times_1": "12"}),
            ("ledger: sum", {"ledger.spent.overall.premises.1.inputs.scale": "2", "ledger.spent.overall.premises.1.conclusion.scale": "2"}),
            ("ledger: sum", {"ledger.spent.overall": None}))

    def test_gaussian_releases(self):
        """They stand in a sum by their losses or rhos, as often as they are there, and in a budget in rho by their rho."""
        for make in (gaussian_entry, rho_entry):
            self.assertNotIn("WRONG", run(finish(make()))[1])
        quieter = {"kind": "gaussian_loss", "variance": "200", "shift": 1, "neighbours": PERSON}
        self.lies(
            gaussian_entry,
            ("ledger: derivation", {"ledger.spent.overall.conclusion.epsilon": "4.84526"}),
            ("ledger: derivation", {"ledger.spent.overall.inputs.times_1": "201"}),
            ("ledger: sum", {"ledger.spent.overall.premises.0.inputs.variance": "200", "ledger.spent.overall.premises.0.conclusion": quieter}))
        cap = "ledger.spent.overall.premises.0"
        self.lies(
            rho_entry,
            ("ledger: derivation", {f"{cap}.conclusion.rho": "0.4", f"{cap}.inputs.rho": "0.4"}),
            ("ledger: derivation", {f"{cap}.premises.0.conclusion.rho": "0.004"}),
            ("ledger: derivation", {"ledger.spent.overall.conclusion.epsilon": "5.22242"}),
            ("ledger: sum", {f"{cap}.inputs.times_1": "2"}),
            ("ledger: sum", {f"{cap}.conclusion.rho": "0.4", f"{cap}.inputs.rho": "0.4", "ledger.spent.overall.conclusion.epsilon": "4.62243"}),
            ("ledger: seals", {"ledger.terms.rho": "0.6"}),
            ("ledger: terms", {"ledger.terms.rho": "none"}),
            ("ledger: terms", {"ledger.terms.accounting": "adaptive"}))

    def test_export(self):
        """Two entries and their export: the chain is recomputed, and the sum must be made of both."""
        second, terms = several_cells(), {**TERMS, "accounting": "planned", "delta": "0.0201"}
        overall = node("optimal_composition", dp("1.20251", "0.0201"), {"delta": "0.0201", "step": "0.01", "times_1": "1", "times_2": "1"}, laplace("1"), second["derivation"][0])
        first = enter(histogram(), None, terms=terms)
        second = enter(second, overall, first["ledger"]["entry"]["seal"], 2, terms)
        lines = [{"selvage_ledger": 1, **terms, "seal": first["ledger"]["entry"]["previous"]}]
        for c in (first, second):
            entry = c["ledger"]["entry"]
            lines.append({"entry": entry["id"], **{k: entry[k] for k in ("time", "question", "version", "seal")}, "counted": dump(c["derivation"][0]),
                          "other": "[]", "answered": entry["time"], "answer": "{}"})

        def report(lines, certificate=second):
            return run(finish(certificate), None, "".join(dump(line) + "\n" for line in lines).encode())[1]
        self.assertIn("ok      ledger: export: 2 entries, this one is number 2", report(lines))
        self.assertNotIn("WRONG", report(lines))
        for place, name, value in ((0, "epsilon", "9"), (0, "seal", "0" * 64), (1, "time", "2026-01-02T00:00:01Z"), (1, "counted", dump(laplace("2"))), (1, "other", "[1]"),
                                   (1, "seal", "0" * 64), (1, "entry", 2), (2, "version", "w"), (2, "counted", None), (2, "answered", None)):
            changed = copy.deepcopy(lines)
            changed[place][name] = value
            self.assertIn("WRONG   ledger: export", report(changed), (place, name))
        for changed in (lines[:2], lines[:1], [], [lines[0], lines[2]], lines[::-1], lines[1:]):
            self.assertIn("WRONG   ledger: export", report(changed))
        self.assertIn("WRONG   ledger: export", report(lines, histogram()))
        for premise, times in ((laplace("2"), "1"), (laplace("1"), "2")):       # another sum than that of the entries
            forged = copy.deepcopy(second)
            forged["ledger"]["spent"]["overall"]["premises"][0] = premise
            changer({"ledger.spent.overall.inputs.times_1": times})(forged)
            self.assertIn("WRONG   ledger: export", report(lines, forged))


if __name__ == "__main__":
    unittest.main()
