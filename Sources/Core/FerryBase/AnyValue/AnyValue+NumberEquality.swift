extension AnyValue.Number: Hashable {
  /// Returns whether the numbers have the same text or are the same integer, as `100`, `1e2` and
  /// `100.0` are. Other numbers are equal if they are nearest to the same finite `Double`. Numbers
  /// beyond every `Double` are equal if their digits and their order of magnitude are.
  public static func == (first: Self, second: Self) -> Bool {
    if first.text == second.text { return true }
    switch (first.integer(as: Int128.self), second.integer(as: Int128.self)) {
    case (let left?, let right?): return left == right
    case (nil, nil):
      guard first.double == second.double else { return false }
      return first.double.isFinite
        || first.isFinite && second.isFinite && ExactNumber(first.text) == ExactNumber(second.text)
    default: return false
    }
  }

  /// Hashes the nearest `Double`, which is the same for equal numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(double)
  }
}
