#!/usr/bin/env python3
"""Sums up, module by module, what llvm-cov tells of each file."""
import collections
import json
import sys

modules = collections.defaultdict(lambda: [0, 0])
for file in json.load(sys.stdin)["data"][0]["files"]:
    _, found, path = file["filename"].rpartition("/Sources/")
    if not found or path.count("/") < 2:
        continue
    regions = file["summary"]["regions"]
    for name in (path.split("/")[1], "all"):
        modules[name][0] += regions["covered"]
        modules[name][1] += regions["count"]
for name, (covered, count) in sorted(modules.items()):
    print(f"{name:16} {covered:6} of {count:6} regions, {100 * covered / max(count, 1):5.1f} %")
