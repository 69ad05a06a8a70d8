/// A type whose initialiser gets its arguments from a tree: a coding tree without wrappers.
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
/// Properties may be `let`, and an `init()` is not necessary. The leaves are in the order of the
/// initialiser's parameters, and the compiler checks their types.
public protocol Shaped: Codable {
  /// The initialiser, and the tree that provides its arguments.
  static var shape: Shape { get }
}

extension Shaped {
  /// The shape of this type.
  public typealias Shape = ModelShape<Self>

  /// Decodes the arguments and calls the initialiser.
  /// - Throws: `DecodingError`, which names all missing required keys; ``Problem``.
  public init(from decoder: any Decoder) throws { self = try Self.shape.decode(decoder) }

  /// Encodes the properties of the leaves. A nil is omitted, and so is a branch without values. If
  /// the leaf has another default, a nil is written as null instead.
  /// - Throws: `EncodingError`, ``Problem``.
  public func encode(to encoder: any Encoder) throws { try Self.shape.encode(self, encoder) }

  /// Returns a leaf at the end of a chain of keys, which are used exactly.
  public static func Key<Value: Codable>(
    _ keys: String..., at property: KeyPath<Self, Value>
  ) -> ShapeLeaves<Self, Value> {
    ShapeLeaves(ShapeLeaf(path: keys, property: property, absent: nil))
  }

  /// Returns a leaf that may be missing; its value is then nil.
  public static func Key<Value: Codable>(
    _ keys: String..., at property: KeyPath<Self, Value?>
  ) -> ShapeLeaves<Self, Value?> {
    ShapeLeaves(
      ShapeLeaf(path: keys, property: property, absent: .some(nil), isNil: { $0 == nil }))
  }

  /// Returns a leaf with a default for a missing key. Null is read as the default too, or as nil if
  /// the property is optional.
  public static func Key<Value: Codable>(
    _ keys: String..., at property: KeyPath<Self, Value>, default value: Value
  ) -> ShapeLeaves<Self, Value> {
    ShapeLeaves(ShapeLeaf(path: keys, property: property, absent: value))
  }

  /// Returns a branch at the end of a chain of keys.
  public static func Key<each Value>(
    _ keys: String..., @ShapeBuilder<Self> leaves: () -> ShapeLeaves<Self, repeat each Value>
  ) -> ShapeLeaves<Self, repeat each Value> {
    leaves().under(keys)
  }
}

/// A property, and the keys that lead to it.
struct ShapeLeaf<Root, Value> {
  let path: [String]
  let property: KeyPath<Root, Value>
  /// The value for a missing key.
  let absent: Value?
  /// Whether a value is omitted.
  let isNil: (Value) -> Bool

  fileprivate init(
    path: [String], property: KeyPath<Root, Value>, absent: Value?,
    isNil: ((Value) -> Bool)? = nil
  ) {
    self.path = path
    self.property = property
    self.absent = absent
    // The cast is made once per type: it shows whether the type has a nil.
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

/// A builder that joins the leaves of a block.
@resultBuilder
public enum ShapeBuilder<Root> {
  /// Returns the first leaves.
  public static func buildPartialBlock<each Value>(
    first leaves: ShapeLeaves<Root, repeat each Value>
  ) -> ShapeLeaves<Root, repeat each Value> {
    leaves
  }

  /// Returns the leaves so far, followed by the next ones.
  public static func buildPartialBlock<each Value, each Next>(
    accumulated leaves: ShapeLeaves<Root, repeat each Value>,
    next: ShapeLeaves<Root, repeat each Next>
  ) -> ShapeLeaves<Root, repeat each Value, repeat each Next> {
    ShapeLeaves(repeat each leaves.leaves, repeat each next.leaves)
  }
}
