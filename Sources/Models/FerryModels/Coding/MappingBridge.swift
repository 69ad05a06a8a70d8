import FerryCoding
import Synchronization

extension _KeyMappedType where Self: KeyMapped {
  /// Returns the decoder that finds keys by the mapping.
  @_documentation(visibility: internal)
  public static func _mappedDecoder(over decoder: any Decoder) throws -> any Decoder {
    let scope = try MappedScope.plain(self)
    if let tape = tapeDecoder(decoder) { return MappedDecoder(base: tape, scope: scope) }
    func mapped(_ base: some Decoder) -> any Decoder { MappedDecoder(base: base, scope: scope) }
    return mapped(decoder)
  }

  /// Returns the encoder that writes keys by the mapping.
  @_documentation(visibility: internal)
  public static func _mappedEncoder(over encoder: any Encoder) throws -> any Encoder {
    MappedEncoder(base: encoder, plan: try MappingEncodingPlan.encoding(self))
  }
}

/// A decoding bridge for the update of a value: some nodes are keyed by property names, although
/// their types have mappings.
struct UpdateDecoding: DecodingBridge {
  let inner: any DecodingBridge
  let plain: PlainNodes

  var context: (any AnyObject & Sendable)? { inner.context }

  func decodes(_ type: any Decodable.Type) -> Bool {
    inner.decodes(type) || type is any KeyMapped.Type
  }

  func decode<T: Decodable>(_ type: T.Type, from decoder: TapeDecoder) throws -> T {
    if inner.decodes(type) { return try inner.decode(type, from: decoder) }
    guard decoder.node < plain.start, let mapped = type as? any KeyMapped.Type
    else { return try T(from: decoder) }
    return try T(from: mapped._mappedDecoder(over: decoder))
  }
}

/// The nodes that are keyed by property names throughout: all nodes from `start` on.
final class PlainNodes: Sendable {
  /// The key in `userInfo` for code that sets the start.
  static let key = CodingUserInfoKey("ferry.plain-nodes")
  private let first = Atomic<Int>(.max)

  var start: Int {
    get { first.load(ordering: .relaxed) }
    set { first.store(newValue, ordering: .relaxed) }
  }
}

/// An encoding bridge that writes types with mappings by the names of their properties.
struct PropertyNameEncoding: EncodingBridge {
  let inner: any EncodingBridge

  var forEmbeddedJSON: any EncodingBridge { PropertyNameEncoding(inner: inner.forEmbeddedJSON) }
  var context: (any AnyObject & Sendable)? { inner.context }

  func encodes(_ type: any Encodable.Type) -> Bool {
    inner.encodes(type) || type is any KeyMapped.Type
  }

  func encode<T: Encodable>(_ value: T, to encoder: TapeEncoder) throws {
    if inner.encodes(T.self) { return try inner.encode(value, to: encoder) }
    try value.encode(to: encoder)
  }
}
