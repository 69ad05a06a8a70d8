/// The value of a property whose key is missing or null.
///
/// A value in the declaration (`var lives = 9`) does the same; this one works for constants, too.
/// The expression stands on its own here: write `Color.red`, not `.red`.
@attached(peer)
public macro Default<T>(_ value: T) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The value of an array whose key is missing or null: `@Default([])`.
@attached(peer)
public macro Default(_ value: [Never]) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The value of a dictionary whose key is missing or null: `@Default([:])`.
@attached(peer)
public macro Default(_ value: [String: Never]) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The values of a property whose key is missing or null, and of one that does not decode.
@attached(peer)
public macro Default<M, E>(missing: M, error: E) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The value of a property whose key is missing or null.
@attached(peer)
public macro Default<M>(missing: M) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The value of a property that does not decode; what the document has is well-formed all the
/// same, or decoding fails.
@attached(peer)
public macro Default<E>(error: E) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// `nil` for a property that does not decode: `@Default(error: nil)`.
@attached(peer)
public macro Default(error: Never?) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The value of a property whose key is missing or null, and `nil` for one that does not decode.
@attached(peer)
public macro Default<M>(missing: M, error: Never?) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

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
public macro As(_ strategy: NumberInText) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Reads and writes a value as JSON in a string.
@attached(peer)
public macro As(_ strategy: EmbeddedJSON) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")
