#!/usr/bin/env python3
"""No program loads a library from a folder that somebody else may fill.

    libraries.py --source FOLDER --build FOLDER

Reads with readelf where each program of a build looks for libraries, installs the build
in a temporary place, and runs what was installed: without an environment, from a folder
with libraries of the right names that are not libraries, and as another user where the
test may become one.
"""
import argparse
import os
import pathlib
import pwd
import re
import shutil
import stat
import subprocess
import tempfile
import unittest

OPTIONS = None
ELF = b"\x7fELF"


def programs(folder: pathlib.Path):
    """Every program and shared library below the folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or "CMakeFiles" in path.parts:
            continue
        if not (path.stat().st_mode & stat.S_IXUSR or ".so" in path.name):
            continue
        with path.open("rb") as file:
            if file.read(4) == ELF:
                yield path


def dynamic(path: pathlib.Path, tag: str):
    """The values of a tag of the dynamic section."""
    text = subprocess.run(["readelf", "-W", "-d", path], check=True, text=True,
                          capture_output=True, env={"PATH": os.environ["PATH"],
                                                    "LC_ALL": "C"}).stdout
    return re.findall(rf"\({tag}\)[^\[]*\[(.*)\]", text)


def faults(path: pathlib.Path, top: pathlib.Path):
    """What is wrong with the folders in which the program looks for libraries."""
    for text in dynamic(path, "RUNPATH") + dynamic(path, "RPATH"):
        for folder in text.split(":"):
            if not folder:
                yield f"{path}: an empty element, the current folder, in '{text}'"
            elif not re.match(r"\$ORIGIN(/|$)", folder):
                yield f"{path}: '{folder}' is not where the program lies"
            else:
                place = pathlib.Path(os.path.normpath(
                    folder.replace("$ORIGIN", str(path.parent))))
                if top not in place.parents or not place.is_dir():
                    yield f"{path}: '{folder}' is no folder that comes with it"


class BuiltPrograms(unittest.TestCase):
    def test_look_for_libraries_only_in_folders_of_the_build(self):
        found = list(programs(OPTIONS.build))
        self.assertIn(OPTIONS.build / "tool/selvage", found)
        wrong = [fault for path in found for fault in faults(path, OPTIONS.build)]
        self.assertEqual(wrong, [])


class InstalledPrograms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="selvage_install_"))
        cls.folder.chmod(0o755)
        cls.top = cls.folder / "stage/opt/tools"
        mask = os.umask(0o077)  # what is installed is for all, whoever installs it
        try:
            subprocess.run(["make", "-C", OPTIONS.source, "install-built", "SUDO=",
                            f"BUILD={OPTIONS.build}", "PREFIX=/opt/tools",
                            f"DESTDIR={cls.folder / 'stage'}"],
                           check=True, stdout=subprocess.DEVNULL)
        finally:
            os.umask(mask)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def run_as_somebody(self, command, folder):
        other = {}
        if os.getuid() == 0:
            nobody = pwd.getpwnam("nobody")
            other = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        return subprocess.run(command, cwd=folder, env={}, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, **other)

    def working_folder(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        folder.chmod(0o777)
        return folder

    def test_look_for_libraries_only_in_folders_that_were_installed(self):
        found = list(programs(self.top))
        self.assertEqual([str(path.relative_to(self.top)) for path in found],
                         ["bin/payroll", "bin/selvage", "lib/selvage/libduckdb.so"])
        wrong = [fault for path in found for fault in faults(path, self.top)]
        self.assertEqual(wrong, [])
        self.assertEqual(dynamic(self.top / "bin/selvage", "RUNPATH"),
                         ["$ORIGIN/../lib/selvage"])

    def test_belong_to_everybody_and_are_changed_by_nobody_else(self):
        for path in [self.top, *self.top.rglob("*")]:
            mode = stat.S_IMODE(path.stat().st_mode)
            runs = path.is_dir() or path.parent.name == "bin"
            self.assertEqual(mode & 0o777, 0o755 if runs else 0o644, path)

    def test_release_for_another_user_beside_planted_libraries(self):
        folder = self.working_folder()
        for name in ["libduckdb.so"] + dynamic(self.top / "bin/selvage", "NEEDED"):
            (folder / name).write_text("the loader refuses this where it finds it\n")
        made = self.run_as_somebody([self.top / "bin/payroll", "--out", "p.csv"], folder)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        command = [self.top / "bin/selvage", "histogram", "p.csv", "--column",
                   "salary=0:200000:50000", "--epsilon", "1", "--out", "r.parquet"]
        released = self.run_as_somebody(command, folder)
        self.assertEqual(released.returncode, 0, released.stderr)
        # The engine itself, too: a Parquet table is read by it.
        counted = self.run_as_somebody([self.top / "bin/selvage", "count", "r.parquet",
                                        "--epsilon", "1", "--no-ledger"], folder)
        self.assertEqual(counted.returncode, 0, counted.stderr)
        self.assertIn("Count of rows in r.parquet", counted.stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    OPTIONS = parser.parse_args()
    OPTIONS.build = OPTIONS.build.resolve()
    unittest.main(argv=["libraries.py"])
