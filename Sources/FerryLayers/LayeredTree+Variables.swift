package import FerryPath
internal import FerryTape

/// Environment variables as a layer over documents.
extension LayeredTree {
  /// Returns the keys in the name of a variable, separated by `__`: `["A_B", "C"]` for `A_B__C`.
  package static func parts(ofVariable name: some StringProtocol) -> [String] {
    let words = name.split(separator: "_", omittingEmptySubsequences: false)
    var parts: [String] = []
    var current: [String] = []
    for (index, word) in words.enumerated() {
      if word.isEmpty, !current.isEmpty, index + 1 < words.count {
        parts.append(current.joined(separator: "_"))
        current = []
      } else {
        current.append(String(word))
      }
    }
    return parts + [current.joined(separator: "_")]
  }

  /// Returns the variables in the order of setting. Elements of an array are sorted by number, so
  /// that each can be appended at the end.
  package static func sorted<Value>(
    variables: [(name: String, value: Value)]
  ) -> [(name: String, value: Value)] {
    variables.map { variable in
      (parts(ofVariable: variable.name).map { (Int($0) ?? .max, $0) }, variable)
    }
    .sorted { $0.0.lexicographicallyPrecedes($1.0, by: <) }
    .map(\.1)
  }

  /// Returns the path for the name of a variable, or `nil` if the variable does not concern this
  /// document.
  ///
  /// With a `prefix`, all variables that start with it are used. Without a prefix, a variable needs
  /// several parts, and the first part must match an existing key. In an array, a number is an
  /// index. Any other part matches a key that is equal apart from letter case, `_` and `-`. A part
  /// without a match is a new key in lowercase.
  package mutating func path(forVariable name: String, prefix: String) -> WirePath? {
    guard name.hasPrefix(prefix) else { return nil }
    let parts = Self.parts(ofVariable: name.dropFirst(prefix.count))
    guard !parts.contains(""), parts.count > 1 || !prefix.isEmpty else { return nil }
    var steps: [WirePath.Step] = []
    var index = root
    for part in parts {
      let match = index.flatMap { step(like: part, in: $0) }
      if match == nil, steps.isEmpty, prefix.isEmpty { return nil }
      steps.append(match?.step ?? .key(part.lowercased()))
      index = match?.value
    }
    return WirePath(steps: steps)
  }

  private mutating func step(
    like part: String, in index: Int
  ) -> (step: WirePath.Step, value: Int?)? {
    if items[index].node.kind == .list, let number = Int(part), number >= 0 {
      return (.index(number), element(number, of: index))
    }
    guard items[index].node.kind == .map else { return nil }
    if variableKeys[index] == nil {
      var keys = VariableKeys()
      for (name, place) in items[index].places.sorted(by: { $0.value < $1.value }) {
        keys.append(name, at: place)
      }
      variableKeys[index] = keys
    }
    guard let key = variableKeys[index]?.key(like: part) else { return nil }
    return (.key(key.name), items[index].children[key.place + 1])
  }

  /// The keys of an object by their spelling in variables.
  struct VariableKeys: Sendable {
    private var exact: [String: (name: String, place: Int)] = [:]
    private var similar: [String: (name: String, place: Int)] = [:]

    /// Adds a key after all others.
    mutating func append(_ bytes: [UInt8], at place: Int) {
      let name = String(decoding: bytes, as: UTF8.self)
      if exact[name] == nil { exact[name] = (name, place) }
      let letters = Self.letters(name)
      if similar[letters] == nil { similar[letters] = (name, place) }
    }

    /// Returns the key `part`, or else the first similar one.
    func key(like part: String) -> (name: String, place: Int)? {
      exact[part] ?? similar[Self.letters(part)]
    }

    private static func letters(_ name: String) -> String {
      name.lowercased().filter { $0 != "_" && $0 != "-" }
    }
  }
}
