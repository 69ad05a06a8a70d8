// One line a type: the requirements of `KeyedDecodingContainerProtocol` for scalars. The
// `decodeIfPresent` forms look a key up once, where the defaults do it three times.
extension TapeKeyedDecodingContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try cursor.call.bool(at: require(key))
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try cursor.call.string(at: require(key))
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try cursor.call.double(at: require(key))
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try cursor.call.float(at: require(key))
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try cursor.call.integer(at: require(key))
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try cursor.call.integer(at: require(key))
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try cursor.call.integer(at: require(key))
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try cursor.call.integer(at: require(key))
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try cursor.call.integer(at: require(key))
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try cursor.call.integer(at: require(key))
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try cursor.call.integer(at: require(key))
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try cursor.call.integer(at: require(key))
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try cursor.call.integer(at: require(key))
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try cursor.call.integer(at: require(key))
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try cursor.call.integer(at: require(key))
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try cursor.call.integer(at: require(key))
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let index = present(key) else { return nil }
    return try cursor.call.bool(at: index)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let index = present(key) else { return nil }
    return try cursor.call.string(at: index)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let index = present(key) else { return nil }
    return try cursor.call.double(at: index)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    guard let index = present(key) else { return nil }
    return try cursor.call.float(at: index)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    guard let index = present(key) else { return nil }
    return try cursor.call.integer(at: index)
  }
}
