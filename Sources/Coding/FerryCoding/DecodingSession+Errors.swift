internal import FerryBase

extension DecodingCall {
  /// Returns the coding path of the value at `index`.
  func codingPath(to index: Int) -> [any CodingKey] {
    if !state.absentValues.isEmpty,
      let absent = state.absentValues[index]
    {
      return codingPath(to: absent.header) + [absent.key]
    }
    if let (list, element) = unpackedList(around: index) {
      let path = codingPath(to: list.origin)
      return element.map { path + [TapeKey(intValue: $0.ordinal)] } ?? path
    }
    let view = state.view
    let steps = state.trail.steps(to: index, in: view)
    // In a stream, paths begin at the record.
    let outer = state.recordRoot > 0 ? 1 : 0
    let headers = state.trail.headers
    return zip(steps, headers).dropFirst(outer).map { key($0, in: $1) }
  }

  /// Returns the array that was packed in the document and contains the node at `index`. Also
  /// returns the element that contains the node, unless the node is the array itself.
  private func unpackedList(
    around index: Int
  ) -> (list: UnpackedList, element: (index: Int, ordinal: Int)?)? {
    let view = state.view
    guard
      let list = state.unpackedLists.last(where: { $0.header <= index }),
      index < view.next(list.header)
    else { return nil }
    var (element, ordinal) = (list.header + 1, 0)
    while element < index, view.next(element) <= index {
      element = view.next(element)
      ordinal += 1
    }
    return (list, index == list.header ? nil : (element, ordinal))
  }

  /// Returns the index of the value that the word at `index` is part of; `nil` for an index outside
  /// the tape, such as its end.
  func value(at index: Int) -> Int? {
    let view = state.view
    guard index >= 0, index < view.count else { return nil }
    if index < view.next(0) { return state.trail.value(at: index, in: view) }
    return unpackedList(around: index)?.element?.index ?? index
  }

  /// Returns the index of the value or key that the word at `index` is part of; `nil` for an index
  /// outside the tape.
  func node(around index: Int) -> Int? {
    value(at: index).map { $0 == index + 1 ? index : $0 }
  }

  /// Returns the coding key for a step in the container at `header`. It is the model's own key if
  /// the model asked with one.
  private func key(_ step: CodingTrail.Step, in header: Int) -> any CodingKey {
    switch step {
    case .index(let index):
      return TapeKey(intValue: header == 0 ? state.firstElement + index : index)
    case .key(let node):
      let name = state.view.string(state.view[node])
      if let key = state.modelKeys.key(to: node + 1, named: name) { return key }
      // With the standard library, the keys of a dictionary have integers. With Foundation under a
      // key strategy, they do not.
      return TapeKey(
        name, intValue: state.options.keys.isExact ? Int(name) : nil)
    }
  }

  /// Returns the name at `key`, a key of the object at `header`, as the options convert it.
  func convertedName(_ key: Int, in header: Int) -> String {
    let name = state.view.string(state.view[key])
    switch state.options.keys {
    // Styles and numbers convert keys, not names.
    case .exact, .styled, .numbered: return name
    case .snakeCase: return SnakeCase.camelCased(name)
    case .custom(let convert):
      return convert(codingPath(to: header) + [TapeKey(name)]).stringValue
    }
  }

