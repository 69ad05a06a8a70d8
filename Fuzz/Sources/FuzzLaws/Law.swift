import Synchronization

/// Ends the process with `message` unless `condition` holds: what a target asserts.
///
/// Unlike a precondition, it says why in an optimised build as well.
@inline(__always)
public func law(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { BrokenLaws.report(message()) }
}

/// The laws that inputs broke, for a test.
public final class BrokenLaws: Sendable {
  /// The list of the current task. Without one, a broken law ends the process.
  @TaskLocal public static var current: BrokenLaws?

  private let messages = Mutex<[String]>([])

  /// Creates an empty list.
  public init() {}

  /// The messages so far.
  public var all: [String] { messages.withLock { $0 } }

  @inline(never)
  static func report(_ message: String) {
    guard let current else { fatalError("a law is broken: \(message)") }
    current.messages.withLock { $0.append(message) }
  }
}
