"""The modules of Package.swift and what each of them imports, for the other scripts."""

import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def describe():
    """The package as SwiftPM describes it. A folder of its own: no waiting for a running build."""
    command = ["swift", "package", "--scratch-path", ".build/manifest", "describe", "--type", "json"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)


def modules(package):
    """Each module below Sources, with the names of the modules that its entry names."""
    return {
        target["name"]: set(target.get("target_dependencies", []))
        for target in package["targets"]
        if target["path"].startswith("Sources/")
    }


def reachable(graph, name):
    """The modules that `name` imports, directly or through others."""
    found = set()
    waiting = list(graph[name])
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += graph[module]
    return found
