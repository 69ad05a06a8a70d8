import Foundation
import Testing

/// Declarations that a protocol with defaults could take for none at all: the compiler rejects them.
/// The oracle is the compiler, which is run over the modules that the tests are linked with.
@Suite struct MistypedDeclarationsTests {
  static let declarations = [
    "struct S: KeyMapped, Codable { var a: Int }",
    "struct S: KeyMapped, Codable { var a: Int; static let mapping = [\"a\": \"b\"] }",
    "struct S: Convertible { var a: Int; static let keyMapping = 5 }",
    "struct S: Convertible { var a: Int; static let keyMapping = [\"a\"] }",
    "struct S: Convertible { var a: Int; static let keyMapping = [\"a\": 5] }",
    "struct S: MLObject { var a: Int; static let fromJSONMapping = \"a\" }",
    "struct S: MLObject { var a: Int; static let toJSONMapping: [String: Int] = [\"a\": 1] }",
    "struct S: MLObject { var a: Int; static func fromJSONMapping() -> Int { 5 } }",
    "class S: MLObject { var a = 1; class func toJSONMapping() -> [String] { [] } }",
    "struct S: DeclaredMapping, Codable { var a: Int; static let keyStyle = \"snakeCase\" }",
    "struct S: UnderscoreToCamelCase, Codable { var a: Int; static let keyStyle = 5 }",
    "struct S: DeclaredMapping, Codable { var a: Int; static let ignoredKeys = \"a\" }",
    "struct S: DeclaredMapping, Codable { var a: Int; static let keysIgnoredOnDecoding = [1] }",
    "struct S: DeclaredMapping, Codable { var a: Int; static let keysIgnoredOnEncoding = true }",
    "enum S: DefaultSource { static let whenMissing = 1; static let whenInvalid = \"x\" }",
    """
    enum S: PolymorphicFamily {
      typealias Value = Any
      static let discriminator = "type"
      static let members: [String: any Decodable.Type] = [:]
    }
    """,
  ]

  @Test("a declaration of a wrong type does not compile", .enabled(if: Compiler.current != nil))
  func wrongTypes() throws {
    let compiler = try #require(Compiler.current)
    let types = Self.declarations.indices.map { "S\($0)" }
    let source = zip(types, Self.declarations).map { name, declaration in
      declaration.replacingOccurrences(of: " S:", with: " \(name):")
    }
    let imports = "import FerryConvertible\nimport FerryMLObject\n"
    let errors = try compiler.errors(in: imports + source.joined(separator: "\n"))
    for (name, declaration) in zip(types, source) {
      #expect(
        errors.contains { $0.contains("type '\(name)' does not conform to protocol") },
        "\(declaration)")
    }
    #expect(errors.count == types.count, "\(errors)")
  }
}

/// The compiler of the toolchain, over the modules of the build that the tests run in.
private struct Compiler {
  let modules: URL

  static let current: Compiler? = {
    var starts = [CommandLine.arguments[0]] + [Bundle.main.executablePath].compactMap { $0 }
    if let option = CommandLine.arguments.firstIndex(of: "--test-bundle-path") {
      starts += CommandLine.arguments.dropFirst(option + 1).prefix(1)
    }
    for start in starts {
      var folder = URL(fileURLWithPath: start).deletingLastPathComponent()
      for _ in 0..<4 {
        let module = folder.appendingPathComponent("Modules/FerryMLObject.swiftmodule")
        if FileManager.default.fileExists(atPath: module.path),
          (try? run(["-version"]))?.status == 0
        {
          return Compiler(modules: folder)
        }
        folder = folder.deletingLastPathComponent()
      }
    }
    return nil
  }()

  /// The lines with the errors that type checking `source` is.
  func errors(in source: String) throws -> [String] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).swift")
    try Data(source.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    // Tests run in the folder of the package.
    let maps =
      [modules.appendingPathComponent("CFerryScan.build/module.modulemap").path]
      + ["Streams/CExtendedAttributes", "Formats/CLibYAML"].map { "Sources/\($0)/module.modulemap" }
    let output = try Self.run(
      [
        "-typecheck", "-swift-version", "6", "-I", modules.appendingPathComponent("Modules").path,
        "-diagnostic-style", "llvm", file.path,
      ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] })
    return output.text.split(separator: "\n").map(String.init).filter { $0.contains(" error: ") }
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swiftc"] + arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
