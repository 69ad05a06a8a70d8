import Ferry
import FerryEditing

extension WirePath {
  /// Parses the path of a value to edit. A path that looks like another one than it is, is an error.
  init(editing text: String) throws(CommandError) {
    if text.isEmpty { throw .usage("an edit needs a path") }
    if let quote = text.first, quote == "\"" || quote == "'" {
      throw .usage("the path \(text) begins with a quotation mark; write such a key as [\"KEY\"]")
    }
    try self.init(commandLine: text)
    let isLiteral = text.hasPrefix("/") || text.contains("\\")
    if steps.contains(.key("*")), !isLiteral, !text.contains("\"*\""), !text.contains("'*'") {
      throw .usage(
        "'*' is a key in '\(text)'; write [*] for each value, and [\"*\"] for the key")
    }
  }

  /// Returns a path with some of the keys joined by dots that exists in the document: `a["b.c"]` and
  /// others for `a.b.c`.
  func joined(in editor: inout DocumentEditor) throws -> WirePath? {
    for start in steps.indices.dropLast() {
      let object = WirePath(steps: Array(steps[..<start]))
      guard let keys = try editor.keys(at: object) else { return nil }
      let longest = keys.lazy.filter { $0.contains(".") }.map(\.utf8.count).max() ?? 0
      guard case .key(var name) = steps[start] else { continue }
      for end in steps.indices[(start + 1)...] {
        guard case .key(let key) = steps[end], name.utf8.count < longest else { break }
        name += "." + key
        guard keys.contains(name) else { continue }
        let path = WirePath(steps: object.steps + [.key(name)] + steps[(end + 1)...])
        if try editor.hasValue(at: path) { return path }
      }
    }
    return nil
  }
}
