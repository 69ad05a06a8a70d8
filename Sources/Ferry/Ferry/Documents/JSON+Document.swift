internal import FerryBase
internal import FerryCoding
package import FerryJSON

extension JSON {
  /// Returns a document of JSON text that is read on demand: see ``Document``.
  ///
  /// The document keeps the bytes without a copy, unless they are not contiguous. `decoder` decodes
  /// the values. If the decoder allows JSON5, or if ``JSON/Decoder/duplicateKeys`` is not
  /// ``DuplicateKeyStrategy/first``, the first access reads all of the text. Text in UTF-16 or
  /// UTF-32 is converted at once, and locations in errors are those in the UTF-8 text.
  public static func document(
    _ bytes: some Collection<UInt8> & Sendable, decoder: Decoder = Decoder()
  ) -> Document {
    Document(source(of: CollectionBytes.owner(of: bytes), decoder))
  }

  /// Returns a document of JSON text that is read on demand: see ``Document``.
  public static func document(
    _ text: some StringProtocol & Sendable, decoder: Decoder = Decoder()
  ) -> Document {
    document(Array(text.utf8), decoder: decoder)
  }

  /// Lends a document over borrowed memory to `body`. A part of the document that outlives the call
  /// keeps a copy of the memory.
  public static func withDocument<R>(
    _ span: RawSpan, decoder: Decoder = Decoder(), _ body: (Document) throws -> R
  ) rethrows -> R {
    try unsafe span.withUnsafeBytes { bytes in
      try unsafe BorrowedBytes.lend(ByteView(bytes)) { owner in
        try body(Document(source(of: owner, decoder)))
      }
    }
  }

  private static func source(
    of bytes: any DocumentBytes, _ decoder: Decoder
  ) -> any DocumentSource {
    let bytes = converted(bytes) ?? bytes
    guard decoder.allowsJSON5 || decoder.duplicateKeys != .first else {
      return JSONDocumentSource(bytes, decoder)
    }
    return TapeSource(bytes, .json(decoder))
  }
}

extension JSON {
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
  private let decoder: JSON.Decoder

  init(_ bytes: any DocumentBytes, _ decoder: JSON.Decoder) {
    self.bytes = bytes
    self.decoder = decoder
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
    try bytes.withBytes { input in
      guard place != .root else {
        return try decoder.decode(type, input, userInfo)
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
        return try decoder.decode(type, value, userInfo)
      } catch let error as DecodingError {
        throw error.moved(by: extent.lowerBound, in: input)
      } catch let error as any NodeError {
        var cursor = PlaceCursor(input)
        throw error.moved { cursor.place(of: extent.lowerBound + $0.offset) }
      }
    }
  }

  func validate() throws {
    try bytes.withBytes { try decoder.state.reading.validate($0, decoder.state.coding) }
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
      var scanner = JSONScanner(input, from: place.index, depthLimit: decoder.depthLimit)
      do throws(WireFailure) {
        return try body(&scanner, input)
      } catch {
        throw DecodingError.unreadable(
          JSONReading.problem(error, in: input, JSONReadingOptions()).placed {
            SourcePlace(offset: $0, inText: input)
          })
      }
    }
  }
}

extension JSONScanner: ValueScanner {
  mutating func place() throws(WireFailure) -> DocumentPlace {
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

extension TapeSource.Format {
  fileprivate static func json(_ decoder: JSON.Decoder) -> TapeSource.Format {
    let reading = decoder.readingOptions
    return TapeSource.Format(
      read: { input, tape throws(WireFailure) in
        var reader = JSONReader(input, options: reading)
        try reader.readDocument(into: &tape)
      },
      offsetOfNode: { JSONReader.offset(ofNode: $0, in: $1, options: reading) },
      offsets: { JSONReader.offsets(in: $0, options: reading) },
      place: { offset, _, cursor in cursor.place(of: offset) },
      options: { decoder.options(with: $0) })
  }
}
