#if !hasFeature(Embedded)
/// Makes a struct, a final class or an enum directly codable, and makes it `Codable` with the
/// same wire form.
///
/// ```swift
/// @DirectCodable
/// struct Cat {
///   @Key("cat_id") let id: String
///   @Key("meta.coordinates.lon") var longitude: Double?
///   var lives = 9                     // a declared default is a default
/// }
/// ```
///
/// Without further attributes, the wire form is the one that Swift synthesizes for `Codable`. A
/// nested `CodingKeys` of a struct or class counts. An optional property may be missing or null. So
/// may a property with a value of its own. One error names all required keys that are missing.
/// `nil` is left out of the document. If a property has a default other than `nil`, `nil` is
/// written as null.
///
/// You could write the generated code by hand. It consists of an initialiser over any `WireReader`,
/// a function over any `WireWriter`, and two members for `Codable`. These two members run the same
/// code on any decoder and encoder. With `codable: false`, you or the compiler provide `Codable`.
/// Ferry's coders still use the members of the macro, so the type may have another wire form in
/// other coders.
///
/// A struct or class may declare `func didDecode()`, which is called after everything is read, and
/// `func willEncode()`, which is called before anything is written. Both functions may throw, and
/// may be `mutating`. `func validate() throws` is called after `didDecode()`. An error that it throws
/// becomes a `DecodingError` with its location, whose `problem` has it as `underlyingError`.
///
/// A class must have no superclass, whose properties would be neither read nor written: the compiler
/// refuses a class whose first inherited type is no protocol.
///
/// The types of members need no attribute. Directly codable types are coded directly, others
/// through `Codable`. Embedded Swift has no `Codable`: all types must be directly codable there.
@attached(
  extension,
  conformances: Decodable, Encodable, DirectDecodable, DirectEncodable, _DirectMembersEncodable,
  _TableCodable, _Generated.Described, _Generated.BridgedCodable,
  names: named(init), named(encode), named(encodeMembers), named(encodeNow),
  named(encodeMembersNow), named(_takesMember), named(_describe), named(DirectFields),
  named(DirectSlots), named(DirectCases), named(_table)
)
@attached(
  member,
  names: named(init), named(encode), named(encodeMembers), named(encodeNow),
  named(encodeMembersNow), named(_takesMember), named(_describe), named(DirectFields),
  named(DirectSlots), named(DirectCases), named(_table), named(CodingKeys),
  named(DirectCodableDoesNotCodeTheSuperclass)
)
public macro DirectCodable(codable: Bool = true) =
  #externalMacro(module: "FerryMacrosPlugin", type: "DirectCodableMacro")
#else
/// Makes a struct, a final class or an enum directly codable, as on machines with `Codable`.
@attached(
  extension,
  conformances: DirectDecodable, DirectEncodable, _DirectMembersEncodable,
  names: named(init), named(encode), named(encodeMembers), named(encodeNow),
  named(encodeMembersNow), named(_takesMember), named(DirectFields), named(DirectSlots),
  named(DirectCases)
)
@attached(
  member,
  names: named(init), named(encode), named(encodeMembers), named(encodeNow),
  named(encodeMembersNow), named(_takesMember), named(DirectFields), named(DirectSlots),
  named(DirectCases)
)
public macro DirectCodable(codable: Bool = false) =
  #externalMacro(module: "FerryMacrosPlugin", type: "EmbeddedDirectCodableMacro")
#endif
