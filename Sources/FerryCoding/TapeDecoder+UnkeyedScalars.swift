// One line a type: the requirements of `UnkeyedDecodingContainer` for scalars. A failed read does
// not move on.
extension TapeUnkeyedDecodingContainer {
  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let value: Bool = try call.bool(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: String.Type) throws -> String {
    let value: String = try call.string(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: Double.Type) throws -> Double {
    let value: Double = try call.double(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: Float.Type) throws -> Float {
    let value: Float = try call.float(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: Int.Type) throws -> Int {
    let value: Int = try call.integer(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    let value: Int8 = try call.integer(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    let value: Int16 = try call.integer(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    let value: Int32 = try call.integer(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    let value: Int64 = try call.integer(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let value: Int128 = try call.integer(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: UInt.Type) throws -> UInt {
    let value: UInt = try call.integer(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    let value: UInt8 = try call.integer(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    let value: UInt16 = try call.integer(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    let value: UInt32 = try call.integer(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    let value: UInt64 = try call.integer(at: element(type))
    advance()
    return value
  }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let value: UInt128 = try call.integer(at: element(type))
    advance()
    return value
  }
}
