internal import FerryBase

/// The values of the document.
extension DocumentEditor {
  /// Returns the value at a path of the edited text, and the steps of the path. Pending changes of other
  /// values stay pending.
  /// - Throws: `Problem` as ``bytes()`` does, so that no other edit depends on a wrong value.
  mutating func value(
    at path: WirePath
  ) throws -> (value: AnyValue, steps: ValueEdit.Steps) {
    #if FERRY_YAML
    // An alias changes with its anchor.
    if try changesAnchors() { settle() }
    #endif
    let steps = try existing(path, inside: true).steps
    if settledCount > checked.edits {
      try checked.text.requireValue(of: document, after: edits[checked.edits..<settledCount])
      checked = (document, settledCount)
    }
    return (try tape().value(at: steps), steps)
  }

  /// Whether the document has aliases.
  var hasAliases: Bool {
    mutating get throws {
      #if FERRY_YAML
      if let syntax = try syntax as? YAMLSyntax { return syntax.hasAliases }
      #endif
      return false
    }
  }

  /// Returns the tape of the text without the pending changes. With `mergesKeys`, objects have the
  /// members that they inherit.
  mutating func tape(mergesKeys: Bool = false) throws -> TextTape {
    if let tape = mergesKeys ? tapes.merged : tapes.own { return tape }
    let tape = try TextTape(document, mergesKeys: mergesKeys)
    if mergesKeys { tapes.merged = tape } else { tapes.own = tape }
    return tape
  }

  /// Returns whether an object of the text without the pending changes inherits the value at `path`, or
  /// one above it, through a merge key.
  mutating func isInherited(_ path: WirePath) -> Bool {
    guard let own = try? tape(), own.hasMergeKeys, !own.hasValue(at: path) else { return false }
    return (try? tape(mergesKeys: true))?.hasValue(at: path) == true
  }
}
