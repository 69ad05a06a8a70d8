import FerryTape

/// What a ``JSONReader`` accepts. The default is RFC 8259 to the letter.
@frozen @usableFromInline
package struct JSONReadingOptions: Sendable, Equatable {
  /// Accepts JSON5 (spec.json5.org): comments, single quotes, unquoted keys, more numbers.
  package var json5 = false
  /// Accepts a comma behind the last element, as Foundation does. Part of JSON5.
  @usableFromInline package var allowsTrailingCommas = false
  /// Checks values that are passed over like the rest. Without, the direct reader goes by their
  /// quotes and brackets; a tape has all values anyway.
  package var checksUnreadValues = true
  /// Works the double of a decimal out while reading it, for a decoder that will ask for most.
  package var parsesDecimals = false
  /// Takes the input for the members of an object that has no braces, unless it begins with one.
  package var assumesTopLevelDictionary = false
  /// Accepts JSON5's escapes for U+0000; Foundation's JSON5 does not.
  package var allowsEscapedNull = true
  /// The meaning of an object with equal keys, on a tape.
  package var duplicateKeys = DuplicateKeyStrategy.first
  /// Whether keys are equal if they look the same, as in Foundation, and not only if their bytes are.
  package var comparesKeysCanonically = false
  /// Containers inside each other, at most.
  @usableFromInline package var depthLimit: Int

  package init() { depthLimit = OpenContainer.standardLimit }

  /// The options for JSON5.
  package static var json5: JSONReadingOptions {
    var options = JSONReadingOptions()
    options.json5 = true
    return options
  }
}
