/// A failure with its location in the input: the only error type inside the engine.
///
/// The type is small and trivial, so throwing a failure is cheap. The public API converts it to a
/// `DecodingError` or `EncodingError`, where it becomes the `underlyingError`.
public struct WireFailure: Error, Equatable, Sendable {
  /// The detailed kind of the failure.
  @usableFromInline package let kind: FailureKind
  /// The byte offset in the input, or -1 while only the node is known.
  public let offset: Int
  /// The index on the tape, or -1.
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
  /// The description of the failure, with the byte offset if it is known.
  public var description: String {
    offset < 0 ? kind.description : "\(kind.description), at byte \(offset)"
  }

  /// The category of the failure, for programs that handle errors.
  public var category: Problem.Category { kind.category }
}

extension Problem {
  /// The categories of faults in all formats.
  public enum Category: Sendable {
    /// The input breaks the grammar of its format, or does not match its checksum.
    case syntax
    /// The input ends in the middle of a value; more bytes may complete it.
    case unexpectedEnd
    /// The input exceeds a limit of the decoder.
    case limit
    /// An object has a key twice.
    case duplicateKey
    /// A key is unknown to the model, and the decoder rejects unknown keys.
    case unknownKey
    /// The model requires a key or a value that the input does not have.
    case missingValue
    /// A value has another type than the model's.
    case typeMismatch
    /// A value has the right type and is invalid: a number out of range, a malformed date, an
    /// unknown raw value.
    case invalidValue
    /// The format, or this version of it, has no form for the value, or the mapping of the model
    /// contradicts itself.
    case unsupported
    /// The system refuses to open, read or write a file.
    case system
  }
}

/// The kinds of failures in all formats.
@usableFromInline
package enum FailureKind: UInt8, Sendable, CaseIterable {
  // MARK: Text and structure

  /// The input ends in the middle of a value.
  case unexpectedEnd
  /// A character that is not allowed at its position.
  case unexpectedCharacter
  /// Content after the value of the document.
  case trailingContent
  /// Bytes that are not UTF-8.
  case invalidUTF8
  /// A backslash in a string that does not start a valid escape.
  case invalidEscape
  /// Half of a surrogate pair, written as an escape.
  case loneSurrogate
  /// A control character in a string that must be an escape.
  case controlCharacter
  /// A number that is invalid in the format's grammar.
  case invalidNumber
  /// A bare word that is not a literal of the format.
  case invalidLiteral
  /// A missing comma between two elements or members.
  case missingComma
  /// A missing colon after a key.
  case missingColon
  /// A missing key in double quotes.
  case missingKey
  /// A missing closing quote of a string.
  case unterminatedString
  /// A missing end of a comment (JSON5).
  case unterminatedComment
  /// A comma after the last element or member.
  case trailingComma
  /// A closing bracket that does not match the opening one.
  case mismatchedBracket

  // MARK: Limits

  /// More nested containers than the coder's `depthLimit`.
  case depthLimit
  /// More values than the limit.
  case nodeLimit
  /// More bytes than the limit, in the input or in one value.
  case sizeLimit
  /// Aliases with more values in total than the limit.
  case aliasLimit

  // MARK: Keys

  /// A key that occurs twice in its object.
  case duplicateKey
  /// A key that has no text: an array or an object, and in CBOR also a float or a truth value.
  case nonScalarKey

  // MARK: The binary format

  /// First bytes that do not belong to a document or a record file.
  case badMagic
  /// A version or flags that this reader does not support.
  case unsupportedVersion
  /// Version 1 of the binary format, which this reader does not support.
  case formerVersion
  /// A first byte of a value that is reserved, or not allowed at its position.
  case invalidTag
  /// A length or a count that exceeds its container.
  case invalidLength
  /// A reference to an entry that its table does not have.
  case invalidReference
  /// A table that violates a rule of the format.
  case invalidTable
  /// A number or a length that is not in its shortest form.
  case nonMinimal
  /// A key that is not in the order of a deterministic encoding.
  case unsortedKey
  /// A checksum that does not match the bytes.
  case checksumMismatch

  // MARK: YAML

  /// Invalid YAML.
  case yamlSyntax
  /// An alias without an anchor before it.
  case unknownAnchor
  /// An alias inside the value of its own anchor.
  case cyclicAlias
  /// A tag that has no meaning for the decoder, if such tags are errors.
  case unknownTag

  // MARK: Meaning

  /// A key that is unknown to the model, if unknown keys are errors.
  case unknownKey
  /// A value of another type than the model's.
  case typeMismatch
  /// A key that the model requires and the object does not have.
  case keyNotFound
  /// A null or missing value where the model requires a value.
  case valueNotFound
  /// A number that the model's type cannot hold.
  case numberDoesNotFit
  /// A value of the right type that is invalid: a date, a URL, an unknown raw value.
  case invalidValue
  /// A value that the format cannot represent.
  case notRepresentable
  /// A number that has too many digits for the format.
  case numberTooLong
  /// A reference to an earlier value (CBOR).
  case unsupportedReference
  /// A value without the form that its tag or its type of extension requires: a date, a number of
  /// any size, a UUID (CBOR and MessagePack).
  case invalidContent
  /// A mapping of a model's properties to keys that contradicts itself.
  case invalidMapping
  /// The text of a path that is not a path.
  case invalidPath
  /// A file that the system does not open, read or write.
  case system
}

