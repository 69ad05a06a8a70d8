internal import FerryBase

/// The tags that are not those of YAML's schemas: `!Ref`, `!<tag:example.org,2026:point>`.
///
/// ```
/// !Ref x        | tagged | "!Ref" | x |
///
/// !Point [1, 2] | tagged | "!Point" | list | 1 | 2 |
/// ```
///
/// The header `tagged` has the index after the value, as the header of a container does.
extension YAMLReader {
  /// Returns the tag of the event if the tape has to keep it.
  /// - Throws: a failure if the rules refuse the tag.
  mutating func ownTag() throws(WireFailure) -> String? {
    guard rules.ownTags != .skip, let tag = events.ownTag else { return nil }
    if rules.knownTags.contains(tag) {
      guard isAtKey else { return tag }
      throw refusal(
        ofTag: "the tag `\(tag)` is before a key", hint: "write the tag after the colon")
    }
    if let near = Spelling.nearest(to: tag, among: rules.knownTags.sorted()) {
      throw refusal(ofTag: "unknown tag `\(tag)`", hint: "did you mean `\(near)`?")
    }
    guard rules.ownTags == .keep else {
      note = .unknownTag(Self.spelled(tag))
      throw WireFailure(.unknownTag, offset: -1)
    }
    guard !isAtKey || rules.skipsKeyTags else {
      throw refusal(
        ofTag: "the tag `\(Self.spelled(tag))` is before a key, and a key is text without a tag",
        hint: "delete the tag, or write it after the colon")
    }
    return tag
  }

  private static func spelled(_ tag: String) -> String {
    tag.hasPrefix("!") ? tag : "!<\(tag)>"
  }

  private mutating func refusal(ofTag detail: String, hint: String) -> WireFailure {
    note = .ineffectiveTag(detail, hint: hint)
    return WireFailure(.invalidValue, offset: -1)
  }

  /// Checks that the value of the event is of the type that its tag of YAML's schemas names, under
  /// the schema of the rules.
  /// - Throws: a failure that names the tag.
  @inline(never)
  mutating func checkTypeTag(of container: NodeKind?) throws(WireFailure) {
    guard let name = events.typeTag, let form = missingForm(of: name, container) else { return }
    throw refusal(
      ofTag: "the tag `!!\(name)` is on a value that is not \(form)",
      hint: "correct the value, or delete the tag")
  }

  /// Returns the form of the values with a tag; `nil` if the value of the event has it.
  private func missingForm(of name: Substring, _ container: NodeKind?) -> String? {
    switch name {
    case "seq", "omap", "pairs": return container == .list ? nil : "an array"
    case "map", "set": return container == .map ? nil : "an object"
    default: break
    }
    guard container == nil else { return "a scalar" }
    let meaning = PlainScalar.resolve(events.text, rules.schema)
    switch name {
    case "null": return meaning == .null ? nil : "null"
    case "bool": return meaning.isBool ? nil : "a boolean"
    case "int": return meaning.isInteger(events.text) ? nil : "an integer"
    case "float": return meaning.isNumber ? nil : "a number"
    default: return nil
    }
  }

  /// The tag of the event if it is a ``CollectionTag`` that the tape has to keep.
  private var collectionTag: String? {
    guard rules.keepsCollectionTags, let tag = events.tag else { return nil }
    return CollectionTag(rawValue: tag)?.rawValue
  }

  /// Opens the value of a tag. The array or object of the event follows.
  @inline(never)
  mutating func openTag(of container: NodeKind, on tape: inout Tape) throws(WireFailure) {
    try checkTypeTag(of: container)
    guard let tag = try ownTag() ?? collectionTag else { return }
    if merging.isValue(at: tape.count) {
      // A merge value does not become a value of the document.
      guard rules.knownTags.contains(tag) else { return }
      throw refusal(
        ofTag: "the tag `\(tag)` is on the value of a merge key", hint: "write the members out")
    }
    try open.open(.tagged, on: &tape, limit: limits.depth)
    try tape.append(.arenaText, copying: tag)
  }
}
