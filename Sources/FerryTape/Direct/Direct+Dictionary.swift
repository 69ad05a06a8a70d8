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
