/// A type that is decoded directly from a document.
///
/// Nothing is looked up while decoding: every call is known when the type is compiled, in whatever
/// module. `@DirectCodable` writes the conformance; by hand it is a loop over the keys that are
/// there:
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
  /// Reads the value at the reader's place and moves behind it.
  /// - Throws: `WireFailure`; who calls the outermost `decode` gets a `DecodingError` with its place.
  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure)

  /// Whether the type reads a member of this name from an object that it shares with others
  /// (`@Flatten`). What no type takes is left to a dictionary beside it.
  static func _takesMember(_ key: FieldKey) -> Bool

  /// Reads a list of values of this type. Types that some format packs have their own way.
  static func _readArray<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> [Self]
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
  /// Writes the value as the next one.
  /// - Throws: `WireFailure`; who calls the outermost `encode` gets an `EncodingError`.
  func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure)

  /// Writes a list of values of this type. Types that some format packs have their own way.
  static func _writeArray<Writer: WireWriter & ~Copyable>(
    _ values: [Self], to writer: inout Writer
  ) throws(WireFailure)
}

/// A type whose members can be written among those of another object (`@Flatten`).
public protocol _DirectMembersEncodable: DirectEncodable {
  /// Writes the members into an object that somebody else has begun and will end.
  func encodeMembers<Writer: WireWriter & ~Copyable>(
    to writer: inout Writer, in object: inout Writer.Object
  ) throws(WireFailure)
}

/// A type that is decoded and encoded directly.
public typealias DirectCodable = DirectDecodable & DirectEncodable

extension DirectDecodable {
  /// Nobody knows: no member is taken from a dictionary.
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
    var list = try writer.beginList(count: values.count)
    for value in values {
      try writer.beginElement(&list)
      try value.encode(to: &writer)
    }
    try writer.endList(&list)
  }
}

extension _DirectMembersEncodable {
  /// Writes an object of the members.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    var object = try writer.beginObject()
    try encodeMembers(to: &writer, in: &object)
    try writer.endObject(&object)
  }
}

// Other ways of coding than the direct one, for values whose types have no other. This module knows
// none of them: `Codable` is implemented in a module above, and Embedded Swift does not have it.

/// A way to read a value other than direct coding.
public protocol _IndirectReading {
  /// The type of the value.
  associatedtype Value

  /// Reads the value from `text`, the bytes of a document at `position`, which `fill` puts on a tape.
  func read(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int,
    fill: (_ScratchTape) throws(WireFailure) -> Void
  ) throws(WireFailure) -> Value

  /// Reads the value that `coder` has next. Only a reader of a module that knows the way has one.
  func read<Coder>(from coder: Coder) throws(WireFailure) -> Value

  /// The value that stands for the null that `coder` has next, if it is not `nil`.
  func presentNull<Coder>(from coder: Coder) -> Value?
}

/// A way to write a value other than direct coding.
public protocol _IndirectWriting {
  /// Puts the value on a tape and lends the tape to `write`.
  func lend(to write: (_BorrowedTape) throws(WireFailure) -> Void) throws(WireFailure)

  /// Writes the value to `coder`. Only a writer of a module that knows the way has one.
  func write<Coder>(to coder: Coder) throws(WireFailure)
}

/// A tape for the length of a call, to be filled.
@safe
public struct _ScratchTape {
  package let tape: UnsafeMutablePointer<Tape>

  package init(_ tape: UnsafeMutablePointer<Tape>) { unsafe self.tape = tape }
}

/// A tape for the length of a call, to be read.
public struct _BorrowedTape {
  package let view: TapeView

  package init(_ view: TapeView) { self.view = view }
}
