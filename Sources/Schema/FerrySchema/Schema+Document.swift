internal import FerryBase
@_exported public import Ferry
internal import FerryCoding
@_exported public import FerryValidation

extension Schema {
  /// Compiles a schema in any format.
  /// - Throws: `DecodingError` for an unreadable document, or ``SchemaError``.
  public init(_ document: Document, options: SchemaOptions = SchemaOptions()) throws {
    try self.init(document.decode(AnyValue.self), options: options)
  }

  /// Returns whether a document, or the value that `document` is in one, is valid. Stops at the
  /// first failure.
  /// - Throws: `DecodingError` for an unreadable document, or ``SchemaError`` if the schema applies
  ///   to the value without end, or for too long.
  public func isValid(_ document: Document) throws -> Bool {
    try document.decode(
      CheckedDocument.self, userInfo: [CheckedDocument.key: CheckedDocument.Call(self, .verdict)]
    ).isValid
  }

  /// Validates a document, or the value that `document` is in one. Paths begin at this value, and
  /// locations are those in the document.
  /// - Throws: `DecodingError` for an unreadable document, or ``SchemaError`` if the schema applies
  ///   to the value without end, or for too long.
  public func validate(_ document: Document) throws -> SchemaResult {
    do {
      return try document.decode(
        CheckedDocument.self, userInfo: [CheckedDocument.key: CheckedDocument.Call(self, .failures)]
      ).result
    } catch let error as InvalidDocument {
      return error.result
    }
  }
}

/// The failures of a document, on their way out of its decoder, which knows the locations.
private struct InvalidDocument: NodeError {
  let result: SchemaResult

  var places: [Int: SourcePlace?] { result.places }

  func with(places: [Int: SourcePlace?]) -> InvalidDocument {
    InvalidDocument(result: result.with(places: places))
  }
}

/// A type whose decoding validates the tape of the decoder.
private struct CheckedDocument: Decodable {
  static let key = CodingUserInfoKey("ferry.schema")

  /// A schema and the needed answer.
  struct Call: Sendable {
    enum Answer { case verdict, failures }

    let schema: Schema
    let answer: Answer

    init(_ schema: Schema, _ answer: Answer) {
      self.schema = schema
      self.answer = answer
    }
  }

  let isValid: Bool
  let result: SchemaResult

  init(from decoder: any Decoder) throws {
    guard let tape = decoder as? TapeDecoder, let call = decoder.userInfo[Self.key] as? Call else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "a schema validates documents only"))
    }
    result = .valid
    if call.answer == .verdict {
      isValid = try call.schema.isValid(tape.view, at: tape.node)
      return
    }
    let result = try call.schema.validate(tape.view, at: tape.node)
    guard result.isValid else { throw InvalidDocument(result: result) }
    isValid = true
  }
}
