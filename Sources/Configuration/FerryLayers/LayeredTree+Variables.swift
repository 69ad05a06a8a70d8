package import FerryBase

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

  /// Returns the variables in the order of setting, whatever the spelling of their names. Elements
  /// of an array are sorted by number, so that each can be appended at the end. The variable of an
  /// object comes before those of its members.
  package static func sorted<Value>(
    variables: [(name: String, value: Value)]
  ) -> [(name: String, value: Value)] {
    variables.map { variable in
      let parts = parts(ofVariable: variable.name).map { part in
        Int(part).map { ($0, "") } ?? (.max, letters(part))
      }
      return (parts, variable)
    }
    .sorted { first, second in
      if first.0.lexicographicallyPrecedes(second.0, by: <) { return true }
      return !second.0.lexicographicallyPrecedes(first.0, by: <) && first.1.name < second.1.name
    }
    .map(\.1)
  }

  /// The variables that concern a document.
  package enum VariableReach: Sendable {
    /// All variables.
    case all
    /// The variables whose first part matches an existing key or a member of the model.
    case known
    /// Those of them with several parts.
    case nested
  }

  /// The variables of one layer, by the path that each of them sets.
  package struct VariableClaims {
    fileprivate var names: [WirePath: (name: String, isScalar: Bool)] = [:]

    package init() {}

    /// Returns the label of the variable that sets the value at `path`.
    package func label(at path: WirePath) -> String? { names[path]?.name }
  }

  /// Returns the path for the name of a variable, or `nil` if the variable does not concern this
  /// document. `isScalar` is false for the value of an array or object. Errors call the variable
  /// `label`, or else by its name.
  ///
  /// In an array, a number is an index, and 0 begins an array where there is no value yet. Any other
  /// part matches a key that is equal apart from letter case, `_` and `-`. A part without a match is a
  /// new key, in lowercase unless `keepsCase` is true.
  /// - Throws: The problem of a part that matches several keys, for an empty part after a prefix, and
  ///   for a variable that sets the value of another one of the same `claims`.
  package mutating func path(
    forVariable name: String, prefix: String, _ reach: VariableReach, isScalar: Bool = true,
    keepsCase: Bool = false, label: String? = nil, _ claims: inout VariableClaims
  ) throws(Problem) -> WirePath? {
    guard name.hasPrefix(prefix) else { return nil }
    let parts = Self.parts(ofVariable: name.dropFirst(prefix.count))
    guard !parts.contains("") else {
      guard reach == .all else { return nil }
      throw Problem(
        .unknownKey, detail: "the name has an empty key",
        hint: prefix.isEmpty
          ? "put a key around each `__`" : "write a key after `\(prefix)` and `__`")
    }
    guard parts.count > 1 || reach != .nested else { return nil }
    var steps: [WirePath.Step] = []
    var index = root
    for part in parts {
      var match: (step: WirePath.Step, value: Int?)?
      do throws(Problem) {
        if let index { match = try step(like: part, in: index) }
        if match == nil, steps.isEmpty {
          match = try members.key(like: part).map { (.key($0.name), nil) }
        }
      } catch {
        throw error.moved(to: WirePath(steps: steps))
      }
      if match == nil, steps.isEmpty, reach != .all { return nil }
      let isElement = part == "0" && !steps.isEmpty && !isContainer(index)
      steps.append(
        match?.step ?? (isElement ? .index(0) : .key(keepsCase ? part : part.lowercased())))
      index = match?.value
    }
    let path = WirePath(steps: steps)
    for count in 1..<steps.count + 1 {
      let start = count == steps.count ? path : WirePath(steps: Array(steps[..<count]))
      guard let other = claims.names[start], other.isScalar || count == steps.count else {
        continue
      }
      let isSame = count == steps.count
      throw Problem(
        .duplicateKey,
        detail: other.name + (isSame ? " sets the same value" : " sets a value without members"),
        path: start, hint: "remove one of the two")
    }
    claims.names[path] = (label ?? name, isScalar)
    return path
  }

  /// Returns whether the value at `path` is an array or an object.
  package func isContainer(at path: WirePath) -> Bool { isContainer(item(at: path)) }

  private func isContainer(_ index: Int?) -> Bool {
    index.map { [.map, .list].contains(items[$0].node.kind) } ?? false
  }

  private mutating func step(
    like part: String, in index: Int
  ) throws(Problem) -> (step: WirePath.Step, value: Int?)? {
    if items[index].node.kind == .list, let number = Int(part), number >= 0 {
      return (.index(number), element(number, of: index))
    }
    guard items[index].node.kind == .map, let key = try keys(of: index).key(like: part) else {
      return nil
    }
    return (.key(key.name), items[index].children[key.place + 1])
  }

  /// Returns the keys of an object by their spelling in variables.
  mutating func keys(of map: Int) -> VariableKeys {
    if let keys = variableKeys[map] { return keys }
    var keys = VariableKeys()
    for (name, place) in items[map].places.sorted(by: { $0.value < $1.value }) {
      keys.append(name, at: place)
    }
    variableKeys[map] = keys
    return keys
  }

  /// Returns the letters of a key that its spellings in variables have in common.
  package static func letters(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  /// The keys of an object by their spelling in variables.
  struct VariableKeys: Sendable {
    private var exact: [String: (name: String, place: Int)] = [:]
    private var similar: [String: [(name: String, place: Int)]] = [:]

    /// Adds a key after all others.
    mutating func append(_ bytes: [UInt8], at place: Int) {
      let name = String(decoding: bytes, as: UTF8.self)
      if exact[name] == nil { exact[name] = (name, place) }
      similar[LayeredTree.letters(name), default: []].append((name, place))
    }

    /// Changes the spelling of a key.
    mutating func rename(_ old: String, to new: String) {
      guard let place = exact.removeValue(forKey: old)?.place else { return }
      exact[new] = (new, place)
      similar[LayeredTree.letters(new)]?.removeAll { $0.name == old }
      similar[LayeredTree.letters(new), default: []].append((new, place))
    }

    /// Returns the keys that are equal to `name` apart from their spelling.
    func similar(to name: String) -> [(name: String, place: Int)] {
      similar[LayeredTree.letters(name)] ?? []
    }

    /// Returns the key `part`, or else the only similar one.
    /// - Throws: The problem of several similar keys.
    func key(like part: String) throws(Problem) -> (name: String, place: Int)? {
      if let key = exact[part] { return key }
      let keys = similar(to: part)
      guard keys.count < 2 else {
        throw Problem(
          .invalidValue,
          detail: "the name matches the keys `\(keys[0].name)` and `\(keys[1].name)`",
          hint: "write one of them as it is, instead of \(part)")
      }
      return keys.first
    }
  }
}
