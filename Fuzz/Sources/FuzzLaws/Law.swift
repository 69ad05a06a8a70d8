/// Ends the process with `message` unless `condition` holds: what a target asserts.
///
/// Unlike a precondition, it says why in an optimised build as well.
@inline(__always)
public func law(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { LawBreaking.report(message()) }
}

/// What becomes of a law that does not hold.
public enum LawBreaking {
  /// Is told instead of the process being ended, in a test.
  @TaskLocal public static var witness: (@Sendable (String) -> Void)?

  @inline(never)
  static func report(_ message: String) {
    guard let witness else { fatalError("a law is broken: \(message)") }
    witness(message)
  }
}
