/// The options that both ways of coding read, in every format.
@usableFromInline
package struct CodingRules: Sendable {
  /// Whether numbers and keys follow Foundation's rules.
  ///
  /// A number is then an error if it rounds to zero but is not zero. A number with a fraction or an
  /// exponent may become the nearest integer. Canonically equal keys are one key, and a key strategy
  /// converts the `Int` keys of dictionaries.
  @usableFromInline package var followsFoundation = false
  /// Whether a key is an error if no container asked for it. Only the tape finds such keys, so a document
  /// of which a direct reader skips a value is left to the tape.
  package var rejectsUnknownKeys = false
  /// Whether types with a tag of CBOR that is a hint are written with it.
  @usableFromInline package var writesHints = false
  /// Whether the `nil` of a member is written as null, unless the member has a rule of its own.
  @usableFromInline package var writesNil = false
  /// The format whose values are written as they are.
  package var sourceFormat = _SourceFormat.none

  package init() {}
}
