// swift-tools-version: 6.2
import PackageDescription

/// One executable per entry point; libFuzzer brings `main`.
func fuzzer(_ name: String) -> Target {
  .executableTarget(name: name, dependencies: [.product(name: "Ferry", package: "ferry")])
}

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ferry", path: "..")],
  targets: [fuzzer("FuzzJSON"), fuzzer("FuzzBinary"), fuzzer("FuzzYAML")],
  swiftLanguageModes: [.v6]
)
