package import FerryBase

/// The `Encoder` for every format: writes one value to a tape.
package struct TapeEncoder: Encoder {
  let session: EncodingSession
  /// Index of the value, or of the placeholder that stands for it.
  let start: Int

  @inline(__always)
  init(_ call: EncodingCall, at start: Int) {
    session = call.session
    self.start = start
  }

  var call: EncodingCall {
    @inline(__always) get { session.call }
  }

  /// The coding path of this encoder's value.
  package var codingPath: [any CodingKey] { call.state.path(to: start) }

  /// The `userInfo` of the call.
  package var userInfo: [CodingUserInfoKey: Any] { call.state.options.userInfo }

  package func container<K: CodingKey>(keyedBy type: K.Type) -> KeyedEncodingContainer<K> {
    call.keyedContainer(at: header(.map))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    TapeUnkeyedEncodingContainer(call, header: header(.list))
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Returns the header of the container that is this encoder's value. A failure is stored until a
  /// function can throw it.
  @inline(__always)
  private func header(_ kind: NodeKind) -> Int {
    do throws(WireFailure) {
      return try call.state.container(kind, at: start)
    } catch {
      call.state.failure = error
      return 0
    }
  }

  /// Writes the encoder's one value.
  @inline(__always)
  func append(_ write: (EncodingCall) throws -> Void) throws {
    if let failure = call.state.failure { throw failure }
    if call.state.tape.count != start { return try appendLate(write) }
    try write(call)
  }

  /// Writes the value that a placeholder stands for. If that fails, the placeholder has no value.
  @inline(never)
  private func appendLate(_ write: (EncodingCall) throws -> Void) throws {
    precondition(
      call.state.tape.node(at: start).kind == .placeholder,
      "Attempt to encode a second value through one single value container.")
    try call.state.openRun(of: start)
    do {
      try write(call)
    } catch {
      call.state.keepPath(of: error)
      call.state.late.runs[start]?.removeLast()
      throw error
    }
  }

  /// Returns the error for a value that cannot be encoded.
  package func invalid(_ value: Any, _ description: String) -> EncodingError {
    .invalid(value, at: codingPath, description)
  }
}

extension TapeEncoder: SingleValueEncodingContainer {
  /// Encodes null.
  package func encodeNil() throws {
    try append { call throws in try call.appendNull() }
  }

  /// Encodes `value`.
  package func encode<T: Encodable>(_ value: T) throws {
    try append { call throws in try call.encode(value) }
  }

  /// Encodes the number that `text` spells in JSON's grammar.
  package func encode(numberText text: String) throws {
    try append { call throws in try call.append(.numberText, text) }
  }

  /// Encodes text that YAML writes without quotes.
  package func encode(plainText text: String) throws {
    try append { call throws in try call.append(.plainText, text) }
  }

  /// Encodes raw bytes. Text formats write them in base64.
  package func encode(bytes: ByteView) throws {
    try append { call throws in try call.append(bytes: bytes) }
  }

  /// Encodes a date as `seconds` since 2001. Text formats write it as a number.
  package func encode(date seconds: Double) throws {
    try append { session throws in try session.state.tape.append(date: seconds) }
  }

  /// Encodes a UUID of 16 bytes. Text formats write it as text.
  package func encode(uuid bytes: ByteView) throws {
    try append { session throws in
      try session.state.tape.append(.uuid, copying: bytes)
    }
  }

  /// The types of extensions that applications may write.
  package var extensionTypes: ClosedRange<UInt8> {
    session.state.options.extensionTypes
  }

  /// Whether types with a tag of CBOR that is a hint are written with it.
  package var writesHints: Bool { session.state.options.rules.writesHints }

  /// Encodes an extension of the binary format. `bytes` has its type and its contents.
  package func encode(extension bytes: [UInt8]) throws {
    try append { session throws in
      try session.state.tape.append(.arenaExtension, copying: bytes)
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

/// An array of a tape, written in order.
struct TapeUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let session: EncodingSession
  private let header: Int

  init(_ call: EncodingCall, header: Int) {
    session = call.session
    self.header = header
  }

  var call: EncodingCall {
    @inline(__always) get { session.call }
  }
  var codingPath: [any CodingKey] { call.state.path(to: header) }
  var count: Int { call.state.elementCount(ofList: header) }

  mutating func encodeNil() throws {
    try append { call throws in try call.appendNull() }
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try append { call throws in try call.encode(value) }
  }

  @inline(__always)
  mutating func encode<T: TapeScalar>(_ value: T) throws {
    try append { call throws in try value.append(to: call) }
  }

  mutating func encode(_ value: Int128) throws {
    try append { call throws in try call.append(value) }
  }

  mutating func encode(_ value: UInt128) throws {
    try append { call throws in try call.append(value) }
  }

  mutating func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type
  ) -> KeyedEncodingContainer<N> {
    call.keyedContainer(at: nested(.map))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    TapeUnkeyedEncodingContainer(call, header: nested(.list))
  }

  mutating func superEncoder() -> any Encoder {
    do {
      try call.state.enter(header)
      call.state.open.count += 1
    } catch {
      call.fail(error)
    }
    return call.placeholder()
  }

  /// Appends one element with `write`. If that fails, appends nothing.
  @inline(__always)
  mutating func append(_ write: (EncodingCall) throws -> Void) throws {
    try call.state.enter(header)
    let mark = call.state.mark
    do {
      call.state.open.count &+= 1
      try write(call)
    } catch {
      call.state.rollBack(to: mark, after: error)
      throw error
    }
  }

  private mutating func nested(_ kind: NodeKind) -> Int {
    do {
      try call.state.enter(header)
      call.state.open.count += 1
      return try call.state.container(kind, at: call.state.tape.count)
    } catch {
      call.fail(error)
      return 0
    }
  }
}
