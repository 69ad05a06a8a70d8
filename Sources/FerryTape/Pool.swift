/// Scratch objects that wait for the next call. Shared by all threads; each object belongs to the
/// one caller that took it.
@usableFromInline
package final class Pool<Element: AnyObject & Sendable>: Sendable {
  // Inlinable: where the element is unknown, each call would look types up.

  @usableFromInline let idle = Passing<[Element]>([])
  /// As many as there may be threads that profit.
  @usableFromInline static var limit: Int { 16 }

  @inlinable
  package init() {}

  /// One of those that wait.
  @inlinable
  package func take() -> Element? {
    idle.ifFree { $0.popLast() } ?? nil
  }

  /// Keeps `element` for the next call, unless enough wait already.
  @inlinable
  package func give(_ element: Element) {
    idle.ifFree { idle in
      if idle.count < Self.limit { idle.append(element) }
    }
  }
}
