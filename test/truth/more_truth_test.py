#!/usr/bin/env python3
"""Tests of the truth about ranks and lines: what is true passes, and what is a little off does not."""
import fractions
import itertools
import pathlib
import random
import tempfile
import unittest

import files
import line_questions
import line_tables
import rank_questions
import rank_truth
from comparing import Faults

HALF = fractions.Fraction(1, 2)


def all_edits(codes: list, edits: int) -> list:
    """What so many rows that come or leave make of it, with rows next to its own and far off."""
    tables = {tuple(codes)}
    places = sorted({x + off for x in codes for off in (-1, 0, 1)} | {-10**6, 10**6})
    for _ in range(edits):
        tables |= {tuple(sorted((*t, x))) for t in tables for x in places} | \
            {t[:i] + t[i + 1:] for t in tables for i in range(len(t))}
    return sorted(tables)


class Ranks(unittest.TestCase):
    def tables(self):
        for rows in range(1, 6):
            yield from itertools.combinations_with_replacement((0, 1, 7), rows)

    def test_depths_are_those_of_all_tables_that_edits_reach(self):
        for codes in map(list, self.tables()):
            reached = all_edits(codes, 2)
            near = all_edits(codes, 1)
            for q in (HALF, fractions.Fraction(1, 4), fractions.Fraction(9, 10)):
                own = rank_truth.quantile(codes, q)
                for tables, edits in ((near, 1), (reached, 2)):
                    same = all(t and rank_truth.quantile(t, q) == own for t in tables)
                    self.assertEqual(rank_truth.quantile_depth(codes, q) > edits, same, (codes, q))
            for beside in (False, True):
                label = lambda s, n: rank_truth.octave(s, beside)
                spread = lambda t: rank_truth.Spread(t).spread
                for tables, edits in ((near, 1), (reached, 2)):
                    same = all(t and label(spread(t), 0) == label(spread(codes), 0) for t in tables)
                    self.assertEqual(rank_truth.keeps_label(codes, edits + 1, rank_truth.quartiles, label), same, codes)

    def test_reaches_of_trimmed_means_are_those_of_all_tables(self):
        for codes in map(list, self.tables()):
            for trim in (fractions.Fraction(1, 10), HALF):
                true = rank_truth.TrimmedMean(codes, trim)
                if true.kept < 2:
                    continue
                for beside in (False, True):
                    def label(t):
                        one = rank_truth.TrimmedMean(list(t), trim)
                        return rank_truth.octave(one.reach, beside) if one.kept >= 2 else None
                    same = all(label(t) == label(codes) for t in all_edits(codes, 1))
                    found = rank_truth.keeps_label(codes, 2, true.ends, lambda s, n: rank_truth.octave(true.reach_of(s, n), beside))
                    self.assertEqual(found, same, (codes, trim, beside))

    def faults(self, codes, shown, verb, way="certain", **more) -> Faults:
        ask = rank_questions.RankQuestion(verb, None, [], [], way=way, at=fractions.Fraction(9, 10), **more)
        ask.chance = fractions.Fraction(1, 10**13)
        faults = Faults()
        rank_questions.compare_one(ask, sorted(codes), shown, 3, 30.0, "here", faults)
        return faults

    def test_a_rank_that_is_off_by_one_is_found(self):
        codes = [*range(90), *[200] * 10]  # the 90th of them is 89, and one person could change it
        self.assertEqual(self.faults(codes, None, "quantile"), [])
        for shown in ([88] * 3, [89] * 3, [200] * 3):
            self.assertNotEqual(self.faults(codes, shown, "quantile"), [])
        same = [*range(80), *[200] * 40]
        self.assertEqual(self.faults(same, [200] * 3, "quantile"), [])
        for shown in (None, [199] * 3, [200, 200, 201]):
            self.assertNotEqual(self.faults(same, shown, "quantile"), [], shown)

    def test_a_spread_beside_its_octave_is_found(self):
        codes = [0] * 50 + [20] * 50
        self.assertEqual(self.faults(codes, [22, 16, 31], "iqr"), [])
        for shown in (None, [11, 8, 15], [45, 32, 63], [22, 10, 31]):
            self.assertNotEqual(self.faults(codes, shown, "iqr"), [], shown)

    def test_a_trimmed_mean_of_other_rows_is_found(self):
        flat = [0, 0, *[5] * 90, 9, 9]
        self.assertEqual(self.faults(flat, [5, 5, 5], "trimmed-mean", "usual", trim=fractions.Fraction(1, 10)), [])
        for shown in (None, [5, 5, 6], [6, 6, 6]):
            self.assertNotEqual(self.faults(flat, shown, "trimmed-mean", "usual", trim=fractions.Fraction(1, 10)), [])
        codes = [10**6 * n for n in range(100)]
        true = rank_truth.TrimmedMean(codes, fractions.Fraction(1, 10))
        self.assertEqual((true.kept, true.mean), (90, 49_500_000))
        lengths = rank_truth.interval_lengths(true.reach, 1, 30.0, 1e-12)
        low = 49_000_000
        shown = [low, low, low + lengths[0][0]]
        self.assertEqual(self.faults(codes, shown, "trimmed-mean", "usual", trim=fractions.Fraction(1, 10)), [])
        shown[2] += lengths[0][0] // 20
        self.assertNotEqual(self.faults(codes, shown, "trimmed-mean", "usual", trim=fractions.Fraction(1, 10)), [])

    def test_middle_rows_and_ends_are_told_apart(self):
        rows = rank_truth.MiddleRows([1, 2, 3, 4, 5], 3)
        self.assertEqual([rows.at(r) for r in range(5)], [-float("inf"), 2, 3, 4, float("inf")])
        rows = rank_truth.MiddleRows([1, 2], 5)
        self.assertEqual([rows.at(r) for r in range(1, 6)], [-float("inf"), -float("inf"), 1, 2, float("inf")])
        codes = [*range(40), *[50] * 21, *range(60, 100)]
        self.assertEqual(self.faults(codes, [50] * 3, "median", "tested", people=101), [])
        self.assertNotEqual(self.faults(codes, [49] * 3, "median", "tested", people=101), [])
        self.assertNotEqual(self.faults([50] * 101, None, "median", "tested", people=101), [])
        self.assertNotEqual(self.faults([50] * 101, [0] * 3, "trimmed-mean", "tested", people=101, trim=HALF), [])
        self.assertNotEqual(self.faults([*range(100)], [20, 10, 30], "iqr", "tested", people=100), [])


