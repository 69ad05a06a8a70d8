extension Array: DirectDecodable where Element: DirectDecodable {
  /// Reads an array.
  @inlinable @inline(__always)
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = try Element._readArray(from: &reader)
  }
}

extension Array: DirectEncodable where Element: DirectEncodable {
  /// Writes an array.
  @inlinable @inline(__always)
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try Element._writeArray(self, to: &writer)
  }
}

extension ContiguousArray: DirectDecodable where Element: DirectDecodable {
  /// Reads an array.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = ContiguousArray(try Element._readArray(from: &reader))
  }
}

extension ContiguousArray: DirectEncodable where Element: DirectEncodable {
  /// Writes an array.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try Element._writeArray(Array(self), to: &writer)
  }
}

extension Set: DirectDecodable where Element: DirectDecodable {
  /// Reads an array. Equal elements are stored once.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = []
    var list = try reader.beginList()
    while try reader.nextElement(&list) { insert(try Element(from: &reader)) }
  }
}

extension Set: DirectEncodable where Element: DirectEncodable {
  /// Writes an array, in an arbitrary order unless the document is canonical.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    let elements = try writer.elements(of: self)
    if writer.context.rules.writesHints { try writer.beginTag("!258") }
    try Element._writeArray(elements, to: &writer)
    if writer.context.rules.writesHints { writer.endTag() }
  }
}

/// A type whose values can be keys of an object in direct coding.
public protocol DirectKey: Hashable {
  /// Creates the value that a key represents, or returns `nil`.
  init?(directKey text: String)
  /// The key for the value.
  var directKey: String { get }
}

extension String: DirectKey {
  /// Creates the text from the key without changes.
  @inlinable public init(directKey text: String) { self = text }
  /// The text, without changes.
  @inlinable public var directKey: String { self }
}

extension Int: DirectKey {
  /// Creates the number from its decimal digits.
  @inlinable public init?(directKey text: String) { self.init(text) }
  /// The number as decimal digits.
  @inlinable public var directKey: String { description }
}

extension DirectKey where Self: RawRepresentable, RawValue: DirectKey {
  /// Creates the value whose raw value the key represents.
  @inlinable
  public init?(directKey text: String) {
    guard let raw = RawValue(directKey: text) else { return nil }
    self.init(rawValue: raw)
  }

  /// The key of the raw value.
  @inlinable public var directKey: String { rawValue.directKey }
}

extension Dictionary: DirectDecodable where Key: DirectKey, Value: DirectDecodable {
  /// Reads an object whose keys are data. For duplicate keys, the first value counts.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    if reader.context.isForeign, let value = try reader.foreignValue(as: Self.self) {
      self = value
      return
    }
    var object = try reader.beginObject()
    var members = MembersByKey<Key, Value>()
    while let key = try reader.nextKey(&object, as: Key.self) {
      let start = reader.mark()
      do throws(WireFailure) {
        members.append(key, try Value(from: &reader))
      } catch {
        guard members.replaces(key) else { throw error }
        reader._retry(from: start)
        try reader.skipValue()
      }
    }
    self = members.dictionary()
  }
}

/// The members of a dictionary that is read. The hash table is created when its size is known, so each
/// key is hashed once.
///
/// Values may contain dictionaries of their own type. So the functions are not inlined, and their
/// variables are not on the stack while a value is read.
@usableFromInline
struct MembersByKey<Key: Hashable, Value> {
  @usableFromInline var members: [(key: Key, value: Value)] = []
  /// Created when a value fails to decode. The failure does not count if the key has a value already.
  @usableFromInline var keys: Set<Key>?

  @inlinable init() {}

  @inlinable @inline(never)
  mutating func append(_ key: Key, _ value: consuming Value) {
    if members.isEmpty { members.reserve(8) }
    members.append((key, value))
    keys?.insert(key)
  }

  /// Returns whether a member has the key.
  @inlinable @inline(never)
  mutating func replaces(_ key: Key) -> Bool {
    let known = keys ?? Set(members.map { $0.key })
    keys = known
    return known.contains(key)
  }

