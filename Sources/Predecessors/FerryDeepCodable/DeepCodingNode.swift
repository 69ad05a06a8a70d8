import FerryModels
import Synchronization

/// A key of a coding tree: a branch with other keys, or a leaf with a property.
///
/// Models refer to it as `Key`. Keys are used exactly: a dot does not split a key.
public struct DeepCodingNode<Root>: @unchecked Sendable {
  // Sendable: all properties are constants, and the key paths in them are literals of the type.

  /// The builder of trees.
  public typealias TreeBuilder = DeepCodingTree<Root>.Builder

  /// The properties below this node, and the keys that lead to them.
  let leaves: [(path: [String], leaf: DeepLeaf<Root>)]

  /// Creates a leaf at the end of a chain of keys.
  private init(_ key: String, _ keys: [String], _ leaf: DeepLeaf<Root>) {
    leaves = [([key] + keys, leaf)]
  }

  /// Creates a branch at the end of a chain of keys.
  public init(
    _ key: String, _ intermediateKeys: String..., @TreeBuilder builder: () -> [DeepCodingNode]
  ) {
    leaves = builder().flatMap(\.leaves).map { ([key] + intermediateKeys + $0.path, $0.leaf) }
  }
}

extension DeepCodingNode where Root: DeepDecodable {
  /// Creates a decoded leaf at the end of a chain of keys.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value>>
  ) {
    self.init(key, intermediateKeys, DeepLeaf(targetPath, DecodedLeaf(targetPath), nil))
  }

  /// Creates an optional decoded leaf at the end of a chain of keys.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value?>>
  ) {
    self.init(key, intermediateKeys, DeepLeaf(targetPath, DecodedLeaf(optional: targetPath), nil))
  }

  /// Creates a decoded leaf without a wrapper. Its property keeps its default if the key is
  /// missing.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, Value>
  ) {
    self.init(key, intermediateKeys, DeepLeaf(targetPath, DecodedLeaf(bare: targetPath), nil))
  }
}

extension DeepCodingNode where Root: DeepEncodable {
  /// Creates an encoded leaf at the end of a chain of keys.
  @_disfavoredOverload
  public init<Value: Encodable>(
    _ key: String, _ intermediateKeys: String..., containing targetPath: KeyPath<Root, Value>
  ) {
    self.init(key, intermediateKeys, DeepLeaf(targetPath, nil, EncodedLeaf(targetPath)))
  }
}

extension DeepCodingNode where Root: DeepCodable {
  /// Creates a decoded and encoded leaf at the end of a chain of keys.
  public init<Value: Codable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value>>
  ) {
    self.init(
      key, intermediateKeys,
      DeepLeaf(targetPath, DecodedLeaf(targetPath), EncodedLeaf(targetPath) { Root() }))
  }

  /// Creates an optional decoded and encoded leaf at the end of a chain of keys.
  public init<Value: Codable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value?>>
  ) {
    self.init(
      key, intermediateKeys,
      DeepLeaf(targetPath, DecodedLeaf(optional: targetPath), EncodedLeaf(targetPath) { Root() }))
  }

  /// Creates a decoded and encoded leaf without a wrapper. Its property has a default.
  public init<Value: Codable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, Value>
  ) {
    self.init(
      key, intermediateKeys,
      DeepLeaf(targetPath, DecodedLeaf(bare: targetPath), EncodedLeaf(targetPath) { Root() }))
  }
}

/// A property at the end of a branch. It is decoded, encoded, or both.
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

/// The functions that decode a leaf.
final class DecodedLeaf<Root> {
  /// Whether the property's type allows a missing key.
  let isOptional: Bool
  /// Whether the property already has a value, so that its key may be missing.
  let hasValue: (Root) -> Bool
  /// Decodes the value at a location.
  let decode: (MemberSource, MemberSource.Place, inout Root) throws -> Void
  /// Sets the property for a null in the document.
  let decodeNull: (inout Root) -> Void

  /// Creates a `@Value` leaf that is required or has a default.
  init<Value: Decodable>(_ path: WritableKeyPath<Root, DeepCodingValue<Value>>) {
    isOptional = false
    hasValue = { $0[keyPath: path].hasValue }
    decode = { $2[keyPath: path] = DeepCodingValue(wrappedValue: try $0.value(Value.self, at: $1)) }
    decodeNull = { _ in }
  }

  /// Creates an optional `@Value` leaf.
  init<Value: Decodable>(optional path: WritableKeyPath<Root, DeepCodingValue<Value?>>) {
    isOptional = true
    hasValue = { _ in true }
    decode = { $2[keyPath: path] = DeepCodingValue(wrappedValue: try $0.value(Value.self, at: $1)) }
    decodeNull = { $0[keyPath: path] = DeepCodingValue(wrappedValue: nil) }
  }

  /// Creates a leaf for a plain property with a default.
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

/// The functions that encode a leaf, with or without a wrapper.
final class EncodedLeaf<Root> {
  /// The way a value is written.
  enum Presence {
    case absent, null, value
  }

  /// Writes the value as a member with this name and number.
  let encode: (Root, MemberWriter, String, Int) throws -> Void
  private let isNil: (Root) -> Bool
  /// Creates a value with the defaults, for a type that is also decoded.
  private let defaults: (() -> Root)?
  /// Whether the property has a default other than nil: 0 is unknown, 1 is no, 2 is yes.
  private let hasDefault = Atomic<UInt8>(0)

  init<Value: Encodable>(_ path: KeyPath<Root, Value>, defaults: (() -> Root)? = nil) {
    let canBeNil = Value.self is any NilRepresenting.Type
    encode = { try $1.append($0[keyPath: path], $2, number: $3) }
    isNil = { canBeNil && isNilValue($0[keyPath: path]) }
    self.defaults = defaults
  }

  func presence(in root: Root) -> Presence {
    guard isNil(root) else { return .value }
    // A missing key is read as the default, so a nil is written if the default is another value.
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
