// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ferry-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The name, not the folder's, is what the product below refers to: a checkout may stand in
    // a folder of any name.
    .package(name: "ferry", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "ferry-bench",
      dependencies: [
        .product(name: "Ferry", package: "ferry"),
        .product(name: "FerryCBOR", package: "ferry"),
        .product(name: "FerryMessagePack", package: "ferry"),
        .product(name: "FerryDeepCodable", package: "ferry"),
        .product(name: "FerryMacros", package: "ferry"),
        "CLibYAMLBench",
        "ModelsElsewhere",
      ]),
    // The files are links to those of ferry-bench: the same models in a module of their own.
    .target(
      name: "ModelsElsewhere",
      dependencies: [
        .product(name: "Ferry", package: "ferry"),
        .product(name: "FerryMacros", package: "ferry"),
      ]),
    .executableTarget(
      name: "schema-bench",
      dependencies: [
        .product(name: "Ferry", package: "ferry"),
        .product(name: "FerrySchema", package: "ferry"),
      ]),
    // libyaml without Ferry: the bare event loop and the bare emitter.
    .target(name: "CLibYAMLBench", dependencies: ["CLibYAMLBenchSystem"]),
    .systemLibrary(
      name: "CLibYAMLBenchSystem",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
  ]
)
