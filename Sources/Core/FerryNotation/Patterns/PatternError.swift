/// A problem in the text of a pattern.
package struct PatternError: Error, Equatable, CustomStringConvertible {
  /// The text of the pattern.
  package let pattern: String
  /// The position in the pattern, in Unicode scalars from 1; 0 for the pattern as a whole.
  package let column: Int
  /// The problem.
  package let message: String

  /// Whether other matchers may accept the pattern.
  package let isUnsupported: Bool

  init(_ pattern: String, column: Int = 0, _ message: String, isUnsupported: Bool = false) {
    self.pattern = pattern
    self.column = column
    self.message = message
    self.isUnsupported = isUnsupported
  }

  /// The problem and its position.
  package var description: String {
    column > 0 ? "\(message), at column \(column) of the pattern" : message
  }
}
