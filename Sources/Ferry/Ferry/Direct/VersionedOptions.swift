import Synchronization

/// The options of a coder behind a lock, with a version that grows with each change.
package struct VersionedOptions<Value: Sendable>: ~Copyable, Sendable {
  private let value: Mutex<Value>
  private let changes = Atomic(0)

  package init(_ value: Value) { self.value = Mutex(value) }

  /// The number of changes. Options that are read after their version have at least that version.
  package var version: Int { changes.load(ordering: .acquiring) }

  /// Reads from the options.
  package func withLock<R: Sendable>(_ body: (Value) -> R) -> R { value.withLock { body($0) } }

  /// Changes the options.
  package func change(_ body: (inout Value) -> Void) {
    value.withLock { body(&$0) }
    changes.add(1, ordering: .releasing)
  }
}
