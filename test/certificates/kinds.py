"""Certificates of every verb, mechanism and accounting, made by the program."""
import subprocess
import sys

SALARY = ["--column", "salary", "--bounds", "0:150000"]
AGE = ["--column", "age=0:100:20"]
ROWS = [
    ["histogram", "--column", "salary=0:200000:50000", "--epsilon", "1"],
    ["histogram", *AGE, "--epsilon", "1", "--delta", "1e-6", "--noise", "gaussian"],
    ["histogram", *AGE, "--epsilon", "1/3", "--where", "department = 'fire' AND age >= 40", "--fewer-than", "20"],
    ["count", "--epsilon", "0.1", "--where", "age >= 40"],
    ["count", "--by", "start_date=2010-01-01:2020-01-01:5years", "--epsilon", "6"],
    ["sum", *SALARY, "--epsilon", "1", "--decimal", ",", "--date-format", "%d/%m/%Y", "--trim-blanks"],
    ["sum", *SALARY, "--epsilon", "1"],
    ["sum", *SALARY, "--by", "department=?", "--epsilon", "1", "--delta", "1e-7"],
    ["mean", *SALARY, "--epsilon", "1"],
    ["variance", *SALARY, "--by", "department=schools,fire", "--epsilon", "1", "--confidence", "0.9"],
    ["variance", *SALARY, "--epsilon", "1", "--delta", "1e-6", "--noise", "gaussian"],
    ["mean", "--column", "age", "--bounds", "0:100", "--step", "1", "--by", "department=?", "--epsilon", "1", "--delta", "1e-6"],
    ["describe", *SALARY, "--by", "department=schools,fire", "--epsilon", "1"],
    ["mean", "--column", "salary", "--epsilon", "1"],
    ["mean", "--column", "age", "--unit", "1", "--by", "department=schools,fire", "--epsilon", "7", "--confidence", "0.9", "--where", "age >= 40"],
    ["sum", "--column", "bonus", "--unit", "0.01", "--epsilon", "1/3"],
    ["median", "--column", "salary", "--epsilon", "1"],
    ["quantile", "--column", "age", "--at", "1/7", "--unit", "1", "--epsilon", "7", "--confidence", "0.9", "--where", "age >= 40"],
    ["median", "--column", "salary", "--unit", "0.01", "--epsilon", "2", "--interval", "--confidence", "0.9"],
    ["iqr", "--column", "age", "--unit", "1", "--epsilon", "3", "--interval", "--check", "--by", "department=schools,fire"],
    ["quantile", "--column", "bonus", "--at", "0.2,0.5,0.9,0.99", "--unit", "0.01", "--epsilon", "3", "--check"],
    ["iqr", "--column", "salary", "--by", "department=schools,fire", "--bounds", "0:200000", "--unit", "1", "--epsilon", "1", "--no-guard"],
    ["median", "--column", "age", "--unit", "1", "--certain", "--epsilon", "1", "--delta", "1e-6"],
    ["iqr", "--column", "salary", "--unit", "0.01", "--by", "department=schools,fire", "--certain", "--epsilon", "7", "--delta", "1e-7"],
    ["iqr", "--column", "start_date", "--unit", "day", "--epsilon", "1"],
    ["median", "--column", "start_date", "--unit", "second", "--bounds", "1990-01-01:2026-12-31", "--epsilon", "1", "--check", "--interval"],
    ["range", "--column", "start_date=1950-01-01:2030-01-01:1month", "--epsilon", "1"],
    ["mean", "--column", "start_date", "--unit", "day", "--epsilon", "7"],
    ["iqr", "--column", "start_date", "--unit", "hour", "--certain", "--epsilon", "7", "--delta", "1e-6"],
    ["max", "--column", "start_date", "--unit", "day", "--by", "department=schools,fire", "--epsilon", "1"],
    ["range", "--column", "start_date", "--unit", "minute-of-day", "--epsilon", "1"],
    ["quantile", "--column", "start_date", "--at", "0.2,0.5", "--unit", "second-of-day", "--no-guard", "--epsilon", "1"],
    ["trimmed-mean", "--column", "salary", "--epsilon", "1", "--delta", "1e-6"],
    ["trimmed-mean", "--column", "age", "--unit", "1", "--trim", "1/7", "--by", "department=schools,fire", "--epsilon", "12", "--delta", "1e-7", "--confidence", "0.9"],
    ["iqr", "--column", "salary", "--unit", "1", "--mechanism", "propose-test-release", "--people", "10000", "--epsilon", "3", "--delta", "1e-6"],
    ["median", "--column", "salary", "--mechanism", "propose-test-release", "--people", "12000", "--epsilon", "40", "--delta", "1e-5",
     "--confidence", "0.9"],
    ["histogram", "--column", "salary=0:10000000:10000", "--epsilon", "1", "--delta", "1e-5", "--full-cells", "9", "--people", "9000"],
    ["histogram", *AGE, "--drop-only", "--epsilon", "1", "--delta", "1e-6"],
    ["histogram", "--column", "department=?", "--drop-only", "--epsilon", "6", "--delta", "1e-8", "--fewer-than", "20", "--confidence", "0.9"],
    ["support", "--column", "department=schools,fire", *AGE, "--epsilon", "1/3", "--delta", "1e-7"],
    ["mode", "--column", "department=schools,fire", "--epsilon", "1", "--delta", "1e-6", "--where", "age >= 40"],
    ["max", "--column", "salary=0:2000000:10000", "--mechanism", "drop-only", "--epsilon", "1", "--delta", "1e-6"],
    ["quantile", "--column", "age=0:120:10", "--at", "0.9", "--by", "department=schools,fire", "--mechanism", "drop-only", "--epsilon", "1/3",
     "--delta", "1e-7", "--confidence", "0.9"],
    ["max-k", "--column", "age=0:120:10", "--at-least", "100", "--epsilon", "1", "--delta", "2e-4", "--where", "age >= 40"],
    ["max", "--column", "salary=0:2000000:1000", "--epsilon", "1"],
    ["quantile", "--column", "salary", "--at", "0.9", "--mechanism", "ladder", "--epsilon", "1/3"],
    ["quantile", "--column", "salary", "--at", "0.95", "--unit", "1", "--by", "department=schools,fire,archive", "--epsilon", "1"],
    ["quantile", "--column", "bonus", "--at", "1/7", "--unit", "0.01", "--mechanism", "ladder", "--by", "department=?", "--epsilon", "7", "--delta", "1e-6",
     "--confidence", "0.9", "--where", "age >= 40"],
    ["median", "--column", "salary", "--by", "department=?", "--unit", "1", "--epsilon", "1", "--delta", "1e-6"],
    ["iqr", "--column", "age", "--by", "department=?", "--by", "role=clerk,driver", "--unit", "1", "--epsilon", "7", "--delta", "1e-3", "--check",
     "--interval", "--confidence", "0.9"],
    ["max", "--column", "salary=0:2000000:1000", "--by", "department=?", "--epsilon", "1/3", "--delta", "1e-7"],
    ["mean", "--column", "salary", "--by", "department=?", "--unit", "1", "--epsilon", "2", "--delta", "1e-6", "--where", "age >= 40"],
    ["min", "--column", "salary", "--unit", "0.01", "--epsilon", "7", "--confidence", "0.9", "--where", "age >= 40"],
    ["range", "--column", "salary=0.5:2000.5:0.25", "--by", "department=schools,fire", "--epsilon", "1"],
    ["max", "--column", "age=0:120:1", "--mechanism", "exponential", "--epsilon", "1/3"],
    ["count", "--epsilon", "1", "--robust", "5:0.01:0.5"],
    ["count", "--epsilon", "1", "--delta", "1e-7", "--drop-only", "--robust", "5:0:1"],
    ["max", "--column", "salary=0:2000000:1000", "--epsilon", "1", "--robust", "9000:0.01:1"],
    ["count", "--half-space", "age < 40", "--x", "age=15:75:1", "--epsilon", "1/3", "--robust", "20:0:2"],
    ["count", "--profile", "20:0.2,1", "--robust", "5:0:1"],
    ["histogram", *AGE, "--profile", "100:0.01,1", "--mechanism", "noise-then-suppression", "--delta", "1e-6"],
    ["count", "--half-space", "2*age - 0.001*salary >= 30", "--half-space", "age < 40", "--x", "age=15:75:1,salary=0:200000:1000", "--epsilon", "1/3"],
    ["sample", "--column", "salary=0:200000:2500", "--at-least", "700", "--draws", "3", "--epsilon", "1/3"],
    ["median", "--column", "salary", "--unit", "1", "--epsilon", "1", "--robust", "250:0:1/3", "--confidence", "0.9"],
    ["separator", "--label", "role=trainee,manager", "--x", "age=0:100:50,salary=0:1000000:12500", "--epsilon", "3", "--delta", "1e-4"],
    ["separator", "--label", "role=clerk,driver", "--x", "age=20:71:10", "--epsilon", "7", "--delta", "1e-6", "--confidence", "0.9"],
    ["regression", "--y", "bonus", "--x", "salary,age", "--epsilon", "1"],
    ["regression", "--y", "salary", "--x", "hours", "--unit", "salary=1,hours=0.1", "--precision", "0.01", "--blocks", "40", "--epsilon", "7", "--confidence", "0.9"],
    ["regression", "--y", "bonus", "--x", "salary", "--mechanism", "robust", "--epsilon", "4", "--delta", "1e-6"],
    ["regression", "--y", "salary", "--x", "age,department=schools,fire", "--interval", "--epsilon", "3", "--confidence", "0.9"],
    ["regression", "--y", "salary", "--x", "age,department=schools", "--mechanism", "robust", "--epsilon", "9", "--delta", "1e-6"],
    ["histogram", *AGE, "--profile", "min(1, 0.5 + k/100)", "--display", "likely", "--sampled", "0.5", "--sampled-delta", "1e-3"],
    ["histogram", *AGE, "--profile", "20:0.3,1", "--display", "unbiased"],
    ["count", "--by", "department=?", "--profile", "20:0.2,1", "--delta", "1e-7"],
    ["histogram", *AGE, "--profile", "20:0.5,1", "--delta", "1e-6", "--mechanism", "noise-then-suppression"],
    ["histogram", *AGE, "--profile", "5:0.5,20:0.7,1", "--delta", "1e-3", "--mechanism", "staircase"],
    ["histogram", *AGE, "--profile", "20:0.5,1", "--delta", "1e-3", "--mechanism", "lower-bound"],
    ["histogram", *AGE, "--profile", "20:0.5,1", "--delta", "1e-6", "--mechanism", "group"],
    ["histogram", *AGE, "--profile", "20:0.5,2", "--delta", "1e-6", "--mechanism", "noise-then-noise"],
    ["count", "--by", "age=0:100:100", "--profile", "1:0.9,1", "--display", "unbiased"],
    ["count", "--by", "age=0:100:100", "--by", "department=@depts.txt", "--profile", "20:0.5,1"],
    ["count", "--by", "department=@depts.txt", "--by", "age=0:100:50", "--epsilon", "1/5", "--fewer-than", "30"],
    ["histogram", "--column", "department=?", "--column", "age=0:100:50", "--epsilon", "1", "--delta", "1e-6"],
]
PEOPLE = [
    ["histogram", "--column", "salary=0:200000:100000", "--column", "department=@depts.txt", "--epsilon", "1/3",
     "--rows-per-person", "3", "--cells-per-person", "2"],
    ["histogram", *AGE, "--epsilon", "1", "--delta", "1e-6", "--rows-per-person", "4", "--per-person", "first"],
    ["histogram", "--column", "department=?", "--epsilon", "1", "--delta", "1e-7", "--rows-per-person", "2"],
    ["histogram", *AGE, "--epsilon", "1", "--delta", "1e-6", "--cells-per-person", "2", "--rows-per-cell", "2", "--noise", "gaussian"],
    ["histogram", *AGE, "--epsilon", "1", "--delta", "1e-6", "--rows-per-person", "3", "--cells-per-person", "2", "--rows-per-cell", "2",
     "--noise", "gaussian"],
    ["histogram", "--column", "department=?", "--epsilon", "1", "--delta", "1e-7", "--cells-per-person", "3", "--rows-per-cell", "2"],
    ["count", "--by", "department=?", "--epsilon", "1", "--delta", "1e-7", "--fewer-than", "100"],
    ["mean", *SALARY, "--by", "department=schools,fire", "--epsilon", "1"],
    ["mean", *SALARY, "--epsilon", "1", "--delta", "1e-6", "--noise", "gaussian", "--rows-per-person", "3"],
    ["describe", *SALARY, "--by", "department=?", "--epsilon", "1", "--delta", "1e-6", "--cells-per-person", "2", "--rows-per-cell", "2"],
    ["sum", *SALARY, "--by", "department=schools,fire", "--epsilon", "2"],
    ["mean", "--column", "salary", "--epsilon", "1/3", "--rows-per-person", "3"],
    ["sum", "--column", "salary", "--by", "department=schools,fire", "--epsilon", "2", "--rows-per-person", "4", "--cells-per-person", "3", "--rows-per-cell", "2"],
    ["quantile", "--column", "salary", "--at", "0.9", "--unit", "0.01", "--epsilon", "1/3", "--rows-per-person", "3", "--no-guard"],
    ["median", "--column", "salary", "--by", "department=schools,fire", "--epsilon", "2", "--rows-per-person", "4", "--cells-per-person", "3",
     "--rows-per-cell", "2", "--check"],
    ["median", "--column", "salary", "--epsilon", "1/3", "--rows-per-person", "3", "--per-person", "first"],
    ["quantile", "--column", "age", "--at", "0.9", "--unit", "1", "--by", "department=schools,fire", "--certain", "--epsilon", "2", "--delta", "1e-6",
     "--rows-per-person", "3", "--cells-per-person", "2"],
    ["trimmed-mean", "--column", "salary", "--unit", "0.01", "--by", "department=schools,fire", "--epsilon", "8", "--delta", "1e-6", "--rows-per-person", "3",
     "--cells-per-person", "2"],
    ["trimmed-mean", "--column", "salary", "--unit", "0.01", "--trim", "1/7", "--mechanism", "propose-test-release", "--people", "9000",
     "--epsilon", "8", "--delta", "1e-6", "--where", "age >= 40"],
    ["count", "--by", "salary=0:10000000:10000", "--epsilon", "2", "--delta", "1e-5", "--full-cells", "9", "--people", "9000", "--rows-per-person", "3",
     "--cells-per-person", "2", "--confidence", "0.9"],
    ["count", "--by", "department=schools,fire", "--drop-only", "--epsilon", "2", "--delta", "1e-6", "--rows-per-person", "3",
     "--cells-per-person", "2", "--rows-per-cell", "2"],
    ["range", "--column", "age=0.5:120.5:10", "--mechanism", "drop-only", "--by", "department=schools,fire", "--epsilon", "2", "--delta", "1e-6",
     "--rows-per-person", "3", "--cells-per-person", "2", "--rows-per-cell", "2"],
    ["range", "--column", "salary", "--epsilon", "1", "--rows-per-person", "3"],
    ["quantile", "--column", "salary", "--at", "0.95", "--mechanism", "ladder", "--by", "department=schools,fire", "--epsilon", "2", "--rows-per-person", "4",
     "--cells-per-person", "3", "--rows-per-cell", "2"],
    ["range", "--column", "age=0:120:1", "--by", "department=?", "--epsilon", "2", "--delta", "1e-6", "--rows-per-person", "3",
     "--cells-per-person", "2", "--rows-per-cell", "2"],
    ["sum", "--column", "salary", "--by", "department=?", "--by", "role=?", "--epsilon", "4", "--delta", "1e-7", "--rows-per-person", "2"],
    ["max", "--column", "salary=0:2000000:1000", "--by", "department=schools,fire", "--epsilon", "1", "--rows-per-person", "4",
     "--cells-per-person", "2", "--rows-per-cell", "1"],
    ["range", "--column", "age=0:120:1", "--mechanism", "exponential", "--by", "department=@depts.txt", "--epsilon", "2", "--per-person", "first",
     "--rows-per-person", "2"],
    ["regression", "--y", "bonus", "--x", "salary", "--where", "age >= 40", "--epsilon", "2"],
    ["mean", "--column", "age", "--bounds", "0:100", "--epsilon", "1", "--robust", "1:0.1:2"],
    ["count", "--half-space", "age > 40.5", "--x", "age=15:75:10", "--epsilon", "7", "--rows-per-person", "3", "--cells-per-person", "2"],
    ["sum", *SALARY, "--by", "department=schools,fire", "--epsilon", "2", "--robust", "1000:0.01:1"],
    ["sample", "--column", "age=0.5:100.5:25", "--weights", "1,0,2,7", "--at-least", "90", "--epsilon", "7", "--rows-per-person", "3", "--cells-per-person", "2",
     "--confidence", "0.9"],
    ["separator", "--label", "role=trainee,manager", "--x", "salary=0:1000000:12500", "--epsilon", "3", "--delta", "1e-4", "--rows-per-person", "3",
     "--cells-per-person", "2"],
    ["regression", "--y", "salary", "--x", "hours", "--mechanism", "robust", "--unit", "salary=10,hours=1", "--precision", "2^-20", "--epsilon", "1", "--delta", "1e-7"],
    ["histogram", *AGE, "--profile", "20:0.1,1"],
    ["histogram", *AGE, "--profile", "20:0.1,1", "--decimal", ",", "--date-format", "%d.%m.%Y", "--trim-blanks"],
    ["histogram", *AGE, "--profile", "20:0,1", "--cells-per-person", "2", "--claim", "sum"],
]
# Each is the first question about a table of its own, and names its public number of people: of rows, unless --person counts.
ALL_ROWS = "the rows of the table"
FIRST = [
    ["histogram", *AGE, "--average-case", "--random-alpha", "1", "--random-gamma", "0.01", "--people", ALL_ROWS],
    ["count", "--by", "department=schools,fire", *["--by", "age=0:100:50"], "--average-case", "--random-alpha", "1/3", "--random-gamma", "1/30",
     "--people", ALL_ROWS, "--confidence", "0.9"],
    ["histogram", *AGE, "--average-case", "--random-alpha", "12", "--random-gamma", "0.001", "--people", "500"],
    ["histogram", "--column", "department=?", "--average-case", "--random-alpha", "6", "--random-gamma", "0.1", "--random-eta", "1e-6",
     "--people", ALL_ROWS, "--where", "age >= 40"],
    ["count", "--by", "department=schools,fire", "--average-case", "--random-alpha", "2", "--random-gamma", "0.01", "--people", ALL_ROWS,
     "--where", "age >= 40"],
    ["count", "--by", "department=schools,fire", "--person", "employee_id", "--per-person", "first", "--rows-per-person", "4",
     "--cells-per-person", "5", "--average-case", "--random-alpha", "4", "--random-gamma", "0.01", "--people", "10000"],
    ["mean", *SALARY, "--average-case", "--random-alpha", "1", "--random-gamma", "0.05", "--people", ALL_ROWS],
    ["trimmed-mean", *SALARY, "--trim", "1/7", "--average-case", "--random-alpha", "6", "--random-gamma", "1/30", "--random-eta", "1e-6", "--people", ALL_ROWS,
     "--mechanism", "smooth", "--confidence", "0.9"],
    ["ridge", "--y", "salary=0:200000", "--x", "age=15:75,hours=0:60", "--lambda", "1/7", "--average-case", "--random-alpha", "4", "--random-gamma", "0.1", "--people",
     ALL_ROWS, "--confidence", "0.9"],
    ["logistic", "--y", "salary=60000", "--x", "age=15:75", "--average-case", "--random-alpha", "8", "--random-gamma", "0.1", "--people", ALL_ROWS, "--pair-by", "employee_id",
     "--least-scale", "0.01"],
]
# Releases on one ledger: the second checker composes those of a planned one by convolutions of whole numbers, which take
# minutes where there are a hundred.
A_LEDGER = 25
LEDGERS = {
    "adaptive": ["--epsilon", "1000", "--delta", "2e-2"],
    "planned": ["--epsilon", "1000", "--delta", "2e-2", "--accounting", "planned"],
    "replaced": ["--epsilon", "2000", "--delta", "4e-2", "--accounting", "sum", "--neighbours", "replace_person"],
    "recorded": None,
    "none": None,
}


