import FerryCoding
import Synchronization

/// What is written for a leaf.
enum LeafPresence {
  case absent, null, value
}

/// A property at the end of a branch, whatever its type.
class DeepLeaf<Root> {
  /// The name of the property, for errors.
  var property: String { "" }
  /// Whether the type says that the leaf may be missing.
  var isOptional: Bool { true }
  var isDecoded: Bool { false }
  var isEncoded: Bool { false }

  /// Whether the property has a value already, so that its key may be missing.
  func hasValue(in root: Root) -> Bool { true }
  /// Decodes the value at a node that is not null.
  func decode(_ decoder: TapeDecoder, at node: Int, into root: inout Root) throws {}
  /// Decodes the value for `key`, which there is.
  func decode(
    _ container: KeyedDecodingContainer<WireKey>, _ key: WireKey, into root: inout Root
  ) throws {}
  /// The document has null.
  func decodeNull(into root: inout Root) {}

  func isNil(in root: Root) -> Bool { true }
  func presence(in root: Root) -> LeafPresence { isNil(in: root) ? .absent : .value }
  func encode(_ root: Root, to members: TapeMembers, _ name: String, number: Int) throws {}
  func encode(
    _ root: Root, to container: inout KeyedEncodingContainer<WireKey>, _ key: WireKey
  ) throws {}
}

/// A `@Value` that is required, or has a default.
final class DecodedLeaf<Root, Value: Decodable>: DeepLeaf<Root> {
  private let path: WritableKeyPath<Root, DeepCodingValue<Value>>

  init(_ path: WritableKeyPath<Root, DeepCodingValue<Value>>) { self.path = path }

  override var property: String { path.propertyName }
  override var isOptional: Bool { false }
  override var isDecoded: Bool { true }

  override func hasValue(in root: Root) -> Bool { root[keyPath: path].hasValue }

  override func decode(_ decoder: TapeDecoder, at node: Int, into root: inout Root) throws {
    root[keyPath: path] = DeepCodingValue(wrappedValue: try decoder.value(Value.self, at: node))
  }

  override func decode(
    _ container: KeyedDecodingContainer<WireKey>, _ key: WireKey, into root: inout Root
  ) throws {
    root[keyPath: path] = DeepCodingValue(
      wrappedValue: try container.decode(Value.self, forKey: key))
  }
}

/// A `@Value` that is optional.
final class OptionalDecodedLeaf<Root, Value: Decodable>: DeepLeaf<Root> {
  private let path: WritableKeyPath<Root, DeepCodingValue<Value?>>

  init(_ path: WritableKeyPath<Root, DeepCodingValue<Value?>>) { self.path = path }

  override var property: String { path.propertyName }
  override var isDecoded: Bool { true }

  override func decode(_ decoder: TapeDecoder, at node: Int, into root: inout Root) throws {
    root[keyPath: path] = DeepCodingValue(wrappedValue: try decoder.value(Value.self, at: node))
  }

  override func decode(
    _ container: KeyedDecodingContainer<WireKey>, _ key: WireKey, into root: inout Root
  ) throws {
    root[keyPath: path] = DeepCodingValue(
      wrappedValue: try container.decodeIfPresent(Value.self, forKey: key))
  }

  override func decodeNull(into root: inout Root) {
    root[keyPath: path] = DeepCodingValue(wrappedValue: nil)
  }
}

/// A plain property with a default.
final class BareDecodedLeaf<Root, Value: Decodable>: DeepLeaf<Root> {
  private let path: WritableKeyPath<Root, Value>

  init(_ path: WritableKeyPath<Root, Value>) { self.path = path }

  override var property: String { path.propertyName }
  override var isDecoded: Bool { true }

  override func decode(_ decoder: TapeDecoder, at node: Int, into root: inout Root) throws {
    root[keyPath: path] = try decoder.value(Value.self, at: node)
  }

