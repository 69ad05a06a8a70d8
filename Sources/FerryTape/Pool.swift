public import Synchronization

/// Scratch objects that wait for the next call. Shared by all threads; each object belongs to the
/// one caller that took it.
@usableFromInline
package final class Pool<Element: AnyObject & Sendable>: Sendable {
  // Inlinable: where the element is unknown, each call would look types up.

  @usableFromInline let idle = Mutex<[Element]>([])
  /// As many as there may be threads that profit.
  @usableFromInline static var limit: Int { 16 }

  @inlinable
  package init() {}

  /// One of those that wait.
  @inlinable
  package func take() -> Element? {
    idle.withLock { $0.popLast() }
  }

  /// Keeps `element` for the next call, unless enough wait already.
  @inlinable
  package func give(_ element: Element) {
    idle.withLock { idle in
      if idle.count < Self.limit { idle.append(element) }
    }
  }
}