def make_certificates(folder, selvage, payroll):
    """Names to the bytes of certificates."""
    def run(*words):
        done = subprocess.run(words, cwd=folder, text=True, capture_output=True)
        if done.returncode:
            sys.exit(f"{' '.join(words)}: exit {done.returncode}\n{done.stdout}{done.stderr}")

    made = {}
    run(payroll, "--out", "payroll.csv")
    (folder / "depts.txt").write_text("schools\nfire\n")
    run(selvage, "key", "create", "officer.key")
    for ledger, terms in LEDGERS.items():
        for unit, questions in (("rows", ROWS), ("people", PEOPLE)):
            person = ["--person", "employee_id"] if unit == "people" else []
            # The ledger without caps lies beside the table: one for each unit.
            table = f"{unit}.csv" if ledger == "recorded" else "payroll.csv"
            choice = ["--no-ledger"] if ledger == "none" else []
            if ledger == "recorded":
                (folder / table).write_bytes((folder / "payroll.csv").read_bytes())
            for i, (verb, *words) in enumerate(questions):
                if terms and i % A_LEDGER == 0:
                    file = f"{ledger}-{unit}-{i // A_LEDGER}.ledger"
                    run(selvage, "ledger", "create", file, "--table", "payroll", *terms, *person)
                    choice = ["--ledger", file]
                name = f"{ledger}-{unit}-{i}"
                label = ["--version", "2026-10"] if i % 4 == 1 and ledger != "none" else []
                key = ["--key", "officer.key"] if i % 2 else []
                run(selvage, verb, table, *words, *person, *choice, *label, *key, "--certificate", f"{name}.cert", "--out", "answer.csv")
                made[name] = (folder / f"{name}.cert").read_bytes()
    rows = str(len((folder / "payroll.csv").read_text().splitlines()) - 1)
    for i, (verb, *words) in enumerate(FIRST):
        words = [rows if word == ALL_ROWS else word for word in words]
        (folder / f"first{i}.csv").write_bytes((folder / "payroll.csv").read_bytes())
        for name, choice in ((f"first-{i}", []), (f"first-none-{i}", ["--no-ledger"])):
            run(selvage, verb, f"first{i}.csv", *words, *choice, "--certificate", f"{name}.cert", "--out", "answer.csv")
            made[name] = (folder / f"{name}.cert").read_bytes()
    return made
