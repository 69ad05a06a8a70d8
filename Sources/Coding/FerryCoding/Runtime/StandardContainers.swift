internal import FerryBase
internal import Synchronization

/// The keyed containers of the standard library. The trait `Portable` has the same check, because
/// reflection is plain Swift.
package enum StandardContainers {
  /// Whether containers are references, by the type of their cursors.
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  /// Returns whether a container with a cursor of this type is one reference: its only property is an
  /// object, which is as large as the container. Reflection on the first container shows it.
  package static func areReferences<Container>(
    _ container: Container, with cursor: any Any.Type
  ) -> Bool {
    guard LayoutChecks.mayPass, MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else {
      return false
    }
    // Reflection takes a microsecond, and 200 at the first use.
    return known.withLock { known in
      if let known = known[ObjectIdentifier(cursor)] { return known }
      let properties = Mirror(reflecting: container).children
      let box = properties.count == 1 ? properties.first?.value : nil
      let areReferences =
        box.map {
          unsafe type(of: $0) is AnyObject.Type
            && unsafeBitCast(container, to: AnyObject.self) === $0 as AnyObject
        } ?? false
      known[ObjectIdentifier(cursor)] = areReferences
      return areReferences
    }
  }
}
