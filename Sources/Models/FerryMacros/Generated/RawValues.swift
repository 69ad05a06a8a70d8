// Generated code calls these functions for types that may have raw values. The overloads decide as the
// default implementations of the standard library do, which write a type as its raw value.
extension _Generated {
  /// The form of a type that is written with its members or cases.
  public struct MembersForm {
    /// Confirms the form.
    public func check(members: Void) {}

    /// Reports a type that has this form, but is not written so.
    @available(
      *, unavailable, message: "Codable does not write raw values of this type, but names of cases"
    )
    public func check(rawValue: Void) {}
  }

  /// The form of a type that is written as its raw value.
  public struct RawValueForm {
    /// Confirms the form.
    public func check(rawValue: Void) {}

    /// Reports a type that has this form, but is not written so.
    @available(
      *, unavailable,
      message: "Codable writes the raw value: declare it in the type, with no alias of its type"
    )
    public func check(members: Void) {}
  }

  /// Returns the form of a type.
  public static func form<T>(of type: T.Type) -> MembersForm { MembersForm() }

  /// Returns the form of a type.
  public static func form<T: RawRepresentable>(of type: T.Type) -> RawValueForm
  where T.RawValue: FixedWidthInteger { RawValueForm() }

  /// Returns the form of a type.
  public static func form<T: RawRepresentable>(of type: T.Type) -> RawValueForm
  where T.RawValue == String { RawValueForm() }

  /// Returns the form of a type.
  public static func form<T: RawRepresentable>(of type: T.Type) -> RawValueForm
  where T.RawValue == Bool { RawValueForm() }

  /// Returns the form of a type.
  public static func form<T: RawRepresentable>(of type: T.Type) -> RawValueForm
  where T.RawValue == Double { RawValueForm() }

  /// Returns the form of a type.
  public static func form<T: RawRepresentable>(of type: T.Type) -> RawValueForm
  where T.RawValue == Float { RawValueForm() }

  /// A name for the `CodingKeys` of types without any.
  public enum NoCodingKeys {}
}
