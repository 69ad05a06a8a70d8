import FerryBytes
import FerryCoding
import FerryFoundation
import FerryJSON
import FerryTape

/// Decoding from, and encoding to, values and JSON text, with mappings.
enum TreeCoding {
  static func decode<T: Decodable>(
    _ type: T.Type, from value: AnyValue, _ foundation: FoundationDecoding = FoundationDecoding(),
    plain: PlainNodes? = nil
  ) throws -> T {
    var options = CodingOptions()
    options.decodingBridge = MappedDecoding(foundation, plain: plain)
    if let plain, let key = PlainNodes.key { options.userInfo[key] = plain }
    let none = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    return try unsafe DecodingSession.decode(
      type, input: none, options: options,
      read: { tape throws(Failure) in
        var open = OpenContainer()
        try value.append(to: &tape, &open, limit: options.depthLimit)
      },
      offsetOfNode: { _ in nil },
      place: { unsafe SourcePlace(offset: $0, inText: UnsafeRawBufferPointer(none)) })
  }

  static func decode<T: Decodable>(
    _ type: T.Type, fromJSON bytes: some Collection<UInt8>,
    _ foundation: FoundationDecoding = FoundationDecoding()
  ) throws -> T {
    var options = CodingOptions()
    options.decodingBridge = MappedDecoding(foundation)
    let bytes = Array(bytes)
    let reading = JSONReadingOptions()
    return try unsafe bytes.withUnsafeBufferPointer { input in
      try unsafe DecodingSession.decode(
        type, input: input, options: options,
        read: { tape throws(Failure) in
          var reader = unsafe JSONReader(input, options: reading)
          try reader.readDocument(into: &tape)
        },
        offsetOfNode: { unsafe JSONReader.offset(ofNode: $0, in: input, options: reading) },
        place: { unsafe SourcePlace(offset: $0, inText: UnsafeRawBufferPointer(input)) })
    }
  }

  static func encode<T: Encodable>(
    _ value: T, _ foundation: FoundationEncoding = FoundationEncoding(), isMapped: Bool = true
  ) throws -> AnyValue {
    var options = CodingOptions()
    options.nonFinite = .throw
    options.encodingBridge = foundation
    if isMapped { options.encodingBridge = MappedEncoding(foundation) }
    return try EncodingSession.encode(value, options: options) { view throws(Failure) in
      try AnyValue(view, at: 0)
    }
  }

  static func json(_ value: AnyValue) throws -> [UInt8] {
    var options = CodingOptions()
    options.nonFinite = .throw
    options.encodingBridge = FoundationEncoding()
    return try EncodingSession.encode(value, options: options) { view throws(Failure) in
      var writer = ByteWriter()
      try JSONWriter.write(view, options: JSONWritingOptions(), to: &writer)
      return unsafe Array(writer.bytes)
    }
  }
}

extension TreeCoding {
  /// An error of a value that was left out, with its place in the JSON text.
  static func placed(_ error: any Error, inJSON data: some Collection<UInt8>) -> any Error {
    guard let decoding = error as? DecodingError, let failure = decoding.unplaced?.failure
    else { return error }
    let bytes = Array(data)
    let place = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe JSONReader.offset(ofNode: failure.node, in: input, options: JSONReadingOptions()).map {
        unsafe SourcePlace(offset: $0, inText: UnsafeRawBufferPointer(input))
      }
    }
    return decoding.with(
      DecodingError.Context(
        codingPath: decoding.context.codingPath,
        PlacedFailure(kind: failure.kind, place: place, detail: decoding.context.debugDescription)))
  }
}
