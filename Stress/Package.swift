// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "stress",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ferry", path: ".."), .package(name: "fuzz", path: "../Fuzz"),
  ],
  targets: [
    .target(name: "CHeap"),
    // For the thread sanitizer, which does not see the standard library's mutex wait.
    .target(name: "CVisibleMutex"),
    .executableTarget(
      name: "ferry-stress",
      dependencies: [
        "CHeap", "CVisibleMutex", .product(name: "Ferry", package: "ferry"),
        .product(name: "FerryConfiguration", package: "ferry"),
        .product(name: "FerryMacros", package: "ferry"),
        .product(name: "FerryCBOR", package: "ferry"),
        .product(name: "FerryMessagePack", package: "ferry"),
        .product(name: "FuzzLaws", package: "fuzz"),
      ],
      // `Hostile` are links to files of FerryTests.
      swiftSettings: [.define("FERRY_YAML")]),
  ],
  swiftLanguageModes: [.v6]
)
