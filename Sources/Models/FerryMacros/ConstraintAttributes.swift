// The attributes of constraints. `@DirectCodable` of the module FerryMacros reads them.

/// The range of a number, or of the numbers in an array: `@Range(1...65535)`, `@Range(0..<1)`.
///
/// The bounds are literals. Decoding a number outside of the range is an error. If the property is
/// optional, `nil` is allowed. Encoding checks nothing.
@attached(peer)
public macro Range<Bounds: RangeExpression>(_ bounds: Bounds) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// A regular expression of ECMA-262 that matches a part of a text, or of the texts in an array:
/// `@Pattern("^[a-z]+$")`.
///
/// Decoding another text is an error. Matching takes linear time. Look-around and references to
/// groups are errors of the compilation.
@attached(peer)
public macro Pattern(_ pattern: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The number of characters of a text, of elements of an array or a set, or of members of a
/// dictionary: `@Length(1...80)`.
///
/// Characters are Unicode scalars, as in JSON Schema. Decoding a value of another length is an
/// error.
@attached(peer)
public macro Length<Bounds: RangeExpression>(_ bounds: Bounds) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The allowed values of a property, or of the elements of an array: `@OneOf("debug", "info")`.
///
/// The values are literals. Decoding another value is an error.
@attached(peer)
public macro OneOf<Value>(_ values: Value...) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")
