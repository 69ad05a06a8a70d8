#if !hasFeature(Embedded)
// The calls of coders, as the types of values see them. Code of a type is compiled for each call. Code for
// a table is compiled with the coder, so the module of a call with a table compiles little.

/// The protocols of coders for direct coding.
public enum _Direct {
  /// A decoder of documents.
  public protocol Decoding {
    /// The values that a caller passes to the types of a document.
    associatedtype UserInfo

    /// Decodes a document by the table of the type.
    func _decode<T: _TableCodable>(
      byTable type: T.Type, from bytes: some Collection<UInt8>, userInfo: UserInfo
    ) throws -> T

    /// Decodes a document with the code of the type.
    func _decode<T: DirectDecodable>(
      byCode type: T.Type, from bytes: some Collection<UInt8>, userInfo: UserInfo
    ) throws -> T
  }

  /// An encoder of documents.
  public protocol Encoding {
    /// The values that a caller passes to the types of a document.
    associatedtype UserInfo

    /// Encodes a value by the table of its type.
    func _encode<T: _TableCodable>(byTable value: T, userInfo: UserInfo) throws -> [UInt8]

    /// Encodes a value with the code of its type.
    func _encode<T: DirectEncodable>(byCode value: T, userInfo: UserInfo) throws -> [UInt8]
  }

  /// A value in memory that a document is read into.
  public protocol Target {
    /// Initializes the memory with a value. A failure leaves it uninitialized.
    func read<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure)
    /// Destroys the value.
    func deinitialize()
  }

  /// A value in memory that a document is written from.
  public protocol Source {
    /// Writes the value.
    func write<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure)
  }
}

extension DirectDecodable {
  /// Decodes a document with the code of the type.
  @inlinable @inline(__always)
  public static func _decode<Coder: _Direct.Decoding>(
    with decoder: Coder, from bytes: some Collection<UInt8>, userInfo: Coder.UserInfo
  ) throws -> Self {
    try decoder._decode(byCode: Self.self, from: bytes, userInfo: userInfo)
  }
}

extension DirectEncodable {
  /// Encodes the value with the code of its type.
  @inlinable @inline(__always)
  public func _encode<Coder: _Direct.Encoding>(
    with encoder: Coder, userInfo: Coder.UserInfo
  ) throws -> [UInt8] {
    try encoder._encode(byCode: self, userInfo: userInfo)
  }
}

extension _TableCodable {
  /// Decodes a document by the table.
  @inlinable @inline(__always)
  public static func _decode<Coder: _Direct.Decoding>(
    with decoder: Coder, from bytes: some Collection<UInt8>, userInfo: Coder.UserInfo
  ) throws -> Self {
    try decoder._decode(byTable: Self.self, from: bytes, userInfo: userInfo)
  }

  /// Encodes the value by the table.
  @inlinable @inline(__always)
  public func _encode<Coder: _Direct.Encoding>(
    with encoder: Coder, userInfo: Coder.UserInfo
  ) throws -> [UInt8] {
    try encoder._encode(byTable: self, userInfo: userInfo)
  }
}

/// A struct with a table.
@usableFromInline
@safe
package struct TableTarget: _Direct.Target {
  @usableFromInline let table: _FieldTable
  @usableFromInline let place: UnsafeMutableRawPointer

  @inlinable
  package init(_ table: _FieldTable, _ place: UnsafeMutableRawPointer) {
    self.table = table
    unsafe self.place = place
  }

  /// Reads the properties.
  @inlinable @inline(__always)
  package func read<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    try unsafe reader.readFields(of: table, into: place)
  }

  /// Destroys the properties.
  @inlinable package func deinitialize() { unsafe table.deinitialize(table.all, at: place) }
}

/// A value that the code of its type reads.
@usableFromInline
@safe
package struct ValueTarget<Value: DirectDecodable>: _Direct.Target {
  @usableFromInline let place: UnsafeMutablePointer<Value>

  @inlinable package init(_ place: UnsafeMutablePointer<Value>) { unsafe self.place = place }

  /// Reads the value.
  @inlinable @inline(__always)
  package func read<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    unsafe place.initialize(to: try Value(from: &reader))
  }

  /// Destroys the value.
  @inlinable package func deinitialize() { unsafe place.deinitialize(count: 1) }
}

/// A struct with a table.
@usableFromInline
@safe
package struct TableSource: _Direct.Source {
  @usableFromInline let table: _FieldTable
  @usableFromInline let place: UnsafeRawPointer

  @inlinable
  package init(_ table: _FieldTable, _ place: UnsafeRawPointer) {
    self.table = table
    unsafe self.place = place
  }

  /// Writes the properties.
  @inlinable @inline(__always)
  package func write<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try unsafe writer.writeFields(of: table, from: place)
  }
}

/// A value that the code of its type writes.
@usableFromInline
package struct ValueSource<Value: DirectEncodable>: _Direct.Source {
  @usableFromInline let value: Value

  @inlinable package init(_ value: Value) { self.value = value }

  /// Writes the value.
  @inlinable @inline(__always)
  package func write<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try value.encode(to: &writer)
  }
}
#endif
