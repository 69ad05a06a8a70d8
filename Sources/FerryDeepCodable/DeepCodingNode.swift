/// A key of a coding tree: a branch with other keys, or a leaf with a property.
///
/// Types see it as `Key`. Keys are taken as they are: nothing is split at dots.
public struct DeepCodingNode<Root>: @unchecked Sendable {
  // Sendable: constants only, and the key paths in them are literals of the type's own.

  /// The builder of trees.
  public typealias TreeBuilder = DeepCodingTree<Root>.Builder

  /// The properties below, with the keys that lead to them.
  let leaves: [(path: [String], leaf: DeepLeaf<Root>)]

  /// A leaf at the end of a chain of keys.
  private init(_ key: String, _ keys: [String], _ leaf: DeepLeaf<Root>) {
    leaves = [([key] + keys, leaf)]
  }

  /// A branch, at the end of a chain of keys.
  public init(
    _ key: String, _ intermediateKeys: String..., @TreeBuilder builder: () -> [DeepCodingNode]
  ) {
    leaves = builder().flatMap(\.leaves).map { ([key] + intermediateKeys + $0.path, $0.leaf) }
  }
}

extension DeepCodingNode where Root: DeepDecodable {
  /// A leaf that is decoded, at the end of a chain of keys.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value>>
  ) {
    self.init(key, intermediateKeys, DeepLeaf(targetPath, DecodedLeaf(targetPath), nil))
  }

  /// An optional leaf that is decoded, at the end of a chain of keys.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value?>>
  ) {
    self.init(key, intermediateKeys, DeepLeaf(targetPath, DecodedLeaf(optional: targetPath), nil))
  }

  /// A leaf without a wrapper: its property has a default, which stays when the key is missing.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, Value>
  ) {
    self.init(key, intermediateKeys, DeepLeaf(targetPath, DecodedLeaf(bare: targetPath), nil))
  }
}

extension DeepCodingNode where Root: DeepEncodable {
  /// A leaf that is encoded, at the end of a chain of keys.
  @_disfavoredOverload
  public init<Value: Encodable>(
    _ key: String, _ intermediateKeys: String..., containing targetPath: KeyPath<Root, Value>
  ) {
    self.init(key, intermediateKeys, DeepLeaf(targetPath, nil, EncodedLeaf(targetPath)))
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
      DeepLeaf(targetPath, DecodedLeaf(targetPath), EncodedLeaf(targetPath) { Root() }))
  }

  /// An optional leaf that is decoded and encoded, at the end of a chain of keys.
  public init<Value: Codable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value?>>
  ) {
    self.init(
      key, intermediateKeys,
      DeepLeaf(targetPath, DecodedLeaf(optional: targetPath), EncodedLeaf(targetPath) { Root() }))
  }

  /// A leaf without a wrapper that is decoded and encoded: its property has a default.
  public init<Value: Codable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, Value>
  ) {
    self.init(
      key, intermediateKeys,
      DeepLeaf(targetPath, DecodedLeaf(bare: targetPath), EncodedLeaf(targetPath) { Root() }))
  }
}
