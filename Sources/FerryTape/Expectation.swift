/// What stands in place of a value that failed, as far as the code that read it knows: reports are
/// worded by it.
package enum Expectation: Sendable {
  /// Required keys, as paths from the object that lacks them; or as keys, which may have dots.
  case keys([String], arePaths: Bool)
  /// A number that the type can hold.
  case number(TypeNote)
  /// A raw value of the type.
  case rawValue(of: TypeNote)
  /// One of these names.
  case oneOf([String])
  /// A value in a form that has a name: "a UUID".
  case form(String, hint: String?)
}
