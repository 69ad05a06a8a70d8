internal import FerryBase

/// A reader of any `Decoder`, so that foreign decoders can read a type with direct coding.
struct DecoderReader: WireReader {
  /// The location of the next value.
  enum Source {
    case decoder(any Decoder)
    case member(KeyedDecodingContainer<TapeKey>, TapeKey)
  }

  /// A keyed container and the keys that are still to be read.
  struct Object {
    let container: KeyedDecodingContainer<TapeKey>
    /// `nil` until the first key is requested.
    var keys: ArraySlice<TapeKey>?
    /// The bytes of the key that was returned last.
    var bytes: KeyBytes?
  }

  typealias List = any UnkeyedDecodingContainer

  let context: _WireContext
  private let places = BridgePlaces()
  private var source: Source

  init(_ decoder: any Decoder) {
    context = _WireContext(CallOptions(userInfo: decoder.userInfo.asSendable), isForeign: true)
    source = .decoder(decoder)
    // The bytes that the decoder reads again are unknown.
    context.remember()
  }

  /// Returns the result of a call of the foreign decoder.
  private func ask<T>(_ body: () throws -> T) throws(WireFailure) -> T {
    do {
      return try body()
    } catch {
      throw failure(error, at: position)
    }
  }

  // MARK: Looking

  var position: Int {
    switch source {
    case .decoder(let decoder): places.position(of: decoder.codingPath)
    case .member(let container, let key): places.position(of: container.codingPath + [key])
    }
  }

  func path(at position: Int) -> [any CodingKey] { places.path(at: position) }

  func mark() -> Source { source }

  mutating func rewind(to mark: Source) { source = mark }

  mutating func skipValue() throws(WireFailure) {}

  mutating func nextKind() throws(WireFailure) -> AnyValue.Kind {
    if try readNull() { return .null }
    if (try? value(Bool.self)) != nil { return .bool }
    if (try? value(String.self)) != nil { return .string }
    if (try? value(Double.self)) != nil { return .number }
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

  func readCoded<T: Decodable>(_ type: T.Type = T.self) throws(WireFailure) -> T {
    try ask { try value(type) }
  }

  mutating func read<Way: _IndirectReading>(by way: Way) throws(WireFailure) -> Way.Value {
    try way.read(from: self)
  }

  mutating func readForeign<T>(_ type: T.Type) throws(WireFailure) -> T? {
    try (type as? any ForeignDecodable.Type)?.read(from: self) as? T
  }

  mutating func readNull() throws(WireFailure) -> Bool {
    try ask {
      switch source {
      case .decoder(let decoder): try decoder.singleValueContainer().decodeNil()
      case .member(let container, let key): try container.decodeNil(forKey: key)
      }
    }
  }

  mutating func readBool() throws(WireFailure) -> Bool { try readCoded() }
  mutating func readDouble() throws(WireFailure) -> Double { try readCoded() }
  mutating func readFloat() throws(WireFailure) -> Float { try readCoded() }
  mutating func readString() throws(WireFailure) -> String { try readCoded() }
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
    try ask {
      switch source {
      case .decoder(let decoder): try decoder.unkeyedContainer()
      case .member(let container, let key): try container.nestedUnkeyedContainer(forKey: key)
      }
    }
  }

  mutating func nextElement(_ list: inout List) throws(WireFailure) -> Bool {
    if list.isAtEnd { return false }
    do {
      source = .decoder(try list.superDecoder())
    } catch {
      throw failure(error, at: places.position(of: list.codingPath))
    }
    return true
  }

  func countHint(of list: List) -> Int { 0 }

  // MARK: Objects

  mutating func beginObject() throws(WireFailure) -> Object {
    try ask {
      switch source {
      case .decoder(let decoder): Object(container: try decoder.container(keyedBy: TapeKey.self))
      case .member(let container, let key):
        Object(container: try container.nestedContainer(keyedBy: TapeKey.self, forKey: key))
      }
    }
  }

  func position(of object: Object) -> Int {
    places.position(of: object.container.codingPath)
  }

  /// Returns the slots whose names are in the container, in their own order, because a foreign
  /// container does not list its members in order. After them, returns the slots for keys that are
  /// other spellings of a name.
  mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    let fields = progress.fields
    if object.keys == nil {
      let names = (0..<fields.count).map { TapeKey("\(fields.name($0))") }
      object.keys = (names.filter(object.container.contains) + object.container.allKeys)[...]
    }
    while let key = takeKey(of: &object) {
      let slot = FieldKey.withKey(key.stringValue) { fields.slot(for: $0) }
      guard slot >= 0, !progress.has(slot) else { continue }
      progress.seen.insert(slot)
      return slot
    }
    return nil
  }

  mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    guard let key = takeKey(of: &object) else { return nil }
    let bytes = KeyBytes(key.stringValue)
    object.bytes = bytes
    return FieldKey(bytes.owned.view)
  }

  /// Moves to the value of the object's next key.
  private mutating func takeKey(of object: inout Object) -> TapeKey? {
    var keys = object.keys ?? object.container.allKeys[...]
    let key = keys.popFirst()
    object.keys = keys
    if let key { source = .member(object.container, key) }
    return key
  }
}

/// The owner of the bytes that a `FieldKey` points to.
final class KeyBytes {
  let owned: OwnedBytes

  init(_ text: String) { owned = OwnedBytes(copying: text) }
}

/// The coding paths for the positions of direct coding in a foreign decoder. Position n is the n-th
/// path that was requested. Equal paths have one position.
private final class BridgePlaces {
  private var paths: [[any CodingKey]] = []
  private var positions: [[String]: Int] = [:]

  func position(of path: [any CodingKey]) -> Int {
    let names = path.map(\.stringValue)
    if let known = positions[names] { return known }
    positions[names] = paths.count
    paths.append(path)
    return paths.count - 1
  }

  func path(at position: Int) -> [any CodingKey] {
    paths.indices.contains(position) ? paths[position] : []
  }
}
