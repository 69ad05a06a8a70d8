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
