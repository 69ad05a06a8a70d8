@_exported public import Ferry

/// A type with a coding tree.
public protocol _DeepCodingTreeDefiner {
  /// The tree of keys, with the property of each leaf.
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
  /// The wrapper of properties that the tree sets.
  public typealias Value = DeepCodingValue
}

/// A flat type that is decoded from a deep tree.
///
/// Decoding starts from `init()`. Swift synthesizes it for a struct whose properties all are
/// `@Value` or have defaults. The type is ordinary `Decodable` and works with any decoder,
/// including Foundation's.
public protocol DeepDecodable: _DeepCodingTreeDefiner, Decodable {
  /// Creates the instance that decoding starts from.
  init()
}

/// A flat type that is encoded to a deep tree.
///
/// Leaves may be plain `let` properties. A nil is omitted, and so is a branch without values.
///
/// There is one exception, for a type that is also decoded: if the property has a default other
/// than nil, its nil is written as null. A missing key would be read as the default.
public protocol DeepEncodable: _DeepCodingTreeDefiner, Encodable {}

/// A flat type that is decoded from a deep tree and encoded to it.
public typealias DeepCodable = DeepDecodable & DeepEncodable

extension DeepDecodable {
  /// Decodes the properties in the tree. All others keep their values from `init()`.
  /// - Throws: `DecodingError`, which names all missing required keys; `Problem`.
  public init(from decoder: any Decoder) throws {
    self.init()
    try Self.codingTree.decode(from: decoder, into: &self)
  }

  /// Sets the properties whose keys exist in the document. All others keep their values.
  /// - Throws: `DecodingError`, `Problem`. Some of the properties may be set by then.
  public mutating func update(from decoder: any Decoder) throws {
    try Self.codingTree.decode(from: decoder, into: &self, isUpdate: true)
  }
}

extension DeepEncodable {
  /// Encodes the properties in the tree.
  /// - Throws: `EncodingError`, also for a `@Value` property without a value; `Problem`.
  public func encode(to encoder: any Encoder) throws {
    try Self.codingTree.encode(self, to: encoder)
  }
}
