internal import FerryBase
package import FerryCoders
internal import FerryCoding
package import FerryJSONEngine

extension JSONReading {
  /// Returns the source of a document in `bytes`. If the decoder allows JSON5, or if the first of equal
  /// keys does not count, the first access reads all of the text. Text in UTF-16 or UTF-32 is converted
  /// at once, and locations in errors are those in the UTF-8 text.
  @usableFromInline
  package func documentSource(
    of bytes: any DocumentBytes, _ state: DecoderState<JSONReading>
  ) -> any DocumentSource {
    let bytes = Self.converted(bytes) ?? bytes
    guard options.json5 || options.duplicateKeys != .first else {
      return JSONDocumentSource(bytes, state)
    }
    return TapeSource(bytes, checkingFoundation.tapeFormat(state.coding))
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
private final class JSONDocumentSource: DocumentSource {
  private let bytes: any DocumentBytes
  private let state: DecoderState<JSONReading>

  init(_ bytes: any DocumentBytes, _ state: DecoderState<JSONReading>) {
    self.bytes = bytes
    self.state = state
  }

  func forEachMatch(
    of path: WirePath, from place: DocumentPlace, _ body: (DocumentPlace, [WirePath.Step]) -> Bool
  ) throws {
    try withScanner(at: place) { scanner, _ throws(WireFailure) in
      try path.forEachMatch(in: &scanner, body)
    }
  }

  func kind(at place: DocumentPlace) throws -> AnyValue.Kind {
    try withScanner(at: place) { scanner, _ throws(WireFailure) in
      switch try scanner.valueKind() {
      case .map: .object
      case .list: .array
      case .string: .string
      case .number: .number
      case .bool: .bool
      case .null: .null
      }
    }
  }

  func decode<T: Decodable>(
    _ type: T.Type, at place: DocumentPlace, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    let options = state.coding.adding(userInfo)
    return try bytes.withBytes { input in
      guard place != .root else {
        return try state.decode(type, from: input, options)
      }
      let extent = try withScanner(at: place) { scanner, _ throws(WireFailure) in
        let start = scanner.offset
        let isNumber = try scanner.valueKind() == .number
        try scanner.skipValue()
        try scanner.checkPassedText()
        // More digits may follow, unless the number is the whole document.
        if isNumber, scanner.isAtEnd, !input[..<start].allSatisfy(\.isBlank) {
          throw WireFailure(.unexpectedEnd, offset: scanner.offset)
        }
        return start..<scanner.offset
      }
      do {
        let value = ByteView(rebasing: input[extent])
        return try state.decode(type, from: value, options)
      } catch let error as DecodingError {
        throw error.moved(by: extent.lowerBound, in: input)
      } catch let error as any NodeError {
        var cursor = PlaceCursor(input)
        throw error.moved { cursor.place(of: extent.lowerBound + $0.offset) }
      }
    }
  }

  func validate() throws {
    try bytes.withBytes { try state.reading.validate($0, state.coding) }
  }

  func sourcePlace(of place: DocumentPlace) -> SourcePlace? {
    bytes.withBytes {
      SourcePlace(offset: place.index, inText: $0)
    }
  }

  private func withScanner<R>(
    at place: DocumentPlace,
    _ body: (inout JSONScanner, ByteView) throws(WireFailure) -> R
  ) throws -> R {
    try bytes.withBytes { input in
      var scanner = JSONScanner(input, from: place.index, depthLimit: state.coding.depthLimit)
      do throws(WireFailure) {
        return try body(&scanner, input)
      } catch {
        throw DecodingError.unreadable(
          state.reading.problem(error, in: input).placed {
            SourcePlace(offset: $0, inText: input)
          })
      }
    }
  }
}

extension JSONScanner: ValueScanner {
  package mutating func place() throws(WireFailure) -> DocumentPlace {
    try checkPassedText()
    return DocumentPlace(offset)
  }
}

extension DecodingError {
  /// Returns the same error with its location in `text`. The decoded part begins at offset `start`.
  fileprivate func moved(by start: Int, in text: ByteView) -> DecodingError {
    moved(to: [], .root) { place in
      SourcePlace(offset: start + place.offset, inText: text)
    }
  }
}
