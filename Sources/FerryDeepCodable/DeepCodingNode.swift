import FerryModels
import Synchronization

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

/// A property at the end of a branch, with the directions that it has.
struct DeepLeaf<Root> {
  /// The name of the property, for errors.
  let property: String
  let decoded: DecodedLeaf<Root>?
  let encoded: EncodedLeaf<Root>?

  init(_ path: AnyKeyPath, _ decoded: DecodedLeaf<Root>?, _ encoded: EncodedLeaf<Root>?) {
    property = path.propertyName
    self.decoded = decoded
    self.encoded = encoded
  }
}

/// How a leaf is decoded.
final class DecodedLeaf<Root> {
  /// Whether the type says that the leaf may be missing.
  let isOptional: Bool
  /// Whether the property has a value already, so that its key may be missing.
  let hasValue: (Root) -> Bool
  /// Decodes the value at a place.
  let decode: (MemberSource, MemberSource.Place, inout Root) throws -> Void
  /// The document has null.
  let decodeNull: (inout Root) -> Void

  /// A `@Value` that is required, or has a default.
  init<Value: Decodable>(_ path: WritableKeyPath<Root, DeepCodingValue<Value>>) {
    isOptional = false
    hasValue = { $0[keyPath: path].hasValue }
    decode = { $2[keyPath: path] = DeepCodingValue(wrappedValue: try $0.value(Value.self, at: $1)) }
    decodeNull = { _ in }
  }

  /// A `@Value` that is optional.
  init<Value: Decodable>(optional path: WritableKeyPath<Root, DeepCodingValue<Value?>>) {
    isOptional = true
    hasValue = { _ in true }
    decode = { $2[keyPath: path] = DeepCodingValue(wrappedValue: try $0.value(Value.self, at: $1)) }
    decodeNull = { $0[keyPath: path] = DeepCodingValue(wrappedValue: nil) }
  }

  /// A plain property with a default.
  init<Value: Decodable>(bare path: WritableKeyPath<Root, Value>) {
    isOptional = true
    hasValue = { _ in true }
    decode = { $2[keyPath: path] = try $0.value(Value.self, at: $1) }
    decodeNull = { root in
      if let none = (Value.self as? any NilRepresenting.Type)?.nilValue as? Value {
        root[keyPath: path] = none
      }
    }
  }
}

/// How a leaf is encoded, in a wrapper or not.
final class EncodedLeaf<Root> {
  /// What is written.
  enum Presence {
    case absent, null, value
  }

  /// Writes the value as a member with this name and number.
  let encode: (Root, MemberWriter, String, Int) throws -> Void
  private let isNil: (Root) -> Bool
  /// Makes a value that has the defaults, of a type that is decoded as well.
  private let defaults: (() -> Root)?
  /// Whether the property has a default other than nil: 0 before anybody asked, 1 if not, 2 if so.
  private let hasDefault = Atomic<UInt8>(0)

  init<Value: Encodable>(_ path: KeyPath<Root, Value>, defaults: (() -> Root)? = nil) {
    let canBeNil = Value.self is any NilRepresenting.Type
    encode = { try $1.append($0[keyPath: path], $2, number: $3) }
    isNil = { canBeNil && isNilValue($0[keyPath: path]) }
    self.defaults = defaults
  }

  func presence(in root: Root) -> Presence {
    guard isNil(root) else { return .value }
    // A key that is missing is read as the default, so a nil beside one is written.
    return nilIsDefault ? .absent : .null
  }

  private var nilIsDefault: Bool {
    guard let defaults else { return true }
    let known = hasDefault.load(ordering: .relaxed)
    if known != 0 { return known == 1 }
    let isNil = isNil(defaults())
    hasDefault.store(isNil ? 1 : 2, ordering: .relaxed)
    return isNil
  }
}
