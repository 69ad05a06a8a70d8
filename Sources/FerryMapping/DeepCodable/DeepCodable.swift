/// A type with a coding tree.
public protocol _DeepCodingTreeDefiner {
  /// The tree of keys, with the property that each leaf holds.
  ///
  /// ```swift
  /// static let codingTree = CodingTree {
  ///   Key("data", "node") {
  ///     Key("title", containing: \._title)
  ///   }
  /// }
  /// ```
  static var codingTree: CodingTree { get }
}

extension _DeepCodingTreeDefiner {
  /// The tree of this type.
  public typealias CodingTree = DeepCodingTree<Self>
  /// A key in the tree of this type.
  public typealias Key = DeepCodingNode<Self>
}

/// A flat type that is decoded from a deep tree.
///
/// It starts from `init()`, which Swift writes for a struct whose properties are `@Value` or have
/// defaults. Any decoder serves, Foundation's too: this is ordinary `Decodable`. Ferry's visit the
/// document once, whatever order its keys are in.
public protocol DeepDecodable: _DeepDecoding {
  /// The wrapper for properties that the tree fills.
  typealias Value = DeepCodingValue
}

/// A flat type that is encoded to a deep tree.
///
/// Leaves may be plain `let` properties. What is nil is left out, with its branch when nothing else
/// is in it.
public protocol DeepEncodable: _DeepEncoding {
  /// A wrapper that may be used, for symmetry with types that are decoded.
  typealias Value = DeepEncodingValue
}

/// A flat type that is decoded from a deep tree, and encoded to it.
public protocol DeepCodable: _DeepDecoding, _DeepEncoding {
  /// The wrapper for properties that the tree fills.
  typealias Value = DeepCodingValue
}

// The two halves. What `@Value` means depends on whether a type is decoded, and Swift has no
// precedence between a name in two protocols: so `DeepCodable` is not the sum of the other two.

/// What ``DeepDecodable`` and ``DeepCodable`` have in common.
public protocol _DeepDecoding: _DeepCodingTreeDefiner, Decodable {
  /// An instance to fill.
  init()
}

extension _DeepDecoding {
  /// Decodes the properties that the tree names; the others keep what `init()` gives them.
  /// - Throws: `DecodingError`; one for all required keys that are missing. ``MappingError``.
  public init(from decoder: any Decoder) throws {
    self.init()
    try Self.codingTree.decode(from: decoder, into: &self)
  }

  /// Sets the properties whose keys are there, and no others.
  /// - Throws: `DecodingError`; then none or some of the properties are set. ``MappingError``.
  public mutating func update(from decoder: any Decoder) throws {
    try Self.codingTree.decode(from: decoder, into: &self, isUpdate: true)
  }
}

/// What ``DeepEncodable`` and ``DeepCodable`` have in common.
public protocol _DeepEncoding: _DeepCodingTreeDefiner, Encodable {}

extension _DeepEncoding {
  /// Encodes the properties that the tree names.
  /// - Throws: `EncodingError`. ``MappingError``.
  public func encode(to encoder: any Encoder) throws {
    try Self.codingTree.encode(self, to: encoder)
  }
}
