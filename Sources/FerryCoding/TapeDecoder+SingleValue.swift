import FerryTape

extension TapeDecoder: SingleValueDecodingContainer {
  /// Whether the value is null.
  package func decodeNil() -> Bool { unsafe call.state.pointee.view.isNull(at: index) }

  /// The value as a `T`.
  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try call.value(type, at: index)
  }

  @inline(__always)
  package func decode<T: TapeScalar>(_ type: T.Type) throws -> T { try T.read(call, at: index) }
  package func decode(_ type: Int128.Type) throws -> Int128 { try call.integer(at: index) }
  package func decode(_ type: UInt128.Type) throws -> UInt128 { try call.integer(at: index) }
}
