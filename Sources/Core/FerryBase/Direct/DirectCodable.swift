/// A type that is decoded directly from a document.
///
/// Decoding needs no lookups: every call is known at compile time, even across modules.
/// `@DirectCodable` writes the conformance. A conformance by hand is a loop over the keys of the
/// object:
///
/// ```swift
/// init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
///   var id: Int?
///   var name: String?
///   var object = try reader.beginObject()
///   while let key = try reader.nextKey(&object) {
///     switch key {
///     case "id": id = try reader.read()
///     case "name": name = try reader.read()
///     default: try reader.skipValue()
///     }
///   }
///   guard let id else { throw reader.missing("id", in: object) }
///   self.init(id: id, name: name)
/// }
/// ```
public protocol DirectDecodable {
  /// Reads the value at the position of the reader and moves after it.
  /// - Throws: `WireFailure`. The outermost `decode` call converts it to a `DecodingError` with the
  ///   location.
  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure)

  /// Returns whether the type reads a member with this key from an object that it shares with other
  /// types (`@Flatten`). A dictionary beside them receives the members that no type reads.
  static func _takesMember(_ key: FieldKey) -> Bool

  /// Reads an array of values of this type. Types that some format stores packed have their own
  /// implementation.
  static func _readArray<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> [Self]

  #if !hasFeature(Embedded)
  /// Decodes a document.
  static func _decode<Coder: _Direct.Decoding>(
    with decoder: Coder, from bytes: some Collection<UInt8>, userInfo: Coder.UserInfo
  ) throws -> Self
  /// How values are read into the stored properties of a struct with a table.
  static var _readingForm: _ValueForm { get }
  /// Returns the code that reads values, if the loops over tables do not have it.
  static func _readingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode?
  /// Whether the loops over tables read arrays of the values. Otherwise such an array codes itself.
  static var _isCodedInArrays: Bool { get }
  #endif
}

/// A type that is encoded directly to a document.
///
/// ```swift
/// func encode(to writer: inout some WireWriter & ~Copyable) throws(WireFailure) {
///   var object = try writer.beginObject()
///   try writer.write(id, forKey: "id", in: &object)
///   try writer.writeIfPresent(name, forKey: "name", in: &object)
///   try writer.endObject(&object)
/// }
/// ```
public protocol DirectEncodable {
  /// Writes the value as the next value.
  /// - Throws: `WireFailure`. The outermost `encode` call converts it to an `EncodingError`.
  func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure)

  /// Writes an array of values of this type. Types that some format stores packed have their own
  /// implementation.
  static func _writeArray<Writer: WireWriter & ~Copyable>(
    _ values: [Self], to writer: inout Writer
  ) throws(WireFailure)

  #if !hasFeature(Embedded)
  /// Encodes the value as a document.
  func _encode<Coder: _Direct.Encoding>(
    with encoder: Coder, userInfo: Coder.UserInfo
  ) throws -> [UInt8]
  /// How values are written from the stored properties of a struct with a table.
  static var _writingForm: _ValueForm { get }
  /// Returns the code that writes values, if the loops over tables do not have it.
  static func _writingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode?
  /// Whether the loops over tables write arrays of the values. Otherwise such an array codes itself.
  static var _isWrittenInArrays: Bool { get }
  #endif
}

/// A type whose members can be written among those of another object (`@Flatten`).
public protocol _DirectMembersEncodable: DirectEncodable {
  /// Writes the members into an object that the caller begins and ends.
  func encodeMembers<Writer: WireWriter & ~Copyable>(
    to writer: inout Writer, in object: inout Writer.Object
  ) throws(WireFailure)
}

/// A type that is decoded and encoded directly.
public typealias DirectCodable = DirectDecodable & DirectEncodable

extension DirectDecodable {
  /// Returns false: the keys of the type are unknown, so a dictionary beside it receives all
  /// members.
  @inlinable public static func _takesMember(_ key: FieldKey) -> Bool { false }

  /// Reads the elements one by one.
  @inlinable
  public static func _readArray<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> [Self] {
    try reader.readElements(Self.self)
  }
}

extension DirectEncodable {
  /// Writes the elements one by one.
  @inlinable
  public static func _writeArray<Writer: WireWriter & ~Copyable>(
    _ values: [Self], to writer: inout Writer
  ) throws(WireFailure) {
    try writer.writeElements(values)
  }
}

extension _DirectMembersEncodable {
  /// Writes an object with the members.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    var object = try writer.beginObject()
    try encodeMembers(to: &writer, in: &object)
    try writer.endObject(&object)
  }
}

// Other ways of coding, for values whose types have no direct coding. This module does not contain
// their implementations: `Codable` is implemented in another module, and Embedded Swift does not
// have it.

/// A way to read a value other than direct coding.
public protocol _IndirectReading {
  /// The type of the value.
  associatedtype Value

  /// Reads the value from `text`, the bytes of the document at `position`. `fill` reads them onto a
  /// tape.
  func read(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int,
    fill: (_ScratchTape) throws(WireFailure) -> Void
  ) throws(WireFailure) -> Value

  /// Reads the next value of `coder`. Only readers in a module that implements the way call this.
  func read<Coder>(from coder: Coder) throws(WireFailure) -> Value

  /// Returns the value that the next null of `coder` represents, if it is not `nil`.
  func presentNull<Coder>(from coder: Coder) -> Value?
}

/// A way to write a value other than direct coding.
public protocol _IndirectWriting {
  /// Writes the value onto a tape and lends the tape to `write`.
  func lend(to write: (_BorrowedTape) throws(WireFailure) -> Void) throws(WireFailure)

  /// Writes the value to `coder`. Only writers in a module that implements the way call this.
  func write<Coder>(to coder: Coder) throws(WireFailure)
}

/// A tape to fill, valid during a call.
@safe
public struct _ScratchTape {
  package let tape: UnsafeMutablePointer<Tape>

  package init(_ tape: UnsafeMutablePointer<Tape>) { unsafe self.tape = tape }
}

/// A tape to read, valid during a call.
public struct _BorrowedTape {
  package let view: TapeView

  package init(_ view: TapeView) { self.view = view }
}
