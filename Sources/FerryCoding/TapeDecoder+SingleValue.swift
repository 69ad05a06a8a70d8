import FerryTape

extension TapeDecoder: SingleValueDecodingContainer {
  /// Whether the value is null.
  package func decodeNil() -> Bool { unsafe call.state.pointee.view.isNull(at: index) }

  /// The value as a `T`.
  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try call.value(type, at: index)
  }

  package func decode(_ type: Bool.Type) throws -> Bool { try call.bool(at: index) }
  package func decode(_ type: String.Type) throws -> String { try call.string(at: index) }
  package func decode(_ type: Double.Type) throws -> Double { try call.double(at: index) }
  package func decode(_ type: Float.Type) throws -> Float { try call.float(at: index) }
  package func decode(_ type: Int.Type) throws -> Int { try call.integer(at: index) }
  package func decode(_ type: Int8.Type) throws -> Int8 { try call.integer(at: index) }
  package func decode(_ type: Int16.Type) throws -> Int16 { try call.integer(at: index) }
  package func decode(_ type: Int32.Type) throws -> Int32 { try call.integer(at: index) }
  package func decode(_ type: Int64.Type) throws -> Int64 { try call.integer(at: index) }
  package func decode(_ type: Int128.Type) throws -> Int128 { try call.integer(at: index) }
  package func decode(_ type: UInt.Type) throws -> UInt { try call.integer(at: index) }
  package func decode(_ type: UInt8.Type) throws -> UInt8 { try call.integer(at: index) }
  package func decode(_ type: UInt16.Type) throws -> UInt16 { try call.integer(at: index) }
  package func decode(_ type: UInt32.Type) throws -> UInt32 { try call.integer(at: index) }
  package func decode(_ type: UInt64.Type) throws -> UInt64 { try call.integer(at: index) }
  package func decode(_ type: UInt128.Type) throws -> UInt128 { try call.integer(at: index) }
}
