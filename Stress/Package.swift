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
        .product(name: "FuzzLaws", package: "fuzz"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
