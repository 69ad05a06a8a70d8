/// What stands in place of a value that failed, as far as the code that read it knows: reports are
/// worded by it.
package enum Expectation: Sendable {
  /// Required keys, as paths from the object that lacks them; or as keys, which may have dots.
  case keys([String], arePaths: Bool)
  /// A number that the type can hold.
  case number(any Any.Type)
  /// A raw value of the type.
  case rawValue(of: any Any.Type)
  /// One of these names.
  case oneOf([String])
  /// A value in a form that has a name: "a UUID".
  case form(String, hint: String?)
}

/// A ``Failure`` on its way through a decoder: the `underlyingError` of errors that a type's own
/// `init(from:)` may catch.
package struct ExpectedFailure: Error {
  package let failure: Failure
  package let expectation: Expectation

  package init(_ failure: Failure, _ expectation: Expectation) {
    self.failure = failure
    self.expectation = expectation
  }
}

extension DecodingError {
  /// The failure in an error that has not left its decoder, and what was expected in its place.
  package var unplaced: (failure: Failure, expectation: Expectation?)? {
    switch context.underlyingError {
    case let failure as Failure: (failure, nil)
    case let expected as ExpectedFailure: (expected.failure, expected.expectation)
    default: nil
    }
  }

  /// The same error with what was expected in place of the value at `node`.
  package func expecting(_ expectation: Expectation, at node: Int) -> DecodingError {
    let failure = unplaced?.failure ?? Failure(.invalidValue, node: node)
    guard failure.node == node else { return self }
    return with(
      Context(
        codingPath: context.codingPath, debugDescription: context.debugDescription,
        underlyingError: ExpectedFailure(failure, expectation)))
  }
}
