/// The checks of facts about the runtime that Swift's ABI does not state.
@usableFromInline
package enum LayoutChecks {
  /// False if the compiler gets `-D FailedLayoutChecks`: each check then fails, so that tests run
  /// the code for other layouts.
  @inlinable @inline(__always)
  package static var mayPass: Bool {
    #if FailedLayoutChecks
    false
    #else
    true
    #endif
  }
}
