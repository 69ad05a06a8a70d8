extension Array {
  /// Calls `body` with each element.
  ///
  /// A loop over an array copies each element, with a retain and a release for every reference in
  /// it. A span lends the elements.
  @inlinable @inline(__always)
  package func lendEach<E: Error>(_ body: (Element) throws(E) -> Void) throws(E) {
    let elements = span
    for index in elements.indices { try body(elements[index]) }
  }
}
