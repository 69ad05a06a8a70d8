// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  products: [.library(name: "FuzzLaws", targets: ["FuzzLaws"])],
  dependencies: [.package(name: "ferry", path: "..")],
  targets: [
    .target(
      name: "FuzzLaws",
      dependencies: [
        .product(name: "FerryCBOR", package: "ferry"),
        .product(name: "FerryEditing", package: "ferry"),
        .product(name: "FerryMacros", package: "ferry"),
        .product(name: "FerryMessagePack", package: "ferry"),
        .product(name: "FerryPartial", package: "ferry"),
        .product(name: "FerrySchema", package: "ferry"),
      ]),
    .executableTarget(name: "ferry-fuzz", dependencies: ["FuzzLaws"]),
  ],
  swiftLanguageModes: [.v6]
)
