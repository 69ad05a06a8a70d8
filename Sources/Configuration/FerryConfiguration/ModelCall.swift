import Ferry
internal import FerryBase
import FerryCoding
internal import FerryLayers

/// One decoding call of a model.
final class ModelCall: @unchecked Sendable {
  // Sendable: only the decoding thread uses it.

  /// The key in `userInfo` for members that ask for their origin.
  static let key = CodingUserInfoKey("ferry.configuration")

  private let configuration: LayeredConfiguration
  private let tree: LayeredTree
  private let merged: MergedLayers
  /// The objects of enums, each with the key of the case.
  private var enums: [(item: Int, tag: String?)] = []
  /// The objects of which a type has asked for all keys.
  private var allKeys: Set<Int> = []
  /// The name for a path in place of that of the first variable without a key of the model.
  private var nestedVariable: String?
  /// The variables without a key of the model, with the names that the model asked for.
  private var unknownVariables: [(key: Int, names: [String])] = []
  /// The keys of documents that the model does not have, in the same way.
  private var unknownKeys: [(key: Int, names: [String])] = []
  /// The first misspelled step of a path that the program has named.
  private var misspelled: DecodingError?
  /// The node of the error.
  private var failed: Int?
  /// The names of the model's members.
  private(set) var memberNames: [String] = []
  /// The tree for people, with the number of secrets that were known then.
  private var cachedShownTree: (count: Int, tree: ShownTree)?

  init(_ configuration: LayeredConfiguration, _ tree: LayeredTree, _ merged: MergedLayers) {
    self.configuration = configuration
    self.tree = tree
    self.merged = merged
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    var options = configuration.decoder.layerOptions
    options.change {
      $0.observer = self
      // The configuration has its own rule, see ``LayeredConfiguration/unknownKeys``.
      $0.rules.rejectsUnknownKeys = false
      $0.userInfo[Self.key] = self
    }
    var (call, cursor) = (self, PlaceCursor(ByteView()))
    return try DecodingSession.decode(type, from: &call, &cursor, options: options)
  }

  // MARK: Members

  /// Returns the origin of a member.
  func origin(ofNode node: Int) -> LayeredConfiguration.Origin? {
    guard node < merged.count else { return nil }
    return shown.origin(merged.origin(ofNode: node), merged.path(toNode: node))
  }

  private var shown: ShownTree {
    let count = configuration.secrets.count
    if let (known, tree) = cachedShownTree, known == count { return tree }
    let shown = ShownTree(configuration, tree)
    cachedShownTree = (count, shown)
    return shown
  }

  /// Notes that the value at `node` is sensitive.
  func note(secretAt node: Int) {
    guard node < merged.count else { return }
    configuration.secrets.insert(merged.path(toNode: node))
  }

  // MARK: Enums

  /// Notes the enum that has rejected an object with several cases. Of the types that the compiler
  /// codes, only enums ask for all keys of an object.
  func note(enumOf error: any Error) {
    guard case DecodingError.typeMismatch = error, let failed, allKeys.contains(failed) else {
      return
    }
    enums.append((merged.origin(ofNode: failed).item, nil))
  }

  /// Removes the payload of earlier cases from the objects of enums.
  /// - Returns: Whether the tree has changed.
  func replaceCases(in tree: inout LayeredTree) -> Bool {
    var hasChanged = false
    for (item, tag) in enums where tree.replaceCase(of: item, tag: tag) { hasChanged = true }
    return hasChanged
  }

  // MARK: Errors

  /// The value of the error in the tree.
  var failedItem: Int? {
    failed.flatMap { $0 < merged.count ? merged.origin(ofNode: $0).item : nil }
  }

  private func place(ofNode node: Int) -> SourcePlace {
    shown.place(merged.origin(ofNode: node), merged.path(toNode: node))
  }

  /// Returns the error for a name that the model does not have: in a path that the program has named,
  /// of a variable or an option, or in a document.
  func unknownName() -> DecodingError? {
    if let misspelled { return misspelled }
    if configuration.unknownVariables == .error,
      let error = error(
        of: unknownVariables, option: "unknownVariables", suggestion: nestedVariable)
    {
      return error
    }
    guard configuration.unknownKeys == .error else { return nil }
    return error(of: unknownKeys, option: "unknownKeys")
  }

