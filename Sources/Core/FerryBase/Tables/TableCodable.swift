#if !hasFeature(Embedded)
/// A struct that is coded by a table of its stored properties.
public protocol _TableCodable: DirectDecodable, DirectEncodable, _DirectMembersEncodable {
  /// The table.
  static var _table: _FieldTable { get }
}

extension _TableCodable {
  /// Reads an object into the stored properties.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = try unsafe withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) {
      memory throws(WireFailure) in
      // The memory is that of one value.
      let value = unsafe memory.baseAddress.unsafelyUnwrapped
      try unsafe reader.readFields(of: Self._table, into: UnsafeMutableRawPointer(value))
      return unsafe value.move()
    }
  }

  /// Reads an array of objects.
  @inlinable
  public static func _readArray<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> [Self] {
    guard Self._table.hasArrays else { return try reader.readElements(Self.self) }
    return try unsafe withUnsafeTemporaryAllocation(of: [Self].self, capacity: 1) {
      memory throws(WireFailure) in
      let array = unsafe memory.baseAddress.unsafelyUnwrapped
      try unsafe reader.readArray(of: Self._table.form, into: UnsafeMutableRawPointer(array))
      return unsafe array.move()
    }
  }

  /// Writes an object.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try unsafe withUnsafePointer(to: self) { value throws(WireFailure) in
      try unsafe writer.writeFields(of: Self._table, from: UnsafeRawPointer(value))
    }
  }

  /// Writes an array of objects.
  @inlinable
  public static func _writeArray<Writer: WireWriter & ~Copyable>(
    _ values: [Self], to writer: inout Writer
  ) throws(WireFailure) {
    guard Self._table.hasArrays else { return try writer.writeElements(values) }
    try unsafe withUnsafePointer(to: values) { array throws(WireFailure) in
      try unsafe writer.writeArray(of: Self._table.form, from: UnsafeRawPointer(array))
    }
  }

  /// Writes the members among those of another object.
  @inlinable
  public func encodeMembers<Writer: WireWriter & ~Copyable>(
    to writer: inout Writer, in object: inout Writer.Object
  ) throws(WireFailure) {
    try unsafe withUnsafePointer(to: self) { value throws(WireFailure) in
      try unsafe writer.writeNamedFields(
        of: Self._table, from: UnsafeRawPointer(value), in: &object)
    }
  }

  /// Returns whether the table has the key.
  public static func _takesMember(_ key: FieldKey) -> Bool { _table.slot(for: key) >= 0 }
}
#endif
