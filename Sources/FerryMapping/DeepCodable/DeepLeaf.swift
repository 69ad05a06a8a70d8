import FerryCoding

/// A property at the end of a branch, whatever its type.
class DeepLeaf<Root> {
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
  func encode(_ root: Root, to members: TapeMembers, _ name: String, number: Int) throws {}
  func encode(
    _ root: Root, to container: inout KeyedEncodingContainer<WireKey>, _ key: WireKey
  ) throws {}
}

/// A `@Value` that is required, or has a default.
final class DecodedLeaf<Root, Value: Decodable>: DeepLeaf<Root> {
  private let path: WritableKeyPath<Root, DeepCodingValue<Value>>

  init(_ path: WritableKeyPath<Root, DeepCodingValue<Value>>) { self.path = path }

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
final class BothLeaf<Root>: DeepLeaf<Root> {
  private let decoded: DeepLeaf<Root>
  private let encoded: DeepLeaf<Root>

  init(_ decoded: DeepLeaf<Root>, _ encoded: DeepLeaf<Root>) {
    self.decoded = decoded
    self.encoded = encoded
  }

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
