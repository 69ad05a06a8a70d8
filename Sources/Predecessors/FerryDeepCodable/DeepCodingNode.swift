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
  /// Creates a leaf at the end of a chain of keys. It is also encoded if its types allow it.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value>>
  ) {
    let decoded = DecodedLeaf<Root>(
      Value.self, isNeeded: { !$0[keyPath: targetPath].hasValue },
      set: { $0[keyPath: targetPath] = DeepCodingValue(wrappedValue: $1) },
      // A null in place of a required value is the decoder's own error.
      setNull: { root, decode in
        guard !root[keyPath: targetPath].hasValue else { return }
        root[keyPath: targetPath] = DeepCodingValue(wrappedValue: try decode())
      })
    self.init(
      key, intermediateKeys, DeepLeaf(targetPath, decoded, .ifEncoded(targetPath) { Root() }))
  }

  /// Creates an optional leaf at the end of a chain of keys. It is also encoded if its types allow
  /// it.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, DeepCodingValue<Value?>>
  ) {
    let decoded = DecodedLeaf<Root>(
      Value.self, set: { $0[keyPath: targetPath] = DeepCodingValue(wrappedValue: $1) },
      // A default applies to a missing key, but not to null.
      setNull: { root, _ in root[keyPath: targetPath] = DeepCodingValue(wrappedValue: nil) })
    self.init(
      key, intermediateKeys, DeepLeaf(targetPath, decoded, .ifEncoded(targetPath) { Root() }))
  }

  /// Creates a leaf without a wrapper, whose property keeps its default if the key is missing. It is
  /// also encoded if its types allow it.
  public init<Value: Decodable>(
    _ key: String, _ intermediateKeys: String...,
    containing targetPath: WritableKeyPath<Root, Value>
  ) {
    let decoded = DecodedLeaf<Root>(
      Value.self, set: { $0[keyPath: targetPath] = $1 },
      setNull: { root, decode in
        if Value.self is any NilHolder.Type { root[keyPath: targetPath] = try decode() }
      })
    self.init(
      key, intermediateKeys, DeepLeaf(targetPath, decoded, .ifEncoded(targetPath) { Root() }))
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

/// A property at the end of a branch. It is decoded, encoded, or both.
struct DeepLeaf<Root> {
  /// The name of the property, for errors.
  let property: String
  let decoded: DecodedLeaf<Root>?
  let encoded: EncodedLeaf<Root>?

  init<Value>(
    _ path: KeyPath<Root, Value>, _ decoded: DecodedLeaf<Root>?, _ encoded: EncodedLeaf<Root>?
  ) {
    let text = "\(path)"
    let root = "\\\(Root.self)."
    let name = text.hasPrefix(root) ? String(text.dropFirst(root.count)) : text
    // The storage of a wrapper has an underscore before the name.
    let isStorage = name.hasPrefix("_") && Value.self is any DeepStorage.Type
    property = isStorage ? String(name.dropFirst()) : name
    self.decoded = decoded
    self.encoded = encoded
  }
}

/// The functions that decode a leaf.
final class DecodedLeaf<Root> {
  typealias Container = KeyedDecodingContainer<DeepKey>

  /// Whether a missing key is an error.
  let isNeeded: (Root) -> Bool
  /// Decodes the value. Returns false for a missing key and for null.
  let decode: (Container, DeepKey, inout Root) throws -> Bool
  /// Sets the property for a null in the document.
  let decodeNull: (Container, DeepKey, inout Root) throws -> Void

  init<Value: Decodable>(
    _ type: Value.Type, isNeeded: @escaping (Root) -> Bool = { _ in false },
    set: @escaping (inout Root, Value) -> Void,
    setNull: @escaping (inout Root, _ decode: () throws -> Value) throws -> Void
  ) {
    self.isNeeded = isNeeded
    decode = { container, key, root in
      guard let value = try container.decodeIfPresent(type, forKey: key) else { return false }
      set(&root, value)
      return true
    }
    decodeNull = { container, key, root in
      try setNull(&root) { try container.decode(type, forKey: key) }
    }
  }
}

/// The functions that encode a leaf, with or without a wrapper.
final class EncodedLeaf<Root> {
  /// The way a value is written.
  enum Presence {
    case absent, null, value
  }

  /// Writes the value at a key.
  let encode: (Root, inout KeyedEncodingContainer<DeepKey>, DeepKey) throws -> Void
  private let isNil: (Root) -> Bool
  /// Creates a value with the defaults, for a type that is also decoded.
  private let defaults: (() -> Root)?
  /// Whether the property has a default other than nil: 0 is unknown, 1 is no, 2 is yes.
  private let hasDefault = Atomic<UInt8>(0)

  /// Returns a leaf of a type that is also decoded; `nil` if the leaf or its type is not encoded.
  static func ifEncoded<Value>(
    _ path: KeyPath<Root, Value>, defaults: @escaping () -> Root
  ) -> EncodedLeaf? {
    func leaf<Encoded: Encodable>(_ type: Encoded.Type) -> EncodedLeaf? {
      (path as? KeyPath<Root, Encoded>).map { EncodedLeaf($0, defaults: defaults) }
    }
    guard Root.self is any DeepEncodable.Type else { return nil }
    return (Value.self as? any Encodable.Type).flatMap { leaf($0) }
  }

  init<Value: Encodable>(_ path: KeyPath<Root, Value>, defaults: (() -> Root)? = nil) {
    let canBeNil = (Value.self as? any NilHolder.Type)?.nilValue != nil
    encode = { try $1.encode($0[keyPath: path], forKey: $2) }
    isNil = { canBeNil && ($0[keyPath: path] as? any NilHolder)?.isNil ?? false }
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
