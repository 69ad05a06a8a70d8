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
    .executableTarget(
      name: "ferry-stress",
      dependencies: [
        "CHeap", .product(name: "Ferry", package: "ferry"),
        .product(name: "FuzzLaws", package: "fuzz"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
