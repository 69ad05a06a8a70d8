package import FerryBase

/// The `Decoder` for every format: one value of a tape.
///
/// The decoder has at most three words, so an existential holds it without an allocation.
package struct TapeDecoder: Decoder {
  let session: DecodingSession
  /// Index of the value, or of the alias or the tag that stands for it.
  package let start: Int
  /// Index of the value.
  let index: Int

  @inline(__always)
  init(_ call: DecodingCall, at index: Int) {
    session = call.session
    start = index
    self.index = call.state.view.resolved(index)
  }

  var call: DecodingCall {
    @inline(__always) get { session.call }
  }

  /// The coding path of this value, computed on each access.
  package var codingPath: [any CodingKey] { call.codingPath(to: index) }

  /// The `userInfo` of the call.
  package var userInfo: [CodingUserInfoKey: Any] { call.state.options.userInfo }

  /// The options of the call.
  package var options: CodingOptions { call.state.options }

  package func container<K: CodingKey>(keyedBy type: K.Type) throws -> KeyedDecodingContainer<K> {
    guard call.state.view[index].kind == .map else {
      guard let members = try call.members(ofOrderedMap: index) else {
        throw call.mismatch([String: Any].self, at: index)
      }
      return call.keyedContainer(keyedBy: type, at: members)
    }
    return call.keyedContainer(keyedBy: type, at: index)
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try TapeUnkeyedDecodingContainer(call, at: index)
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// Returns the error for a value of the right type that is invalid, with its location.
  package func corrupted(_ description: String) -> DecodingError {
    call.corrupted(index, description)
  }

  /// Calls `body` with the text of the value, without making a `String`; `nil` if the value is not
  /// text.
  package func withText<R>(_ body: (ByteView) throws -> R) rethrows -> R? {
    let view = call.state.view
    switch view[index].kind {
    case .text, .arenaText: return try body(view.stored(view[index]))
    case .plainText where !view.isNull(at: index): return try body(view.stored(view[index]))
    default: return nil
    }
  }

  /// Calls `body` with the text of the value if it may represent another type. Text in quotes may
  /// not, if the format has text without quotes.
  package func withPlainText<R>(
    _ body: (ByteView) throws -> R
  ) rethrows -> R? {
    if call.state.options.hasPlainText,
      call.state.view[index].kind != .plainText
    {
      return nil
    }
    return try withText(body)
  }

  /// Calls `body` with the raw bytes of the value; `nil` if the value is not bytes.
  package func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R? {
    let view = call.state.view
    switch view[index].kind {
    case .bytes, .arenaBytes: return try body(view.stored(view[index]))
    default: return nil
    }
  }

  /// The value as seconds since 2001; `nil` if it is not a date.
  package var date: Double? {
    let view = session.state.view
    return view[index].kind == .date ? view.secondsSince2001(ofDate: index) : nil
  }

  /// Calls `body` with the 16 bytes of the value; `nil` if the value is not a UUID of the binary
  /// format.
  package func withUUID<R>(_ body: (ByteView) -> R) -> R? {
    let view = session.state.view
    return view[index].kind == .uuid ? body(view.stored(view[index])) : nil
  }

  /// Calls `body` with the type and the bytes of the value; `nil` if the value is not an extension.
  package func withExtension<R>(_ body: (ByteView) -> R) -> R? {
    let view = session.state.view
    switch view[index].kind {
    case .extension, .arenaExtension: return body(view.stored(view[index]))
    default: return nil
    }
  }

  /// The number as it is written in the document or as Ferry would write it; `nil` if the value is
  /// not a number.
  package var numberText: String? { call.numberText(at: index) }

  /// Returns the error for a value that is not a `type`.
  package func mismatch(_ type: any Any.Type) -> DecodingError {
    call.mismatch(type, at: index)
  }
}

extension TapeDecoder: SingleValueDecodingContainer {
  /// Returns whether the value is null.
  package func decodeNil() -> Bool { call.state.view.isNull(at: index) }

  /// Decodes the value as a `T`.
  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try call.value(type, at: start)
  }

  @inline(__always)
  package func decode<T: TapeScalar>(_ type: T.Type) throws -> T { try T.read(call, at: index) }
  package func decode(_ type: Int128.Type) throws -> Int128 { try call.integer(at: index) }
  package func decode(_ type: UInt128.Type) throws -> UInt128 { try call.integer(at: index) }
}

/// An array of a tape, read in order.
///
/// The container has three words, so an existential holds it without an allocation.
struct TapeUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  let session: DecodingSession
  /// Index of the next element.
  private var position: Int
  private var elementIndex: UInt32 = 0
  /// Index of the array. A tape has fewer than 2^32 words.
  private let header: UInt32

  init(_ call: DecodingCall, at index: Int) throws {
    session = call.session
    var index = index
    if call.state.view[index].kind == .packed { index = try call.unpack(index) }
    if call.state.view[index].kind != .list {
      guard let elements = try call.elements(ofSet: index) else {
        throw call.mismatch([Any].self, at: index)
      }
      index = elements
    }
    position = index + 1
    header = UInt32(truncatingIfNeeded: index)
  }

  var call: DecodingCall {
    @inline(__always) get { session.call }
  }
  var codingPath: [any CodingKey] { call.codingPath(to: Int(header)) }
  var count: Int? { call.state.view.elementCount(Int(header)) }
  var isAtEnd: Bool { position >= call.state.view[Int(header)].payload }
  var currentIndex: Int { Int(elementIndex) }

  /// Returns the index of the next element.
  @inline(__always)
  func element(_ type: any Any.Type) throws -> Int {
    if isAtEnd { throw call.atEnd(type, of: Int(header), count: currentIndex) }
    return position
  }

  @inline(__always)
  mutating func advance() {
    position = call.state.view.next(position)
    elementIndex &+= 1
  }

  mutating func decodeNil() throws -> Bool {
    let isNull = try call.state.view.isNull(at: element(Never.self))
    if isNull { advance() }
    return isNull
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try call.value(type, at: element(type))
    advance()
    return value
  }

  @inline(__always)
  mutating func decode<T: TapeScalar>(_ type: T.Type) throws -> T { try scalar() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar() }

  /// Decodes the next element as a scalar. If that fails, the container does not move.
  @inline(__always)
  private mutating func scalar<T: TapeScalar>() throws -> T {
    let value = try T.read(call, at: element(T.self))
    advance()
    return value
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    if try isAtEnd || decodeNil() { return nil }
    return try decode(type)
  }

  mutating func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type
  ) throws -> KeyedDecodingContainer<N> {
    let index = try element(KeyedDecodingContainer<N>.self)
    let container = try TapeDecoder(call, at: index).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let index = try element((any UnkeyedDecodingContainer).self)
    let container = try TapeDecoder(call, at: index).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = TapeDecoder(call, at: try element((any Decoder).self))
    advance()
    return decoder
  }
}
