import FerryTape

/// A list of a tape, read in order.
///
/// Three words, so that an existential holds it without an allocation.
struct TapeUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  let session: DecodingSession
  /// Index of the next element.
  private var position: Int
  private var elementIndex: UInt32 = 0
  /// Index of the list; a tape has fewer than 2^32 words.
  private let header: UInt32

  init(_ call: DecodingCall, at index: Int) throws {
    session = call.session
    var index = index
    if unsafe call.state.pointee.view[index].kind == .packed { index = try call.unpack(index) }
    guard unsafe call.state.pointee.view[index].kind == .list else {
      throw call.mismatch([Any].self, at: index)
    }
    position = index + 1
    header = UInt32(truncatingIfNeeded: index)
  }

  var call: DecodingCall {
    @inline(__always) get { session.call }
  }
  var codingPath: [any CodingKey] { call.codingPath(to: Int(header)) }
  var count: Int? { unsafe call.state.pointee.view.elementCount(Int(header)) }
  var isAtEnd: Bool { unsafe position >= call.state.pointee.view[Int(header)].payload }
  var currentIndex: Int { Int(elementIndex) }

  /// The index of the next element.
  @inline(__always)
  func element(_ type: any Any.Type) throws -> Int {
    if isAtEnd { throw call.atEnd(type, of: Int(header), count: currentIndex) }
    return position
  }

  @inline(__always)
  mutating func advance() {
    position = unsafe call.state.pointee.view.next(position)
    elementIndex &+= 1
  }

  mutating func decodeNil() throws -> Bool {
    let isNull = try unsafe call.state.pointee.view.isNull(at: element(Never.self))
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

  /// The next element, if it is a scalar. A failed read does not move on.
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
