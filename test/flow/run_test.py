#!/usr/bin/env python3
"""Tests of run.py: what is right passes, and every kind of mismatch fails."""
import contextlib
import io
import pathlib
import tempfile
import unittest
from unittest import mock

import run


class RunnerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_text(self, text: str, name: str = "a.flow") -> tuple[int, str]:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()) as report:
            code = run.main([str(path)])
        return code, report.getvalue()

    def assert_passes(self, text: str, name: str = "a.flow"):
        code, report = self.run_text(text, name)
        self.assertEqual((code, report), (0, ""))

    def assert_fails(self, text: str, *words: str, name: str = "a.flow"):
        code, report = self.run_text(text, name)
        self.assertEqual(code, 1, text)
        for word in words:
            self.assertIn(word, report)


class Flow(RunnerTest):
    def test_a_story_passes(self):
        self.assert_passes("# a story\n\n"
                           "write in/t.csv <<END\nage\n41\nEND\n"
                           "$ cat in/t.csv\nage\n41\n\n"
                           "$ echo one > kept; echo bad >&2; exit 3\n! bad\n= 3\n"
                           "$ cat kept\none\n"
                           "$ echo a; echo; echo b\na\n\nb\n")

    def test_output_must_match_whole_and_in_order(self):
        self.assert_fails("$ echo a\nb\n", "a.flow:1: $ echo a", "| b", "| a")
        self.assert_fails("$ printf 'a\\nb\\n'\na\n")
        self.assert_fails("$ printf 'a\\nb\\n'\nb\na\n")
        self.assert_fails("$ echo a\na\nb\n")
        self.assert_fails("$ printf 'a\\n\\nb\\n'\na\nb\n")

    def test_output_is_free_when_nothing_is_said(self):
        self.assert_passes("$ echo a; echo b >&2\n")
        self.assert_passes("$ true\n(silent)\n")
        self.assert_fails("$ echo a\n(silent)\n", "(nothing)", "| a")

    def test_error_output_must_match_whole(self):
        self.assert_passes("$ echo a >&2; exit 2\n! a\n")
        self.assert_fails("$ echo a >&2; exit 2\n! b\n", "error output", "| a")
        self.assert_fails("$ printf 'a\\nb\\n' >&2; exit 2\n! a\n")
        self.assert_fails("$ echo a; exit 2\n! a\n")

    def test_exit_code(self):
        self.assert_fails("$ exit 1\n", "expected exit code 0, got 1")
        self.assert_fails("$ true\n= 4\n", "expected exit code 4, got 0")
        self.assert_fails("$ echo a >&2\n! a\n", "expected exit code 2, got 0")
        self.assert_passes("$ echo a >&2\n! a\n= 0\n")
        self.assert_fails("$ no-such-program\n", "got 127", "not found")

    def test_a_failure_in_the_middle_is_reported_and_the_rest_still_runs(self):
        self.assert_fails("$ echo a\na\n$ false\n$ echo c\nd\n", ":3: $ false", ":4: $")

    def test_wildcards(self):
        self.assert_passes("$ seq 5\n1\n...\n5\n")
        self.assert_passes("$ seq 5\n...\n")
        self.assert_passes("$ echo 'n (x) = -1,234 rows'\nn (<*>) = <#> rows\n")
        self.assert_passes("$ echo a >&2; echo b >&2; exit 2\n! ...\n! b\n")
        self.assert_fails("$ seq 5\n1\n...\n6\n")
        self.assert_fails("$ seq 5\n...\n4\n")
        self.assert_fails("$ echo 1.5\n<#>\n")
        self.assert_fails("$ echo 12,34\n<#>\n")
        self.assert_fails("$ echo axb\na.b\n")

    def test_backslash_takes_a_sign_literally_and_continues_a_command(self):
        self.assert_passes("$ echo '# x'; echo '$ y'\n\\# x\n\\$ y\n")
        self.assert_passes("$ echo a \\\n  b\na b\n")

    def test_commands_have_no_terminal_and_their_own_home(self):
        self.assert_passes("$ test ! -t 0 && test ! -t 1; echo $? $LC_ALL\n0 C.UTF-8\n"
                           "$ test \"$HOME\" = \"$PWD\" && cat\n(silent)\n")

    def test_files_do_not_share_a_directory(self):
        one, two = self.folder / "one.flow", self.folder / "two.flow"
        one.write_text("$ touch here\n")
        two.write_text("$ test ! -e here\n")
        self.assertEqual(run.main([str(one), str(two)]), 0)

    def test_programs_are_on_the_path(self):
        program = self.folder / "built"
        program.write_text("#!/bin/sh\necho I am it\n")
        program.chmod(0o755)
        flow = self.folder / "a.flow"
        flow.write_text("$ selvage\nI am it\n$ payroll\nI am it\n")
        built = str(program)
        self.assertEqual(run.main(["--selvage", built, "--payroll", built, str(flow)]), 0)
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
            run.main(["--selvage", built + "x", str(flow)])

    def test_a_wrong_script_fails(self):
        self.assert_fails("", "no command")
        self.assert_fails("# only words\nwrite a <<END\nEND\n", "no command")
        self.assert_fails("stray\n$ true\n", ":1: expected output without a command")
        self.assert_fails("$ true\nwrite a <<END\n", ":2: the block has no closing line")
        self.assert_fails("$ true\n= two\n", ":2: not the one exit code")
        self.assert_fails("$ true\n(silent)\na\n", "silent command")
        self.assertEqual(run.main([str(self.folder / "none.flow")]), 1)

    def test_a_command_that_hangs_is_stopped(self):
        with mock.patch.object(run, "TIMEOUT_SECONDS", 0.2):
            self.assert_fails("$ sleep 60 | cat\n", "stopped after 0.2 s")


