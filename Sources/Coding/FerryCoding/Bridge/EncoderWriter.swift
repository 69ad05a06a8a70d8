internal import FerryBase

/// A writer to any `Encoder`, so that types with direct coding work in foreign encoders.
///
/// Containers are collected first and encoded as values. An encoder may give two members the same
/// key. A nested container would then merge with the other member, or end the process.
struct EncoderWriter: WireWriter {
  /// An object, which is encoded when all of its members are known. The members of a value without a
  /// key become members of the object (`@Flatten`).
  struct Object {
    fileprivate var members: [(key: String?, value: any Encodable)] = []
    fileprivate var keys: Set<String> = []
    /// Whether several types write to the object.
    fileprivate var isShared = false
  }

  /// An array, which is encoded when all of its elements are known.
  struct List {
    fileprivate var elements: [any Encodable] = []
  }

  let context: _WireContext
  /// The coding path of the next value.
  private(set) var path: [any CodingKey]
  /// The value that was written last, until its container takes it.
  private let last = EncodableBox()

  init(_ encoder: any Encoder) {
    context = _WireContext(CallOptions(userInfo: encoder.userInfo.asSendable), isForeign: true)
    path = encoder.codingPath
  }

  /// Encodes the value that was written.
  func finish(to encoder: any Encoder) throws(WireFailure) {
    guard let value = last.value else { return }
    do {
      switch value {
      case is Object, is List, is BridgedNull: try value.encode(to: encoder)
      default:
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    } catch {
      throw failure(error)
    }
  }

  // MARK: Values

  private func write(coded value: any Encodable) { last.value = value }

  mutating func write<Way: _IndirectWriting>(by way: Way) throws(WireFailure) {
    try way.write(to: last)
  }

  mutating func writeForeign<T>(_ value: T) throws(WireFailure) -> Bool {
    guard let value = (value as? any ForeignEncodable)?.foreignValue else { return false }
    write(coded: value)
    return true
  }

  mutating func writeNull() throws(WireFailure) { write(coded: BridgedNull()) }
  mutating func writeBool(_ value: Bool) throws(WireFailure) { write(coded: value) }
  mutating func writeDouble(_ value: Double) throws(WireFailure) { write(coded: value) }
  mutating func writeFloat(_ value: Float) throws(WireFailure) { write(coded: value) }
  mutating func writeString(_ value: String) throws(WireFailure) { write(coded: value) }
  mutating func writeNumber(_ value: AnyValue.Number) throws(WireFailure) {
    write(coded: AnyValue.number(value))
  }

  mutating func writeInteger<T: FixedWidthInteger & Sendable>(_ value: T) throws(WireFailure) {
    guard let value = value as? any Encodable else {
      throw invalid(value, "\(T.self) is not Encodable")
    }
    write(coded: value)
  }

  mutating func writeRawBytes(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    unsafe write(coded: Array(bytes))
  }

  // MARK: Objects

  mutating func beginObject() throws(WireFailure) -> Object {
    path.append(TapeKey(""))
    return Object()
  }

  mutating func beginObject<Fields: _FieldSet>(_ fields: Fields) throws(WireFailure) -> Object {
    try beginObject()
  }

  mutating func beginSharedObject() throws(WireFailure) -> Object {
    var object = try beginObject()
    object.isShared = true
    return object
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
    try takeMember(of: &object)
    path[path.count - 1] = TapeKey(name)
  }

  /// Adds the value that was written last to the object. Throws if a key occurs twice, because the
  /// encoder may keep only one value per key.
  private func takeMember(of object: inout Object) throws(WireFailure) {
    guard let value = last.take(), let key = path.last?.stringValue else { return }
    object.members.append((key, value))
    guard !object.keys.insert(key).inserted else { return }
    throw object.isShared ? sharedTwice(key) : invalid(value, "The key '\(key)' is written twice.")
  }

  mutating func writeMembers<Way: _IndirectWriting>(
    by way: Way, in object: inout Object
  ) throws(WireFailure) {
    try takeMember(of: &object)
    try way.write(to: last)
    if let value = last.take() { object.members.append((nil, value)) }
  }

  mutating func endObject(_ object: inout Object) throws(WireFailure) {
    try takeMember(of: &object)
    path.removeLast()
    write(coded: object)
  }

  // MARK: Lists

  mutating func beginList(count: Int) throws(WireFailure) -> List {
    path.append(TapeKey(intValue: 0))
    return List()
  }

  mutating func beginElement(_ list: inout List) throws(WireFailure) {
    takeElement(of: &list)
    path[path.count - 1] = TapeKey(intValue: list.elements.count)
  }

  private func takeElement(of list: inout List) {
    if let value = last.take() { list.elements.append(value) }
  }

  mutating func endList(_ list: inout List) throws(WireFailure) {
    takeElement(of: &list)
    path.removeLast()
    write(coded: list)
  }
}

/// The owner of a value for a foreign encoder.
final class EncodableBox {
  var value: (any Encodable)?

  func take() -> (any Encodable)? {
    defer { value = nil }
    return value
  }
}

// Values go into containers unchanged, because encoders have special code for some types, such as
// dates.

/// A null for a foreign encoder.
private struct BridgedNull: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

extension EncoderWriter.List: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for value in elements {
      if value is BridgedNull { try container.encodeNil() } else { try container.encode(value) }
    }
  }
}

extension EncoderWriter.Object: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TapeKey.self)
    var keys = keys
    for (key, value) in members {
      switch (key.map { TapeKey($0) }, value) {
      case (let key?, is BridgedNull): try container.encodeNil(forKey: key)
      case (let key?, _): try container.encode(value, forKey: key)
      case (nil, _):
        for key in try MembersEncoder.write(value, into: container, userInfo: encoder.userInfo)
        where !keys.insert(key).inserted {
          throw EncodingError.invalid(
            value, at: container.codingPath + [TapeKey(key)], Problem.sharedTwice(key))
        }
      }
    }
  }
}
