import FerryPath

/// A key of a coding tree: a branch with other keys, or a leaf with a property.
///
/// Types see it as `Key`. Keys are taken as they are: nothing is split at dots.
public struct DeepCodingNode<Root>: @unchecked Sendable {
  // Sendable: constants only, and the key paths in them are literals of the type's own.

  /// The builder of trees.
  public typealias TreeBuilder = DeepCodingTree<Root>.Builder

  enum Content {
    case branch([DeepCodingNode])
    case leaf(DeepLeaf<Root>)
  }

  let key: String
  let content: Content

  init(_ key: String, _ content: Content) {
    self.key = key
    self.content = content
  }

  /// A chain of keys with `content` at its end.
  private init(_ key: String, _ rest: [String], _ content: Content) {
    guard let next = rest.first else {
      self.init(key, content)
      return
    }
    self.init(key, .branch([DeepCodingNode(next, Array(rest.dropFirst()), content)]))
  }

  /// A branch, at the end of a chain of keys.
  public init(
    _ key: String, _ intermediateKeys: String..., @TreeBuilder builder: () -> [DeepCodingNode]
  ) {
    self.init(key, intermediateKeys, .branch(builder()))
  }
}

extension DeepCodingNode where Root: DeepDecodable {
  /// A leaf that is decoded, at the end of a chain of keys.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value>>
  ) {
    self.init(key, intermediateKeys, .leaf(DecodedLeaf(targetPath)))
  }

  /// An optional leaf that is decoded, at the end of a chain of keys.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value?>>
  ) {
    self.init(key, intermediateKeys, .leaf(OptionalDecodedLeaf(targetPath)))
  }

  /// A leaf without a wrapper: its property has a default, which stays when the key is missing.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, Value>
  ) {
    self.init(key, intermediateKeys, .leaf(BareDecodedLeaf(targetPath)))
  }
}

extension DeepCodingNode where Root: DeepEncodable {
  /// A leaf that is encoded, at the end of a chain of keys.
  @_disfavoredOverload
  public init<Value: Encodable>(
    _ key: String, _ intermediateKeys: String..., containing targetPath: KeyPath<Root, Value>
  ) {
    self.init(key, intermediateKeys, .leaf(EncodedLeaf(targetPath)))
  }
}

extension DeepCodingNode where Root: DeepCodable {
  /// A leaf that is decoded and encoded, at the end of a chain of keys.
  public init<Value: Codable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value>>
  ) {
    self.init(
      key, intermediateKeys,
      .leaf(BothLeaf(DecodedLeaf(targetPath), EncodedLeaf(targetPath))))
  }

  /// An optional leaf that is decoded and encoded, at the end of a chain of keys.
  public init<Value: Codable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value?>>
  ) {
    self.init(
      key, intermediateKeys,
      .leaf(BothLeaf(OptionalDecodedLeaf(targetPath), EncodedLeaf(targetPath))))
  }

  /// A leaf without a wrapper that is decoded and encoded: its property has a default.
  public init<Value: Codable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, Value>
  ) {
    self.init(
      key, intermediateKeys,
      .leaf(BothLeaf(BareDecodedLeaf(targetPath), EncodedLeaf(targetPath))))
  }
}
