"""Tests of the second checker's reader of --date-format, with the cases of selvage/summary/date_format_test.cpp.

    python3 tools/check_dates_test.py
"""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker.dates import check_date_format  # noqa: E402
from certificate_checker.report import Wrong  # noqa: E402

FORMATS = ["%d/%m/%Y", "%d.%m.%y %H:%M", "%d%m%y", "%B %d, %Y", "%m/%d/%Y %I:%M:%S %p", "%Y%m%d-%H%M%S.%f", "%d/%m/%Y %H:%M%z", "%d%%%m%%%Y"]
NONE = ["", "dd/mm/yyyy", "%Y %y %m %d", "%Y-%d", "%Y-%m", "%d/%m/%Y %d", "%d/%m/%Y %I", "%d/%m/%Y %M", "%d/%m/%Y %H:%S", "%d/%m/%Y%", "%d/%q/%Y",
        "%d/%m/%Y %H:%M:%f", "%d/%m/%b/%Y", "%d/%m/%Y %H %I %p", "%d/%m/%Y" + 93 * " ", "%d/%m/%Y" + 47 * "\u00e9"]


class DateFormats(unittest.TestCase):
    def test_formats(self):
        for text in FORMATS:
            with self.subTest(text):
                self.assertIsNone(check_date_format({"question": {"date_format": text}}))
        self.assertEqual(check_date_format({"question": {}}), "ISO 8601")

    def test_what_is_none(self):
        for text in NONE:
            with self.subTest(text), self.assertRaises(Wrong):
                check_date_format({"question": {"date_format": text}})


if __name__ == "__main__":
    unittest.main()