  func context(
    _ kind: FailureKind, _ index: Int, _ description: String
  ) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath(to: index), debugDescription: description,
      underlyingError: WireFailure(kind, node: index))
  }

  /// Returns the error for a value that is not a `type` or does not fit into one.
  @inline(never)
  package func mismatch(_ type: any Any.Type, at index: Int) -> DecodingError {
    let view = state.view
    if let kind = view[view.resolved(index)].unreadable {
      let text = "The given data was not valid \(state.options.formatName)."
      return .dataCorrupted(context(kind, index, text).at([]))
    }
    if view.isNull(at: index) {
      // Foundation uses these words, with this one exception.
      if type == Bool.self {
        return .typeMismatch(
          type, context(.typeMismatch, index, "Expected to decode Bool but found null instead."))
      }
      return .valueNotFound(type, context(.valueNotFound, index, missingText(type)))
    }
    if type is any Numeric.Type, let number = numberText(at: index) {
      let formatName = state.options.formatName
      return DecodingError.dataCorrupted(
        context(
          .numberDoesNotFit, index,
          "Parsed \(formatName) number <\(number)> does not fit in \(type).")
      ).expecting(.number, about: .type(type), at: index)
    }
    return .typeMismatch(
      type, context(.typeMismatch, index, mismatchText(type, describe(index))))
  }

  /// Returns `error`, which decoding a `type` at `index` has thrown, with the type added if needed.
  /// The standard library's `RawRepresentable` names its type only in the text.
  @inline(never)
  func naming(_ type: any Any.Type, in error: any Error, at index: Int) -> any Error {
    guard let invalid = error as? DecodingError, invalid.isInvalidRawValue(of: type) else {
      return error
    }
    let node = state.view.resolved(index)
    return invalid.expecting(.rawValue, about: .type(type), at: node)
  }

  /// Returns the text for a type mismatch. The last text is kept, because a caller that tries one
  /// type after the other causes the same error many times.
  private func mismatchText(_ type: any Any.Type, _ found: String) -> String {
    let id = ObjectIdentifier(type)
    if let last = state.lastMismatch, last.type == id, last.found == found {
      return last.text
    }
    let text = "Expected to decode \(type) but found \(found) instead."
    state.lastMismatch = (id, found, text)
    return text
  }

  @inline(never)
  func corrupted(_ index: Int, _ description: String) -> DecodingError {
    .dataCorrupted(context(.invalidValue, index, description))
  }

  @inline(never)
  func missing(_ key: any CodingKey, in header: Int) -> DecodingError {
    let text = "No value associated with key \(key) (\"\(key.stringValue)\")."
    return .keyNotFound(key, context(.keyNotFound, header, text))
  }

  @inline(never)
  func atEnd(_ type: any Any.Type, of header: Int, count: Int) -> DecodingError {
    let text =
      type == (any Decoder).self
      ? "Cannot get superDecoder() -- unkeyed container is at end." : "Unkeyed container is at end."
    let context = context(.valueNotFound, header, text)
    return .valueNotFound(type, context.at(context.codingPath + [TapeKey(intValue: count)]))
  }

  private func missingText(_ type: any Any.Type) -> String {
    let wanted =
      if type == [String: Any].self {
        "keyed decoding container"
      } else if type == [Any].self {
        "unkeyed decoding container"
      } else {
        "value of type \(type)"
      }
    return "Cannot get \(wanted) -- found null value instead"
  }

  func numberText(at index: Int) -> String? {
    let view = state.view
    let node = view[view.resolved(index)]
    switch node.kind {
    case .integerText, .decimalText, .decimal, .numberText:
      return String(decoding: view.stored(node), as: UTF8.self)
    case .plainText:
      return view.plain(node).isNumber ? String(decoding: view.stored(node), as: UTF8.self) : nil
    case .integer, .int64: return view.integer(at: index, as: Int64.self).map(String.init)
    case .uint64: return view.integer(at: index, as: UInt64.self).map(String.init)
    case .date where view.timeText(ofDate: view.resolved(index)) != nil:
      return view.timeText(ofDate: view.resolved(index))
    case .double, .float, .date: return view.double(at: index).map { "\($0)" }
    default: return nil
    }
  }

  private func describe(_ index: Int) -> String {
    let view = state.view
    let node = view[view.resolved(index)]
    switch node.kind {
    case .true, .false: return "bool"
    case .text, .arenaText, .uuid: return "a string"
    case .date: return "a date"
    case .extension, .arenaExtension: return "an extension"
    case .bytes, .arenaBytes: return "bytes"
    case .list, .packed: return "an array"
    case .map: return "a dictionary"
    case .null: return "a null value"
    default:
      if numberText(at: index) != nil { return "number" }
      return view.bool(at: index) == nil ? "a string" : "bool"
    }
  }
}
