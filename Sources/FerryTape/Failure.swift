/// What went wrong, and where in the input: the one error type inside the engine.
///
/// It is small and trivial, so that throwing one costs next to nothing. The front door turns it
/// into `DecodingError` or `EncodingError`, whose `underlyingError` it becomes.
public struct Failure: Error, Equatable, Sendable {
  /// What went wrong.
  public let kind: FailureKind
  /// Byte offset in the input, or -1 while only the node is known.
  public let offset: Int
  /// Index on the tape, or -1.
  package let node: Int

  @inlinable
  package init(_ kind: FailureKind, offset: Int) {
    self.init(kind, offset: offset, node: -1)
  }

  @inlinable
  package init(_ kind: FailureKind, node: Int) {
    self.init(kind, offset: -1, node: node)
  }

  @usableFromInline
  package init(_ kind: FailureKind, offset: Int, node: Int) {
    self.kind = kind
    self.offset = offset
    self.node = node
  }
}

/// The kinds of failure, over all formats.
public enum FailureKind: UInt8, Sendable, CaseIterable {
  // Text and structure.
  case unexpectedEnd, unexpectedCharacter, trailingContent, invalidUTF8, invalidEscape
  case loneSurrogate, controlCharacter, invalidNumber, invalidLiteral, missingComma, missingColon
  case missingKey, unterminatedString, unterminatedComment, trailingComma, mismatchedBracket
  // Limits.
  case depthLimit, nodeLimit, sizeLimit, aliasLimit
  // Keys.
  case duplicateKey, nonScalarKey
  // Binary.
  case badMagic, unsupportedVersion, invalidTag, invalidLength, invalidReference, invalidTable
  case nonMinimal, checksumMismatch
  // YAML.
  case yamlSyntax, unknownAnchor, cyclicAlias
  // Meaning.
  case unknownKey, typeMismatch, keyNotFound, valueNotFound, numberDoesNotFit, invalidValue,
    notRepresentable
}

extension FailureKind: CustomStringConvertible {
  /// A sentence fragment for people: what went wrong, without the place.
  public var description: String {
    switch self {
    case .unexpectedEnd: "unexpected end of input"
    case .unexpectedCharacter: "unexpected character"
    case .trailingContent: "unexpected content after the value"
    case .invalidUTF8: "text is not valid UTF-8"
    case .invalidEscape: "invalid escape sequence in a string"
    case .loneSurrogate: "a surrogate escape without its partner"
    case .controlCharacter: "unescaped control character in a string"
    case .invalidNumber: "invalid number"
    case .invalidLiteral: "invalid literal, expected true, false or null"
    case .missingComma: "expected a comma or a closing bracket"
    case .missingColon: "expected a colon after the key"
    case .missingKey: "expected a key in double quotes"
    case .unterminatedString: "string without a closing quote"
    case .unterminatedComment: "comment without an end"
    case .trailingComma: "trailing comma"
    case .mismatchedBracket: "the closing bracket does not match the opening one"
    case .depthLimit: "nested deeper than the limit"
    case .nodeLimit: "more values than the limit"
    case .sizeLimit: "larger than the limit"
    case .aliasLimit: "aliases expand beyond the limit"
    case .duplicateKey: "duplicate key"
    case .nonScalarKey: "a key that is not a scalar"
    case .badMagic: "not a Ferry binary document"
    case .unsupportedVersion: "unsupported version or flags of the binary format"
    case .invalidTag: "reserved tag in a binary document"
    case .invalidLength: "a length that does not fit its container"
    case .invalidReference: "reference to an entry that its table does not have"
    case .invalidTable: "malformed table in a binary document"
    case .nonMinimal: "a length that is not written in its shortest form"
    case .checksumMismatch: "the checksum does not match"
    case .yamlSyntax: "invalid YAML"
    case .unknownAnchor: "alias of an unknown anchor"
    case .cyclicAlias: "an alias inside its own anchor"
    case .typeMismatch: "wrong type of value"
    case .unknownKey: "unknown key"
    case .keyNotFound: "missing key"
    case .valueNotFound: "missing value"
    case .numberDoesNotFit: "number does not fit the type"
    case .invalidValue: "invalid value"
    case .notRepresentable: "the format cannot represent this value"
    }
  }
}
