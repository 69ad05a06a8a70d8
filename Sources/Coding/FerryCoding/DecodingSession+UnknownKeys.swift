internal import FerryBase

extension DecodingCall {
  /// Decodes the value at `index`, the root of a document. If the options reject unknown keys,
  /// throws for a key that no container asked for.
  package func document<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    let options = state.options
    guard options.notesKeys else { return try value(type, at: index) }
    state.askedKeys = AskedKeys()
    let value = try value(type, at: index)
    options.observer?.finish(
      isKnown: { key, header in
        state.askedKeys.knows(convertedName(key, in: header), of: header)
      }, names: { state.askedKeys.names(of: $0) })
    if options.rejectsUnknownKeys { try checkKeys() }
    return value
  }

  /// Returns the index of the value for `name` if the observer finds it under another spelling. The
  /// key of the document counts as known then.
  func otherSpelling(_ name: String, in header: Int) -> Int? {
    guard let observer = state.options.observer,
      let index = observer.value(named: name, in: header)
    else { return nil }
    let known = convertedName(index - 1, in: header)
    state.askedKeys.ask(known, of: header)
    return index
  }

  /// Throws for the first key of the document that no container asked for.
  @inline(never)
  func checkKeys() throws {
    let view = state.view
    for header in state.askedKeys.headers {
      let unknown = unknownKeys(of: header)
      guard let first = unknown.first else { continue }
      let name = view.string(view[first])
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath(to: first + 1),
          debugDescription: "Unknown key \"\(name)\".",
          underlyingError: WireFailure(.unknownKey, node: first)))
    }
  }

  /// Returns the keys of the object at `header` that no container asked for.
  func unknownKeys(of header: Int) -> [Int] {
    let view = state.view
    return view.keys(ofMap: header).filter {
      !state.askedKeys.knows(convertedName($0, in: header), of: header)
    }
  }
}
