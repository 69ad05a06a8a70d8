internal import FerryBase

/// A reader of any `Decoder`, so that foreign decoders can read a type with direct coding.
///
/// A foreign container does not list its members in order, so the keys are looked up in the order
/// of the slots.
struct DecoderReader: WireReader {
  /// The location of the next value.
  enum Source {
    case decoder(any Decoder)
    case member(KeyedDecodingContainer<TapeKey>, TapeKey)
  }

  /// A keyed container and the reading position in it.
  struct Object {
    let container: KeyedDecodingContainer<TapeKey>
    /// The next slot to look for.
    var slot = 0
    /// The keys of the container, once they are needed.
    var keys: [TapeKey]?
    /// The position in `keys`.
    var index = 0
    /// The bytes of the key that was returned last.
    var bytes: KeyBytes?
  }

  /// An unkeyed container.
  struct List {
    var container: any UnkeyedDecodingContainer
  }

  let context: _WireContext
  let places = BridgePlaces()
  var source: Source

  init(_ decoder: any Decoder) {
    context = _WireContext(CallOptions(userInfo: decoder.userInfo.asSendable), isForeign: true)
    source = .decoder(decoder)
  }

  // MARK: Looking

  var position: Int { places.position(of: path) }

  private var path: [any CodingKey] {
    switch source {
    case .decoder(let decoder): decoder.codingPath
    case .member(let container, let key): container.codingPath + [key]
    }
  }

  func mark() -> Source { source }

  mutating func rewind(to mark: Source) { source = mark }

  mutating func skipValue() throws(WireFailure) {}

  mutating func nextKind() throws(WireFailure) -> AnyValue.Kind {
    if try readNull() { return .null }
    if (try? value(Bool.self)) != nil { return .bool }
    if (try? value(String.self)) != nil { return .string }
    if (try? value(Double.self)) != nil { return .number }
    let start = source
    defer { source = start }
    return (try? beginObject()) != nil ? .object : .array
  }

  // MARK: Values

  /// Decodes a value with the foreign decoder.
  private func value<T: Decodable>(_ type: T.Type) throws -> T {
    switch source {
    case .decoder(let decoder): try decoder.singleValueContainer().decode(type)
    case .member(let container, let key): try container.decode(type, forKey: key)
    }
  }

  func readCoded<T: Decodable>(_ type: T.Type) throws(WireFailure) -> T {
    do {
      return try value(type)
    } catch {
      throw failure(error, at: position)
    }
  }

  mutating func read<Way: _IndirectReading>(by way: Way) throws(WireFailure) -> Way.Value {
    try way.read(from: self)
  }

  mutating func readForeign<T>(_ type: T.Type) throws(WireFailure) -> T? {
    try (type as? any ForeignDecodable.Type)?.read(from: self) as? T
  }

  mutating func readNull() throws(WireFailure) -> Bool {
    do {
      switch source {
      case .decoder(let decoder): return try decoder.singleValueContainer().decodeNil()
      case .member(let container, let key): return try container.decodeNil(forKey: key)
      }
    } catch {
      throw failure(error, at: position)
    }
  }

  mutating func readBool() throws(WireFailure) -> Bool { try readCoded(Bool.self) }
  mutating func readDouble() throws(WireFailure) -> Double { try readCoded(Double.self) }
  mutating func readFloat() throws(WireFailure) -> Float { try readCoded(Float.self) }
  mutating func readString() throws(WireFailure) -> String { try readCoded(String.self) }
  mutating func readRawBytes() throws(WireFailure) -> [UInt8]? { nil }

  mutating func readInteger<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> T {
    guard let decodable = type as? any Decodable.Type,
      let value = try readCoded(decodable) as? T
    else { throw mismatch(type, at: position) }
    return value
  }

  mutating func readNumber() throws(WireFailure) -> AnyValue.Number {
    guard case .number(let number) = try readCoded(AnyValue.self) else {
      throw mismatch(AnyValue.Number.self, at: position)
    }
    return number
  }

  // MARK: Lists

  mutating func beginList() throws(WireFailure) -> List {
    do {
      switch source {
      case .decoder(let decoder): return List(container: try decoder.unkeyedContainer())
      case .member(let container, let key):
        return List(container: try container.nestedUnkeyedContainer(forKey: key))
      }
    } catch {
      throw failure(error, at: position)
    }
  }

  mutating func nextElement(_ list: inout List) throws(WireFailure) -> Bool {
    if list.container.isAtEnd { return false }
    do {
      source = .decoder(try list.container.superDecoder())
    } catch {
      throw failure(error, at: places.position(of: list.container.codingPath))
    }
    return true
  }

  func countHint(of list: List) -> Int { 0 }
}

extension DecoderReader {
  mutating func beginObject() throws(WireFailure) -> Object {
    do {
      switch source {
      case .decoder(let decoder):
        return Object(container: try decoder.container(keyedBy: TapeKey.self))
      case .member(let container, let key):
        let inner = try container.nestedContainer(keyedBy: TapeKey.self, forKey: key)
        return Object(container: inner)
      }
    } catch {
      throw failure(error, at: position)
    }
  }

  func position(of object: Object) -> Int {
    places.position(of: object.container.codingPath)
  }

  /// Returns the slots whose names are in the container. After them, returns the slots for keys
  /// that are other spellings of a name.
  mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    while object.slot < progress.fields.count {
      let slot = object.slot
      object.slot += 1
      let key = TapeKey("\(progress.fields.name(slot))")
      guard object.container.contains(key) else { continue }
      progress.seen.insert(slot)
      source = .member(object.container, key)
      return slot
    }
    let keys = object.keys ?? object.container.allKeys
    object.keys = keys
    while object.index < keys.count {
      let key = keys[object.index]
      object.index += 1
      let slot = FieldKey.withKey(key.stringValue) { progress.fields.slot(for: $0) }
      guard slot >= 0, !progress.has(slot) else { continue }
      progress.seen.insert(slot)
      source = .member(object.container, key)
      return slot
    }
    return nil
  }

  mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    let keys = object.keys ?? object.container.allKeys
    object.keys = keys
    guard object.index < keys.count else { return nil }
    let key = keys[object.index]
    object.index += 1
    source = .member(object.container, key)
    let bytes = KeyBytes(key.stringValue)
    object.bytes = bytes
    return bytes.key
  }
}

/// The owner of the bytes that a `FieldKey` points to.
@safe
final class KeyBytes {
  private let bytes: OwnedBytes

  init(_ text: String) {
    bytes = OwnedBytes(copying: text)
  }

  /// The key. It is valid as long as this object, which the reader keeps until the next key.
  var key: FieldKey { FieldKey(bytes.view) }
}
