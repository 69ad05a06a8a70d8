public import FerryBytes
public import FerryTape

/// JSON: RFC 8259, and JSON5 on request.
///
/// ```swift
/// let archive = try JSON.decode(Archive.self, from: bytes)
/// let bytes = try JSON.encode(archive)
/// ```
public enum JSON {}

// Direct coding without a coder: what `FerryCore` has. `Ferry` has functions of the same names whose
// errors hold the line and the excerpt; where it is imported, the compiler takes those.
extension JSON {
  /// Decodes a `T` from JSON text by direct coding.
  /// - Throws: `WireFailure` with the byte offset, as far as it is known.
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
