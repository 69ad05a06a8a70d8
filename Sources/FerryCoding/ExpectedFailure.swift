import FerryTape

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
