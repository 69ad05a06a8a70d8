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
  package var codingPath: [any CodingKey] { unsafe call.state.pointee.path(to: start) }

  /// What the caller of the encoder passed along.
  package var userInfo: [CodingUserInfoKey: Any] { unsafe call.state.pointee.options.userInfo }

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
    do throws(WireFailure) {
      return try unsafe call.state.pointee.container(kind, at: start)
    } catch {
      unsafe call.state.pointee.failure = error
      return 0
    }
  }

  /// Writes the encoder's one value.
  @inline(__always)
  func append(_ write: (EncodingCall) throws -> Void) throws {
    let state = unsafe call.state
    if let failure = unsafe state.pointee.failure { throw failure }
    if unsafe state.pointee.tape.count != start {
      unsafe precondition(
        state.pointee.tape.node(at: start).kind == .placeholder,
        "Attempt to encode a second value through one single value container.")
      try unsafe state.pointee.openContinuation(of: start)
    }
    try write(call)
  }

  /// The error for a value that cannot be encoded.
  package func invalid(_ value: Any, _ description: String) -> EncodingError {
    .invalid(value, at: codingPath, description)
  }
}
