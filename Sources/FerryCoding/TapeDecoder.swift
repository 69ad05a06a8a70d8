import FerryTape

/// The `Decoder` for every format: one value of a tape.
///
/// Three words at most, so that an existential holds it without an allocation.
package struct TapeDecoder: Decoder {
  let session: DecodingSession
  /// Index of the value.
  let index: Int

  @inline(__always)
  init(_ call: DecodingCall, at index: Int) {
    session = call.session
    self.index = unsafe call.state.pointee.view.resolved(index)
  }

  var call: DecodingCall {
    @inline(__always) get { session.call }
  }

  /// The way from the root to this value, worked out when it is asked for.
  package var codingPath: [any CodingKey] { call.codingPath(to: index) }

  /// What the caller of the decoder passed along.
  package var userInfo: [CodingUserInfoKey: Any] { unsafe call.state.pointee.options.userInfo }

  /// The options of the call.
  package var options: CodingOptions { unsafe call.state.pointee.options }

  package func container<K: CodingKey>(keyedBy type: K.Type) throws -> KeyedDecodingContainer<K> {
    guard unsafe call.state.pointee.view[index].kind == .map else {
      throw call.mismatch([String: Any].self, at: index)
    }
    return call.keyedContainer(keyedBy: type, at: index)
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try TapeUnkeyedDecodingContainer(call, at: index)
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// An error for a value of the right type that means nothing, with its place.
  package func corrupted(_ description: String) -> DecodingError {
    call.corrupted(index, description)
  }

  /// The text of the value, without making a `String` of it; `nil` if it is not text.
  package func withText<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? {
    let view = unsafe call.state.pointee.view
    switch view[index].kind {
    case .text, .arenaText, .escapedText: return try unsafe view.withText(view[index], body)
    case .plainText where !view.isNull(at: index):
      return try unsafe view.withText(view[index], body)
    default: return nil
    }
  }

  /// The text of the value, if it may stand for something else than text: in quotes it does not where
  /// the format has text without them.
  package func withPlainText<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R? {
    let state = unsafe call.state
    if unsafe state.pointee.options.hasPlainText,
      unsafe state.pointee.view[index].kind != .plainText
    {
      return nil
    }
    return try unsafe withText(body)
  }

  /// The raw bytes of the value; `nil` if it does not hold bytes.
  package func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? {
    let view = unsafe call.state.pointee.view
    switch view[index].kind {
    case .bytes, .arenaBytes: return try unsafe body(view.stored(view[index]))
    default: return nil
    }
  }

  /// The value as seconds since 2001; `nil` if it is not a date of the binary format.
  package var date: Double? {
    let view = unsafe session.state.pointee.view
    return view[index].kind == .date ? Double(bitPattern: view.word(after: index)) : nil
  }

  /// The 16 bytes of the value; `nil` if it is not a UUID of the binary format.
  package func withUUID<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    let view = unsafe session.state.pointee.view
    return unsafe view[index].kind == .uuid ? body(view.stored(view[index])) : nil
  }

  /// The type and the bytes of the value; `nil` if it is not an extension.
  package func withExtension<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    let view = unsafe session.state.pointee.view
    switch view[index].kind {
    case .extension, .arenaExtension: return unsafe body(view.stored(view[index]))
    default: return nil
    }
  }

  /// The number as it was written, or as it would be written; `nil` if the value is no number.
  package var numberText: String? { call.numberText(at: index) }

  /// The error for a value that is not a `type`.
  package func mismatch(_ type: any Any.Type) -> DecodingError {
    call.mismatch(type, at: index)
  }
}