  /// Returns the error for unknown keys; `nil` without one. It is at the value of a variable, or at the
  /// key of a document.
  private func error(
    of unknown: [(key: Int, names: [String])], option: String, suggestion: String? = nil
  ) -> DecodingError? {
    guard let (key, names) = unknown.first else { return nil }
    let name = merged.name(ofKey: key)
    let close = suggestion ?? Spelling.nearest(to: name, among: names)
    // A misspelled name of a secret is at no sensitive path.
    func place(_ key: Int) -> SourcePlace {
      let place = self.place(ofNode: merged.firstVariable(from: key + 1, tree) ?? key)
      return configuration.hasSensitivePaths ? place.withoutExcerpt : place
    }
    let others = unknown.dropFirst().prefix(8).map {
      (text: "another unknown key", place: place($0.key))
    }
    return DecodingError.unreadable(
      Problem(
        .unknownKey, place: place(key), detail: "`\(name)`", path: merged.path(toNode: key + 1),
        hint: (close.map { "did you mean `\($0)`? " } ?? "")
          + "to ignore such names, set `\(option)`"
      ).with(Array(others)))
  }

  /// Whether a key at the top of a document is not for the model: `x-` begins its name, or its value
  /// has an anchor.
  private func mayBeUnknown(_ key: Int) -> Bool {
    if merged.name(ofKey: key).hasPrefix("x-") { return true }
    let origin = merged.origin(ofNode: key + 1)
    return configuration.layers[origin.layer].hasAnchor(atNode: origin.node)
  }

  /// Returns the error for people: without a sensitive value, and with the sources of text that
  /// replaced references.
  func report(_ error: any Error) -> any Error {
    guard let failed, failed < merged.count, let error = error as? DecodingError,
      let problem = error.problem
    else { return error }
    let origin = merged.origin(ofNode: failed)
    if merged.isScalar(failed) || problem.kind == .invalidValue,
      shown.isSensitive(origin, merged.path(toNode: failed))
    {
      return error.with(
        DecodingError.Context(codingPath: error.context.codingPath, problem.redacted))
    }
    if problem.kind == .typeMismatch,
      let syntaxError = configuration.layers[origin.layer].syntaxError
    {
      return syntaxError
    }
    let notes = shown.notes(of: origin)
    guard !notes.isEmpty else { return error }
    return error.with(
      DecodingError.Context(
        codingPath: error.context.codingPath, problem.with(notes)))
  }
}

// The indexes of the nodes stand for offsets.
extension ModelCall: TapeSource {
  func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    try merged.copy(to: &tape)
  }

  func offset(ofNode node: Int, in input: ByteView) -> Int? {
    // A tree without layers has no node for the null that is decoded.
    node < merged.count ? node : nil
  }

  func place(of node: Int, _ cursor: inout PlaceCursor) -> SourcePlace {
    failed = failed ?? node
    return place(ofNode: node)
  }
}

extension ModelCall: DecodingObserver {
  func value(named name: String, in header: Int) -> Int? {
    merged.lateKeys[header]?[LayeredTree.letters(name)]?.last.map { $0 + 1 }
  }

  func text(ofNull node: Int) -> String? {
    node < merged.count ? tree.textOfNull(merged.origin(ofNode: node).item) : nil
  }

  func note(enumAt header: Int, tag: String?) {
    guard header >= 0, header < merged.count else { return }
    enums.append((merged.origin(ofNode: header).item, tag))
  }

  /// Returns the name of the variable of a key for a path that the object or the model has.
  private func nestedName(
    ofKey key: Int, in header: Int, _ names: (_ header: Int) -> [String]
  ) -> String? {
    guard let variable = merged.firstVariable(from: key + 1, tree),
      let nested = merged.nestedName(ofKey: key, in: header, merged.members, names)
    else { return nil }
    return configuration.layers[merged.origin(ofNode: variable).layer]
      .variableName(withLastPart: nested)
  }

  func note(allKeysOf header: Int) {
    if header < merged.count { allKeys.insert(header) }
  }

  func finish(
    isKnown: (_ key: Int, _ header: Int) -> Bool, names: (_ header: Int) -> [String]
  ) {
    memberNames = names(0)
    merged.eachMember { key, header in
      guard !isKnown(key, header) else { return true }
      guard merged.firstVariable(from: key + 1, tree) != nil else {
        if header > 0 || !mayBeUnknown(key) { unknownKeys.append((key, names(header))) }
        return false
      }
      // A later layer may have overridden the variable under the member's own name.
      let (name, known) = (LayeredTree.letters(merged.name(ofKey: key)), names(header))
      if !known.contains(where: { LayeredTree.letters($0) == name }) {
        if unknownVariables.isEmpty { nestedVariable = nestedName(ofKey: key, in: header, names) }
        unknownVariables.append((key, known))
      }
      return false
    }
    for path in configuration.namedPaths where misspelled == nil {
      guard let missing = merged.missingKey(of: path, names), let nearest = missing.nearest else {
        continue
      }
      misspelled = .unreadable(
        Problem(
          .unknownKey, detail: "`\(missing.key)` in a rule or a sensitive path", path: path,
          hint: "did you mean `\(nearest)`?"))
    }
  }
}
