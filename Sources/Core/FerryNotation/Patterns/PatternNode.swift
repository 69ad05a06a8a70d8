/// A part of a parsed pattern.
package indirect enum PatternNode {
  case empty
  case set(ScalarSet)
  case assertion(PatternAssertion)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// `most` is `nil` for any number.
  case repeated(PatternNode, least: Int, most: Int?)
}

/// A condition on a position in a text.
package enum PatternAssertion: UInt8 {
  case start, end, wordBoundary, noWordBoundary
}
