// One line a type: the requirements of `UnkeyedEncodingContainer` for scalars.
extension TapeUnkeyedEncodingContainer {
  mutating func encode(_ value: Bool) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: String) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: Double) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: Float) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: Int) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: Int8) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: Int16) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: Int32) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: Int64) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: Int128) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: UInt) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: UInt8) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: UInt16) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: UInt32) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: UInt64) throws {
    try append { call throws in try call.append(value) }
  }
  mutating func encode(_ value: UInt128) throws {
    try append { call throws in try call.append(value) }
  }
}
