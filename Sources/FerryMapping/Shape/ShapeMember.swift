/// A leaf as it is read and written: a reference, so that code which does not know its type need not
/// look the type's metadata up for each value.
class ShapeMember {
  let path: [String]
  /// Whether a key that is missing is an error.
  let isRequired: Bool

  fileprivate init(path: [String], isRequired: Bool) {
    self.path = path
    self.isRequired = isRequired
  }
}

/// A leaf whose type is known.
final class TypedShapeMember<Root, Value: Codable>: ShapeMember {
  private let property: KeyPath<Root, Value>
  /// Where a stored property of a struct lies in it.
  private let offset: Int?
  /// Makes what there is when the key is missing or null.
  private let absent: (() -> Value)?
  private let isNil: (Value) -> Bool

  init(_ leaf: ShapeLeaf<Root, Value>) {
    property = leaf.property
    offset = MemoryLayout<Root>.offset(of: leaf.property)
    absent = leaf.absent.map { value in { value } }
    isNil = leaf.isNil
    super.init(path: leaf.path, isRequired: leaf.absent == nil)
  }

  /// The value at the end of `edge`.
  func value(_ edge: Int, in source: ShapeSource) throws -> Value {
    if let absent, try source.isNothing(edge) { return absent() }
    return try source.value(Value.self, edge)
  }

  /// Writes the value that `root` has, unless it is nil, at the end of `edge`.
  func write(_ root: Root, _ edge: Int, to writer: ShapeWriter) throws {
    guard let offset else { return try write(root[keyPath: property], edge, to: writer) }
    // Following a key path costs as much as writing the value.
    try unsafe withUnsafePointer(to: root) { root in
      let value = unsafe UnsafeRawPointer(root) + offset
      // The standard library says that a value of this type lies there.
      try write(unsafe value.assumingMemoryBound(to: Value.self).pointee, edge, to: writer)
    }
  }

  private func write(_ value: Value, _ edge: Int, to writer: ShapeWriter) throws {
    if !isNil(value) { try writer.append(value, edge) }
  }
}
