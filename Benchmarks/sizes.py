#!/usr/bin/env python3
"""Sizes of JSON documents in other binary formats, beside Ferry's.

    pip install msgpack cbor2 fastavro protobuf
    swift build -c release --product ferry
    Benchmarks/sizes.py --ferry .build/release/ferry $FERRY_CORPORA/json/*.json

The schema formats get the best schema that can be found in the data: objects become messages or records,
objects whose keys are all digits become maps, and what is null or missing somewhere becomes optional. Schemas
are not counted, although a reader needs them. Files of several lines of JSON are one array of values.
"""

import argparse
import io
import json
import os
import subprocess
import sys


def load(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


# Types found in the data


class Kind:
    """What the values of one place have in common."""

    def __init__(self):
        self.is_optional = False
        self.scalar = None
        self.item = None
        self.fields = None
        self.map_value = None

    def add(self, value):
        if value is None:
            self.is_optional = True
        elif isinstance(value, list):
            self.item = self.item or Kind()
            for item in value:
                self.item.add(item)
        elif isinstance(value, dict) and (value or self.fields is None):
            if value and all(key.isdigit() for key in value):
                self.map_value = self.map_value or Kind()
                for item in value.values():
                    self.map_value.add(item)
            else:
                self.add_object(value)
        elif not isinstance(value, dict):
            self.scalar = wider(self.scalar, type(value).__name__)
        return self

    def add_object(self, value):
        is_new = self.fields is None
        self.fields = self.fields or {}
        for name in self.fields:
            if name not in value:
                self.fields[name].is_optional = True
        for name, item in value.items():
            if name not in self.fields:
                self.fields[name] = Kind()
                self.fields[name].is_optional = not is_new
            self.fields[name].add(item)


def wider(first, second):
    if first is None or first == second:
        return second
    if {first, second} == {"int", "float"}:
        return "float"
    raise ValueError(f"no schema for {first} and {second} in one place")


# Avro


def avro_schema(kind, names, optional=True):
    if kind.item is not None:
        schema = {"type": "array", "items": avro_schema(kind.item, names)}
    elif kind.map_value is not None:
        schema = {"type": "map", "values": avro_schema(kind.map_value, names)}
    elif kind.fields is not None:
        name = f"Record{len(names)}"
        names.append(name)
        fields = [
            {"name": f"f{index}", "type": avro_schema(field, names)}
            for index, field in enumerate(kind.fields.values())
        ]
        schema = {"type": "record", "name": name, "fields": fields}
    else:
        schema = {"int": "long", "float": "double", "str": "string", "bool": "boolean", None: "null"}[kind.scalar]
    return ["null", schema] if optional and kind.is_optional and schema != "null" else schema


def avro_value(kind, value):
    if value is None:
        return None
    if kind.item is not None:
        return [avro_value(kind.item, item) for item in value]
    if kind.map_value is not None:
        return {key: avro_value(kind.map_value, item) for key, item in value.items()}
    if kind.fields is not None:
        return {
            f"f{index}": avro_value(field, value.get(name))
            for index, (name, field) in enumerate(kind.fields.items())
        }
    return float(value) if kind.scalar == "float" else value


def avro_size(kind, value):
    import fastavro

    output = io.BytesIO()
    schema = fastavro.parse_schema(avro_schema(kind, []))
    fastavro.schemaless_writer(output, schema, avro_value(kind, value))
    return output.tell()


# Protocol Buffers


class Messages:
    """A file of messages, made from kinds."""

    SCALARS = {"int": 3, "float": 1, "str": 9, "bool": 8, None: 8}

    def __init__(self, kind):
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

        self.file = descriptor_pb2.FileDescriptorProto(name="sizes.proto", package="sizes", syntax="proto3")
        self.count = 0
        name = self.message(kind)
        pool = descriptor_pool.DescriptorPool()
        pool.Add(self.file)
        descriptor = pool.FindMessageTypeByName(f"sizes.{name}")
        self.root = message_factory.GetMessageClass(descriptor)()

    def message(self, kind):
        """A message of the fields of `kind`; of anything else, one with a single field."""
        self.count += 1
        name = f"M{self.count}"
        fields = kind.fields if kind.fields is not None and kind.map_value is None else {"": kind}
        made = []
        for number, field in enumerate(fields.values(), 1):
            made.append(self.field(field, number))
        message = self.file.message_type.add(name=name)
        message.field.extend(made)
        return name

    def field(self, kind, number):
        from google.protobuf import descriptor_pb2

        field = descriptor_pb2.FieldDescriptorProto(name=f"f{number}", number=number, label=1)
        if kind.item is not None or kind.map_value is not None:
            field.label = 3
            item = kind.item or kind.map_value
            if kind.item is not None and item.item is None and item.map_value is None and item.fields is None:
                field.type = self.SCALARS[item.scalar]
            else:
                field.type = 11
                field.type_name = ".sizes." + (self.entry(item) if kind.item is None else self.message(item))
        elif kind.fields is not None:
            field.type, field.type_name = 11, ".sizes." + self.message(kind)
        else:
            field.type = self.SCALARS[kind.scalar]
        return field

    def entry(self, kind):
        """The entry of a map, which is what a map is on the wire."""
        key = Kind()
        key.scalar = "str"
        entry = Kind()
        entry.fields = {"key": key, "value": kind}
        return self.message(entry)

    def fill(self, message, kind, value):
        fields = kind.fields if kind.fields is not None and kind.map_value is None else {"": kind}
        for number, (name, field) in enumerate(fields.items(), 1):
            item = value.get(name) if name else value
            if item is not None:
                self.set(message, f"f{number}", field, item)

    def set(self, message, name, kind, value):
        if kind.item is not None:
            for item in value:
                target = getattr(message, name)
                if hasattr(target, "add"):
                    self.fill(target.add(), kind.item, item)
                else:
                    target.append(item)
        elif kind.map_value is not None:
            for key, item in value.items():
                entry = getattr(message, name).add()
                entry.f1 = key
                self.set(entry, "f2", kind.map_value, item)
        elif kind.fields is not None:
            target = getattr(message, name)
            target.SetInParent()
            self.fill(target, kind, value)
        else:
            setattr(message, name, float(value) if kind.scalar == "float" else value)


def protobuf_size(kind, value):
    messages = Messages(kind)
    messages.fill(messages.root, kind, value)
    return messages.root.ByteSize()


# The table


def ferry_size(ferry, path, *options):
    result = subprocess.run(
        [ferry, "convert", path, "--to", "binary", *options], stdout=subprocess.PIPE, check=True)
    return len(result.stdout)


def sizes(path, ferry):
    import cbor2
    import msgpack

    value = load(path)
    kind = Kind().add(value)
    yield "JSON, compact", len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())
    yield "MessagePack", len(msgpack.packb(value))
    yield "CBOR", len(cbor2.dumps(value))
    for name, size in (("protobuf, with schema", protobuf_size), ("Avro, with schema", avro_size)):
        try:
            yield name, size(kind, value)
        except ValueError as error:
            yield name, str(error)
    if ferry:
        yield "Ferry", ferry_size(ferry, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE.json")
    parser.add_argument("--ferry", help="the command ferry, whose sizes are measured too")
    arguments = parser.parse_args()
    table, names = {}, []
    for path in arguments.files:
        names.append(os.path.splitext(os.path.basename(path))[0])
        for format, size in sizes(path, arguments.ferry):
            table.setdefault(format, {})[names[-1]] = size
    print("| bytes | " + " | ".join(names) + " |")
    print("|---|" + "--:|" * len(names))
    for format, row in table.items():
        print(f"| {format} | " + " | ".join(str(row.get(name, "")) for name in names) + " |")


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    main()