def told(lines: line_questions.Lines, line: list, fitted: int) -> dict:
    names = ["intercept", *lines.names]
    unit = lines.ask.precision
    text = "2^-32" if unit.denominator == 2**32 else str(unit)
    answer = {"fitted blocks": fitted}
    for name, b in zip(names, line or [None] * len(names)):
        code = None if b is None else int((b / unit + HALF) // 1)
        prefix = "" if name == "intercept" else f"{name}_"
        answer |= {prefix[:-1] or "value": code, f"{prefix}units": code if code is None else [code] * 3}
    return {"answer": answer, "unit": text, "numbers": [{"name": name, "unit": text} for name in names]}


class Regressions(unittest.TestCase):
    def questions(self, robust: bool, off: bool, count: int):
        rng = random.Random(9)
        while count:
            with tempfile.TemporaryDirectory() as folder:
                table = line_tables.make_line_table(rng, off)
                file = files.write_delimited(rng, table, pathlib.Path(folder, "t.csv"))
                ask = line_questions.make_line_question(rng, robust, table, file)
                lines = line_questions.Lines(ask)
                if lines.line and (lines.exact or off):
                    count -= 1
                    yield ask, lines

    def test_rows_that_count_lie_on_the_line_and_no_others(self):
        for ask, lines in self.questions(False, False, 8):
            self.assertTrue(lines.exact)
            ask.predicate = lambda row: True
            self.assertFalse(line_questions.Lines(ask).exact)

    def test_a_coefficient_that_is_off_by_one_place_is_found(self):
        for ask, lines in self.questions(False, False, 8):
            release = told(lines, lines.line, ask.blocks)
            self.assertEqual(line_questions.compare_lines(ask, lines, release), [])
            for place in range(lines.size):
                line = list(lines.line)
                line[place] += ask.precision
                self.assertNotEqual(line_questions.compare_lines(ask, lines, told(lines, line, ask.blocks)), [])
            self.assertNotEqual(line_questions.compare_lines(ask, lines, told(lines, None, ask.blocks)), [])
            lines.line = None
            self.assertNotEqual(line_questions.compare_lines(ask, lines, release), [])

    def test_a_cell_beside_the_least_misses_is_found(self):
        for ask, lines in self.questions(True, True, 6):
            if lines.size > 2 or not ask.numbers:
                continue
            misses = line_questions.Misses(lines, 0.0, 10.0)
            far = {0: (-float("inf"), float("inf"))}
            least = misses.least_within(-1e3, 1e3, far)
            # One slope is best, and those beside it are not.
            slope = min((misses.at(s / 100, far), s / 100) for s in range(-1100, 1100))[1]
            self.assertLessEqual(misses.least_within(slope - 0.02, slope + 0.02, far), least * (1 + 1e-9))
            self.assertGreater(misses.least_within(slope + 0.3, slope + 0.5, far), least * (1 + 1e-6))


if __name__ == "__main__":
    unittest.main()
