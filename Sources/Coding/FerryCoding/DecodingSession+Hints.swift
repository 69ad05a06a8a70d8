internal import FerryBase

/// A date type, which a module above FerryCoding defines.
package protocol DateType {}

/// Hints that guess the intended value when a value has the wrong type.
extension DecodingCall {
  /// Returns a hint for the value at `index`, which is not a `type`.
  func hint(for type: any Any.Type, at index: Int) -> String? {
    let view = state.view
    let node = view[view.resolved(index)]
    let isPlain = node.kind == .plainText
    switch node.kind {
    // The binary format has no quotes, so the hints do not apply.
    case .plainText, .text, .arenaText:
      guard state.options.formatName != "binary" else { return nil }
    case .list where type == String.self || type is any Numeric.Type:
      return view.elementCount(view.resolved(index)) == 1 ? "remove the brackets or the `-`" : nil
    case .list, .map: return blockHint(for: type, at: view.resolved(index))
    default: return nil
    }
    let text = view.stored(node)
    if type == [Any].self {
      return isPlain ? arrayHint(text) : nil
    }
    if type == [String: Any].self { return isPlain ? mapHint(text) : nil }
    if type == String.self { return isPlain ? "put quotes around it" : nil }
    if type == Bool.self { return isPlain ? boolHint(text) : quotedBoolHint(text) }
    if type is any DateType.Type { return dateHint(text, isPlain: isPlain) }
    if type is any Numeric.Type {
      return isPlain ? plainNumberHint(text, type) : quotedNumberHint(text)
    }
    return nil
  }

  /// Returns a hint for an array or object of YAML in place of a `type`.
  private func blockHint(for type: any Any.Type, at index: Int) -> String? {
    let view = state.view
    guard state.options.hasPlainText, view[index].payload > index + 1 else {
      return nil
    }
    let first = view.resolved(index + 1)
    switch view[index].kind {
    case .map where type == [Any].self:
      return "for an array of one element, put `- ` before the first key and two blanks before the "
        + "other lines, or brackets around the braces"
    case .map where type == String.self && view.elementCount(index) == 1:
      return "put quotes around text that has `: ` in it"
    case .list where type == [String: Any].self && view[first].kind == .map:
      return "write a blank in place of each `-`, or remove the brackets"
    case .list where type == [String: Any].self && view[first].kind.isText:
      let parts = view.string(view[first]).split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return "write `\(parts[0]): \(parts[1])` without the `-`"
    default: return nil
    }
  }

  /// Returns a hint for the value at `index`, which does not meet the expectation of `problem` or is
  /// not a `type`.
  func hint(for problem: Problem?, _ type: any Any.Type, at index: Int) -> String? {
    guard let expectation = problem?.expectation else { return hint(for: type, at: index) }
    let own = hint(for: problem, at: index)
    if case .form = expectation { return own ?? hint(for: type, at: index) }
    return own
  }

  /// Returns a hint for the value at `index`, which does not meet the expectation of `problem`.
  func hint(for problem: Problem?, at index: Int) -> String? {
    switch problem?.expectation {
    case .form(_, let hint): return hint
    case .number:
      guard problem?.type is any FixedWidthInteger.Type,
        let value = state.view.double(at: index), value.isFinite,
        value != value.rounded()
      else { return nil }
      return "write a whole number"
    case .rawValue:
      return problem?.type.flatMap { nearest(to: index, among: EnumCases.rawValues(of: $0)) }
    case .oneOf(let names): return nearest(to: index, among: names)
    case .keys, .dataKey, nil: return nil
    }
  }

  private func nearest(to index: Int, among names: [String]) -> String? {
    let view = state.view
    let node = view.resolved(index)
    let written =
      view[node].kind == .map && view[node].payload > node + 1
      ? view.string(view[view.resolved(node + 1)]) : view.text(at: index)
    return written.flatMap { Spelling.nearest(to: $0, among: names) }.map {
      "did you mean `\($0)`?"
    }
  }

