extension AnyValue.Number: Hashable {
  /// Returns whether the numbers have the same value, exactly: `100`, `1e2` and `100.0` are equal, and
  /// `0.1` is not `0.10000000000000000001`. `NaN` is equal to itself.
  public static func == (first: Self, second: Self) -> Bool {
    if first.text == second.text { return true }
    // The comparison of two nearest doubles is cheaper.
    guard first.isFinite, second.isFinite, first.double == second.double else { return false }
    return ExactNumber(first.text) == ExactNumber(second.text)
  }

  /// Hashes the nearest `Double`, which is the same for equal numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(double)
  }
}
