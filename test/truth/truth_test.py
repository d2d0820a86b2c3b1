#!/usr/bin/env python3
"""Tests of the truth: a release that says it passes, and one that is off anywhere fails."""
import fractions
import json
import pathlib
import random
import tempfile
import unittest

import comparing
import files
import questions
import reading
import tables


def perfect_release(ask: questions.Question, truth: questions.Truth) -> dict:
    """What a program without noise would write."""
    def entry(cell) -> dict:
        low, high = truth.range(cell)
        number = {"count": low} if not ask.measure else {"value": low}
        return number | {"interval": [low, high]}

    if not ask.domains:
        return {"answer": entry(*truth.cells.values()), "fewer_than": None, "total": None}
    answer = [{"cell": dict(zip([d.column.name for d in ask.domains], cell.labels))} | entry(cell)
              for cell in truth.cells.values()]
    low, high = truth.total()
    return {"answer": answer, "fewer_than": None, "total": {"interval": [low, high]}}


def text_of(release: dict) -> str:
    return json.dumps(release, default=lambda n: float(n))


class Truth(unittest.TestCase):
    def questions(self, count: int):
        """Questions about CSV files whose answer is determined, in whole numbers."""
        rng = random.Random(5)
        while count:
            with tempfile.TemporaryDirectory() as folder:
                table = tables.make_table(rng)
                file = files.write_delimited(rng, table, pathlib.Path(folder, "t.csv"))
                ask = questions.make_question(rng, rng.choice(["histogram", "count"]), table, file,
                                              pathlib.Path(folder))
                if ask.delta or ask.fewer_than or ask.profile:
                    continue
                truth = questions.Truth(ask)
                if not truth.cut():
                    count -= 1
                    yield ask, truth

    def test_a_release_of_the_truth_passes_and_one_that_is_off_by_one_does_not(self):
        for ask, truth in self.questions(60):
            release = perfect_release(ask, truth)
            self.assertEqual(comparing.compare_json(ask, truth, text_of(release)), [])
            places = release["answer"] if ask.domains else [release["answer"]]
            for off in (-1, 1):
                entry = random.Random(1).choice(places)
                kept = entry["interval"]
                entry["interval"] = [kept[0] + off, kept[1] + off]
                self.assertNotEqual(comparing.compare_json(ask, truth, text_of(release)), [])
                entry["interval"] = kept
            if ask.domains:
                release["total"]["interval"] = [n + 1 for n in release["total"]["interval"]]
                self.assertNotEqual(comparing.compare_json(ask, truth, text_of(release)), [])

    def test_a_cell_too_few_a_wrong_label_and_a_wide_interval_are_found(self):
        ask, truth = next((a, t) for a, t in self.questions(200)
                          if a.domains and not a.person and not a.gaussian)
        release = perfect_release(ask, truth)
        short = release | {"answer": release["answer"][:-1]}
        self.assertNotEqual(comparing.compare_json(ask, truth, text_of(short)), [])
        entry = release["answer"][-1]
        name = ask.domains[0].column.name
        entry["cell"][name] = "no such label"
        self.assertNotEqual(comparing.compare_json(ask, truth, text_of(release)), [])
        entry["cell"][name] = truth.cells[list(truth.cells)[-1]].labels[0]
        entry["interval"] = [0, 10**6]
        self.assertNotEqual(comparing.compare_json(ask, truth, text_of(release)), [])

    def test_numbers_and_moments_are_read_by_the_rules(self):
        for text, number in [("12", 12), (" -3.5 ", "-3.5"), (".5", "0.5"), ("5.", 5), ("1e5", 10**5),
                             ("+7", 7), ("0.1", "0.1")]:
            self.assertEqual(reading.number_of_text(text), fractions.Fraction(number), text)
        for text in ["", "nan", "1,234", "0x1f", "12%", "true", "1 2", "--1"]:
            self.assertIsNone(reading.number_of_text(text), text)
        self.assertEqual(reading.number_of_text("-Infinity"), float("-inf"))
        self.assertEqual(reading.number_of_text("1e400"), float("inf"))
        self.assertIsNotNone(reading.moment_of_text("2024-02-29 23:59"))
        for text in ["2023-02-29", "2024-01-01T24:00", "2024-1-1", "2024-01-01T10"]:
            self.assertIsNone(reading.moment_of_text(text), text)


if __name__ == "__main__":
    unittest.main()
