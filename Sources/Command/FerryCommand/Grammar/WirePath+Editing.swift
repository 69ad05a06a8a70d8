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

  /// The paths with some of the keys joined by dots: `a["b.c"]` and others for `a.b.c`.
  var joined: [WirePath] {
    steps.indices.flatMap { start in
      (start..<steps.count).dropFirst().compactMap { end -> WirePath? in
        let keys = steps[start...end].compactMap { if case .key(let key) = $0 { key } else { nil } }
        guard keys.count == end - start + 1 else { return nil }
        let rest = steps[(end + 1)...]
        return WirePath(steps: steps[..<start] + [.key(keys.joined(separator: "."))] + rest)
      }
    }
  }
}
