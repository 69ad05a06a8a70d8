/// A leaf as it is read and written: a reference, so that code which does not know its type need not
/// look the type's metadata up for each value.
class ShapeMember {
  let path: [String]
  /// Whether a key that is missing is an error.
  let isRequired: Bool
  /// The name of the property, for errors.
  var property: String { "" }

  fileprivate init(path: [String], isRequired: Bool) {
    self.path = path
    self.isRequired = isRequired
  }
}

/// A leaf whose type is known.
final class TypedShapeMember<Root, Value: Codable>: ShapeMember {
  private let keyPath: KeyPath<Root, Value>
  /// Where a stored property of a struct lies in it.
  private let offset: Int?
  /// Makes the value for a key that is missing.
  private let absent: (() -> Value)?
  private let isNil: (Value) -> Bool
  /// Whether a nil is written as null, and null is read as nil: a missing key is another value.
  private let hasNull: Bool

  init(_ leaf: ShapeLeaf<Root, Value>) {
    keyPath = leaf.property
    offset = MemoryLayout<Root>.offset(of: leaf.property)
    absent = leaf.absent.map { value in { value } }
    isNil = leaf.isNil
    let nilIsAbsent = leaf.absent.map(leaf.isNil) ?? false
    hasNull = Value.self is any NilRepresenting.Type && !nilIsAbsent
    super.init(path: leaf.path, isRequired: leaf.absent == nil)
  }

  override var property: String { keyPath.propertyName }

  /// The value at the end of `edge`.
  func value(_ edge: Int, in source: MemberSource) throws -> Value {
    let place = try source.place(at: edge)
    if let absent, try place.map({ try !hasNull && source.isNull($0) }) ?? true { return absent() }
    guard let place else { throw source.missing([path.joined(separator: ".")]) }
    return try source.value(Value.self, at: place)
  }

  /// Writes the value that `root` has, unless it is a nil that is left out, at the end of `edge`.
  func write(_ root: Root, _ edge: Int, to writer: BranchedWriter) throws {
    guard let offset else { return try write(root[keyPath: keyPath], edge, to: writer) }
    // Following a key path costs as much as writing the value.
    try unsafe withUnsafePointer(to: root) { root in
      let value = unsafe UnsafeRawPointer(root) + offset
      // The standard library says that a value of this type lies there.
      try write(unsafe value.assumingMemoryBound(to: Value.self).pointee, edge, to: writer)
    }
  }

  private func write(_ value: Value, _ edge: Int, to writer: BranchedWriter) throws {
    if !isNil(value) {
      try writer.append(value, edge)
    } else if hasNull {
      try writer.appendNull(edge)
    }
  }
}