  // MARK: Collections

  /// Returns the error for a value that is not an array of `element`.
  func mismatch(arrayOf element: any Any.Type, at index: Int) -> DecodingError {
    let error = mismatch([Any].self, at: index)
    guard state.options.hasPlainText, element is any TapeScalar.Type,
      state.view[index].kind == .map
    else { return error }
    // With `- ` before the first key, the element would be an object.
    return error.expecting(
      .form("an array", hint: "write the elements as `[a, b]`, or each after `- `"), at: index)
  }

  /// Returns the error for an object in place of a dictionary that `Codable` decodes from an array.
  func mismatch(dictionaryBy key: any Any.Type, at index: Int) -> DecodingError {
    mismatch([Any].self, at: index).expecting(
      .form(
        "an array of alternating keys and values",
        hint: "for an object, the keys need the type `String`, or `\(key)` needs the conformance "
          + "`CodingKeyRepresentable`"), at: index)
  }

  // MARK: Plain scalars

  private func arrayHint(_ text: ByteView) -> String {
    let written = Self.short(text)
    let separates = text.contains { "[]{}".utf8.contains($0) }
    if separates { return "write it after `- `, on a line of its own, for an array of one element" }
    let count = text.split(separator: UInt8(ascii: ",")).count
    return count < 2
      ? "write `[\(written)]` for an array of one element"
      : "write `[\(written)]` for an array of \(count) elements, or `- \(written)` on a line of its "
        + "own for one"
  }

  private func boolHint(_ text: ByteView) -> String? {
    guard case .bool(let value) = PlainScalar.resolve(text, .yaml11) else {
      return "write `true` or `false`"
    }
    return "`\(Self.short(text))` is a string in YAML 1.2; write `\(value)`"
  }

  private func plainNumberHint(
    _ text: ByteView, _ type: any Any.Type
  ) -> String? {
    let written = Self.short(text)
    func spelled(_ schema: PlainSchema) -> String {
      String(decoding: PlainScalar.jsonNumber(of: text, schema), as: UTF8.self)
    }
    if state.view.schema.contains(.strict),
      PlainScalar.resolve(text) == .number(isWhole: true)
    {
      return "leading zeros are not allowed; write `\(spelled([]))`"
    }
    if case .number = PlainScalar.resolve(text, .yaml11) {
      return "`\(written)` is a string in YAML 1.2; write `\(spelled(.yaml11))`"
    }
    guard type is any BinaryFloatingPoint.Type else { return nil }
    switch written.lowercased() {
    case "nan": return "write `.nan`"
    case "inf", "infinity", "+inf", "+infinity": return "write `.inf`"
    case "-inf", "-infinity": return "write `-.inf`"
    default: return nil
    }
  }

  private func dateHint(_ text: ByteView, isPlain: Bool) -> String? {
    if !isPlain, DateText.seconds(text, .yaml) != nil {
      return "remove the quotes: text in quotes is never a date"
    }
    return "write `2002-12-14` or `2001-12-14T21:59:43Z`"
  }

  private func mapHint(_ text: ByteView) -> String? {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      colon + 1 < text.count
    else { return nil }
    let key = Self.short(ByteView(rebasing: text[..<colon]))
    let value = Self.short(ByteView(rebasing: text[(colon + 1)...]))
    return "write a blank after the colon: `\(key): \(value)`"
  }

  // MARK: Text in quotes

  private func quotedNumberHint(_ text: ByteView) -> String? {
    PlainScalar.resolve(text).isNumber
      ? "remove the quotes: text in quotes is never a number" : nil
  }

  private func quotedBoolHint(_ text: ByteView) -> String? {
    guard case .bool = PlainScalar.resolve(text) else { return nil }
    return "remove the quotes: text in quotes is never a truth value"
  }

  private static func short(_ text: ByteView) -> String {
    let shown = String(decoding: text.prefix(120), as: UTF8.self)
    return shown.count > 30 ? String(shown.prefix(30)) + "…" : shown
  }
}
