// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// The platforms whose package managers have libyaml. The trait YAML has no effect on the others.
let systemLibraries: [Platform] = [.linux, .macOS]

/// What a trait and the platform allow together. The trait's own name would ignore the platform.
let defines: [SwiftSetting] = [
  .define("FERRY_YAML", .when(platforms: systemLibraries, traits: ["YAML"]))
]

/// Debug builds count the bytes that readers look at, for the tests.
let countsWork: [SwiftSetting] = [.define("FERRY_COUNTS_WORK", .when(configuration: .debug))]

/// With a section for each function, the linker leaves out those that a program does not call: a
/// program with all formats is a fourteenth smaller. Apple's linker needs no sections for that.
let sections: [SwiftSetting] = [
  .unsafeFlags(
    ["-Xfrontend", "-function-sections"], .when(platforms: [.linux], configuration: .release))
]

/// One module of a part, a folder of `Sources`. `imports` name the modules below it: data flows one
/// way. Under strict memory safety, each step that the compiler cannot check is marked `unsafe`.
func module(
  _ name: String, in part: String, imports: [Target.Dependency] = [], exclude: [String] = [],
  resources: [Resource] = [], packageAccess: Bool = true, settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: imports, path: "Sources/\(part)/\(name)", exclude: exclude,
    resources: resources, packageAccess: packageAccess,
    swiftSettings: defines + sections + settings + [.strictMemorySafety()])
}

/// One module of a predecessor. It sees only what every user of Ferry sees.
func predecessor(_ name: String, imports: [Target.Dependency]) -> Target {
  module(name, in: "Predecessors", imports: imports, packageAccess: false)
}

/// The tests of one module. They see its `package` declarations, and what it imports.
func tests(
  _ name: String, in part: String, imports: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: imports + ["FerryTestSupport"], path: "Tests/\(part)/\(name)",
    exclude: exclude, swiftSettings: defines)
}

/// The toolchain's own SwiftSyntax (`lib/swift/host`), or `nil` where it does not ship one.
///
/// With it, the macro builds in seconds and without a network. The manifest is loaded by the
/// toolchain that will build the package, so its own library shows the way.
let toolchainSyntax: String? = {
  #if os(Linux)
  guard let file = FileHandle(forReadingAtPath: "/proc/self/maps"),
    let bytes = try? file.readToEnd()
  else { return nil }
  let maps = String(decoding: bytes, as: UTF8.self)
  guard let library = maps.range(of: "/lib/swift/pm/ManifestAPI/"),
    let space = maps[..<library.lowerBound].lastIndex(of: " ")
  else { return nil }
  let host = maps[maps.index(after: space)..<library.lowerBound] + "/lib/swift/host"
  let module = host + "/SwiftSyntax.swiftmodule"
  return FileManager.default.fileExists(atPath: String(module)) ? String(host) : nil
  #else
  return nil
  #endif
}()

/// The modules of SwiftSyntax that the macro and its tests use.
let syntaxModules = [
  "SwiftSyntax", "SwiftParser", "SwiftDiagnostics", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
  "SwiftSyntaxMacroExpansion", "SwiftCompilerPluginMessageHandling",
]

/// Where the toolchain has no SwiftSyntax, the package is used.
let syntaxPackage: [Package.Dependency] =
  toolchainSyntax == nil
  ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"700.0.0")] : []

let syntaxDependencies: [Target.Dependency] =
  toolchainSyntax == nil
  ? syntaxModules.map { .product(name: $0, package: "swift-syntax") } : []

let syntaxSettings: [SwiftSetting] =
  toolchainSyntax.map { [.unsafeFlags(["-I", $0])] } ?? []

let syntaxLinking: [LinkerSetting] =
  toolchainSyntax.map {
    [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])]
      + syntaxModules.map { .linkedLibrary($0) }
  } ?? []

/// The published meta-schemas of JSON Schema.
let metaSchemas: [Resource] = [
  "draft7", "draft2020_12", "draft2020_12_applicator", "draft2020_12_content", "draft2020_12_core",
  "draft2020_12_format_annotation", "draft2020_12_format_assertion", "draft2020_12_meta_data",
  "draft2020_12_unevaluated", "draft2020_12_validation",
].map { .embedInCode("MetaSchemas/\($0).json") }

let yaml: Target.Dependency = .target(
  name: "FerryYAML", condition: .when(platforms: systemLibraries, traits: ["YAML"]))

