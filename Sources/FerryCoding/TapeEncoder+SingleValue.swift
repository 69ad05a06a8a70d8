import FerryTape

extension TapeEncoder: SingleValueEncodingContainer {
  /// Writes null as the value.
  package func encodeNil() throws {
    try append { call throws in try call.appendNull() }
  }

  /// Writes `value` as the value.
  package func encode<T: Encodable>(_ value: T) throws {
    try append { call throws in try call.encode(value) }
  }

  /// Writes the number that `text` spells in JSON's grammar.
  package func encode(numberText text: String) throws {
    try append { call throws in try call.append(.numberText, text) }
  }

  /// Writes text that YAML has without quotes.
  package func encode(plainText text: String) throws {
    try append { call throws in try call.append(.plainText, text) }
  }

  /// Writes raw bytes, which text formats spell in base64.
  package func encode(bytes: UnsafeBufferPointer<UInt8>) throws {
    try append { call throws in try unsafe call.append(bytes: bytes) }
  }

  /// Writes a date, which text formats write as the number `seconds` since 2001.
  package func encode(date seconds: Double) throws {
    try append { session throws in try unsafe session.state.pointee.tape.append(date: seconds) }
  }

  /// Writes the UUID of 16 bytes, which text formats write as text.
  package func encode(uuid bytes: UnsafeBufferPointer<UInt8>) throws {
    try append { session throws in
      try unsafe session.state.pointee.tape.append(.uuid, copying: bytes)
    }
  }

  /// Writes an extension of the binary format: its type and its contents.
  package func encode(extension bytes: [UInt8]) throws {
    try append { session throws in
      try unsafe session.state.pointee.tape.append(.arenaExtension, copying: bytes)
    }
  }

  @inline(__always)
  package func encode<T: TapeScalar>(_ value: T) throws {
    try append { call throws in try value.append(to: call) }
  }

  package func encode(_ value: Int128) throws {
    try append { call throws in try call.append(value) }
  }

  package func encode(_ value: UInt128) throws {
    try append { call throws in try call.append(value) }
  }
}
