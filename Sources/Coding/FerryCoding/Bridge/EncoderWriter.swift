internal import FerryBase

/// A writer to any `Encoder`, so that types with direct coding work in foreign encoders.
///
/// Containers are collected first and encoded as values. An encoder may give two members the same
/// key. A nested container would then merge with the other member, or end the process.
struct EncoderWriter: WireWriter {
  /// An object that is being written.
  struct Object {
    /// Whether several types write to the object.
    var isShared = false
  }

  /// An array that is being written.
  struct List {}

  /// An open container.
  private enum Container {
    case object([BridgedValue.Member], key: String)
    case list([BridgedValue])
  }

  let context: _WireContext
  private let encoder: any Encoder
  /// The open containers, outermost first.
  private var open: [Container] = []

  init(_ encoder: any Encoder) {
    context = _WireContext(CallOptions(userInfo: encoder.userInfo.asSendable), isForeign: true)
    self.encoder = encoder
  }

  /// The coding path of the next value.
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

  mutating func beginObject<Fields: _FieldSet>(_ fields: Fields) throws(WireFailure) -> Object {
    try beginObject()
  }

  mutating func beginSharedObject() throws(WireFailure) -> Object {
    _ = try beginObject()
    return Object(isShared: true)
  }

  mutating func writeKey<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields, in object: inout Object
  ) throws(WireFailure) {
    try writeKey(fields.name(slot), in: &object)
  }

  mutating func writeKey(_ name: StaticString, in object: inout Object) throws(WireFailure) {
    try writeKey("\(name)", in: &object)
  }

  mutating func writeKey(_ name: String, in object: inout Object) throws(WireFailure) {
    guard case .object(let members, _)? = open.popLast() else { return }
    open.append(.object(members, key: name))
  }

  /// Ends an object. Throws if a key occurs twice, because the encoder may keep only one value per
  /// key.
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
