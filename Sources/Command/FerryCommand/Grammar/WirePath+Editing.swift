import Ferry

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

  /// Returns a path with some of the keys joined by dots that exists: `a["b.c"]` and others for `a.b.c`.
  func joined(where exists: (WirePath) throws -> Bool) rethrows -> WirePath? {
    for start in steps.indices.dropLast() {
      if try start > 0 && !exists(WirePath(steps: Array(steps[..<start]))) { return nil }
      guard case .key(var name) = steps[start] else { continue }
      for end in steps.indices[(start + 1)...] {
        guard case .key(let key) = steps[end] else { break }
        name += "." + key
        let head = steps[..<start] + [.key(name)]
        let path = WirePath(steps: Array(head + steps[(end + 1)...]))
        if try exists(WirePath(steps: Array(head))) && exists(path) { return path }
      }
    }
    return nil
  }
}