  override func decode(
    _ container: KeyedDecodingContainer<WireKey>, _ key: WireKey, into root: inout Root
  ) throws {
    root[keyPath: path] = try container.decode(Value.self, forKey: key)
  }

  override func decodeNull(into root: inout Root) {
    if let none = (Value.self as? any NilRepresenting.Type)?.nilValue as? Value {
      root[keyPath: path] = none
    }
  }
}

/// A property that is encoded, in a wrapper or not.
final class EncodedLeaf<Root, Value: Encodable>: DeepLeaf<Root> {
  private let path: KeyPath<Root, Value>
  private let canBeNil = Value.self is any NilRepresenting.Type

  init(_ path: KeyPath<Root, Value>) { self.path = path }

  override var property: String { path.propertyName }
  override var isEncoded: Bool { true }

  override func isNil(in root: Root) -> Bool { canBeNil && isNilValue(root[keyPath: path]) }

  override func encode(
    _ root: Root, to members: TapeMembers, _ name: String, number: Int
  ) throws {
    try members.append(root[keyPath: path], name, number: number)
  }

  override func encode(
    _ root: Root, to container: inout KeyedEncodingContainer<WireKey>, _ key: WireKey
  ) throws {
    try container.encode(root[keyPath: path], forKey: key)
  }
}

/// A property with a leaf for each direction.
final class BothLeaf<Root: DeepDecodable>: DeepLeaf<Root> {
  private let decoded: DeepLeaf<Root>
  private let encoded: DeepLeaf<Root>
  /// Whether the property has a default other than nil: 0 before anybody asked, 1 if not, 2 if so.
  private let hasDefault = Atomic<UInt8>(0)

  init(_ decoded: DeepLeaf<Root>, _ encoded: DeepLeaf<Root>) {
    self.decoded = decoded
    self.encoded = encoded
  }

  override var property: String { decoded.property }
  override var isOptional: Bool { decoded.isOptional }
  override var isDecoded: Bool { true }
  override var isEncoded: Bool { true }

  override func hasValue(in root: Root) -> Bool { decoded.hasValue(in: root) }

  override func decode(_ decoder: TapeDecoder, at node: Int, into root: inout Root) throws {
    try decoded.decode(decoder, at: node, into: &root)
  }

  override func decode(
    _ container: KeyedDecodingContainer<WireKey>, _ key: WireKey, into root: inout Root
  ) throws {
    try decoded.decode(container, key, into: &root)
  }

  override func decodeNull(into root: inout Root) { decoded.decodeNull(into: &root) }

  override func isNil(in root: Root) -> Bool { encoded.isNil(in: root) }

  override func presence(in root: Root) -> LeafPresence {
    guard encoded.isNil(in: root) else { return .value }
    // A key that is missing is read as the default, so a nil beside one is written.
    return nilIsDefault ? .absent : .null
  }

  private var nilIsDefault: Bool {
    let known = hasDefault.load(ordering: .relaxed)
    if known != 0 { return known == 1 }
    let isNil = encoded.isNil(in: Root())
    hasDefault.store(isNil ? 1 : 2, ordering: .relaxed)
    return isNil
  }

  override func encode(
    _ root: Root, to members: TapeMembers, _ name: String, number: Int
  ) throws {
    try encoded.encode(root, to: members, name, number: number)
  }

  override func encode(
    _ root: Root, to container: inout KeyedEncodingContainer<WireKey>, _ key: WireKey
  ) throws {
    try encoded.encode(root, to: &container, key)
  }
}

extension AnyKeyPath {
  /// The name of the property that the path leads to; of a wrapper, that of the wrapped property.
  var propertyName: String {
    let text = "\(self)"
    let root = "\\\(Self.rootType)."
    let name = text.hasPrefix(root) ? text.dropFirst(root.count) : text[...]
    let isStorage = Self.valueType is any MappedWrapper.Type && name.hasPrefix("_")
    return String(isStorage ? name.dropFirst() : name)
  }
}
