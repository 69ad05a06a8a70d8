/// What went wrong, and where in the input: the one error type inside the engine.
///
/// It is small and trivial, so that throwing one costs next to nothing. The front door turns it
/// into `DecodingError` or `EncodingError`, whose `underlyingError` it becomes.
public struct WireFailure: Error, Equatable, Sendable {
  /// What went wrong, in detail.
  @usableFromInline package let kind: FailureKind
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

extension WireFailure: CustomStringConvertible {
  /// What went wrong, and the byte offset if it is known.
  public var description: String {
    offset < 0 ? kind.description : "\(kind.description), at byte \(offset)"
  }

  /// What went wrong, as far as a program may act on it.
  public var category: Category { kind.category }

  /// The categories of failures, over all formats.
  public enum Category: Sendable {
    /// The input breaks the grammar of its format.
    case syntax
    /// The input ends in the middle of a value; more bytes may complete it.
    case unexpectedEnd
    /// The input exceeds a limit of the decoder.
    case limit
    /// The bytes do not match their checksum.
    case checksumMismatch
    /// An object has a key twice.
    case duplicateKey
    /// A key is unknown to the model, and the decoder rejects unknown keys.
    case unknownKey
    /// The model requires a key or a value that the input does not have.
    case missingValue
    /// A value has another type than the model's.
    case typeMismatch
    /// A value has the right type and is invalid: a number out of range, a malformed date, an unknown
    /// raw value.
    case invalidValue
    /// The format, or this version of it, has no form for the value.
    case unsupported
  }
}

/// The kinds of failure, over all formats.
@usableFromInline
package enum FailureKind: UInt8, Sendable, CaseIterable {
  // MARK: Text and structure

  /// The input ends in the middle of a value.
  case unexpectedEnd
  /// A character where none of its kind may stand.
  case unexpectedCharacter
  /// Something behind the value that is the document.
  case trailingContent
  /// Bytes that are no UTF-8.
  case invalidUTF8
  /// A backslash in a string, with something that no escape begins with.
  case invalidEscape
  /// Half of a surrogate pair, written as an escape.
  case loneSurrogate
  /// A control character in a string that has to be an escape.
  case controlCharacter
  /// A number that the format's grammar does not have.
  case invalidNumber
  /// A bare word that is none of the format's literals.
  case invalidLiteral
  /// Two elements or members without a comma between.
  case missingComma
  /// A key without a colon behind.
  case missingColon
  /// A member without a key in double quotes.
  case missingKey
  /// A string without its closing quote.
  case unterminatedString
  /// A comment without its end (JSON5).
  case unterminatedComment
  /// A comma behind the last element or member.
  case trailingComma
  /// A closing bracket of another kind than the opening one.
  case mismatchedBracket

  // MARK: Limits

  /// More containers inside each other than the coder's `depthLimit`.
  case depthLimit
  /// More values than the limit.
  case nodeLimit
  /// More bytes than the limit, in the input or in one value.
  case sizeLimit
  /// Aliases that stand for more values than the limit.
  case aliasLimit

  // MARK: Keys

  /// A key that its object has twice.
  case duplicateKey
  /// A list or a map as a key (YAML).
  case nonScalarKey

  // MARK: The binary format

  /// The first bytes are not those of a document or a record file.
  case badMagic
  /// A version or flags that this reader does not know.
  case unsupportedVersion
  /// A tag that is reserved.
  case invalidTag
  /// A length or a count that goes beyond what it lies in.
  case invalidLength
  /// The number of an entry that its table does not have.
  case invalidReference
  /// A table that breaks a rule of the format.
  case invalidTable
  /// A length that has a shorter form.
  case nonMinimal
  /// A checksum that is not that of the bytes.
  case checksumMismatch

  // MARK: YAML

  /// Text that is no YAML.
  case yamlSyntax
  /// An alias without an anchor before it.
  case unknownAnchor
  /// An alias inside of what it stands for.
  case cyclicAlias

  // MARK: Meaning

  /// A key that the model does not ask for, where those are refused.
  case unknownKey
  /// A value of another kind than the model's.
  case typeMismatch
  /// A key that the model requires and the object does not have.
  case keyNotFound
  /// Null or nothing where the model requires a value.
  case valueNotFound
  /// A number that the model's type cannot hold.
  case numberDoesNotFit
  /// A value of the right kind that its type refuses: a date, a URL, an unknown raw value.
  case invalidValue
  /// A value that the format has no form for.
  case notRepresentable
}

extension FailureKind {
  fileprivate var category: WireFailure.Category {
    switch self {
    case .unexpectedEnd: .unexpectedEnd
    case .depthLimit, .nodeLimit, .sizeLimit, .aliasLimit: .limit
    case .checksumMismatch: .checksumMismatch
    case .duplicateKey: .duplicateKey
    case .unknownKey: .unknownKey
    case .keyNotFound, .valueNotFound: .missingValue
    case .typeMismatch: .typeMismatch
    case .numberDoesNotFit, .invalidValue: .invalidValue
    case .unsupportedVersion, .notRepresentable: .unsupported
    case .unexpectedCharacter, .trailingContent, .invalidUTF8, .invalidEscape, .loneSurrogate,
      .controlCharacter, .invalidNumber, .invalidLiteral, .missingComma, .missingColon,
      .missingKey, .unterminatedString, .unterminatedComment, .trailingComma, .mismatchedBracket,
      .nonScalarKey, .badMagic, .invalidTag, .invalidLength, .invalidReference, .invalidTable,
      .nonMinimal, .yamlSyntax, .unknownAnchor, .cyclicAlias:
      .syntax
    }
  }
}

extension FailureKind: CustomStringConvertible {
  /// A sentence fragment for people: what went wrong, without the place.
  @usableFromInline
  package var description: String {
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
