#!/usr/bin/env python3
"""Reads YAML with PyYAML (1.1) and ruamel.yaml (1.2), as far as they are here, and compares it with JSON.

Each line of standard input is a JSON list: a YAML text and the JSON text of the same value, in
which a date is the number of microseconds since 2001. A third text has the lines of the document
that are comments: ruamel.yaml has to write them again.
Prints what differs. Ends with 0 if nothing does, 1 otherwise, 77 without both packages.
"""
import datetime
import io
import json
import sys

try:
    import yaml
except ImportError:
    yaml = None
try:
    from ruamel.yaml import YAML
except ImportError:
    YAML = None
if not yaml and not YAML:
    print("neither PyYAML nor ruamel.yaml is here")
    sys.exit(77)


def loaders():
    if yaml:
        yield "PyYAML", lambda text: yaml.load(text, Loader=yaml.SafeLoader)
        if yaml.__with_libyaml__:
            yield "PyYAML on libyaml", lambda text: yaml.load(text, Loader=yaml.CSafeLoader)
    if not YAML:
        return
    ruamel = YAML(typ="safe", pure=True)
    ruamel.version = (1, 2)
    yield "ruamel.yaml", ruamel.load


def microseconds(date):
    """Since 2001; a date without a zone is in UTC."""
    utc = datetime.timezone.utc
    date = date if date.tzinfo else date.replace(tzinfo=utc)
    return (date - datetime.datetime(2001, 1, 1, tzinfo=utc)) // datetime.timedelta(microseconds=1)


def key_text(key):
    """A key as JSON has it."""
    if key is None or isinstance(key, bool):
        return json.dumps(key)
    return str(key)


def same(left, right):
    """Equality that tells booleans and numbers apart."""
    if isinstance(left, datetime.datetime) and isinstance(right, int):
        return microseconds(left) == right
    if isinstance(left, dict) and isinstance(right, dict):
        keys = [key_text(key) for key in left]
        return keys == list(right) and all(map(same, left.values(), right.values()))
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left == right
    return type(left) is type(right) and left == right


def rewritten(text):
    """The document as ruamel.yaml writes it, with its comments."""
    rewriter = YAML()
    rewriter.width = 1 << 20
    output = io.StringIO()
    rewriter.dump(rewriter.load(text), output)
    return output.getvalue()


def comments(text):
    return [line.strip() for line in text.splitlines() if line.lstrip().startswith("#")]


bad = 0
readers = list(loaders())
for line in sys.stdin:
    text, expected, *marked = json.loads(line)
    if marked and YAML and comments(rewritten(text)) != marked[0].splitlines():
        bad += 1
        print(f"ruamel.yaml: {text!r} has the comments {comments(rewritten(text))!r}")
    wanted = json.loads(expected)
    for name, load in readers:
        try:
            value = load(text)
        except Exception as error:  # whatever a reader raises is a finding
            value = error
        if not same(value, wanted):
            bad += 1
            print(f"{name}: {text!r} is {value!r}, expected {wanted!r}")
sys.exit(1 if bad else 0)
