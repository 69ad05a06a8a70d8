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
/// Without further attributes the wire form is the one that Swift synthesizes for `Codable`; a
/// nested `CodingKeys` of a struct or class counts.
/// Optional properties may be missing or null, others with a value of their own may be missing or
/// null too, and all required keys that are missing are named in one error. `nil` is left out of the
/// document; beside a default other than `nil` it is written as null.
///
/// What the macro writes could be written by hand: an initialiser over any `WireReader`, a
/// function over any `WireWriter`, and for `Codable` two members that run the same code on any
/// decoder and encoder. `codable: false` leaves `Codable` to you or to the compiler: Ferry's coders
/// use the members of the macro all the same, so that the type may have another wire form in the
/// coders of others.
///
/// A struct or class may declare `func didDecode()`, called when everything has been read, and
/// `func willEncode()`, called before anything is written; both may throw, and be `mutating`.
///
/// Types of members need no attribute: directly codable ones are coded directly, others through
/// `Codable`.
@attached(
  extension,
  conformances: DirectDecodable, DirectEncodable, _DirectMembersEncodable, Decodable, Encodable,
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
public macro DirectCodable(codable: Bool = true) =
  #externalMacro(module: "FerryMacrosPlugin", type: "DirectCodableMacro")
