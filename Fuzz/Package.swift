// swift-tools-version: 6.2
import PackageDescription

/// One executable per entry point; libFuzzer brings `main`.
func fuzzer(_ name: String) -> Target {
  .executableTarget(name: name, dependencies: ["FuzzLaws"])
}

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  products: [.library(name: "FuzzLaws", targets: ["FuzzLaws"])],
  dependencies: [.package(name: "ferry", path: "..")],
  targets: [
    .target(name: "FuzzLaws", dependencies: [.product(name: "Ferry", package: "ferry")]),
    fuzzer("FuzzJSON"), fuzzer("FuzzBinary"), fuzzer("FuzzYAML"), fuzzer("FuzzStream"),
    fuzzer("FuzzPath"), fuzzer("FuzzEncode"), fuzzer("FuzzRoads"), fuzzer("FuzzFoundation"),
    .executableTarget(name: "FuzzCanary"),
  ],
  swiftLanguageModes: [.v6]
)
