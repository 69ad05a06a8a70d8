import FerryBytes
import FerryTape

extension DecodingCall {
  /// The coding path of the value at `index`.
  func codingPath(to index: Int) -> [any CodingKey] {
    if let absent = state.pointee.absentValues[index] {
      return codingPath(to: absent.header) + [absent.key]
    }
    let view = state.pointee.view
    let steps = state.pointee.trail.steps(to: index, in: view)
      .dropFirst(state.pointee.recordRoot > 0 ? 1 : 0)
    let isExact = state.pointee.options.keys.isExact
    return steps.map { step in
      if case .key(let node) = step, !isExact {
        TapeKey(stringValue: convertedName(node, at: []))
      } else {
        TapeKey(step, in: view)
      }
    }
  }

  /// The name at `key`, a key of the map at `header`, as the options convert it.
  func convertedName(_ key: Int, in header: Int) -> String {
    if case .custom = state.pointee.options.keys {
      return convertedName(key, at: codingPath(to: header))
    }
    return convertedName(key, at: [])
  }

  private func convertedName(_ key: Int, at path: [any CodingKey]) -> String {
    let view = state.pointee.view
    let name = view.string(view[key])
    switch state.pointee.options.keys {
    case .exact: return name
    case .snakeCase: return SnakeCase.camelCased(name)
    case .custom(let convert):
      return convert(path + [TapeKey(stringValue: name)]).stringValue
    }
  }

  func context(
    _ kind: FailureKind, _ index: Int, _ description: String
  ) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath(to: index), debugDescription: description,
      underlyingError: Failure(kind, node: index))
  }

  /// The error for a value that is not, or does not fit, a `type`.
  @inline(never)
  func mismatch(_ type: any Any.Type, at index: Int) -> DecodingError {
    let view = state.pointee.view
    if view.isNull(at: index) {
      // Foundation's words, and its one exception.
      if type == Bool.self {
        return .typeMismatch(
          type, context(.typeMismatch, index, "Expected to decode Bool but found null instead."))
      }
      return .valueNotFound(type, context(.valueNotFound, index, missingText(type)))
    }
    if isNumber(type), let number = numberText(at: index) {
      return .dataCorrupted(
        context(
          .numberDoesNotFit, index, "Number \(number) is not representable as \(type)."))
    }
    return .typeMismatch(
      type,
      context(
        .typeMismatch, index,
        "Expected to decode \(type) but found \(describe(index)) instead."))
  }

  @inline(never)
  func corrupted(_ index: Int, _ description: String) -> DecodingError {
    .dataCorrupted(context(.invalidValue, index, description))
  }

  @inline(never)
  func missing(_ key: any CodingKey, in header: Int) -> DecodingError {
    .keyNotFound(
      key,
      context(
        .keyNotFound, header,
        "No value associated with key \(describe(key))."))
  }

  @inline(never)
  func atEnd(_ type: any Any.Type, of header: Int, count: Int) -> DecodingError {
    var context = context(.valueNotFound, header, "Unkeyed container is at end.")
    context = DecodingError.Context(
      codingPath: context.codingPath + [TapeKey(intValue: count)],
      debugDescription: context.debugDescription, underlyingError: context.underlyingError)
    return .valueNotFound(type, context)
  }

  private func describe(_ key: any CodingKey) -> String {
    "\(key) (\"\(key.stringValue)\")"
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

  private func isNumber(_ type: any Any.Type) -> Bool {
    type is any Numeric.Type
  }

  func numberText(at index: Int) -> String? {
    let view = state.pointee.view
    let node = view[view.resolved(index)]
    switch node.kind {
    case .integerText, .decimalText, .decimal, .numberText:
      return String(decoding: view.stored(node), as: UTF8.self)
    case .plainText:
      switch PlainScalar.resolve(view.stored(node)) {
      case .jsonNumber, .int64, .uint64, .double, .integerTooLarge:
        return String(decoding: view.stored(node), as: UTF8.self)
      default: return nil
      }
    case .integer, .int64: return view.integer(at: index, as: Int64.self).map(String.init)
    case .uint64: return view.integer(at: index, as: UInt64.self).map(String.init)
    case .double, .float, .date: return view.double(at: index).map { "\($0)" }
    default: return nil
    }
  }

  private func describe(_ index: Int) -> String {
    let view = state.pointee.view
    let node = view[view.resolved(index)]
    switch node.kind {
    case .true, .false: return "bool"
    case .text, .escapedText, .arenaText, .uuid: return "a string"
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

// MARK: Leaving the outermost call

extension DecodingSession {
  /// `error` with its place in the input, if the input is at fault.
  @inline(never)
  package func placed(
    _ error: any Error, _ offsetOfNode: (Int) -> Int?, _ place: (Int) -> SourcePlace,
    _ problem: () -> String?
  ) -> any Error {
    if let failure = error as? Failure {
      return DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [],
          debugDescription: "The given data was not valid \(state.pointee.options.formatName).",
          underlyingError: PlacedFailure(
            kind: failure.kind, place: failure.offset < 0 ? nil : place(failure.offset),
            detail: problem())))
    }
    guard let error = error as? DecodingError, error.place == nil else { return error }
    let context = error.context
    let failure = context.underlyingError as? Failure
    // An error of the user's own has a path, and the path leads to the node.
    guard let node = failure.map(\.node) ?? node(at: context.codingPath) else { return error }
    let placed = PlacedFailure(
      kind: failure?.kind ?? .invalidValue, place: offsetOfNode(node).map(place),
      detail: context.debugDescription)
    guard failure != nil || context.underlyingError == nil else { return error }
    return error.with(
      DecodingError.Context(
        codingPath: context.codingPath, debugDescription: context.debugDescription,
        underlyingError: placed))
  }

  /// The node that a coding path leads to, as far as it goes.
  private func node(at path: [any CodingKey]) -> Int? {
    let view = state.pointee.view
    guard view.count > 0 else { return nil }
    var index = view.resolved(state.pointee.recordRoot)
    for key in path {
      var child = index + 1
      var ordinal = 0
      let isMap = view[index].kind == .map
      guard isMap || view[index].kind == .list else { return index }
      var found: Int?
      while child < view[index].payload {
        let value = isMap ? child + 1 : child
        if isMap ? view.string(view[child]) == key.stringValue : ordinal == key.intValue {
          found = value
          break
        }
        child = view.next(value)
        ordinal += 1
      }
      guard let found else { return index }
      index = view.resolved(found)
    }
    return index
  }
}
