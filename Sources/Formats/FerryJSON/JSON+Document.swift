internal import FerryBase
package import FerryCoders
internal import FerryCoding
internal import FerryJSONEngine

extension JSONReading {
  /// Returns the source of a document in `bytes`. If the decoder has a leniency, or if the first of equal
  /// keys does not count, the first access reads all of the text. Text in UTF-16 or UTF-32 is converted
  /// at once, and locations in errors are those in the UTF-8 text.
  @usableFromInline
  package func documentSource(
    of bytes: any DocumentBytes, _ state: DecoderState<JSONReading>
  ) -> DocumentSource {
    let bytes = Self.converted(bytes) ?? bytes
    guard !options.isLenient, options.duplicateKeys == .first else {
      let checking = state.changingFormat { $0 = $0.checkingFoundation }
      return DocumentSource(bytes, TapeDocuments(checking))
    }
    return DocumentSource(bytes, TapeDocuments(state), scanned: JSONDocuments(state: state))
  }

  /// Returns a UTF-8 copy of text in another encoding; `nil` for any other bytes.
  private static func converted(_ bytes: any DocumentBytes) -> (any DocumentBytes)? {
    bytes.withBytes { input in
      guard let encoding = TextEncoding(of: input) else { return nil }
      var text = ByteWriter(capacity: input.count)
      // Text that still looks like another encoding after the conversion is invalid.
      guard encoding.convert(input, to: &text) == nil,
        TextEncoding(of: text.bytes) == nil
      else {
        return nil
      }
      return CollectionBytes.owner(of: Array(text.bytes))
    }
  }
}

/// JSON text. Paths are followed straight through the bytes.
private struct JSONDocuments: ScannedFormat {
  let state: DecoderState<JSONReading>

  func scan(
    _ path: WirePath, from offset: Int, in input: ByteView,
    _ body: (Int, [WirePath.Step], ArraySlice<WirePath.Step>) -> Bool
  ) throws(WireFailure) {
    var scanner = scanner(input, at: offset)
    try path.forEachMatch(in: &scanner, body)
  }

  func kind(at offset: Int, in input: ByteView) throws(WireFailure) -> AnyValue.Kind {
    var scanner = scanner(input, at: offset)
    return try scanner.kind()
  }

  private func scanner(_ input: ByteView, at offset: Int) -> JSONScanner {
    JSONScanner(input, from: offset, depthLimit: state.coding.depthLimit)
  }

  func validate(_ input: ByteView) throws { try state.reading.validate(input, state.coding) }

  func decode<T: Decodable>(
    _ type: T.Type, at offset: Int, in input: ByteView, _ options: CodingOptions
  ) throws -> T {
    guard offset > 0 else { return try state.decode(type, from: input, options) }
    let end = try endOfValue(at: offset, in: input)
    var cursor = PlaceCursor(input)
    do {
      return try state.decode(type, from: ByteView(rebasing: input[offset..<end]), options)
    } catch let error as DecodingError {
      throw error.moved(to: [], .root) { cursor.place(of: offset + $0.offset) }
    } catch let error as any NodeError {
      throw error.moved { cursor.place(of: offset + $0.offset) }
    }
  }

  private func endOfValue(at offset: Int, in input: ByteView) throws(WireFailure) -> Int {
    var scanner = scanner(input, at: offset)
    let isNumber = try scanner.kind() == .number
    try scanner.skipValue()
    try scanner.checkPassedText()
    // More digits may follow, unless the number is the whole document.
    if isNumber, scanner.isAtEnd, !input[..<offset].allSatisfy(\.isBlank) {
      throw WireFailure(.unexpectedEnd, offset: scanner.offset)
    }
    return scanner.offset
  }
}
