import FerryTape

// What a mapping needs beside `Decoder`: nodes, and decoders at nodes.
extension TapeDecoder {
  /// The tape. It is to be asked for again when nodes were added.
  package var view: TapeView { unsafe call.state.pointee.view }

  /// The index of the value on the tape.
  package var node: Int { index }

  /// A decoder at another node of the same tape.
  package func decoder(at node: Int) -> TapeDecoder { TapeDecoder(call, at: node) }

  /// The value at a node as a `T`.
  package func value<T: Decodable>(_ type: T.Type, at node: Int) throws -> T {
    try call.value(type, at: node)
  }

  /// Makes nodes for the elements of a packed list.
  /// - Returns: the index of the list of nodes.
  package func unpack(_ node: Int) throws -> Int { try call.unpack(node) }

  /// Appends a value that the document does not have.
  /// - Returns: its index.
  package func append(_ value: AnyValue) throws -> Int {
    let node = view.count
    var open = OpenContainer()
    try unsafe value.append(
      to: &call.state.pointee.tape, &open, limit: call.state.pointee.options.depthLimit)
    unsafe call.state.pointee.updateView()
    return node
  }

  /// A decoder over null, in place of the value that `key` does not have here.
  package func absentValue(_ key: any CodingKey) throws -> TapeDecoder {
    try call.absentValue(key, in: index)
  }

  /// The error for a value that is not a `type`.
  package func mismatch(_ type: any Any.Type, at node: Int) -> DecodingError {
    call.mismatch(type, at: node)
  }

  /// The error for an object without required values: all of them, as paths or as keys.
  package func missing(_ names: [String], arePaths: Bool) -> DecodingError {
    let key = TapeKey(names.first ?? "")
    let expectation = Expectation.keys(names, arePaths: arePaths)
    if names.count == 1, !arePaths {
      return call.missing(key, in: index).expecting(expectation, at: index)
    }
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let text =
      names.count == 1
      ? "No value associated with key \(list)." : "No values associated with keys \(list)."
    return DecodingError.keyNotFound(key, call.context(.keyNotFound, index, text))
      .expecting(expectation, at: index)
  }
}
