public import FerryBase

/// A format with coders, and functions that use them: for values, for documents that are read on
/// demand, and for streams of records.
public protocol CodedFormat {
  /// The decoder of the format.
  associatedtype Decoder: FormatDecoder
  /// The encoder of the format.
  associatedtype Encoder: FormatEncoder
  /// The location of the records in a stream.
  associatedtype Records: RecordArrangement = ConsecutiveRecords
  /// The layout of written records.
  associatedtype RecordLayout: RecordArrangement = ConsecutiveRecords
  /// The format, if its values can be copied from document to document.
  @_documentation(visibility: internal)
  static var _sourceFormat: _SourceFormat { get }
}

extension CodedFormat {
  /// The format does not allow copies of values.
  @_documentation(visibility: internal)
  public static var _sourceFormat: _SourceFormat { .none }

  /// Decodes a `T` from a document.
  /// - Throws: `DecodingError`, whose ``Problem`` has the place.
  @_disfavoredOverload @inlinable
  public static func decode<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try Decoder().decode(type, from: bytes)
  }

  /// Decodes a `T` directly from a document.
  /// - Throws: `DecodingError`, whose ``Problem`` has the place.
  @inlinable
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try Decoder().decode(type, from: bytes)
  }

  /// Encodes `value` as a document.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public static func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    try Encoder().encode(value)
  }

  /// Encodes `value` directly as a document.
  /// - Throws: `EncodingError`.
  @inlinable
  public static func encode<T: DirectEncodable>(_ value: T) throws -> [UInt8] {
    try Encoder().encode(value)
  }
}

/// A decoder or an encoder of a format of text.
public protocol TextCoder {}

extension CodedFormat where Decoder: TextCoder {
  /// Decodes a `T` from a text.
  /// - Throws: `DecodingError`, whose ``Problem`` has the line and column.
  @_disfavoredOverload @inlinable
  public static func decode<T: Decodable>(
    _ type: T.Type, from text: some StringProtocol
  ) throws -> T {
    try Decoder().decode(type, from: text)
  }

  /// Decodes a `T` directly from a text.
  /// - Throws: `DecodingError`, whose ``Problem`` has the line and column.
  @inlinable
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from text: some StringProtocol
  ) throws -> T {
    try Decoder().decode(type, from: text)
  }
}

extension CodedFormat where Encoder: TextCoder {
  /// Encodes `value` as a text.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public static func string<T: Encodable>(_ value: T) throws -> String {
    try Encoder().string(value)
  }

  /// Encodes `value` directly as a text.
  /// - Throws: `EncodingError`.
  @inlinable
  public static func string<T: DirectEncodable>(_ value: T) throws -> String {
    try Encoder().string(value)
  }
}
