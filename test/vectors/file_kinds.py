#!/usr/bin/env python3
"""The first bytes of files of kinds that selvage does not read, by their own writers.

Needs pandas, pyarrow 25 or older (for Feather 1), openpyxl, xlwt, odfpy and duckdb 2.0; it ran with
pandas 3.1.1, pyarrow 26.0.1 (which still wrote Feather 1), openpyxl 3.1.5, xlwt 1.3.0, odfpy 1.4.1 and
duckdb 2.0.0. Prints NAME and 80 bytes in hexadecimal; selvage/source/file_kind_test.cpp holds them.
"""
import bz2
import lzma
import os
import sqlite3
import tempfile
import zipfile

import duckdb
import pandas
import pyarrow
import pyarrow.feather
import xlwt

people = pandas.DataFrame({"name": ["Ann", "Bob"], "age": [41, 77]})
os.chdir(tempfile.mkdtemp())
people.to_csv("utf16.csv", index=False, encoding="utf-16")
people.to_csv("utf16le.csv", index=False, encoding="utf-16-le")
people.to_csv("utf16be.csv", index=False, encoding="utf-16-be")
people.to_excel("people.xlsx", index=False)
people.to_excel("people.ods", index=False)
book = xlwt.Workbook()
book.add_sheet("people").write(0, 0, "name")
book.save("people.xls")
pyarrow.feather.write_feather(people, "people.feather")
pyarrow.feather.write_feather(people, "people1.feather", version=1)
table = pyarrow.Table.from_pandas(people)
with pyarrow.OSFile("people.arrows", "wb") as out:
    with pyarrow.ipc.new_stream(out, table.schema) as stream:
        stream.write_table(table)
people.to_parquet("people.parquet")
database = duckdb.connect("new.duckdb")
database.execute("CREATE TABLE people AS SELECT 41 AS age")
database.close()
database = duckdb.connect()
database.execute("ATTACH 'old.duckdb' (STORAGE_VERSION 'v1.5.0')")
database.execute("CREATE TABLE old.people AS SELECT 41 AS age")
database.close()
sqlite = sqlite3.connect("people.sqlite")
sqlite.execute("CREATE TABLE people (age)")
sqlite.commit()
sqlite.close()
text = people.to_csv(index=False).encode()
with open("people.csv.xz", "wb") as out:
    out.write(lzma.compress(text))
with open("people.csv.bz2", "wb") as out:
    out.write(bz2.compress(text))
with zipfile.ZipFile("people.zip", "w") as out:
    out.writestr("people.csv", text)
for name in sorted(os.listdir(".")):
    with open(name, "rb") as file:
        print(name, file.read(80).hex())
