import FerryMacroExpansion
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The program that the compiler calls for expansions.
///
/// It uses the message handling of SwiftSyntax itself, because the toolchain ships that module but
/// not the `CompilerPlugin` protocol above it.
@main
struct Plugin: PluginProvider {
  static func main() throws {
    let connection = try StandardIOMessageConnection()
    try CompilerPluginMessageListener(connection: connection, provider: Plugin()).main()
  }

  /// The macros that the modules `FerryMacros` and `FerryPartial` declare.
  static var macros: [any Macro.Type] {
    [
      DirectCodableMacro.self, EmbeddedDirectCodableMacro.self, AttributeMacro.self,
      PartiallyDecodableMacro.self,
    ]
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = Self.macros.first(where: { String(describing: $0) == typeName }) else {
      throw UnknownMacro(name: "\(moduleName).\(typeName)")
    }
    return macro
  }
}

/// The error for a library and a plugin of different versions.
struct UnknownMacro: Error, CustomStringConvertible {
  let name: String
  var description: String { "the plugin of Ferry has no macro \(name)" }
}
