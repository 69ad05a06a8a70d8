import FerryBase
import FerryCoding
import FerryFoundation
import FerryJSONEngine

/// Functions that decode from JSON text and encode to it and to values, with mappings.
package enum TreeCoding {
  package static func decode<T: Decodable>(
    _ type: T.Type, fromJSON bytes: some Collection<UInt8>,
    _ options: CodingOptions = CodingOptions()
  ) throws -> T {
    var options = options
    if options.decodingBridge == nil {
      options.change { $0.decodingBridge = FoundationDecoding() }
    }
    return try Array(bytes).withByteView { input in
      var (source, cursor) = (JSONReadingOptions(), PlaceCursor(input))
      return try DecodingSession.decode(type, from: &source, &cursor, options: options)
    }
  }

  package static func encode<T: Encodable>(_ value: T) throws -> AnyValue {
    let options = CodingOptions {
      $0.nonFinite = .throw
      $0.encodingBridge = FoundationEncoding()
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
      try JSONWireWriter.write(view, options: JSONWritingOptions(), to: &writer)
      return Array(writer.bytes)
    }
  }
}
