import FerryTape

/// The `Encoder` for every format: writes one value to a tape.
package struct TapeEncoder: Encoder {
  let session: EncodingSession
  /// Where the value begins, or the placeholder that stands for it.
  let start: Int

  @inline(__always)
  init(_ call: EncodingCall, at start: Int) {
    session = call.session
    self.start = start
  }

  var call: EncodingCall {
    @inline(__always) get { session.call }
  }

  /// The way from the root to this encoder's value.
  package var codingPath: [any CodingKey] { call.state.pointee.path(to: start) }

  /// What the caller of the encoder passed along.
  package var userInfo: [CodingUserInfoKey: Any] { call.state.pointee.options.userInfo }

  package func container<K: CodingKey>(keyedBy type: K.Type) -> KeyedEncodingContainer<K> {
    call.keyedContainer(at: header(.map))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    TapeUnkeyedEncodingContainer(call, header: header(.list))
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// The header of the container that is this encoder's value. A failure waits until something
  /// can throw it.
  @inline(__always)
  private func header(_ kind: NodeKind) -> Int {
    do throws(Failure) {
      return try call.state.pointee.container(kind, at: start)
    } catch {
      call.state.pointee.failure = error
      return 0
    }
  }

  /// Writes the encoder's one value.
  @inline(__always)
  func append(_ write: (EncodingCall) throws -> Void) throws {
    let state = call.state
    if let failure = state.pointee.failure { throw failure }
    if state.pointee.tape.count != start {
      precondition(
        state.pointee.tape.node(at: start).kind == .placeholder,
        "Attempt to encode a second value through one single value container.")
      try state.pointee.openContinuation(of: start)
    }
    try write(call)
  }

  /// The error for a value that cannot be encoded.
  package func invalid(_ value: Any, _ description: String) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: codingPath, debugDescription: description))
  }
}
