import FerryTape

/// Writes to any `Encoder`, so that types with direct coding work in coders that know nothing of it.
///
/// Containers are collected first and encoded as values: an encoder may give two members one key,
/// and a nested container would then be merged with the other member or end the process.
struct EncoderWriter: WireWriter {
  /// An object that is being written.
  struct Object {
    /// Whether several types write to the object.
    var isShared = false
  }

  /// A list that is being written.
  struct List {}

  /// A container that is open.
  private enum Container {
    case object([BridgedValue.Member], key: String)
    case list([BridgedValue])
  }

  let context: _WireContext
  private let encoder: any Encoder
  /// The containers that are open, outermost first.
  private var open: [Container] = []

  init(_ encoder: any Encoder) {
    context = _WireContext(CallOptions(userInfo: encoder.userInfo.asSendable), isForeign: true)
    self.encoder = encoder
  }

  /// The way from the root to the value that is written next.
  var path: [any CodingKey] {
    encoder.codingPath
      + open.map { container in
        switch container {
        case .object(_, let key): TapeKey(key)
        case .list(let elements): TapeKey(intValue: elements.count)
        }
      }
  }

  // MARK: Values

  private mutating func take(_ value: BridgedValue) throws(WireFailure) {
    switch open.popLast() {
    case .object(var members, let key)?:
      members.append(.init(key: key, value: value))
      open.append(.object(members, key: key))
    case .list(var elements)?:
      elements.append(value)
      open.append(.list(elements))
    case nil:
      do { try value.encode(to: encoder) } catch { throw failure(error) }
    }
  }

  mutating func writeCoded(_ value: any Encodable) throws(WireFailure) { try take(.value(value)) }

  mutating func write<Way: _IndirectWriting>(by way: Way) throws(WireFailure) {
    try take(value(of: way))
  }

  mutating func writeMembers<Way: _IndirectWriting>(
    by way: Way, in object: inout Object
  ) throws(WireFailure) {
    guard case .object(var members, let key)? = open.popLast() else { return }
    members.append(.init(key: nil, value: try value(of: way)))
    open.append(.object(members, key: key))
  }

  private func value<Way: _IndirectWriting>(of way: Way) throws(WireFailure) -> BridgedValue {
    let box = EncodableBox()
    try way.write(to: box)
    return box.value.map { .value($0) } ?? .null
  }

  mutating func writeForeign<T>(_ value: T) throws(WireFailure) -> Bool {
    guard let value = (value as? any ForeignEncodable)?.foreignValue else { return false }
    try writeCoded(value)
    return true
  }

  mutating func writeNull() throws(WireFailure) { try take(.null) }
  mutating func writeBool(_ value: Bool) throws(WireFailure) { try writeCoded(value) }
  mutating func writeDouble(_ value: Double) throws(WireFailure) { try writeCoded(value) }
  mutating func writeFloat(_ value: Float) throws(WireFailure) { try writeCoded(value) }
  mutating func writeString(_ value: String) throws(WireFailure) { try writeCoded(value) }
  mutating func writeNumber(_ value: AnyValue.Number) throws(WireFailure) {
    try writeCoded(AnyValue.number(value))
  }

  mutating func writeInteger<T: FixedWidthInteger & Sendable>(_ value: T) throws(WireFailure) {
    guard let value = value as? any Encodable else {
      throw invalid(value, "\(T.self) is not Encodable")
    }
    try writeCoded(value)
  }

  mutating func writeRawBytes(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    try unsafe writeCoded(Array(bytes))
  }

  // MARK: Objects

  mutating func beginObject() throws(WireFailure) -> Object {
    open.append(.object([], key: ""))
    return Object()
  }

  mutating func beginObject<Fields: _FieldSet>(_ fields: Fields.Type) throws(WireFailure) -> Object
  {
    try beginObject()
  }

  mutating func beginSharedObject() throws(WireFailure) -> Object {
    _ = try beginObject()
    return Object(isShared: true)
  }

  mutating func writeKey<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields.Type, in object: inout Object
  ) throws(WireFailure) {
    try writeKey(Fields.name(slot), in: &object)
  }

  mutating func writeKey(_ name: StaticString, in object: inout Object) throws(WireFailure) {
    try writeKey("\(name)", in: &object)
  }

  mutating func writeKey(_ name: String, in object: inout Object) throws(WireFailure) {
    guard case .object(let members, _)? = open.popLast() else { return }
    open.append(.object(members, key: name))
  }

  /// Ends an object. The encoder may keep one value per key, so the keys have to differ.
  mutating func endObject(_ object: inout Object) throws(WireFailure) {
    guard case .object(let members, _)? = open.last else { return }
    var keys: Set<String> = []
    for case let member in members {
      guard let key = member.key, !keys.insert(key).inserted else { continue }
      open[open.count - 1] = .object(members, key: key)
      throw object.isShared
        ? sharedTwice(key) : invalid(member.value.content, "The key '\(key)' is written twice.")
    }
    open.removeLast()
    try take(.object(members))
  }

  mutating func endSharedObject(_ object: inout Object) throws(WireFailure) {
    try endObject(&object)
  }

  // MARK: Lists

  mutating func beginList(count: Int) throws(WireFailure) -> List {
    open.append(.list([]))
    return List()
  }

  mutating func beginElement(_ list: inout List) throws(WireFailure) {}

  mutating func endList(_ list: inout List) throws(WireFailure) {
    guard case .list(let elements)? = open.popLast() else { return }
    try take(.list(elements))
  }
}
