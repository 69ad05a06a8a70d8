"""A reader of Ferry's binary format, written from Sources/Formats/FerryBinaryEngine/Format.md alone.

It favours being read over speed. Values become Python's: None, bool, int, float, str, bytes, list, dict;
what Python has no literal for becomes one of the small classes below.

    python3 ferry_binary.py FILE...          prints the values of documents and record files
    python3 ferry_binary.py --notation       reads lines of hexadecimal digits, prints a line for each
    python3 ferry_binary.py --compare A B    whether the document A has the values of the JSON file B
"""

import json
import re
import struct
import sys
from collections import namedtuple

UUID = namedtuple("UUID", "bytes")
Date = namedtuple("Date", "seconds")
Time = namedtuple("Time", "seconds nanoseconds")
Extension = namedtuple("Extension", "type bytes")
NestedNull = namedtuple("NestedNull", "levels")
Number = namedtuple("Number", "text")

NUMBER = re.compile(rb"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
SIGNATURE = bytes.fromhex("f5464552525932 0a")
SYNC = bytes.fromhex("fe5c1af8")
CAPS = {"keys": 1 << 16, "key lists": 1 << 16, "key list keys": 1 << 20, "values": 1 << 20, "bytes": 1 << 16}
MAXIMUM_DEPTH = 512


class FormatError(Exception):
    """What is wrong, and the offset."""


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value = CRC_TABLE[(value ^ byte) & 0xFF] ^ (value >> 8)
    return value ^ 0xFFFFFFFF


def crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC_TABLE = crc_table()


def unfold(number):
    return number >> 1 if number & 1 == 0 else -(number >> 1) - 1


def signed(number):
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number


class Tables:
    def __init__(self):
        self.keys, self.key_lists, self.values = [], [], []


class Reader:
    """Reads values from `data` between `place` and `end`."""

    def __init__(self, data, place=0, end=None, tables=None):
        self.data, self.place = data, place
        self.end = len(data) if end is None else end
        self.tables = tables or Tables()
        self.depth = 0

    # Bytes and lengths

    def fail(self, what):
        raise FormatError(f"{what} at {self.place}")

    def take(self, count):
        if count > self.end - self.place:
            self.fail("a length beyond the end")
        self.place += count
        return self.data[self.place - count:self.place]

    def byte(self):
        return self.take(1)[0]

    def little(self, width):
        return int.from_bytes(self.take(width), "little")

    def len(self):
        first = self.byte()
        for prefix, width, shift in ((0x80, 0, 0), (0xC0, 1, 7), (0xE0, 2, 14), (0xF0, 3, 21)):
            if first < prefix:
                # The bits of the prefix, except in the shortest form, are not the number's.
                mask = (0x7F, 0x3F, 0x1F, 0x0F)[width]
                number = int.from_bytes(bytes((first & mask,)) + self.take(width), "big")
                least = 0 if width == 0 else 1 << shift
                break
        else:
            if first != 0xF0:
                self.fail("a reserved length")
            number, least = int.from_bytes(self.take(8), "big"), 1 << 28
        if number < least:
            self.fail("a length that is not in its shortest form")
        return number

    def count(self):
        count = self.len()
        if count > self.end - self.place:
            self.fail("a count beyond the end")
        return count

    def text(self, length):
        try:
            return self.take(length).decode("utf-8")
        except UnicodeDecodeError:
            self.fail("text that is not UTF-8")

    def within(self, length, read):
        """What `read` makes of the next `length` bytes, all of them."""
        if length > self.end - self.place:
            self.fail("a length beyond the end")
        outer, self.end = self.end, self.place + length
        value = read()
        if self.place != self.end:
            self.fail("contents that end early")
        self.end = outer
        return value

    def nested(self, levels, read):
        self.depth += levels
        if self.depth > MAXIMUM_DEPTH:
            self.fail("too deep")
        value = read()
        self.depth -= levels
        return value

    # Tables

    def read_tables(self):
        self.within(self.len(), lambda: self.place == self.end or self.read_table_contents())

    def read_table_contents(self):
        tables = self.tables
        for _ in range(self.count()):
            length = self.len()
            if length > CAPS["bytes"]:
                self.fail("a long key")
            tables.keys.append(self.text(length))
        if len(set(tables.keys)) != len(tables.keys):
            self.fail("equal keys")
        for _ in range(self.count()):
            count = self.count()
            numbers = [self.len() for _ in range(count)]
            if not numbers or len(set(numbers)) != count or max(numbers) >= len(tables.keys):
                self.fail("a key list of wrong keys")
            tables.key_lists.append([tables.keys[number] for number in numbers])
        for _ in range(self.count()):
            if not (0x50 <= self.data[self.place] < 0x80 or self.data[self.place] == 0xEE):
                self.fail("a value that tables do not have")
            value = self.value()
            if len(value.encode()) > CAPS["bytes"]:
                self.fail("a long text")
            tables.values.append(value)
        if (len(tables.keys) > CAPS["keys"] or len(tables.key_lists) > CAPS["key lists"]
                or sum(map(len, tables.key_lists)) > CAPS["key list keys"]
                or len(tables.values) > CAPS["values"]):
            self.fail("tables beyond their caps")

    def entry(self, table, number, what):
        if number >= len(table):
            self.fail(f"no such {what}")
        return table[number]

    # Values

    def value(self):
        tag = self.byte()
        if tag < 0x40:
            return tag
        if tag < 0x50:
            return 0x3F - tag
        if tag < 0x80:
            return self.text(tag - 0x50)
        if tag < 0xA0:
            return self.object(tag - 0x80)
        if tag == 0xA0:
            return self.nested(1, list)
        if tag < 0xB0:
            return self.nested(1, lambda: self.within(self.len(), lambda: self.items(tag - 0xA0)))
        if tag < 0xD0:
            return self.entry(self.tables.values, tag - 0xB0, "value")
        if tag < 0xD8:
            return self.little(tag - 0xCF)
        if tag < 0xE0:
            number = self.little(tag - 0xD7)
            if number >> 63:
                self.fail("an integer that does not fit")
            return -1 - number
        if tag <= 0xE3 and tag != 0xE1:
            return {0xE0: None, 0xE2: False, 0xE3: True}[tag]
        if tag in (0xE4, 0xE5, 0xE6):
            form, width = {0xE4: ("<e", 2), 0xE5: ("<f", 4), 0xE6: ("<d", 8)}[tag]
            return struct.unpack(form, self.take(width))[0]
        if 0xE7 <= tag <= 0xED:
            return self.decimal(unfold(self.len()), tag - 0xE7)
        if tag == 0xEE:
            return self.text(self.len())
        if tag == 0xEF:
            return self.entry(self.tables.values, self.len(), "value")
        if tag == 0xF0:
            return self.object(self.len())
        if tag == 0xF7:
            return UUID(bytes(self.take(16)))
        if tag == 0xF8:
            return self.date()
        if tag == 0xFD:
            levels = self.byte()
            if levels == 0:
                self.fail("a reserved tag")
            return NestedNull(levels)
        contents = {
            0xF1: lambda: self.nested(1, lambda: self.items(self.count())),
            0xF2: lambda: self.nested(1, self.map),
            0xF3: lambda: self.nested(1, self.block),
            0xF6: lambda: bytes(self.take(self.end - self.place)),
            0xF9: lambda: self.wide(unfold(self.len())),
            0xFA: lambda: self.wide(0),
            0xFB: self.extension,
            0xFC: lambda: self.nested(2, self.rows),
        }.get(tag)
        if contents is None:
            self.place -= 1
            self.fail(f"the tag {tag:02X}")
        return self.within(self.len(), contents)

    def items(self, count):
        return [self.value() for _ in range(count)]

    def object(self, number):
        key_list = self.entry(self.tables.key_lists, number, "key list")
        return self.nested(1, lambda: self.within(self.len(), lambda: self.members(key_list)))

    def members(self, key_list):
        return {key: self.value() for key in key_list}

    def map(self):
        members = {}
        while self.place < self.end:
            key = self.value()
            if not isinstance(key, str) or key in members:
                self.fail("a wrong key")
            members[key] = self.value()
        return members

    def date(self):
        tag = self.data[self.place] if self.place < self.end else 0xFF
        if not (tag < 0x50 or 0xD0 <= tag < 0xE0 or 0xE4 <= tag <= 0xED):
            self.fail("a date without a number")
        seconds = self.value()
        if abs(seconds) == float("inf") or seconds != seconds or float(seconds) != seconds:
            self.fail("a date that is no number of seconds")
        return Date(float(seconds))

    def decimal(self, significand, places):
        if abs(significand) >= 1 << 53:
            self.fail("a decimal that is too long")
        return significand / 10.0 ** places

    def wide(self, exponent):
        width = self.end - self.place
        if not 1 <= width <= 64 or abs(exponent) > 32768:
            self.fail("a wide number of a wrong size")
        number = int.from_bytes(self.take(width), "little", signed=True)
        if exponent == 0:
            return number if -(1 << 63) <= number < 1 << 64 else Number(str(number))
        digits = str(abs(number))
        sign = "-" if number < 0 else ""
        if exponent < 0 and -exponent <= len(digits) + 8:
            digits = digits.rjust(1 - exponent, "0")
            return Number(f"{sign}{digits[:exponent]}.{digits[exponent:]}")
        return Number(f"{sign}{digits}e{exponent}")

    def extension(self):
        kind = self.byte()
        contents = bytes(self.take(self.end - self.place))
        if kind == 1:
            return self.time(contents)
        if kind != 0:
            return Extension(kind, contents)
        if not NUMBER.fullmatch(contents):
            self.fail("number text that is no number")
        return Number(contents.decode())

    def time(self, contents):
        if len(contents) == 8:
            (seconds,) = struct.unpack("<d", contents)
            if seconds - seconds != 0:
                self.fail("a time that is not finite")
            return Time(seconds, None)
        if len(contents) != 12:
            self.fail("a time of a wrong length")
        seconds, nanoseconds = struct.unpack("<qI", contents)
        if nanoseconds >= 1_000_000_000:
            self.fail("a time with too many nanoseconds")
        return Time(seconds, nanoseconds)

    # Blocks

    def bitmap(self, count):
        bits = self.little((count + 7) // 8)
        if bits >> count:
            self.fail("bits behind the last one")
        return [bool(bits >> index & 1) for index in range(count)]

    def block_count(self, bits=False):
        count = self.len()
        if count == 0 or count > (self.end - self.place) * (8 if bits else 1):
            self.fail("a wrong count")
        return count

    def integers(self):
        kind = self.byte()
        width = kind & 0x0F
        if kind & 0xE0 or not 1 <= width <= 8:
            self.fail("no block of integers")
        count = self.len()
        if count == 0 or (count - (kind >> 4)) * width > self.end - self.place:
            self.fail("a wrong count")
        first = unfold(self.len())
        if kind < 0x10:
            numbers = [first + self.little(width) for _ in range(count)]
            if max(numbers) >= 1 << 63:
                self.fail("integers beyond 64 bits")
            return numbers
        least = unfold(self.len())
        numbers = [first]
        for _ in range(count - 1):
            numbers.append(signed(numbers[-1] + least + self.little(width)))
        return numbers

    def block(self):
        if self.place == self.end:
            self.fail("a block without a kind")
        kind = self.data[self.place]
        if kind & 0x80 == 0 and kind < 0x20:
            return self.integers()
        self.place += 1
        plain = kind & 0x7F
        if kind == 0x30:
            return self.bitmap(self.block_count(bits=True))
        if 0x20 <= plain <= 0x27:
            numbers = [self.decimal(m, plain - 0x20) for m in self.integers()]
            width = self.byte()
            if width > 1:
                self.fail("corrections of a wrong width")
            if width == 1:
                numbers = [self.corrected(number) for number in numbers]
        elif plain in (0x28, 0x29):
            form, width = ("<f", 4) if plain == 0x28 else ("<d", 8)
            numbers = [struct.unpack(form, self.take(width))[0] for _ in range(self.block_count())]
        else:
            self.fail("an unknown block")
        if kind & 0x80:
            for index, is_whole in enumerate(self.bitmap(len(numbers))):
                if is_whole:
                    if numbers[index] != numbers[index] // 1 or abs(numbers[index]) > 1 << 53:
                        self.fail("an integer that is none")
                    numbers[index] = int(numbers[index])
        return numbers

    def corrected(self, number):
        bits = struct.unpack("<Q", struct.pack("<d", number))[0]
        bits = (bits + int.from_bytes(self.take(1), "little", signed=True)) & (1 << 64) - 1
        number = struct.unpack("<d", struct.pack("<Q", bits))[0]
        if number - number != 0:
            self.fail("a correction that leads to no number")
        return number

    # Rows

    def rows(self):
        width = self.count()
        if not 1 <= width <= 256:
            self.fail("a wrong number of blocks")
        columns = []
        for _ in range(width):
            if self.place < self.end and self.data[self.place] == 0x30:
                self.fail("rows of truth values")
            columns.append(self.block())
        if len({len(column) for column in columns}) != 1:
            self.fail("rows of different lengths")
        return [list(row) for row in zip(*columns)]


def read_document(data):
    if data[:1] != b"\xb5" or len(data) < 3:
        raise FormatError("no document at 0")
    if data[1] & 0xFC != 0x20:
        raise FormatError("an unknown version at 1")
    end = len(data)
    if data[1] & 1:
        end -= 4
        if end < 2 or crc32c(data[:end]) != int.from_bytes(data[end:], "little"):
            raise FormatError(f"a wrong checksum at {end}")
    reader = Reader(data, 2, end)
    reader.read_tables()
    value = reader.value()
    if reader.place != end:
        reader.fail("something behind the value")
    return value


def read_records(data):
    """The records of a whole file."""
    if data[:8] != SIGNATURE:
        raise FormatError("no record file at 0")
    identifier, place, size = data[8:12], 16, 21
    if data[12:16] != bytes(byte ^ 0xFF for byte in identifier):
        raise FormatError("a damaged identifier at 8")
    tables, records, groups = None, [], []
    while True:
        head = data[place:place + size]
        flags, length = head[4:5], int.from_bytes(head[5:9], "little")
        end = place + size + length
        if len(head) < size or head[:4] != SYNC or end > len(data):
            raise FormatError(f"no whole frame at {place}")
        if int.from_bytes(head[9:17], "little") != place:
            raise FormatError(f"a frame of another place at {place}")
        checked = identifier + head[:-4] + data[place + size:end]
        if crc32c(checked) != int.from_bytes(head[-4:], "little"):
            raise FormatError(f"a wrong checksum at {place}")
        reader = Reader(data, place + size, end, tables)
        if flags == b"\x02":
            break
        if flags == b"\x01":
            tables = reader.tables = Tables()
            groups.append([place, 0])
        elif flags != b"\x00" or tables is None:
            raise FormatError(f"a wrong frame at {place}")
        count = reader.count()
        reader.read_tables()
        records += [reader.value() for _ in range(count)]
        groups[-1][1] += count
        if count == 0 or reader.place != end:
            reader.fail("a frame that ends early")
        place = end
    total, stated, offset = reader.len(), [], 0
    for _ in range(reader.count()):
        offset += reader.len()
        stated.append([offset, reader.len()])
    if reader.little(4) != end - place or reader.place != len(data):
        reader.fail("something behind the end")
    if total != len(records) or stated != groups:
        reader.fail("an index of another file")
    return records


# Printing and comparing


def notation(value):
    """The value as text: what kind it is, and everything that is in it."""
    if value is None or isinstance(value, bool):
        return {None: "null", False: "false", True: "true"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return "NaN" if value != value else "d" + struct.pack(">d", value).hex()
    if isinstance(value, str):
        return "s" + value.encode().hex()
    if isinstance(value, bytes):
        return "b" + value.hex()
    if isinstance(value, list):
        return "[" + ",".join(map(notation, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"s{k.encode().hex()}:{notation(v)}" for k, v in value.items()) + "}"
    if isinstance(value, UUID):
        return "u" + value.bytes.hex()
    if isinstance(value, Date):
        return "t" + struct.pack(">d", value.seconds).hex()
    if isinstance(value, Time):
        if value.nanoseconds is None:
            return "e" + struct.pack(">d", value.seconds).hex()
        return f"w{value.seconds}:{value.nanoseconds}"
    if isinstance(value, Extension):
        return f"x{value.type:02x}{value.bytes.hex()}"
    if isinstance(value, NestedNull):
        return f"null{value.levels}"
    return "n" + value.text


def differs(value, expected, path="$"):
    """Where a value differs from what the json module reads, or None."""
    if isinstance(value, Number):
        return None if float(value.text) == float(expected) else path
    if type(value) is not type(expected):
        return path
    if isinstance(value, list):
        pairs = enumerate(zip(value, expected))
        return path if len(value) != len(expected) else next(
            filter(None, (differs(a, b, f"{path}[{i}]") for i, (a, b) in pairs)), None)
    if isinstance(value, dict):
        return path if list(value) != list(expected) else next(
            filter(None, (differs(value[k], expected[k], f"{path}.{k}") for k in value)), None)
    return None if value == expected else path


def read_file(path):
    with open(path, "rb") as file:
        data = file.read()
    is_record_file = data[:8] == SIGNATURE
    return (read_records(data) if is_record_file else read_document(data)), is_record_file


def main(arguments):
    sys.setrecursionlimit(20000)
    if arguments == ["--notation"]:
        for line in sys.stdin:
            try:
                print(notation(read_document(bytes.fromhex(line))))
            except FormatError as error:
                print("error:", error)
    elif arguments[:1] == ["--compare"] and len(arguments) == 3:
        with open(arguments[2], encoding="utf-8") as file:
            place = differs(read_file(arguments[1])[0], json.load(file))
        if place:
            sys.exit(f"{arguments[1]} differs at {place}")
    else:
        for path in arguments:
            value, is_record_file = read_file(path)
            for record in value if is_record_file else [value]:
                print(notation(record))


if __name__ == "__main__":
    main(sys.argv[1:])
