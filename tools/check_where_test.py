"""Tests of the second checker's reader of --where: what is a test, and its canonical form.

    python3 tools/check_where_test.py
"""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.report import Wrong  # noqa: E402
from certificate_checker.where import Parser, check_where, tokens  # noqa: E402

# What is asked, and how it is written.
FORMS = [
    ("status = 'paid'", None),
    ("age >= 18 and age < 65", None),
    ("dept in ('sales', 'service') and not region like 'North%'", "dept in ('sales', 'service') and region not like 'North%'"),
    ("born between date '1980-01-01' and date '1989-12-31'", "born >= date '1980-01-01' and born <= date '1989-12-31'"),
    ('"net wage" <= "gross wage"', None),
    ("(country = 'DE' or country is null) and seen >= timestamp '2025-01-31 12:00'",
     "(country = 'DE' or country is null) and seen >= timestamp '2025-01-31 12:00:00'"),
    ("NOT (a = 1 OR b <> 2)", "not (a = 1 or b != 2)"), ("not not a = 1", None), ("not a not in (1)", "not a not in (1)"),
    ("1.50 < x", "x > 1.5"), ("x = +1e3", "x = 1000"), ("x = -0.0", "x = 0"), ("x = .5", "x = 0.5"), ('"in" = 1', None), ('"x" = 1', "x = 1"),
    ("x is not null", None), ("not x is null", "x is not null"), ("a = 'it''s'", None), ("a = true", None), ('"date" = 1', None),
    ("date = 1", '"date" = 1'), ("(a = 1 and b = 2) and c = 3", "a = 1 and b = 2 and c = 3"), ("gr\u00f6\u00dfe = 1", None),
    ('number("net wage") <= "gross wage"', None), ("NUMBER( a )<=text(b)", "number(a) <= text(b)"), ("timestamp(\"date\") is not null", None),
    ("5 < number(x)", "number(x) > 5"), ("boolean(a) in (true)", None), ("number = 5 and text = 'x'", None),
    ("a not between 1 and 2", "not (a >= 1 and a <= 2)"), ("t = timestamp '2025-01-31T01:02:03.450'", "t = timestamp '2025-01-31 01:02:03.45'"),
]
NONE = ["", "x", "x =", "= 1", "1 = 2", "x = 1 and", "(x = 1", "x = 1)", "x in ()", "x in (y)", "x like 1", "x = 'a", 'x = ""', "x is", "x not = 1",
        "x = 1x", "x = 1.2.3", "x = 1e99999", "x = date '2025-02-30'", "x = null", "not", "and = 1", "x = \x01", "x ; y", "x == 1",
        "lower(a) = 'x'", "number(5) = 5", "number(a = 1", "number() = 1", "x in (number(y))", "number(null) = 1", "date(x) = 1",
        "not " * 65 + "x = 1", "x = 1 or or y = 2", "date '2025-01-01' = date '2025-01-01'"]


class Where(unittest.TestCase):
    def test_forms(self):
        for asked, form in FORMS:
            with self.subTest(asked):
                self.assertEqual(Parser(tokens(asked)).run(), form or asked)
                check_where({"question": {"where": form or asked}})

    def test_other_forms_are_refused(self):
        for asked, form in FORMS:
            if form and form != asked:
                with self.subTest(asked), self.assertRaises(Wrong):
                    check_where({"question": {"where": asked}})

    def test_what_is_no_test(self):
        for text in NONE:
            with self.subTest(text), self.assertRaises(Wrong):
                check_where({"question": {"where": text}})


if __name__ == "__main__":
    unittest.main()
