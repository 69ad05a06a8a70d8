#if !hasFeature(Embedded)
internal import FerryBase
internal import Synchronization

// Generated code calls these functions for constraints such as `@Range`.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Checks a value that was read at `start`, or the elements of an array.
  @inlinable
  public mutating func check<Value>(
    _ value: Value?, from start: (position: Int, mark: Mark), _ wanted: StaticString,
    _ isValid: (Value) -> Bool
  ) throws(WireFailure) {
    try checkWhole(value, from: start, wanted, isValid)
  }

  /// Checks a value that may be nil.
  @inlinable
  public mutating func check<Value>(
    _ value: Value??, from start: (position: Int, mark: Mark), _ wanted: StaticString,
    _ isValid: (Value) -> Bool
  ) throws(WireFailure) {
    try check(value ?? nil, from: start, wanted, isValid)
  }

  /// Checks the elements of an array.
  @inlinable
  public mutating func check<Value>(
    _ values: [Value]?, from start: (position: Int, mark: Mark), _ wanted: StaticString,
    _ isValid: (Value) -> Bool
  ) throws(WireFailure) {
    guard let index = values?.firstIndex(where: { !isValid($0) }) else { return }
    rewind(to: start.mark)
    // A strategy may read an array from another value.
    guard try nextKind() == .array else { throw unwanted(wanted, at: start.position) }
    var list = try beginList()
    for _ in 0..<index {
      guard try nextElement(&list) else { throw unwanted(wanted, at: start.position) }
      try skipValue()
    }
    _ = try nextElement(&list)
    throw unwanted(wanted, at: position)
  }

  /// Checks the elements of an array that may be nil.
  @inlinable
  public mutating func check<Value>(
    _ values: [Value]??, from start: (position: Int, mark: Mark), _ wanted: StaticString,
    _ isValid: (Value) -> Bool
  ) throws(WireFailure) {
    try check(values ?? nil, from: start, wanted, isValid)
  }

  /// Checks a value that was read at `start` as a whole.
  @inlinable
  public mutating func checkWhole<Value>(
    _ value: Value?, from start: (position: Int, mark: Mark), _ wanted: StaticString,
    _ isValid: (Value) -> Bool
  ) throws(WireFailure) {
    guard let value, !isValid(value) else { return }
    throw unwanted(wanted, at: start.position)
  }

  /// Checks a value that may be nil as a whole.
  @inlinable
  public mutating func checkWhole<Value>(
    _ value: Value??, from start: (position: Int, mark: Mark), _ wanted: StaticString,
    _ isValid: (Value) -> Bool
  ) throws(WireFailure) {
    try checkWhole(value ?? nil, from: start, wanted, isValid)
  }

  /// Returns the failure of a value that violates a constraint.
  @inline(never) @usableFromInline
  func unwanted(_ wanted: StaticString, at position: Int) -> WireFailure {
    invalid(
      "Expected \(wanted)", at: position, expecting: .form("\(wanted)", hint: nil))
  }
}

extension _Generated {
  /// Returns the number of characters of a text, as JSON Schema counts them.
  @inlinable
  public static func length(_ text: String) -> Int { text.unicodeScalars.count }

  /// Returns the number of elements.
  @inlinable
  public static func length(_ values: some Collection) -> Int { values.count }

  /// Returns whether `value` is one of `values`.
  @inlinable
  public static func isOne<Value: Equatable>(_ value: Value, of values: [Value]) -> Bool {
    values.contains(value)
  }

  /// Returns whether `text` has the scalars of one of `texts`. Formats compare text without Unicode
  /// normalisation.
  @inlinable
  public static func isOne(_ text: String, of texts: [String]) -> Bool {
    texts.contains { $0.utf8.elementsEqual(text.utf8) }
  }

  /// Returns whether the pattern, which the macro has checked, matches a part of `text`.
  public static func matches(_ text: String, _ pattern: StaticString) -> Bool {
    let key = "\(pattern)"
    let compiled = patterns.withLock { patterns in
      if let known = patterns[key] { return known }
      do throws(PatternError) {
        let compiled = try Pattern(key)
        patterns[key] = compiled
        return compiled
      } catch {
        preconditionFailure("invalid pattern '\(key)': \(error)")
      }
    }
    return compiled.matches(text)
  }

  private static let patterns = Mutex<[String: Pattern]>([:])
}
#endif
