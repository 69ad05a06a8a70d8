public import FerryBase

/// JSON: RFC 8259, and JSON5 on request.
///
/// ```swift
/// let archive = try JSON.decode(Archive.self, from: bytes)
/// let bytes = try JSON.encode(archive)
/// ```
public enum JSON {}

// The functions for direct coding in `FerryCore`. `Ferry` has functions with the same names, whose
// errors include the line and an excerpt. If `Ferry` is imported, the compiler prefers those.
extension JSON {
  /// Decodes a `T` from JSON text by direct coding.
  /// - Throws: `WireFailure`, with the byte offset if it is known.
  @_disfavoredOverload @inlinable
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: [UInt8]
  ) throws(WireFailure) -> T {
    try bytes.withByteView { input throws(WireFailure) in
      var reader = try JSONWireReader(input)
      let value = try T(from: &reader)
      try reader.finish()
      return value
    }
  }

  /// Encodes `value` as compact JSON text by direct coding.
  /// - Throws: `WireFailure`.
  @_disfavoredOverload @inlinable
  public static func encode<T: DirectEncodable>(_ value: T) throws(WireFailure) -> [UInt8] {
    var writer = JSONWireWriter()
    try value.encode(to: &writer)
    var count = 0
    return writer.finish(&count) ?? []
  }
}
