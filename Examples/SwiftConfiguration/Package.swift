// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SwiftConfiguration",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ferry", path: "../.."),
    .package(url: "https://github.com/apple/swift-configuration.git", from: "1.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "SwiftConfiguration",
      dependencies: [
        .product(name: "FerryConfiguration", package: "ferry"),
        .product(name: "FerryMacros", package: "ferry"),
        .product(name: "FerrySchema", package: "ferry"),
        .product(name: "Configuration", package: "swift-configuration"),
      ],
      path: "Sources")
  ])
