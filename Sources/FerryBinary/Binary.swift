public import FerryTape

/// Ferry's binary format: self-describing, length-prefixed, smaller than schema formats.
///
/// ```swift
/// let packed = try Binary.encode(archive)
/// let archive = try Binary.decode(Archive.self, from: packed)
/// ```
///
/// `Sources/FerryBinary/Format.md` specifies it.
public enum Binary {}

// Direct coding without a coder: what `FerryCore` has. `Ferry` has functions of the same names that
// throw `DecodingError` and `EncodingError`; where it is imported, the compiler takes those.
extension Binary {
  /// Decodes a `T` from a binary document by direct coding.
  /// - Throws: `WireFailure` with the byte offset, as far as it is known.
  @_disfavoredOverload @inlinable
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: [UInt8]
  ) throws(WireFailure) -> T {
    try unsafe bytes.withUnsafeBufferPointer { input throws(WireFailure) in
      var reader = try unsafe BinaryWireReader(input)
      let value = try T(from: &reader)
      try reader.finish()
      return value
    }
  }

  /// Encodes `value` as a binary document by direct coding.
  /// - Throws: `WireFailure`: `sizeLimit` for an integer beyond 64 bits, which the tape
  ///   is needed for.
  @_disfavoredOverload @inlinable
  public static func encode<T: DirectEncodable>(_ value: T) throws(WireFailure) -> [UInt8] {
    var writer = BinaryWireWriter()
    try value.encode(to: &writer)
    return writer.finish()
  }
}
