/// A type that is put together by its initialiser from a tree: a coding tree without wrappers.
///
/// ```swift
/// struct Cat: Shaped {
///   let id: String
///   let latitude: Double
///   let longitude: Double?
///
///   static let shape = Shape(Cat.init(id:latitude:longitude:)) {
///     Key("cat_id", at: \.id)
///     Key("meta", "coordinates") {
///       Key("lat", at: \.latitude)
///       Key("lon", at: \.longitude)
///     }
///   }
/// }
/// ```
///
/// Properties may be `let`, and there is no `init()`. The leaves are in the order of the
/// initialiser's parameters; the compiler compares their types.
public protocol Shaped: Codable {
  /// The initialiser, and the tree that its arguments come from.
  static var shape: Shape { get }
}

extension Shaped {
  /// The shape of this type.
  public typealias Shape = ModelShape<Self>

  /// Decodes the arguments and calls the initialiser.
  /// - Throws: `DecodingError`; one for all required keys that are missing. ``MappingError``.
  public init(from decoder: any Decoder) throws { self = try Self.shape.decode(decoder) }

  /// Encodes the properties of the leaves. A nil is left out, with its branch when nothing else is in
  /// it, unless the leaf has another default: then it is written as null.
  /// - Throws: `EncodingError`. ``MappingError``.
  public func encode(to encoder: any Encoder) throws { try Self.shape.encode(self, encoder) }

  /// A leaf at the end of a chain of keys. Keys are taken as they are.
  public static func Key<Value: Codable>(
    _ keys: String..., at property: KeyPath<Self, Value>
  ) -> ShapeLeaves<Self, Value> {
    ShapeLeaves(ShapeLeaf(path: keys, property: property, absent: nil))
  }

  /// A leaf that may be missing: its value is nil then.
  public static func Key<Value: Codable>(
    _ keys: String..., at property: KeyPath<Self, Value?>
  ) -> ShapeLeaves<Self, Value?> {
    ShapeLeaves(
      ShapeLeaf(path: keys, property: property, absent: .some(nil), isNil: { $0 == nil }))
  }

  /// A leaf with a value for a key that is missing. Null is that value, too, unless the property is
  /// optional: then it is nil.
  public static func Key<Value: Codable>(
    _ keys: String..., at property: KeyPath<Self, Value>, default value: Value
  ) -> ShapeLeaves<Self, Value> {
    ShapeLeaves(ShapeLeaf(path: keys, property: property, absent: value))
  }

  /// A branch at the end of a chain of keys.
  public static func Key<each Value>(
    _ keys: String..., @ShapeBuilder<Self> leaves: () -> ShapeLeaves<Self, repeat each Value>
  ) -> ShapeLeaves<Self, repeat each Value> {
    leaves().under(keys)
  }
}

/// A property with the keys that lead to it.
struct ShapeLeaf<Root, Value> {
  let path: [String]
  let property: KeyPath<Root, Value>
  /// The value for a key that is missing.
  let absent: Value?
  /// Whether a value is left out.
  let isNil: (Value) -> Bool

  fileprivate init(
    path: [String], property: KeyPath<Root, Value>, absent: Value?,
    isNil: ((Value) -> Bool)? = nil
  ) {
    self.path = path
    self.property = property
    self.absent = absent
    // Types are asked once whether they have a nil: that is a cast.
    self.isNil = isNil ?? (Value.self is any NilRepresenting.Type ? isNilValue : { _ in false })
  }

  fileprivate func under(_ keys: [String]) -> ShapeLeaf {
    ShapeLeaf(path: keys + path, property: property, absent: absent, isNil: isNil)
  }
}

/// Leaves in order.
public struct ShapeLeaves<Root, each Value> {
  let leaves: (repeat ShapeLeaf<Root, each Value>)

  init(_ leaves: repeat ShapeLeaf<Root, each Value>) { self.leaves = (repeat each leaves) }

  fileprivate func under(_ keys: [String]) -> ShapeLeaves {
    ShapeLeaves(repeat (each leaves).under(keys))
  }
}

/// Puts the leaves of a block one behind the other.
@resultBuilder
public enum ShapeBuilder<Root> {
  /// The first leaves.
  public static func buildPartialBlock<each Value>(
    first leaves: ShapeLeaves<Root, repeat each Value>
  ) -> ShapeLeaves<Root, repeat each Value> {
    leaves
  }

  /// The leaves so far, and those that follow.
  public static func buildPartialBlock<each Value, each Next>(
    accumulated leaves: ShapeLeaves<Root, repeat each Value>,
    next: ShapeLeaves<Root, repeat each Next>
  ) -> ShapeLeaves<Root, repeat each Value, repeat each Next> {
    ShapeLeaves(repeat each leaves.leaves, repeat each next.leaves)
  }
}
