@_exported public import Ferry

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
  /// The wrapper of properties that the tree fills.
  public typealias Value = DeepCodingValue
}

/// A flat type that is decoded from a deep tree.
///
/// It starts from `init()`, which Swift writes for a struct whose properties are `@Value` or have
/// defaults. Any decoder serves, Foundation's too: this is ordinary `Decodable`. Ferry's visit the
/// document once, whatever order its keys are in.
public protocol DeepDecodable: _DeepCodingTreeDefiner, Decodable {
  /// An instance to fill.
  init()
}

/// A flat type that is encoded to a deep tree.
///
/// Leaves may be plain `let` properties. A nil is left out, with its branch when nothing else is in
/// it. The exception is a type that is decoded, too, and has another default for the property: its
/// nil is written as null, because a missing key is read as the default.
public protocol DeepEncodable: _DeepCodingTreeDefiner, Encodable {}

/// A flat type that is decoded from a deep tree, and encoded to it.
public typealias DeepCodable = DeepDecodable & DeepEncodable

extension DeepDecodable {
  /// Decodes the properties that the tree names; the others keep what `init()` gives them.
  /// - Throws: `DecodingError`; one for all required keys that are missing. `MappingError`.
  public init(from decoder: any Decoder) throws {
    self.init()
    try Self.codingTree.decode(from: decoder, into: &self)
  }

  /// Sets the properties whose keys are there, and no others.
  /// - Throws: `DecodingError`; then none or some of the properties are set. `MappingError`.
  public mutating func update(from decoder: any Decoder) throws {
    try Self.codingTree.decode(from: decoder, into: &self, isUpdate: true)
  }
}

extension DeepEncodable {
  /// Encodes the properties that the tree names.
  /// - Throws: `EncodingError`; also for a `@Value` property that has no value. `MappingError`.
  public func encode(to encoder: any Encoder) throws {
    try Self.codingTree.encode(self, to: encoder)
  }
}
