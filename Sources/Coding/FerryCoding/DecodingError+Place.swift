public import FerryBase

extension DecodingError.Context {
  /// Creates a context with the first line of `failure`, or with `text` instead.
  ///
  /// Swift prints the case of an error, its path, this text and the underlying error. The
  /// description of Ferry's underlying error has only the lines after the first one, so no line
  /// appears twice.
  package init(codingPath: [any CodingKey], _ failure: PlacedFailure, text: String? = nil) {
    self.init(
      codingPath: codingPath, debugDescription: text ?? failure.headline,
      underlyingError: failure.asDetail(text == nil))
  }
}

extension DecodingError.Context {
  /// Returns the same context with another coding path.
  package func at(_ path: [any CodingKey]) -> Self {
    Self(codingPath: path, debugDescription: debugDescription, underlyingError: underlyingError)
  }
}

extension EncodingError {
  /// Returns the error for a value at `path` that cannot be encoded.
  package static func invalid(
    _ value: Any, at path: [any CodingKey], _ description: String, _ failure: WireFailure? = nil
  ) -> EncodingError {
    .invalidValue(
      value,
      Context(codingPath: path, debugDescription: description, underlyingError: failure))
  }
}

extension DecodingError {
  /// The location of the error in the input: line, column, byte offset and an excerpt.
  ///
  /// `nil` for an error that does not come from a Ferry decoder.
  public var place: SourcePlace? { failure?.place }

  /// The fault in the input with its location, path and hint. Its description is for the author of
  /// the input.
  ///
  /// `nil` for an error that does not come from a Ferry decoder.
  public var failure: PlacedFailure? {
    (context.underlyingError as? PlacedFailure)?.asDetail(false)
  }

  /// Returns the error for input that cannot be read at all.
  package static func unreadable(_ failure: PlacedFailure) -> DecodingError {
    .dataCorrupted(Context(codingPath: [], failure))
  }

  /// The context of any case.
  package var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "")
    }
  }

  /// Returns this error as an error of the outer document. The error occurred in JSON inside a
  /// string, and `path` leads to that string.
  package func embedded(
    at path: [any CodingKey], _ failure: WireFailure? = nil
  ) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: path + context.codingPath,
        debugDescription: "The JSON in the string: \(context.debugDescription)",
        underlyingError: failure))
  }

  /// Returns this error with a path that begins with `keys`. `path` is the text of these keys, and
  /// `move` converts a location in the value to a location in the whole input.
  package func moved(
    to keys: [any CodingKey], _ path: String, _ move: (SourcePlace) -> SourcePlace = { $0 }
  ) -> DecodingError {
    let context = context
    let codingPath = keys + context.codingPath
    guard let failure else { return with(context.at(codingPath)) }
    let hasOwnText = context.debugDescription != failure.headline
    return with(
      Context(
        codingPath: codingPath, failure.moved(to: path, move),
        text: hasOwnText ? context.debugDescription : nil))
  }

  /// Returns the same error in another context.
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

/// A ``WireFailure`` with the expected value: the `underlyingError` of an error that a type's own
/// `init(from:)` may catch before it leaves the decoder.
package struct ExpectedFailure: Error {
  package let failure: WireFailure
  package let expectation: Expectation

  package init(_ failure: WireFailure, _ expectation: Expectation) {
    self.failure = failure
    self.expectation = expectation
  }
}

extension DecodingError {
  /// The failure and the expected value of an error that has not left its decoder yet.
  package var unplaced: (failure: WireFailure, expectation: Expectation?)? {
    switch context.underlyingError {
    case let failure as WireFailure: (failure, nil)
    case let expected as ExpectedFailure: (expected.failure, expected.expectation)
    default: nil
    }
  }

  /// Returns this error with `expectation` added, if the error is about the value at `node`.
  package func expecting(_ expectation: Expectation, at node: Int) -> DecodingError {
    let failure = unplaced?.failure ?? WireFailure(.invalidValue, node: node)
    guard failure.node == node else { return self }
    return with(
      Context(
        codingPath: context.codingPath, debugDescription: context.debugDescription,
        underlyingError: ExpectedFailure(failure, expectation)))
  }
}
