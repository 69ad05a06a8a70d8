#!/usr/bin/env python3
"""Compares the validation of JSON against JSON Schema with the Python packages jsonschema and jsonschema-rs.

Usage: Benchmarks/Contestants/schemas.py [--seconds N]      (pip install jsonschema jsonschema-rs pyyaml)

Prints the shortest time in microseconds for each megabyte of JSON. Ferry reads and validates bytes. The packages validate
objects of Python, so the time of json.loads stands beside them. The second table has the same documents with 1,000 invalid
values: Ferry's failures have their lines and columns, those of the packages their paths.
"""

import argparse
import json
import os
import subprocess
import time

import jsonschema
import jsonschema_rs
import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
TOOL = os.path.join(HERE, "../.build/release/schema-bench")
CORPORA = os.environ["FERRY_CORPORA"]


def best(call, seconds):
    shortest, end = float("inf"), time.perf_counter() + seconds
    while True:
        start = time.perf_counter()
        call()
        now = time.perf_counter()
        shortest = min(shortest, now - start)
        if now > end:
            return shortest * 1e6


def documents():
    for name in "twitter", "citm_catalog":
        yield name, os.path.join(CORPORA, "json", name + ".json")
    path = os.path.join(HERE, "../.build/k8s.json")
    if not os.path.exists(path):
        with open(os.path.join(CORPORA, "yaml/k8s.yaml"), encoding="utf-8") as file:
            value = yaml.load(file, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        with open(path, "w", encoding="utf-8") as file:
            json.dump(value, file, separators=(",", ":"))
    yield "k8s", path


def places(value):
    """Yields the containers and keys of all numbers."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in entries:
        if isinstance(inner, (dict, list)):
            yield from places(inner)
        elif isinstance(inner, int) and not isinstance(inner, bool):
            yield value, key


def damaged(path, rust, count=1000):
    """Writes the document with about `count` invalid values, and returns the path."""
    target = os.path.join(HERE, "../.build", "invalid-" + os.path.basename(path))
    step = None
    for _ in range(4):
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
        numbers = list(places(value))
        step = step or max(1, len(numbers) // count)
        for container, key in numbers[::step]:
            container[key] = "?"
        # Not every number has a constraint.
        step = max(1, step * sum(1 for _ in rust.iter_errors(value)) // count)
    with open(target, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1, ensure_ascii=False)
    return target


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2)
    seconds = parser.parse_args().seconds
    for isValid in True, False:
        compare(isValid, seconds)


def compare(isValid, seconds):
    print("| document | failures | Ferry: read | Ferry: read, first failure | Ferry: read, all failures | json.loads"
          " | jsonschema-rs: first failure | jsonschema-rs: all failures | jsonschema: first failure | jsonschema: all failures |")
    print("|---|" + "--:|" * 9)
    for name, path in documents():
        schema_path = os.path.join(HERE, "schemas", name + ".json")
        with open(schema_path, encoding="utf-8") as file:
            schema = json.load(file)
        python, rust = jsonschema.Draft202012Validator(schema), jsonschema_rs.validator_for(schema)
        if not isValid:
            path = damaged(path, rust)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        value, size = json.loads(text), os.path.getsize(path) / 1e6
        assert rust.is_valid(value) == isValid
        ours = subprocess.run([TOOL, schema_path, path, str(seconds)], check=True, capture_output=True, text=True)
        *figures, failures = ours.stdout.split()
        counts = [int(failures)]
        for validator in rust, python:
            # After a failed alternative, the packages also report its members as unevaluated; Ferry does not.
            paths = [list(error.schema_path) for error in validator.iter_errors(value)]
            counts.append(sum(path[-1] != "unevaluatedProperties" for path in paths))
        assert len(set(counts)) == 1, counts
        calls = [lambda: json.loads(text), lambda: rust.is_valid(value), lambda: list(rust.iter_errors(value)),
                 lambda: python.is_valid(value), lambda: list(python.iter_errors(value))]
        figures += [f"{best(call, seconds) / size:.0f}" for call in calls]
        print("|", name, "|", failures, "|", " | ".join(figures), "|", flush=True)


if __name__ == "__main__":
    main()
