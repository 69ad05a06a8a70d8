/// Writes to any `Encoder`, so that a type of the direct road works in coders that know nothing of
/// it.
struct EncoderWriter: WireWriter {
  /// Where the next value goes.
  private enum Target {
    case encoder(any Encoder)
    case member(KeyedEncodingContainer<WireKey>, WireKey)
    case element(any UnkeyedEncodingContainer)
  }

  /// A keyed container.
  struct Record {
    let container: KeyedEncodingContainer<WireKey>
    /// The keys so far, if several types write to the record.
    var sharedKeys: Set<String>?
  }

  /// An unkeyed container.
  struct List {
    let container: any UnkeyedEncodingContainer
  }

  let context: WireContext
  private var target: Target

  init(_ encoder: any Encoder) {
    context = WireContext(userInfo: encoder.userInfo.asSendable, isForeign: true)
    target = .encoder(encoder)
  }

  // MARK: Values

  // Containers are handles: what is written to a copy is written to the document.
  mutating func writeCodable<T: Encodable>(_ value: T) throws(Failure) {
    do {
      switch target {
      case .encoder(let encoder):
        var container = encoder.singleValueContainer()
        try container.encode(value)
      case .member(var container, let key): try container.encode(value, forKey: key)
      case .element(var container): try container.encode(value)
      }
    } catch {
      throw failure(error)
    }
  }

  mutating func writeCodableMembers<T: Encodable>(
    of value: T, in record: inout Record
  ) throws(Failure) {
    let encoder = MembersEncoder(record.container, userInfo: context.userInfo)
    do {
      try encoder.write(value)
    } catch {
      throw failure(error)
    }
    for key in encoder.keys where record.sharedKeys?.insert(key).inserted == false {
      throw sharedTwice(key)
    }
  }

  mutating func writeNull() throws(Failure) {
    do {
      switch target {
      case .encoder(let encoder):
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      case .member(var container, let key): try container.encodeNil(forKey: key)
      case .element(var container): try container.encodeNil()
      }
    } catch {
      throw failure(error)
    }
  }

  mutating func write(_ value: Bool) throws(Failure) { try writeCodable(value) }
  mutating func write(_ value: Double) throws(Failure) { try writeCodable(value) }
  mutating func write(_ value: Float) throws(Failure) { try writeCodable(value) }
  mutating func write(_ value: String) throws(Failure) { try writeCodable(value) }
  mutating func write(_ value: AnyValue.Number) throws(Failure) {
    try writeCodable(AnyValue.number(value))
  }

  mutating func write<T: FixedWidthInteger & Sendable>(_ value: T) throws(Failure) {
    guard let value = value as? any Encodable else { throw invalid("\(T.self) is not Encodable") }
    try writeCodable(value)
  }

  mutating func writeRawBytes(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    try unsafe writeCodable(Array(bytes))
  }

  // MARK: Records

  mutating func beginRecord() throws(Failure) -> Record {
    switch target {
    case .encoder(let encoder): Record(container: encoder.container(keyedBy: WireKey.self))
    case .member(var container, let key):
      Record(container: container.nestedContainer(keyedBy: WireKey.self, forKey: key))
    case .element(var container):
      Record(container: container.nestedContainer(keyedBy: WireKey.self))
    }
  }

  mutating func beginRecord<Fields: FieldSet>(_ fields: Fields.Type) throws(Failure) -> Record {
    try beginRecord()
  }

  mutating func writeKey<Fields: FieldSet>(
    _ slot: Int, of fields: Fields.Type, in record: inout Record
  ) throws(Failure) {
    try writeKey(Fields.name(slot), in: &record)
  }

  mutating func writeKey(_ name: StaticString, in record: inout Record) throws(Failure) {
    try writeKey("\(name)", in: &record)
  }

  mutating func beginSharedRecord() throws(Failure) -> Record {
    var record = try beginRecord()
    record.sharedKeys = []
    return record
  }

  mutating func writeKey(_ name: String, in record: inout Record) throws(Failure) {
    if record.sharedKeys?.insert(name).inserted == false { throw sharedTwice(name) }
    target = .member(record.container, WireKey(name))
  }

  mutating func endRecord(_ record: inout Record) throws(Failure) {}

  // MARK: Lists

  mutating func beginList(count: Int) throws(Failure) -> List {
    switch target {
    case .encoder(let encoder): List(container: encoder.unkeyedContainer())
    case .member(var container, let key):
      List(container: container.nestedUnkeyedContainer(forKey: key))
    case .element(var container): List(container: container.nestedUnkeyedContainer())
    }
  }

  mutating func beginElement(_ list: inout List) throws(Failure) {
    target = .element(list.container)
  }

  mutating func endList(_ list: inout List) throws(Failure) {}
}
