/// The key of a property, or of an enum's case.
///
/// The text is a path: `"meta.coordinates.lon"` goes through two objects. `\.` is a dot of the key
/// itself, as `WirePath` has it. An empty text is the key without characters.
@attached(peer)
public macro Key(_ path: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The keys that lead to a property, each taken as it is: nothing is split at dots.
@attached(peer)
public macro Key(_ first: String, _ second: String, _ rest: String...) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Different paths for reading and writing a property.
@attached(peer)
public macro Key(decode: String, encode: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Another path for reading a property; it is written by its name.
@attached(peer)
public macro Key(decode: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Another path for writing a property; it is read by its name.
@attached(peer)
public macro Key(encode: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Paths that a property is read from as well. The first that the document has counts: the key of
/// the property itself, then these in their order.
@attached(peer)
public macro Alias(_ paths: String...) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// How the names of properties and cases become keys, for those without a `@Key`. The names
/// themselves are read as well.
///
/// ```swift
/// @DirectCodable @KeyStyle(.snakeCase)
/// struct Cat { var catID: Int }        // writes cat_id, reads cat_id and catID
/// ```
@attached(peer)
public macro KeyStyle(_ style: KeyStyle) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Takes the members of a property in among those of the type around it.
///
/// The property's type reads the same object and takes what it knows. A dictionary takes all keys
/// that neither the type itself has nor the types of other flattened properties. An optional
/// property is `nil` where required keys of its type are missing. Each key of the object is
/// written by one type: where two write to the same one, also as the beginning of their paths,
/// encoding fails. It fails as well for a key of a dictionary that another member would read.
@attached(peer)
public macro Flatten() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Neither reads nor writes a property.
@attached(peer)
public macro Skip() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Does not read, or does not write, a property.
@attached(peer)
public macro Skip(_ direction: SkippedDirection) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// What `@Skip` leaves out.
public enum SkippedDirection: Sendable {
  /// The property is written and never read.
  case decode
  /// The property is read and never written.
  case encode
  /// The property is neither read nor written.
  case both
}

/// The value of a property whose key is missing or null.
///
/// A value in the declaration (`var lives = 9`) does the same; this one works for constants, too.
/// Null is `nil` for an optional property, whose default stands for a missing key alone: `nil` is
/// written as null then, unless it is the default.
///
/// The compiler checks the expression without the type of the property: write `Color.red`, not
/// `.red`.
@attached(peer)
public macro Default<T>(_ value: T) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The value of a property whose key is missing or null: `@Default([])`.
@attached(peer)
public macro Default(_ value: _EmptyLiteral) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The values of a property whose key is missing or null, and of one that does not decode.
@attached(peer)
public macro Default<M, E>(missing: M, error: E) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The values of a property whose key is missing or null, and of one that does not decode: the type
/// of one may be that of the other, as in `@Default(missing: .red, error: Color.blue)`.
@attached(peer)
public macro Default<T>(missing: T, error: T) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The values of a property whose key is missing or null, and of one that does not decode.
@attached(peer)
public macro Default<M>(missing: M, error: _EmptyLiteral) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The values of a property whose key is missing or null, and of one that does not decode.
@attached(peer)
public macro Default<E>(missing: _EmptyLiteral, error: E) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The values of a property whose key is missing or null, and of one that does not decode.
@attached(peer)
public macro Default(missing: _EmptyLiteral, error: _EmptyLiteral) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The value of a property whose key is missing or null.
@attached(peer)
public macro Default<M>(missing: M) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The value of a property whose key is missing or null.
@attached(peer)
public macro Default(missing: _EmptyLiteral) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The value of a property that does not decode; what the document has is well-formed all the
/// same, or decoding fails.
@attached(peer)
public macro Default<E>(error: E) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The value of a property that does not decode: `@Default(error: nil)`.
@attached(peer)
public macro Default(error: _EmptyLiteral) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// A literal that has no type of its own: `nil`, `[]` or `[:]`.
public struct _EmptyLiteral: ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `nil`.
  public init(nilLiteral: ()) {}
  /// `[]`.
  public init(arrayLiteral elements: Never...) {}
  /// `[:]`.
  public init(dictionaryLiteral elements: (Never, Never)...) {}
}

/// Leaves out the elements of an array, a set or a dictionary that do not decode. A `LossReport`
/// in the decoder's `userInfo` says which, and why.
@attached(peer)
public macro Lossy() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Reads a number, a `Bool` or a `String` in the form of another one of these, if nothing is lost:
/// `"42"` and `42`, `1` and `true`, never `"abc"` as 0.
@attached(peer)
public macro Tolerant() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Reads and writes a property as a strategy does: `@As(.iso8601)`, `@As(.base64)`, or one of your
/// own.
@attached(peer)
public macro As<S: WireStrategy>(_ strategy: S) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Reads and writes a number as text.
@attached(peer)
public macro As(_ strategy: _NumberInText) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Reads and writes a value as JSON in a string.
@attached(peer)
public macro As(_ strategy: _EmbeddedJSON) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// How a document says which case of an enum it has.
///
/// | | `case circle(radius: Double)` | `case id(Int)` | `case none` |
/// |---|---|---|---|
/// | without the attribute, `.synthesized` | `{"circle":{"radius":1}}` | `{"id":{"_0":7}}` | `{"none":{}}` |
/// | `.external` | `{"circle":{"radius":1}}` | `{"id":7}` | `"none"` |
/// | `.internal("type")` | `{"type":"circle","radius":1}` | members of the value | `{"type":"none"}` |
/// | `.adjacent(tag: "t", content: "c")` | `{"t":"circle","c":{"radius":1}}` | `{"t":"id","c":7}` | `{"t":"none"}` |
/// | `.untagged` | `{"radius":1}` | `7` | `null` |
///
/// Several values without labels are a list, but for `.synthesized`. An enum with raw values is
/// written as its raw value and has no tagging.
@attached(peer)
public macro Tagged(_ tagging: Tagging) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The ways in which a document says which case of an enum it has.
public enum Tagging: Sendable {
  /// As Swift synthesizes it: an object with the case's name as its one key.
  case synthesized
  /// An object with the case's name as its one key, or the name alone.
  case external
  /// The name is the value of this key, beside the values of the case.
  case `internal`(String)
  /// The name is the value of one key, the case's values are that of another.
  case adjacent(tag: String, content: String)
  /// No name: the first case that fits counts.
  case untagged
}

/// The case for names that no other case has. It may keep the name in one `String`.
@attached(peer)
public macro UnknownCase() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")