let package = Package(
  name: "ferry",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Ferry", targets: ["Ferry"]),
    .library(name: "FerryCore", targets: ["FerryCore"]),
    .library(name: "FerryStreams", targets: ["FerryStreams"]),
    .library(name: "FerryDropIn", targets: ["FerryDropIn"]),
    .library(name: "FerryMacros", targets: ["FerryMacros"]),
    .library(name: "FerryConfiguration", targets: ["FerryConfiguration"]),
    .library(name: "FerryJSON", targets: ["FerryJSON"]),
    .library(name: "FerryBinary", targets: ["FerryBinary"]),
    .library(name: "FerryYAML", targets: ["FerryYAML"]),
    .library(name: "FerryCBOR", targets: ["FerryCBOR"]),
    .library(name: "FerryMessagePack", targets: ["FerryMessagePack"]),
    .library(name: "FerryPartial", targets: ["FerryPartial"]),
    .library(name: "FerryPatch", targets: ["FerryPatch"]),
    .library(name: "FerryEditing", targets: ["FerryEditing"]),
    .library(name: "FerrySchema", targets: ["FerrySchema"]),
    .library(name: "FerryTesting", targets: ["FerryTesting"]),
    .library(name: "FerryImport", targets: ["FerryImport"]),
    .library(name: "FerrySQLite", targets: ["FerrySQLite"]),
    .library(name: "FerryMilk", targets: ["FerryMilk"]),
    .library(name: "FerryConvertible", targets: ["FerryConvertible"]),
    .library(name: "FerryMLObject", targets: ["FerryMLObject"]),
    .library(name: "FerryLazyObject", targets: ["FerryLazyObject"]),
    .library(name: "FerryDeepCodable", targets: ["FerryDeepCodable"]),
    .executable(name: "ferry", targets: ["FerryCommand"]),
  ],
  traits: [
    // At most one: SwiftPM passes several default traits to the compiler in an order of chance, and
    // then compiles everything again at each build.
    .default(enabledTraits: ["YAML"]),
    .trait(name: "YAML", description: "Reads and writes YAML through libyaml."),
    .trait(
      name: "InPlaceYAML",
      description: "Reads YAML faster, through private fields of libyaml 0.2.5.",
      enabledTraits: ["YAML"]),
    .trait(name: "Portable", description: "Relies on no memory layout of Swift's runtime; slower."),
  ],
  dependencies: syntaxPackage,
  targets: [
    // Core. The macro reads the notations as well: paths, key styles and patterns.
    .target(name: "CFerryScan", path: "Sources/Core/CFerryScan"),
    module("FerryNotation", in: "Core"),
    module(
      "FerryBase", in: "Core", imports: ["FerryNotation", "CFerryScan"], settings: countsWork),

    // Coding. FerryFoundationObjects needs all of Foundation, with its classes and formatters.
    module("FerryCoding", in: "Coding", imports: ["FerryBase"]),
    module("FerryEssentials", in: "Coding"),
    module("FerryFoundation", in: "Coding", imports: ["FerryCoding", "FerryEssentials"]),
    module(
      "FerryFoundationObjects", in: "Coding", imports: ["FerryCoding", "FerryFoundation"]),
    module(
      "FerryCoders", in: "Coding",
      imports: ["FerryBase", "FerryCoding", "FerryEssentials", "FerryFoundation"]),

    // Formats, a product each. The engines of JSON and binary are usable without Codable. CBOR and
    // MessagePack have a common engine.
    .systemLibrary(
      name: "CLibYAML", path: "Sources/Formats/CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    module("FerryJSONEngine", in: "Formats", imports: ["FerryBase", "CFerryScan"]),
    module("FerryJSON", in: "Formats", imports: ["FerryCoders", "FerryJSONEngine", "CFerryScan"]),
    module("FerryBinaryEngine", in: "Formats", imports: ["FerryBase"], exclude: ["Format.md"]),
    module("FerryBinary", in: "Formats", imports: ["FerryCoders", "FerryBinaryEngine"]),
    module("FerryYAML", in: "Formats", imports: ["FerryCoders", "CLibYAML"]),
    module("FerryItems", in: "Formats", imports: ["FerryCoders"]),
    module("FerryCBOR", in: "Formats", imports: ["FerryItems"]),
    module("FerryMessagePack", in: "Formats", imports: ["FerryItems"]),

    // Editing. Patches need no format.
    module("FerryPatch", in: "Editing", imports: ["FerryBase"]),
    module("FerryEditing", in: "Editing", imports: ["FerryPatch", "FerryJSON", yaml]),

    // Streams.
    .systemLibrary(name: "CExtendedAttributes", path: "Sources/Streams/CExtendedAttributes"),
    module("FerrySystem", in: "Streams"),
    module(
      "FerryStreams", in: "Streams",
      imports: ["FerrySystem", "CExtendedAttributes", "FerryCoders"]),

    // Models.
    module("FerryModels", in: "Models", imports: ["FerryFoundation", "FerryJSONEngine"]),
    // Tests of a macro's own target would be built for the host as well, with all that they import.
    .target(
      name: "FerryMacroExpansion", dependencies: ["FerryNotation"] + syntaxDependencies,
      path: "Sources/Models/FerryMacroExpansion",
      swiftSettings: syntaxSettings + [.strictMemorySafety()],
      linkerSettings: syntaxLinking),
    .macro(
      name: "FerryMacrosPlugin", dependencies: ["FerryMacroExpansion"] + syntaxDependencies,
      path: "Sources/Models/FerryMacrosPlugin",
      swiftSettings: syntaxSettings + [.strictMemorySafety()],
      linkerSettings: syntaxLinking),
    module(
      "FerryMacros", in: "Models",
      imports: ["FerryCore", "FerryFoundation", "FerryModels", "FerryMacrosPlugin"]),

    // Ferry.
    module(
      "FerryCore", in: "Ferry", imports: ["FerryBase", "FerryJSONEngine", "FerryBinaryEngine"]),
    module(
      "Ferry", in: "Ferry",
      imports: [
        "FerrySystem", "FerryJSON", "FerryBinary", "FerryBinaryEngine", yaml, "FerryStreams",
        "FerryModels",
      ]),

    module(
      "FerryPartial", in: "Ferry",
      imports: [
        "FerryBase", "FerryEssentials", "FerryCoding", "FerryFoundation", "FerryJSONEngine",
        "FerryJSON",
        "FerryMacrosPlugin",
      ]),

    // Configuration.
    module("FerryLayers", in: "Configuration", imports: ["FerryBase"]),
    module(
      "FerryConfiguration", in: "Configuration",
      imports: ["Ferry", "FerryLayers", "FerryMacros", "FerryStreams", "FerrySystem", yaml]),

    // Schema.
    module(
      "FerryValidation", in: "Schema", imports: ["FerrySystem", "FerryBase", "FerryJSONEngine"],
      exclude: ["MetaSchemas/LICENSE"], resources: metaSchemas),
    module(
      "FerrySchema", in: "Schema",
      imports: [
        "Ferry", "FerryCoding", "FerryMacros", "FerryModels", "FerryFoundation", "FerryValidation",
      ]),

    // Testing: helpers for the tests of models.
    module(
      "FerryTesting", in: "Testing",
      imports: [
        "FerryNotation", "FerryBase", "FerryEssentials", "FerryCoders", "Ferry", "FerryCBOR",
        "FerryMessagePack", "FerryPatch", "FerrySchema", yaml,
      ]),

    // Predecessors: Foundation's class names, imports, and the five libraries that Ferry unites.
    .systemLibrary(
      name: "CSQLite", path: "Sources/Predecessors/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    module("FerryDropIn", in: "Predecessors", imports: ["Ferry", "FerryFoundationObjects"]),
    module("FerryRecords", in: "Predecessors", imports: ["FerryBase"]),
    module(
      "FerrySQLite", in: "Predecessors", imports: ["FerryRecords", "FerryJSONEngine", "CSQLite"]),
    module("FerryImport", in: "Predecessors", imports: ["Ferry", "FerryRecords"]),
    predecessor("FerryForeignValues", imports: ["Ferry"]),
    predecessor("FerryDeclaredMappings", imports: ["Ferry"]),
    predecessor("FerryMilk", imports: ["Ferry", "FerryForeignValues"]),
    predecessor(
      "FerryConvertible",
      imports: [
        "Ferry", "FerryDeclaredMappings", "FerryForeignValues", "FerryFoundationObjects",
      ]),
    predecessor("FerryMLObject", imports: ["FerryDeclaredMappings", "FerryImport"]),
    predecessor("FerryLazyObject", imports: ["Ferry", "FerryForeignValues"]),
    predecessor("FerryDeepCodable", imports: ["Ferry"]),

    // Command.
    .systemLibrary(
      name: "CZlib", path: "Sources/Command/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .executableTarget(
      name: "FerryCommand",
      dependencies: [
        "Ferry", "FerryCBOR", "FerryMessagePack", "FerryConfiguration", "FerrySchema",
        "FerryEditing", "FerryPatch", "FerrySystem", "FerryJSONEngine", "FerryBinaryEngine",
        "FerryItems", "FerryLayers", "FerrySQLite", "CZlib",
      ], path: "Sources/Command/FerryCommand", swiftSettings: defines + [.strictMemorySafety()]),

    .executableTarget(
      name: "RoundTrip", dependencies: ["Ferry"], path: "Examples/RoundTrip",
      exclude: ["elements.json"]),
    .executableTarget(
      name: "CompactBinary", dependencies: ["Ferry"], path: "Examples/CompactBinary",
      exclude: ["expected.txt"]),
    .executableTarget(
      name: "EventStream", dependencies: ["Ferry"], path: "Examples/EventStream",
      exclude: ["expected.txt"]),
    .executableTarget(
      name: "ServerSettings", dependencies: ["FerryConfiguration"], path: "Examples/ServerSettings",
      exclude: ["expected.txt"]),
    .executableTarget(
      name: "DocumentedSettings", dependencies: ["FerryMacros", "FerryConfiguration"],
      path: "Examples/DocumentedSettings", exclude: ["expected.txt"]),
    .executableTarget(
      name: "SettingsSchema", dependencies: ["FerryMacros", "FerrySchema"],
      path: "Examples/SettingsSchema", exclude: ["expected.txt"]),
    .executableTarget(
      name: "LazyBank", dependencies: ["FerryLazyObject"], path: "Examples/LazyBank",
      exclude: ["expected.txt"]),
    .executableTarget(
      name: "MilkCar", dependencies: ["FerryMilk"], path: "Examples/MilkCar",
      exclude: ["expected.txt"]),
    .executableTarget(
      name: "DeepResponse", dependencies: ["FerryDeepCodable"], path: "Examples/DeepResponse",
      exclude: ["expected.txt"]),
    .executableTarget(
      name: "ConvertibleUser", dependencies: ["FerryConvertible"], path: "Examples/ConvertibleUser",
      exclude: ["expected.txt"]),
    .executableTarget(
      name: "MappedCat", dependencies: ["FerryMLObject"], path: "Examples/MappedCat",
      exclude: ["expected.txt"]),
    .executableTarget(
      name: "OneModel", dependencies: ["Ferry", "FerryMacros"], path: "Examples/OneModel"),

    .target(name: "CAllocationCounter", path: "Tests/Support/CAllocationCounter"),
    .target(
      name: "FerryTestSupport", dependencies: ["Ferry", "FerryBase", "CAllocationCounter"],
      path: "Tests/Support/FerryTestSupport", swiftSettings: defines),
    tests("FerryBaseTests", in: "Core", imports: ["FerryBase"]),
    tests("FerryPatchTests", in: "Editing", imports: ["FerryPatch", "FerryJSON"]),
    tests("FerryEditingTests", in: "Editing", imports: ["FerryEditing", "FerryJSON", yaml]),
    tests("FerryJSONTests", in: "Formats", imports: ["FerryJSONEngine"]),
    tests("FerryBinaryTests", in: "Formats", imports: ["FerryBinaryEngine", "FerryJSONEngine"]),
    // Without Ferry: the core is usable alone.
    .testTarget(
      name: "FerryCoreTests", dependencies: ["FerryCore"], path: "Tests/Ferry/FerryCoreTests"),
    tests(
      "FerryItemsTests", in: "Formats", imports: ["FerryItems", "FerryCBOR", "FerryMessagePack"]),
    tests("FerryYAMLTests", in: "Formats", imports: [yaml]),
    tests("FerryCodingTests", in: "Coding", imports: ["FerryCoding", "FerryDropIn"]),
    tests("FerryLayersTests", in: "Configuration", imports: ["FerryLayers"]),
    tests(
      "FerrySchemaTests", in: "Schema",
      imports: ["FerrySchema", "FerryMacros", "FerryCBOR", "FerryConfiguration"]),
    tests("FerryTestingTests", in: "Testing", imports: ["FerryTesting", "FerryMacros"]),
    tests("FerryValidationTests", in: "Schema", imports: ["FerryValidation", "FerryJSONEngine"]),
    tests("FerryFoundationTests", in: "Coding", imports: ["FerryFoundation", "FerryDropIn"]),
    tests(
      "FerryStreamsTests", in: "Streams",
      imports: ["Ferry", "FerryStreams", "FerryCBOR", "FerryMessagePack", "FerryMacros"]),
    tests("FerryModelsTests", in: "Models", imports: ["Ferry"]),
    tests("FerryImportTests", in: "Predecessors", imports: ["FerryImport"]),
    tests("FerrySQLiteTests", in: "Predecessors", imports: ["FerryMLObject", "FerrySQLite"]),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "CompactBinary", "EventStream", "ServerSettings", "LazyBank", "MilkCar", "DeepResponse",
        "ConvertibleUser", "MappedCat", "SettingsSchema", "DocumentedSettings",
      ], path: "Tests/Ferry/ExamplesTests"),
    tests(
      "FerryConfigurationTests", in: "Configuration",
      imports: ["FerryConfiguration", "FerryMacros"]),
    tests("FerryMilkTests", in: "Predecessors", imports: ["FerryMilk"]),
    tests("FerryConvertibleTests", in: "Predecessors", imports: ["FerryConvertible"]),
    tests(
      "FerryMLObjectTests", in: "Predecessors", imports: ["FerryConvertible", "FerryMLObject"]),
    tests("FerryLazyObjectTests", in: "Predecessors", imports: ["FerryLazyObject"]),
    tests("FerryDeepCodableTests", in: "Predecessors", imports: ["FerryDeepCodable"]),
    tests(
      "FerryTests", in: "Ferry",
      imports: ["Ferry", "FerryMacros", "FerryCBOR", "FerryJSON", "FerryMessagePack"]),
    tests("FerryDropInTests", in: "Predecessors", imports: ["FerryDropIn", "FerryCoding"]),
    // As a file written for Foundation before Swift 6.
    .testTarget(
      name: "FerryDropInSourceTests", dependencies: ["FerryDropIn"],
      path: "Tests/Predecessors/FerryDropInSourceTests",
      swiftSettings: [
        .swiftLanguageMode(.v5), .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]),
    tests(
      "FerryCommandTests", in: "Command",
      imports: ["FerryCommand", "CExtendedAttributes", "FerrySQLite"]),
    tests(
      "FerryMacrosTests", in: "Models",
      imports: ["FerryMacros", "FerryDropIn", "FerryCBOR", "FerryMessagePack", "FerrySchema"]),
    // A target of its own: one core would compile the optimized tests of macros for nine minutes.
    tests(
      "MacroTwinsTests", in: "Models", imports: ["FerryMacros", "FerryCBOR", "FerryMessagePack"]),
    .testTarget(
      name: "GoldenTests", dependencies: ["FerryMacros", "FerrySchema", "FerryTestSupport"],
      path: "Tests/Ferry/GoldenTests", exclude: ["Files"]),
    tests(
      "FerryPartialTests", in: "Ferry", imports: ["FerryPartial", "FerryMacros", "FerrySchema"]),
    tests(
      "FuzzLawsTests", in: "Ferry",
      imports: [
        "FerryCBOR", "FerryEditing", "FerryMacros", "FerryMessagePack", "FerryPartial",
        "FerrySchema",
      ]),
    tests(
      "ManualTests", in: "Ferry",
      imports: [
        "FerryMacros", "FerryDropIn", "FerryConfiguration", "FerryEditing", "FerrySchema",
        "FerryTesting", "FerryPartial", "FerryMilk", "FerryConvertible", "FerryMLObject",
        "FerryLazyObject",
        "FerryDeepCodable",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "FerryMacroExpansionTests",
      dependencies: ["FerryMacroExpansion", "FerryNotation"] + syntaxDependencies,
      path: "Tests/Models/FerryMacroExpansionTests",
      swiftSettings: syntaxSettings, linkerSettings: syntaxLinking),
  ],
  swiftLanguageModes: [.v6]
)

// `.ci/quick` builds only the tests of the modules that have changed.
if let chosen = Context.environment["FERRY_TESTS"]?.split(separator: ",") {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name[...]) }
}