  @inlinable @inline(never)
  consuming func dictionary() -> [Key: Value] {
    var dictionary = [Key: Value](minimumCapacity: members.count)
    // From the end: members are moved instead of copied, and the first of equal keys is stored last
    // and stays.
    while let (key, value) = members.popLast() { dictionary.updateValue(value, forKey: key) }
    return dictionary
  }
}

extension WireReader where Self: ~Copyable {
  @usableFromInline @inline(never)
  mutating func foreignValue<Value>(as type: Value.Type) throws(WireFailure) -> Value? {
    try readForeign(type)
  }

  /// Returns the next key of an object whose keys are data.
  @inlinable @inline(never)
  mutating func nextKey<Key: DirectKey>(
    _ object: inout Object, as type: Key.Type
  ) throws(WireFailure) -> Key? {
    guard let name = try nextKey(&object) else { return nil }
    let text =
      Key.self == Int.self && context.rules.followsFoundation
      ? context.string(of: name) : dataKey(name, in: object)
    guard let key = Key(directKey: text) else { throw invalidKey(text, as: Key.self) }
    return key
  }
}

extension Dictionary: DirectEncodable where Key: DirectKey, Value: DirectEncodable {
  /// Writes an object in an arbitrary order.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    if writer.context.isForeign, try writer.writeForeign(self) { return }
    var object = try writer.beginObject()
    try encodeMembers(to: &writer, in: &object)
    try writer.endObject(&object)
  }
}

extension Dictionary: _DirectMembersEncodable where Key: DirectKey, Value: DirectEncodable {
  /// Writes the members in an arbitrary order.
  @inlinable
  public func encodeMembers<Writer: WireWriter & ~Copyable>(
    to writer: inout Writer, in object: inout Writer.Object
  ) throws(WireFailure) {
    for (key, value) in self {
      try writer.writeKey(key.directKey, in: &object)
      try value.encode(to: &writer)
    }
  }
}

// Vectors and fixed-size arrays are coded as arrays of exactly that many values, as `Codable` codes
// vectors.

extension SIMD where Scalar: DirectDecodable {
  /// Reads an array with as many numbers as the vector has.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self.init()
    let scalars = try Scalar._readArray(of: scalarCount, from: &reader)
    for index in scalars.indices { self[index] = scalars[index] }
  }
}

extension SIMD where Scalar: DirectEncodable {
  /// Writes an array of the numbers.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try Scalar._writeArray(indices.map { self[$0] }, to: &writer)
  }
}

extension SIMD2: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD3: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD4: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD8: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD16: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD32: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD64: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD2: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD3: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD4: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD8: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD16: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD32: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD64: DirectEncodable where Scalar: DirectEncodable {}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: DirectDecodable where Element: DirectDecodable {
  /// Reads an array with as many values as this array has.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    let elements = try Element._readArray(of: Self.count, from: &reader)
    self.init { elements[$0] }
  }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: DirectEncodable where Element: DirectEncodable {
  /// Writes an array of the values.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try Element._writeArray(indices.map { self[$0] }, to: &writer)
  }
}

extension DirectDecodable {
  /// Reads an array of `count` values.
  ///
  /// A wrong number of values is reported even if one of the values fails to decode, because
  /// `Codable` checks the number of values first.
  @inlinable
  static func _readArray<Reader: WireReader & ~Copyable>(
    of count: Int, from reader: inout Reader
  ) throws(WireFailure) -> [Self] {
    let start = reader.position
    let list = reader.mark()
    let values: [Self]
    do throws(WireFailure) {
      values = try _readArray(from: &reader)
    } catch {
      reader.rewind(to: list)
      let found = try reader.skipElements()
      throw found == count ? error : reader.wrongCount(found, expected: count, at: start)
    }
    guard values.count == count else {
      throw reader.wrongCount(values.count, expected: count, at: start)
    }
    return values
  }
}

extension WireReader where Self: ~Copyable {
  /// Moves after an array.
  /// - Returns: the number of its values.
  @usableFromInline @inline(never)
  mutating func skipElements() throws(WireFailure) -> Int {
    var list = try beginList()
    var count = 0
    while try nextElement(&list) {
      try skipValue()
      count += 1
    }
    return count
  }

  @usableFromInline @inline(never)
  func wrongCount(_ count: Int, expected: Int, at position: Int) -> WireFailure {
    invalid("Expected \(expected) values, found \(count).", at: position)
  }
}
