/// The key of a property, or of an enum's case.
///
/// The text is a path: `"meta.coordinates.lon"` leads through two objects. `\.` is a dot within a
/// key, as in `WirePath`. An empty text is the empty key.
@attached(peer)
public macro Key(_ path: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The keys that lead to a property. Each argument is one key: dots do not split it.
@attached(peer)
public macro Key(_ first: String, _ second: String, _ rest: String...) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Different paths for reading and writing a property.
@attached(peer)
public macro Key(decode: String, encode: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// A separate path for reading a property. The property is written under its own name.
@attached(peer)
public macro Key(decode: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// A separate path for writing a property. The property is read under its own name.
@attached(peer)
public macro Key(encode: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Further paths that a property is read from. The first path that the document contains counts:
/// the key of the property itself, then these paths in order.
@attached(peer)
public macro Alias(_ paths: String...) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The style that turns the names of properties and cases into keys, unless they have a `@Key`. The
/// unchanged names are read as well.
///
/// ```swift
/// @DirectCodable @KeyStyle(.snakeCase)
/// struct Cat { var catID: Int }        // writes cat_id, reads cat_id and catID
/// ```
@attached(peer)
public macro KeyStyle(_ style: KeyStyle) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Puts the members of a property among the members of the type around it.
///
/// The property's type reads the same object and takes the members that it knows. A dictionary
/// takes all keys that neither the type itself has nor the types of other flattened properties. An
/// optional property is `nil` if required keys of its type are missing. Only one type may write
/// each key of the object: encoding fails if two types write the same key, also as the beginning of
/// longer paths. Encoding also fails if a dictionary has a key that another member would read.
@attached(peer)
public macro Flatten() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Leaves a property out of reading and writing.
@attached(peer)
public macro Skip() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Leaves a property out of reading or out of writing.
@attached(peer)
public macro Skip(_ direction: SkippedDirection) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The direction that `@Skip` leaves out.
public enum SkippedDirection: Sendable {
  /// The property is written and never read.
  case decode
  /// The property is read and never written.
  case encode
  /// The property is neither read nor written.
  case both
}

/// The default of a property: its value if the key is missing or null.
///
/// A value in the declaration (`var lives = 9`) has the same effect. `@Default` also works for
/// constants. For an optional property, null is `nil`, and the default applies only to a missing
/// key. `nil` is then written as null, unless it is the default.
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

/// The values of a property whose key is missing or null, and of one that does not decode. Either
/// value may take its type from the other, as in `@Default(missing: .red, error: Color.blue)`.
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

/// The value of a property that does not decode. Decoding still fails if the value in the document
/// is not well-formed.
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

/// How the `nil` of an optional property is written, whatever the encoder's `nilEncodingStrategy` is:
/// `@Nil(.null)` or `@Nil(.omit)`. With a default other than `nil`, `.omit` is an error: the missing key
/// would be read as the default.
@attached(peer)
public macro Nil(_ strategy: NilEncodingStrategy) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Leaves out the elements of an array, a set or a dictionary that do not decode. A `LossReport` in
/// the decoder's `userInfo` lists these elements and their errors.
@attached(peer)
public macro Lossy() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Reads and writes a property with a strategy: `@As(.iso8601)`, `@As(.base64)`, or a strategy of
/// your own.
@attached(peer)
public macro As<S: WireStrategy>(_ strategy: S) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The way in which a document identifies the case of an enum.
///
/// | | `case circle(radius: Double)` | `case id(Int)` | `case none` |
/// |---|---|---|---|
/// | without the attribute, `.synthesized` | `{"circle":{"radius":1}}` | `{"id":{"_0":7}}` | `{"none":{}}` |
/// | `.external` | `{"circle":{"radius":1}}` | `{"id":7}` | `"none"` |
/// | `.internal("type")` | `{"type":"circle","radius":1}` | members of the value | `{"type":"none"}` |
/// | `.adjacent(tag: "t", content: "c")` | `{"t":"circle","c":{"radius":1}}` | `{"t":"id","c":7}` | `{"t":"none"}` |
/// | `.untagged` | `{"radius":1}` | `7` | `null` |
///
/// Several values without labels are an array, except with `.synthesized`. An enum with raw values
/// is written as its raw value and has no tagging.
@attached(peer)
public macro Tagged(_ tagging: Tagging) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The ways in which a document identifies the case of an enum.
public enum Tagging: Sendable {
  /// The form that Swift synthesizes: an object with the case's name as its only key. Unlike Swift's
  /// own code, it also reads a case without values from its name alone.
  case synthesized
  /// An object with the case's name as its only key, or the name alone.
  case external
  /// The name is the value of this key, beside the values of the case.
  case `internal`(String)
  /// The name is the value of one key. The values of the case are the value of the other key.
  case adjacent(tag: String, content: String)
  /// No name. The first case that fits counts.
  case untagged
}

/// The case for unknown names.
///
/// Its value decides what is kept. An `AnyValue` keeps everything and is written as it was read. A
/// `String` keeps the name alone. Without a value, the case's own name is written.
@attached(peer)
public macro UnknownCase() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")
