import FerryBase
import FerryCoding
import FerryFoundation
import FerryJSONEngine

/// Functions that decode from, and encode to, values and JSON text, with mappings.
package enum TreeCoding {
  package static func decode<T: Decodable>(
    _ type: T.Type, from value: AnyValue, _ foundation: FoundationDecoding = FoundationDecoding()
  ) throws -> T {
    try decode(type, from: value, foundation, plain: nil)
  }

  static func decode<T: Decodable>(
    _ type: T.Type, from value: AnyValue, _ foundation: FoundationDecoding, plain: PlainNodes?
  ) throws -> T {
    let options = CodingOptions {
      $0.decodingBridge = foundation
      if let plain {
        $0.decodingBridge = UpdateDecoding(inner: foundation, plain: plain)
        $0.userInfo[PlainNodes.key] = plain
      }
    }
    return try DecodingSession.decode(
      type, input: ByteView(), options: options,
      read: { tape throws(WireFailure) in
        var open = OpenContainer()
        try value.append(to: &tape, &open, limit: options.depthLimit)
      },
      offsetOfNode: { _ in nil },
      // The view is created here because Swift 6.3's optimiser crashes if a closure captures a
      // constant view.
      place: { SourcePlace(offset: $0, inText: ByteView()) })
  }

  package static func decode<T: Decodable>(
    _ type: T.Type, fromJSON bytes: some Collection<UInt8>,
    _ options: CodingOptions = CodingOptions()
  ) throws -> T {
    var options = options
    if options.decodingBridge == nil {
      options.change { $0.decodingBridge = FoundationDecoding() }
    }
    return try decode(type, fromJSON: Array(bytes), with: options)
  }

  private static func decode<T: Decodable>(
    _ type: T.Type, fromJSON bytes: [UInt8], with options: CodingOptions
  ) throws -> T {
    let reading = JSONReadingOptions()
    return try bytes.withByteView { input in
      try DecodingSession.decode(
        type, input: input, options: options,
        read: { tape throws(WireFailure) in
          var reader = JSONReader(input, options: reading)
          try reader.readDocument(into: &tape)
        },
        offsetOfNode: { JSONReader.offset(ofNode: $0, in: input, options: reading) },
        place: { SourcePlace(offset: $0, inText: input) })
    }
  }

  package static func encode<T: Encodable>(
    _ value: T, _ foundation: FoundationEncoding = FoundationEncoding(), isMapped: Bool = true,
    nonFinite: NonFiniteStrategy = .throw
  ) throws -> AnyValue {
    let options = CodingOptions {
      $0.nonFinite = nonFinite
      $0.encodingBridge = isMapped ? foundation : PropertyNameEncoding(inner: foundation)
    }
    return try EncodingSession.encode(value, options: options) { view throws(WireFailure) in
      try AnyValue(view, at: 0)
    }
  }

  package static func json<T: Encodable>(
    _ value: T, _ options: CodingOptions = CodingOptions()
  ) throws -> [UInt8] {
    var options = options
    if options.encodingBridge == nil {
      options.change { $0.encodingBridge = FoundationEncoding() }
    }
    return try EncodingSession.encode(value, options: options) { view throws(WireFailure) in
      var writer = ByteWriter()
      try JSONWriter.write(view, options: JSONWritingOptions(), to: &writer)
      return Array(writer.bytes)
    }
  }
}

extension TreeCoding {
  /// Returns the error of an omitted value, with its location in the JSON text.
  package static func located(_ error: any Error, inJSON data: some Collection<UInt8>) -> any Error
  {
    guard let decoding = error as? DecodingError, let problem = decoding.unplaced
    else { return error }
    let bytes = Array(data)
    let place = bytes.withByteView { input in
      problem.node.flatMap {
        JSONReader.offset(ofNode: $0, in: input, options: JSONReadingOptions())
      }.map { SourcePlace(offset: $0, inText: input) }
    }
    return decoding.with(
      DecodingError.Context(
        codingPath: decoding.context.codingPath,
        Problem(problem.kind, place: place, detail: decoding.context.debugDescription)))
  }
}

extension TreeCoding {
  /// Returns `value` with the changes in `json`.
  ///
  /// The value is encoded by the names of its properties. Members that the document lacks are
  /// decoded from this encoded value.
  package static func updated<T: Codable>(
    _ value: T, from json: AnyValue, _ decoding: FoundationDecoding, _ encoding: FoundationEncoding
  ) throws -> T {
    let current = try encode(value, encoding, isMapped: false)
    return try decode(
      Updating<T>.self, from: .object(["document": json, "current": current]), decoding,
      plain: PlainNodes()
    ).value
  }
}

/// A value that is partly replaced by a document.
private struct Updating<Value: Decodable>: Decodable {
  let value: Value

  private enum CodingKeys: String, CodingKey { case document, current }

  init(from decoder: any Decoder) throws {
    guard let decoder = tapeDecoder(decoder) else {
      throw Problem.mapping(of: Value.self, "only Ferry's coders update")
    }
    let document = decoder.view.value(ofKey: "document", inMap: decoder.node) ?? 0
    let current = decoder.view.value(ofKey: "current", inMap: decoder.node)
    let plain = decoder.options.userInfo[PlainNodes.key] as? PlainNodes
    plain?.start = current ?? .max
    let scope = MappedScope(try MappingPlan.decoding(Value.self), fallback: current)
    value = try Value(from: MappedDecoder(base: decoder.decoder(at: document), scope: scope))
  }
}
