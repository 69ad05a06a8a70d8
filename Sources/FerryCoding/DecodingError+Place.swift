public import FerryBytes
public import FerryTape

extension DecodingError.Context {
  /// A context with the first line of `failure`, or with another `text`.
  ///
  /// Swift prints an error as its case, its path, this text and the description of the underlying
  /// error, which for ours are the lines below the first one: nothing comes twice.
  package init(codingPath: [any CodingKey], _ failure: PlacedFailure, text: String? = nil) {
    self.init(
      codingPath: codingPath, debugDescription: text ?? failure.headline,
      underlyingError: failure.asDetail(text == nil))
  }
}

extension DecodingError.Context {
  /// The same context at another place.
  package func at(_ path: [any CodingKey]) -> Self {
    Self(codingPath: path, debugDescription: debugDescription, underlyingError: underlyingError)
  }
}

extension EncodingError {
  /// The error for a value at `path` that cannot be encoded.
  package static func invalid(
    _ value: Any, at path: [any CodingKey], _ description: String, _ failure: WireFailure? = nil
  ) -> EncodingError {
    .invalidValue(
      value,
      Context(codingPath: path, debugDescription: description, underlyingError: failure))
  }
}

extension DecodingError {
  /// Where in the input the error is: line, column, byte offset and an excerpt.
  ///
  /// `nil` for an error that no Ferry decoder has thrown.
  public var place: SourcePlace? { failure?.place }

  /// What was wrong with the input, with its place, path and hint: its description is meant for
  /// whoever wrote the input.
  ///
  /// `nil` for an error that no Ferry decoder has thrown.
  public var failure: PlacedFailure? {
    (context.underlyingError as? PlacedFailure)?.asDetail(false)
  }

  /// The error for input that cannot be read at all.
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

  /// What this error, one of the JSON in a string, is in the document where `path` leads to the
  /// string.
  package func embedded(
    at path: [any CodingKey], _ failure: WireFailure? = nil
  ) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: path + context.codingPath,
        debugDescription: "The JSON in the string: \(context.debugDescription)",
        underlyingError: failure))
  }

  /// The error inside of the value that `path` leads to; `move` gives the place in the whole input.
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

/// A ``WireFailure`` on its way through a decoder: the `underlyingError` of errors that a type's own
/// `init(from:)` may catch.
package struct ExpectedFailure: Error {
  package let failure: WireFailure
  package let expectation: Expectation

  package init(_ failure: WireFailure, _ expectation: Expectation) {
    self.failure = failure
    self.expectation = expectation
  }
}

extension DecodingError {
  /// The failure in an error that has not left its decoder, and what was expected in its place.
  package var unplaced: (failure: WireFailure, expectation: Expectation?)? {
    switch context.underlyingError {
    case let failure as WireFailure: (failure, nil)
    case let expected as ExpectedFailure: (expected.failure, expected.expectation)
    default: nil
    }
  }

  /// The same error with what was expected in place of the value at `node`.
  package func expecting(_ expectation: Expectation, at node: Int) -> DecodingError {
    let failure = unplaced?.failure ?? WireFailure(.invalidValue, node: node)
    guard failure.node == node else { return self }
    return with(
      Context(
        codingPath: context.codingPath, debugDescription: context.debugDescription,
        underlyingError: ExpectedFailure(failure, expectation)))
  }
}