extension FailureKind {
  fileprivate var category: Problem.Category {
    switch self {
    case .unexpectedEnd, .unterminatedString, .unterminatedComment: .unexpectedEnd
    case .depthLimit, .nodeLimit, .sizeLimit, .aliasLimit: .limit
    case .duplicateKey: .duplicateKey
    case .unknownKey: .unknownKey
    case .keyNotFound, .valueNotFound: .missingValue
    case .typeMismatch: .typeMismatch
    case .numberDoesNotFit, .invalidValue, .invalidContent: .invalidValue
    case .unsupportedVersion, .formerVersion, .notRepresentable, .numberTooLong,
      .unsupportedReference, .invalidMapping:
      .unsupported
    case .unexpectedCharacter, .trailingContent, .invalidUTF8, .invalidEscape, .loneSurrogate,
      .controlCharacter, .invalidNumber, .invalidLiteral, .missingComma, .missingColon,
      .missingKey, .trailingComma, .mismatchedBracket,
      .nonScalarKey, .badMagic, .invalidTag, .invalidLength, .invalidReference, .invalidTable,
      .nonMinimal, .unsortedKey, .yamlSyntax, .unknownAnchor, .cyclicAlias,
      .unknownTag, .checksumMismatch, .invalidPath:
      .syntax
    case .system: .system
    }
  }
}

extension FailureKind: CustomStringConvertible {
  /// A short description of the problem for people, without the location.
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
    case .nonScalarKey: "a key that cannot be text"
    case .badMagic: "not a Ferry binary document"
    case .unsupportedVersion: "unsupported version or flags of the binary format"
    case .formerVersion: "version 1 of the binary format, which only the releases 0.1 of Ferry read"
    case .invalidTag: "a byte that cannot begin a value here"
    case .invalidLength: "a length that does not fit its container"
    case .invalidReference: "reference to an entry that its table does not have"
    case .invalidTable: "malformed table in a binary document"
    case .nonMinimal: "a number or length that is not written in its shortest form"
    case .unsortedKey: "a key that is not in the order of the deterministic encoding"
    case .checksumMismatch: "the checksum does not match"
    case .yamlSyntax: "invalid YAML"
    case .unknownAnchor: "alias of an unknown anchor"
    case .cyclicAlias: "an alias inside its own anchor"
    case .unknownTag: "unknown tag"
    case .typeMismatch: "wrong type of value"
    case .unknownKey: "unknown key"
    case .keyNotFound: "missing key"
    case .valueNotFound: "missing value"
    case .numberDoesNotFit: "number does not fit the type"
    case .invalidValue: "invalid value"
    case .invalidContent: "a value without the form that its tag or extension type requires"
    case .invalidMapping: "invalid mapping"
    case .invalidPath: "invalid path"
    case .system: "an error of the system"
    case .notRepresentable: "the format cannot represent this value"
    case .numberTooLong: "the format cannot represent a number with so many digits"
    case .unsupportedReference: "references to earlier values are not supported"
    }
  }
}
