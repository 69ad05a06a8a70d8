public import FerryBytes

/// A ``Failure`` with its place in the input: the `underlyingError` of every `DecodingError` that
/// leaves a decoder because of what it read.
public struct PlacedFailure: Error, Sendable {
  /// What went wrong.
  public let kind: FailureKind
  /// Where; `nil` when it cannot be said.
  public let place: SourcePlace?
  /// More about it, such as the words of the YAML parser.
  public let detail: String?

  package init(kind: FailureKind, place: SourcePlace?, detail: String? = nil) {
    self.kind = kind
    self.place = place
    self.detail = detail
  }
}

extension PlacedFailure: CustomStringConvertible {
  /// The place, what went wrong there, and the line with a caret.
  public var description: String {
    var text = (place.map { "\($0): " } ?? "") + kind.description
    if let detail { text += ": " + detail }
    if let drawing = place?.drawing, !drawing.isEmpty { text += "\n" + drawing }
    return text
  }
}

extension DecodingError {
  /// Where in the input the error is: line, column, byte offset and an excerpt.
  ///
  /// `nil` for an error that no Ferry decoder has thrown.
  public var place: SourcePlace? { (context.underlyingError as? PlacedFailure)?.place }

  /// The context of any case.
  package var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "")
    }
  }

  /// The same error in another context.
  package func with(_ context: Context) -> DecodingError {
    switch self {
    case .typeMismatch(let type, _): .typeMismatch(type, context)
    case .valueNotFound(let type, _): .valueNotFound(type, context)
    case .keyNotFound(let key, _): .keyNotFound(key, context)
    case .dataCorrupted: .dataCorrupted(context)
    @unknown default: self
    }
  }
}