class Document(RunnerTest):
    def assert_shown(self, block: str, passes: bool = True):
        text = f"# Title\n\n```console\n{block}```\n"
        with mock.patch.object(run, "RUNS_AGAIN", 8):
            if passes:
                self.assert_passes(text, "a.md")
            else:
                self.assert_fails(text, "a.md:", name="a.md")

    def test_blocks_share_a_directory_and_other_blocks_are_not_run(self):
        self.assert_passes("```console\n$ echo hello > a\n```\nthen\n```sh\nfalse\n```\n"
                           "  ```console\n$ cat a\nhello\n  ```\n", "a.md")

    # Commands whose numbers differ in each run, as those of a release do.
    NOISY = "echo $((RANDOM % 9 - 4))"

    def test_a_number_that_is_not_random_must_be_the_programs(self):
        self.assert_shown("$ echo 'entry 2; spent 1.5, 1e-6'\nentry 2; spent 1.5, 1e-6\n")
        self.assert_shown("$ echo 'entry 2; spent 1.5'\nentry 1; spent 1.5\n", passes=False)
        self.assert_shown("$ echo 'entry 2; spent 1.5'\nentry 2; spent 1.6\n", passes=False)
        self.assert_shown("$ echo 'red,4,4,4'\nred,4,4,5\n", passes=False)
        self.assert_shown("$ echo '10,679 rows'\n10,678 rows\n", passes=False)
        self.assert_shown("$ echo 2024-01-01\n2024-01-02\n", passes=False)
        self.assert_shown("$ echo a1\na2\n", passes=False)

    def test_a_number_that_differs_between_runs_may_be_another_that_could_come(self):
        self.assert_shown(f"$ {self.NOISY}\n3\n")
        self.assert_shown(f"$ {self.NOISY}\n-3\n")
        self.assert_shown(f"$ {self.NOISY}\n5000\n", passes=False)
        self.assert_shown("$ echo entry 2, $RANDOM\nentry 1, 77\n", passes=False)

    def test_what_an_earlier_command_made_at_random_is_random(self):
        self.assert_shown(f"$ {self.NOISY} > a\n$ cat a\n3\n")
        self.assert_shown(f"$ {self.NOISY} > a\n$ cat a; echo 5\n3\n6\n", passes=False)

    def test_a_command_that_is_run_again_finds_the_same_files(self):
        self.assert_shown("$ echo x >> log; wc -l < log; echo $RANDOM\n1\n77\n"
                          "$ wc -l < log\n1\n")

    def test_the_length_of_an_interval_is_compared(self):
        noisy = "v=$((RANDOM % 9 + 20)); echo red $v ±3"
        self.assert_shown(f"$ {noisy}\nred 21 ±3\n")
        self.assert_shown(f"$ {noisy}\nred 21 ±4\n", passes=False)
        self.assert_shown(f"$ {noisy}\nred 21 [18, 24]\n")
        self.assert_shown(f"$ {noisy}\nred 21 [18, 26]\n", passes=False)

    def test_an_interval_that_the_program_cuts_at_0_is_cut_in_the_document(self):
        noisy = ("v=$((RANDOM % 9 - 4)); l=$((v > 3 ? v - 3 : 0)); h=$((v > -3 ? v + 3 : 0)); "
                 "echo red $v [$l, $h]")
        self.assert_shown(f"$ {noisy}\nred -2 [0, 1]\n")
        self.assert_shown(f"$ {noisy}\nred -2 ±3\n", passes=False)
        self.assert_shown(f"$ {noisy}\nred 4 ±3\n")

    def test_bars_blanks_colours_digests_and_moments_are_free(self):
        self.assert_shown("$ echo '[0, 10)  1,234  ███▌ ├──┤  95% of -3.5e-7'\n"
                          "[0, 10)      1,234  █            95% of -3.5e-7\n")
        self.assert_shown("$ printf '\\033[1mcount\\033[0m  8\\n'\ncount 8\n")
        self.assert_shown("$ echo seal 0123456789abcdef at 2026-03-01T12:00:00Z by 12ab 34cd 56ef 78aa\n"
                          "seal fedcba9876543210 at 2027-03-01T12:00:01Z by 12ab 34cd 56ef 78ab\n")
        self.assert_shown("$ echo 'key 9f3a'\nkey <*>\n")
        self.assert_shown("$ seq 9\n1\n...\n")
        self.assert_shown("$ seq 9\n1\n...\n8\n", passes=False)

    def test_update_replaces_what_is_wrong_and_keeps_the_gaps(self):
        path = self.folder / "a.md"
        path.write_text("a\n```console\n$ seq 9\n1\n...\n8\n9\n$ echo 'rows 5'; echo b\nrows 4\n```\nz\n")
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(run.main(["--update", str(path)]), 1)
            self.assertEqual(run.main([str(path)]), 0)
        self.assertEqual(path.read_text(),
                         "a\n```console\n$ seq 9\n1\n...\n8\n9\n$ echo 'rows 5'; echo b\nrows 5\nb\n```\nz\n")

    def test_a_file_may_be_written_as_in_a_shell(self):
        self.assert_shown("$ cat > a <<'END'\n# one\n\n$ two\nEND\n"
                          "$ wc -l < a; head -n 1 a\n3\n# one\n")
        self.assert_shown("$ cat > a <<'END'\none\nEND\n$ cat a\ntwo\n", passes=False)

    def test_words_and_lines_count(self):
        self.assert_shown("$ echo 'rows 5'\ncells 5\n", passes=False)
        self.assert_shown("$ echo 'rows 5'\nrows\n", passes=False)
        self.assert_shown("$ seq 3\n1\n2\n", passes=False)
        self.assert_shown("$ echo\nrows\n", passes=False)

    def test_exit_code_and_errors(self):
        self.assert_shown("$ exit 3\n", passes=False)
        self.assert_shown("$ echo 'asked 2, left 1' >&2; exit 3  # exit 3\n"
                          "asked 2, left 1\n")
        self.assert_shown("$ true  # exit 3\n", passes=False)

    def test_a_document_without_commands_fails(self):
        self.assert_fails("# Title\n```sh\n$ true\n```\n", "no command", name="a.md")
        self.assert_fails("```console\n$ true\n", "not closed", name="a.md")
        self.assert_fails("```console\nstray\n```\n", ":2: expected", name="a.md")


if __name__ == "__main__":
    unittest.main()
