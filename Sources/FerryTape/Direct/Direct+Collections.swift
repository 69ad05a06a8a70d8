extension Array: DirectDecodable where Element: DirectDecodable {
  /// Reads a list.
  @inlinable @inline(__always)
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = try Element._readArray(from: &reader)
  }
}

extension Array: DirectEncodable where Element: DirectEncodable {
  /// Writes a list.
  @inlinable @inline(__always)
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try Element._writeArray(self, to: &writer)
  }
}

extension Set: DirectDecodable where Element: DirectDecodable {
  /// Reads a list; what comes again counts once.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = []
    var list = try reader.beginList()
    while try reader.nextElement(&list) { insert(try Element(from: &reader)) }
  }
}

extension Set: DirectEncodable where Element: DirectEncodable {
  /// Writes a list in no order.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try Element._writeArray(Array(self), to: &writer)
  }
}

/// A type whose values are keys of an object in direct coding.
public protocol DirectKey: Hashable {
  /// The value that a key stands for, or `nil`.
  init?(directKey text: String)
  /// The key for the value.
  var directKey: String { get }
}

extension String: DirectKey {
  /// The key as it stands.
  @inlinable public init(directKey text: String) { self = text }
  /// The text as it stands.
  @inlinable public var directKey: String { self }
}

extension Int: DirectKey {
  /// The number that the key writes.
  @inlinable public init?(directKey text: String) { self.init(text) }
  /// The number in decimal digits.
  @inlinable public var directKey: String { description }
}

extension DirectKey where Self: RawRepresentable, RawValue: DirectKey {
  /// The value whose raw value the key stands for.
  @inlinable
  public init?(directKey text: String) {
    guard let raw = RawValue(directKey: text) else { return nil }
    self.init(rawValue: raw)
  }

  /// The key for the raw value.
  @inlinable public var directKey: String { rawValue.directKey }
}

extension Dictionary: DirectDecodable where Key: DirectKey, Value: DirectDecodable {
  /// Reads an object whose keys are data. Of equal keys the first counts.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    if reader.context.isForeign, let value = try reader.readForeign(Self.self) {
      self = value
      return
    }
    var object = try reader.beginObject()
    // The hash table is made when its size is known, so no key is hashed twice.
    var members: [(key: Key, value: Value)] = []
    // Made when a value cannot be decoded: that is no matter for a key that comes again.
    var keys: Set<Key>?
    while let name = try reader.nextKey(&object) {
      // As in Foundation, numbers are read from what a strategy for keys makes of the text.
      let text =
        Key.self == Int.self
        ? reader.context.string(of: name) : reader.dataKey(name, in: object)
      guard let key = Key(directKey: text) else {
        throw reader.invalidKey(text, as: Key.self)
      }
      if members.isEmpty { members.reserveCapacity(8) }
      let start = reader.mark()
      do throws(WireFailure) {
        members.append((key, try Value(from: &reader)))
        keys?.insert(key)
      } catch {
        let known = keys ?? Set(members.map { $0.key })
        guard known.contains(key) else { throw error }
        keys = known
        reader.rewind(to: start)
        try reader.skipValue()
      }
    }
    self.init(minimumCapacity: members.count)
    // From behind: members are moved, not copied, and the first of equal keys comes last and stays.
    while let (key, value) = members.popLast() { updateValue(value, forKey: key) }
  }
}

extension Dictionary: DirectEncodable where Key: DirectKey, Value: DirectEncodable {
  /// Writes an object in no order.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    if writer.context.isForeign, try writer.writeForeign(self) { return }
    var object = try writer.beginObject()
    try encodeMembers(to: &writer, in: &object)
    try writer.endObject(&object)
  }
}

extension Dictionary: _DirectMembersEncodable where Key: DirectKey, Value: DirectEncodable {
  /// Writes the members in no order.
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

// Vectors and arrays of a fixed size are lists of just so many values, as Codable has the former.

extension SIMD where Scalar: DirectDecodable {
  /// Reads a list of as many numbers as the vector has.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self.init()
    let scalars = try Scalar._readArray(of: scalarCount, from: &reader)
    for index in scalars.indices { self[index] = scalars[index] }
  }
}

extension SIMD where Scalar: DirectEncodable {
  /// Writes a list of the numbers.
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
  /// Reads a list of as many values as the array has.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    let elements = try Element._readArray(of: Self.count, from: &reader)
    self.init { elements[$0] }
  }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: DirectEncodable where Element: DirectEncodable {
  /// Writes a list of the values.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try Element._writeArray(indices.map { self[$0] }, to: &writer)
  }
}

extension DirectDecodable {
  /// Reads a list of `count` values.
  ///
  /// Another number is what is wrong with a list even if a value in it cannot be read, since Codable
  /// asks for the number of values before it looks at one.
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
  /// Moves behind a list.
  /// - Returns: how many values it has.
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
