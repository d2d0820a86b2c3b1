"""Writes small Parquet files: optional columns, PLAIN, uncompressed, any number of row groups.

After the format's own description (parquet.thrift; thrift's compact protocol). Types are
named as DuckDB names them.
"""
import datetime
import struct

PHYSICAL = {"BOOLEAN": 0, "INT32": 1, "INT64": 2, "FLOAT": 4, "DOUBLE": 5, "BYTE_ARRAY": 6}
# type: physical type, converted type
TYPES = {"BOOLEAN": ("BOOLEAN", None), "TINYINT": ("INT32", 15), "SMALLINT": ("INT32", 16),
         "INTEGER": ("INT32", None), "BIGINT": ("INT64", None), "UTINYINT": ("INT32", 11),
         "USMALLINT": ("INT32", 12), "UINTEGER": ("INT32", 13), "UBIGINT": ("INT64", 14),
         "FLOAT": ("FLOAT", None), "DOUBLE": ("DOUBLE", None), "VARCHAR": ("BYTE_ARRAY", 0),
         "DATE": ("INT32", 6), "TIMESTAMP": ("INT64", 10)}
EPOCH = datetime.datetime(1970, 1, 1)


def varint(number: int) -> bytes:
    out = b""
    while number >= 128:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def zigzag(number: int) -> bytes:
    return varint(number * 2 if number >= 0 else -number * 2 - 1)


class Struct:
    """A struct of thrift's compact protocol."""

    def __init__(self):
        self.bytes, self.last = b"", 0

    def field(self, number: int, kind: int, content: bytes) -> "Struct":
        self.bytes += bytes([(number - self.last) << 4 | kind]) + content
        self.last = number
        return self

    def i32(self, number: int, value: int) -> "Struct":
        return self.field(number, 5, zigzag(value))

    def i64(self, number: int, value: int) -> "Struct":
        return self.field(number, 6, zigzag(value))

    def text(self, number: int, value: bytes) -> "Struct":
        return self.field(number, 8, varint(len(value)) + value)

    def struct(self, number: int, value: "Struct") -> "Struct":
        return self.field(number, 12, value.end())

    def list(self, number: int, kind: int, items: list[bytes]) -> "Struct":
        count = (bytes([len(items) << 4 | kind]) if len(items) < 15
                 else bytes([0xF0 | kind]) + varint(len(items)))
        return self.field(number, 9, count + b"".join(items))

    def end(self) -> bytes:
        return self.bytes + b"\0"


def plain(physical: str, values: list) -> bytes:
    if physical == "BOOLEAN":
        packed = bytearray((len(values) + 7) // 8)
        for i, value in enumerate(values):
            packed[i // 8] |= value << i % 8
        return bytes(packed)
    if physical == "BYTE_ARRAY":
        return b"".join(struct.pack("<I", len(v)) + v for v in values)
    # Unsigned numbers of 32 and 64 bits are stored by their bits.
    code, bits = {"INT32": ("<I", 32), "INT64": ("<Q", 64), "FLOAT": ("<f", 0),
                  "DOUBLE": ("<d", 0)}[physical]
    return b"".join(struct.pack(code, v % 2**bits if bits else v) for v in values)


def stored(kind: str, value):
    if kind == "VARCHAR":
        return value.encode()
    if kind == "DATE":
        return (value - EPOCH.date()).days
    if kind == "TIMESTAMP":
        return (value - EPOCH) // datetime.timedelta(microseconds=1)
    if kind.startswith("DECIMAL"):
        return int(value.scaleb(int(kind[8:-1].split(",")[1])))
    return value


def levels(present: list[bool]) -> bytes:
    """Definition levels of one bit, as runs, with their length in front."""
    out, at = b"", 0
    while at < len(present):
        end = at
        while end < len(present) and present[end] == present[at]:
            end += 1
        out += varint((end - at) << 1) + bytes([present[at]])
        at = end
    return struct.pack("<I", len(out)) + out


def write(path, columns: list[tuple[str, str, list]], group: int) -> None:
    """columns: name, type, values (None for NULL); so many rows in a row group."""
    rows = len(columns[0][2])
    out = b"PAR1"
    groups, schema = [], [Struct().text(4, b"schema").i32(5, len(columns)).end()]
    for name, kind, _ in columns:
        if kind.startswith("DECIMAL"):
            precision, scale = map(int, kind[8:-1].split(","))
            element = Struct().i32(1, PHYSICAL["INT64"]).i32(3, 1).text(4, name.encode())
            element.i32(6, 5).i32(7, scale).i32(8, precision)
        else:
            physical, converted = TYPES[kind]
            element = Struct().i32(1, PHYSICAL[physical]).i32(3, 1).text(4, name.encode())
            if converted is not None:
                element.i32(6, converted)
        schema.append(element.end())
    for first in range(0, rows, group):
        chunks, began = [], len(out)
        for name, kind, values in columns:
            part = values[first:first + group]
            physical = "INT64" if kind.startswith("DECIMAL") else TYPES[kind][0]
            data = levels([v is not None for v in part]) + plain(
                physical, [stored(kind, v) for v in part if v is not None])
            page = Struct().i32(1, 0).i32(2, len(data)).i32(3, len(data))
            page.struct(5, Struct().i32(1, len(part)).i32(2, 0).i32(3, 3).i32(4, 3))
            offset, size = len(out), len(page.end()) + len(data)
            out += page.end() + data
            meta = Struct().i32(1, PHYSICAL[physical]).list(2, 5, [zigzag(0), zigzag(3)])
            meta.list(3, 8, [varint(len(name.encode())) + name.encode()]).i32(4, 0)
            meta.i64(5, len(part)).i64(6, size).i64(7, size).i64(9, offset)
            chunks.append(Struct().i64(2, offset).struct(3, meta).end())
        groups.append(Struct().list(1, 12, chunks).i64(2, len(out) - began)
                      .i64(3, min(group, rows - first)).end())
    footer = Struct().i32(1, 1).list(2, 12, schema).i64(3, rows).list(4, 12, groups).end()
    path.write_bytes(out + footer + struct.pack("<I", len(footer)) + b"PAR1")
