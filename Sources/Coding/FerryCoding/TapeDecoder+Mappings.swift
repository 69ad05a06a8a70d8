package import FerryBase

// Access to nodes, which mappings need beside `Decoder`.
extension TapeDecoder {
  /// Returns a container over this object that finds its values with `keys`. `keys` has to live as
  /// long as the process.
  package func container<K: CodingKey>(
    keyedBy type: K.Type, located keys: any LocatedKeys
  ) throws -> KeyedDecodingContainer<K> {
    guard call.state.view[index].kind == .map else {
      throw call.mismatch([String: Any].self, at: index)
    }
    return try call.keyedContainer(keyedBy: type, at: index, located: keys)
  }

  /// The tape. Get it again after nodes were added.
  package var view: TapeView { call.state.view }

  /// The index of the value on the tape.
  package var node: Int { index }

  /// Appends nodes for the elements of a packed array.
  /// - Returns: the index of the array of nodes.
  package func unpack(_ node: Int) throws -> Int { try call.unpack(node) }

  /// Notes that the model knows the names `asked` and `skipped` of keys in the object at `header`,
  /// if the call notes keys.
  package func note(asked: [String], skipped: [String] = [], of header: Int) {
    guard call.state.options.notesKeys, view[header].kind == .map else { return }
    call.state.askedKeys.open(header)
    for name in asked { call.state.askedKeys.ask(name, of: header) }
    for name in skipped { call.state.askedKeys.allow(name, of: header) }
    // A mapping has the names of the document, which a key strategy converts.
    guard !call.state.options.keys.isExact else { return }
    for key in view.keys(ofMap: header) where (asked + skipped).contains(view.string(view[key])) {
      call.state.askedKeys.allow(call.convertedName(key, in: header), of: header)
    }
  }

  /// Returns a decoder for a null that replaces the missing value of `key` in this object.
  package func absentValue(_ key: any CodingKey) throws -> TapeDecoder {
    try call.absentValue(key, in: index)
  }

  /// Returns the error for a value that is not a `type`.
  package func mismatch(_ type: any Any.Type, at node: Int) -> DecodingError {
    call.mismatch(type, at: node)
  }

  /// Returns the error for an object without required values. The error lists all of them, as paths
  /// or as keys.
  package func missing(_ names: [String], arePaths: Bool) -> DecodingError {
    let key = TapeKey(names.first ?? "")
    let expectation = Problem.Expectation.keys(names, arePaths: arePaths)
    if names.count == 1, !arePaths {
      return call.missing(key, in: index).expecting(expectation, at: index)
    }
    let context = call.context(.keyNotFound, index, Problem.missingText(names))
    return DecodingError.keyNotFound(key, context).expecting(expectation, at: index)
  }
}
