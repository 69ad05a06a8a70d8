// `decodeIfPresent` has a default for each scalar, which looks a key up three times. A generic method
// would not be preferred to it, so there is one line a type.
extension TapeKeyedDecodingContainer {
  @inline(__always)
  func decode<T: TapeScalar>(_ type: T.Type, forKey key: Key) throws -> T { try read(key) }
  func decode(_: Int128.Type, forKey key: Key) throws -> Int128 { try read(key) }
  func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 { try read(key) }

  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try present(key) }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try present(key) }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try present(key) }
  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try present(key) }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try present(key) }
  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try present(key) }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try present(key) }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try present(key) }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try present(key) }
  func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? { try present(key) }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try present(key) }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try present(key) }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try present(key) }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try present(key) }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try present(key) }
  func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? { try present(key) }
}
