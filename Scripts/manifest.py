"""The parts of Sources, their modules, and what each may import, for the other scripts."""

import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Each part, a folder of Sources, and the parts that its modules may import besides their own. Data flows down.
PARTS = {
    "Core": [],
    "Coding": ["Core"],
    "Formats": ["Core", "Coding"],
    "Editing": ["Core", "Coding", "Formats"],
    "Streams": ["Core", "Coding"],
    "Models": ["Core", "Coding"],
    "Ferry": ["Core", "Coding", "Formats", "Streams", "Models"],
    "Configuration": ["Core", "Coding", "Formats", "Streams", "Models", "Ferry"],
    "Schema": ["Core", "Coding", "Formats", "Streams", "Models", "Ferry"],
    "Testing": ["Core", "Coding", "Formats", "Editing", "Streams", "Models", "Ferry", "Schema"],
    "Predecessors": ["Core", "Coding", "Formats", "Streams", "Models", "Ferry"],
    "Command": ["Ferry", "Formats", "Editing", "Streams", "Configuration", "Schema", "Predecessors"],
}

# What the modules of Core may import besides.
LIBRARIES = {"Darwin", "Glibc", "Musl", "Synchronization"}

# No format imports another. The modules of a family are one format: an engine and its front, or two dialects.
FAMILIES = [
    {"FerryJSONEngine", "FerryJSON"},
    {"FerryBinaryEngine", "FerryBinary"},
    {"FerryItems", "FerryCBOR", "FerryMessagePack"},
]

# Engines import Core alone: FerryCore is made of them, and knows no Codable.
ENGINES = {"FerryJSONEngine", "FerryBinaryEngine"}

# Imports against the rules, each with what will remove it.
EXCEPTIONS = {
    ("FerryModels", "FerryJSONEngine"): "JSON in a string is decoded by the coders of JSON",
    ("FerryMacros", "FerryCore"): "generated code names everything through FerryMacros, which exports FerryCore",
}


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


def tests(package):
    """The folder of each target of tests."""
    return {target["name"]: target["path"] for target in package["targets"] if target["type"] == "test"}


def parts(package):
    """The part of each module below Sources."""
    return {
        target["name"]: target["path"].split("/")[1]
        for target in package["targets"]
        if target["path"].startswith("Sources/")
    }


def reachable(graph, name):
    """The names that `name` reaches, directly or through others."""
    found = set()
    waiting = list(graph[name])
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting += graph[other]
    return found
