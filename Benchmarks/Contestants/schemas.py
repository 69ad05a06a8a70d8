#!/usr/bin/env python3
"""Compares the validation of JSON against JSON Schema with the Python packages jsonschema and jsonschema-rs.

Usage: Benchmarks/Contestants/schemas.py [--seconds N]      (pip install jsonschema jsonschema-rs pyyaml)

Prints the shortest time in microseconds for each megabyte of JSON. Ferry reads and validates bytes. The packages validate
objects of Python, so the time of json.loads stands beside them.
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2)
    seconds = parser.parse_args().seconds
    print("| document | Ferry: read | Ferry: read, verdict | Ferry: read, all failures | json.loads | jsonschema-rs: verdict"
          " | jsonschema-rs: all failures | jsonschema: verdict |")
    print("|---|---|---|---|---|---|---|---|")
    for name, path in documents():
        schema_path = os.path.join(HERE, "schemas", name + ".json")
        with open(schema_path, encoding="utf-8") as file:
            schema = json.load(file)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        value, size = json.loads(text), os.path.getsize(path) / 1e6
        python, rust = jsonschema.Draft202012Validator(schema), jsonschema_rs.validator_for(schema)
        assert rust.is_valid(value)
        ours = subprocess.run([TOOL, schema_path, path, str(seconds)], check=True, capture_output=True, text=True)
        calls = [lambda: json.loads(text), lambda: rust.is_valid(value), lambda: list(rust.iter_errors(value)),
                 lambda: python.is_valid(value)]
        figures = ours.stdout.split() + [f"{best(call, seconds) / size:.0f}" for call in calls]
        print("|", name, "|", " | ".join(figures), "|", flush=True)


if __name__ == "__main__":
    main()
