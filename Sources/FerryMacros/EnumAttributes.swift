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
