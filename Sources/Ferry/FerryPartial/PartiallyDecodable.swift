/// Lets a `@DirectCodable` type be decoded from incomplete JSON.
///
/// ```swift
/// @DirectCodable @PartiallyDecodable
/// struct Answer {
///   var title: String
///   var steps: [Step] = []
/// }
/// ```
///
/// A struct or class gets a type `Partial`, whose members are those of the type, optional and of the
/// types of their parts: `var title: String?` and `var steps: [Step.Partial]?`. The types of members are
/// partially decodable. An enum comes whole, and so does a struct that is coded as its raw value.
///
/// A member with a strategy, `@Lossy`, `@Tolerant` or a default for an invalid value has its own type, and
/// comes when its value is over. So does a flattened member, with the end of the object around it. A value
/// at another path than the first of its member waits for that end, too. Constraints such as `@Range` are
/// checked for the complete value.
@attached(extension, conformances: PartiallyDecodable, PartialValue)
@attached(member, names: named(Partial))
public macro PartiallyDecodable() =
  #externalMacro(module: "FerryMacrosPlugin", type: "PartiallyDecodableMacro")

/// The type of the part of a value that is there.
@_documentation(visibility: internal)
public typealias _PartialOf<Value: PartiallyDecodable> = Value.Partial
