#if !hasFeature(Embedded)
// The calls of coders, as the types of values see them. Code of a type is compiled with the type. The
// code for a table is compiled with the coder, so a call compiles no more than a call.

/// A decoder of documents.
public protocol _DirectDecoder {
  /// Decodes a document by the table of the type.
  func _decodeByTable<T: _TableCodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T

  /// Decodes a document with the code of the type.
  func _decodeByCode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T
}

/// An encoder of documents.
public protocol _DirectEncoder {
  /// Encodes a value by the table of its type.
  func _encodeByTable<T: _TableCodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8]

  /// Encodes a value with the code of its type.
  func _encodeByCode<T: DirectEncodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8]
}

extension DirectDecodable {
  /// Decodes a document with the code of the type.
  @inlinable @inline(__always)
  public static func _decode(
    with decoder: some _DirectDecoder, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Self {
    try decoder._decodeByCode(Self.self, from: bytes, userInfo: userInfo)
  }
}

extension DirectEncodable {
  /// Encodes the value with the code of its type.
  @inlinable @inline(__always)
  public func _encode(
    with encoder: some _DirectEncoder, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    try encoder._encodeByCode(self, userInfo: userInfo)
  }
}

extension _TableCodable {
  /// Decodes a document by the table.
  @inlinable @inline(__always)
  public static func _decode(
    with decoder: some _DirectDecoder, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Self {
    try decoder._decodeByTable(Self.self, from: bytes, userInfo: userInfo)
  }

  /// Encodes the value by the table.
  @inlinable @inline(__always)
  public func _encode(
    with encoder: some _DirectEncoder, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    try encoder._encodeByTable(self, userInfo: userInfo)
  }
}

/// A value in memory that a document is read into.
public protocol _DecodingTarget {
  /// Initializes the memory with a value. A failure leaves it uninitialized.
  func read<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure)
  /// Destroys the value.
  func deinitialize()
}

/// A value in memory that a document is written from.
public protocol _EncodingSource {
  /// Writes the value.
  func write<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure)
}

/// A struct with a table.
@frozen
@safe
public struct _TableTarget: _DecodingTarget {
  @usableFromInline let table: _FieldTable
  @usableFromInline let place: UnsafeMutableRawPointer

  @inlinable
  package init(_ table: _FieldTable, _ place: UnsafeMutableRawPointer) {
    self.table = table
    unsafe self.place = place
  }

  /// Reads the properties.
  @inlinable @inline(__always)
  public func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) {
    try unsafe reader.readFields(of: table, into: place)
  }

  /// Destroys the properties.
  @inlinable public func deinitialize() { unsafe table.deinitialize(table.all, at: place) }
}

/// A value that the code of its type reads.
@frozen
@safe
public struct _ValueTarget<Value: DirectDecodable>: _DecodingTarget {
  @usableFromInline let place: UnsafeMutablePointer<Value>

  @inlinable package init(_ place: UnsafeMutablePointer<Value>) { unsafe self.place = place }

  /// Reads the value.
  @inlinable @inline(__always)
  public func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) {
    unsafe place.initialize(to: try Value(from: &reader))
  }

  /// Destroys the value.
  @inlinable public func deinitialize() { unsafe place.deinitialize(count: 1) }
}

/// A struct with a table.
@frozen
@safe
public struct _TableSource: _EncodingSource {
  @usableFromInline let table: _FieldTable
  @usableFromInline let place: UnsafeRawPointer

  @inlinable
  package init(_ table: _FieldTable, _ place: UnsafeRawPointer) {
    self.table = table
    unsafe self.place = place
  }

  /// Writes the properties.
  @inlinable @inline(__always)
  public func write<Writer: WireWriter & ~Copyable>(
    to writer: inout Writer
  ) throws(WireFailure) {
    try unsafe writer.writeFields(of: table, from: place)
  }
}

/// A value that the code of its type writes.
@frozen
public struct _ValueSource<Value: DirectEncodable>: _EncodingSource {
  @usableFromInline let value: Value

  @inlinable package init(_ value: Value) { self.value = value }

  /// Writes the value.
  @inlinable @inline(__always)
  public func write<Writer: WireWriter & ~Copyable>(
    to writer: inout Writer
  ) throws(WireFailure) {
    try value.encode(to: &writer)
  }
}
#endif
