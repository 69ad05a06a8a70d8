// swift-tools-version: 6.2
import PackageDescription

/// One module of the house. `imports` name smaller-numbered modules only: data flows one way.
func room(
  _ name: String, imports: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: imports, exclude: exclude)
}

/// The tests of one module. They see its `package` declarations, and what it imports.
func tests(_ name: String, imports: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: imports + ["FerryTestSupport"])
}

let yaml: Target.Dependency = .target(name: "FerryYAML", condition: .when(traits: ["YAML"]))

let package = Package(
  name: "ferry",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Ferry", targets: ["Ferry"]),
    .library(name: "FerryDropIn", targets: ["FerryDropIn"]),
    .executable(name: "ferry", targets: ["FerryCommand"]),
  ],
  traits: [
    .default(enabledTraits: ["YAML"]),
    .trait(name: "YAML", description: "Reads and writes YAML through libyaml."),
  ],
  targets: [
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    room("FerryBytes"),
    room("FerryTape", imports: ["FerryBytes"]),
    room("FerryPath", imports: ["FerryTape"]),
    room("FerryJSON", imports: ["FerryTape"]),
    room("FerryBinary", imports: ["FerryTape"], exclude: ["Format.md"]),
    room("FerryYAML", imports: ["FerryTape", "CLibYAML"]),
    room("FerryCoding", imports: ["FerryPath"]),
    room("FerryFoundation", imports: ["FerryCoding"]),
    room("FerryStreams", imports: ["FerryJSON", "FerryBinary", yaml, "FerryCoding"]),
    room(
      "Ferry", imports: ["FerryJSON", "FerryBinary", yaml, "FerryFoundation", "FerryStreams"]),
    room("FerryDropIn", imports: ["Ferry"]),
    .executableTarget(
      name: "FerryCommand",
      dependencies: ["FerryPath", "FerryJSON", "FerryBinary", yaml, "FerryStreams"]),

    .executableTarget(
      name: "RoundTrip", dependencies: ["Ferry"], path: "Examples/RoundTrip",
      exclude: ["elements.json"]),

    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .target(
      name: "FerryTestSupport", dependencies: ["Ferry", "FerryPath", "CAllocationCounter"],
      path: "Tests/FerryTestSupport"),
    tests("FerryBytesTests", imports: ["FerryBytes"]),
    tests("FerryTapeTests", imports: ["FerryTape"]),
    tests("FerryPathTests", imports: ["FerryPath"]),
    tests("FerryJSONTests", imports: ["FerryJSON"]),
    tests("FerryBinaryTests", imports: ["FerryBinary", "FerryJSON"]),
    tests("FerryYAMLTests", imports: [yaml]),
    tests("FerryCodingTests", imports: ["FerryCoding"]),
    tests("FerryStreamsTests", imports: ["Ferry", "FerryStreams"]),
    tests("FerryTests", imports: ["Ferry", "FerryDropIn"]),
    tests("FerryCommandTests", imports: ["FerryCommand"]),
  ],
  swiftLanguageModes: [.v6]
)
