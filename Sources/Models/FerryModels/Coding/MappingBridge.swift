import FerryCoding
import Synchronization

/// A decoding bridge that adds mappings to another bridge.
package struct MappedDecoding: DecodingBridge {
  private let inner: any DecodingBridge
  private let plain: PlainNodes?

  /// Creates a bridge that asks `inner` first.
  package init(_ inner: any DecodingBridge) { self.init(inner, plain: nil) }

  init(_ inner: any DecodingBridge, plain: PlainNodes?) {
    self.inner = inner
    self.plain = plain
  }

  package var context: (any AnyObject & Sendable)? { inner.context }

  package func decodes(_ type: any Decodable.Type) -> Bool {
    inner.decodes(type) || type is any KeyMapped.Type
  }

  package func decode<T: Decodable>(_ type: T.Type, from decoder: TapeDecoder) throws -> T {
    if inner.decodes(type) { return try inner.decode(type, from: decoder) }
    if let plain, decoder.node >= plain.start { return try T(from: decoder) }
    return try T(from: MappedDecoder(base: decoder, scope: try MappedScope.plain(type)))
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

/// An encoding bridge that adds mappings to another bridge.
package struct MappedEncoding: EncodingBridge {
  private let inner: any EncodingBridge

  /// Creates a bridge that asks `inner` first.
  package init(_ inner: any EncodingBridge) { self.inner = inner }

  package var forEmbeddedJSON: any EncodingBridge { MappedEncoding(inner.forEmbeddedJSON) }

  package var context: (any AnyObject & Sendable)? { inner.context }

  package func encodes(_ type: any Encodable.Type) -> Bool {
    inner.encodes(type) || type is any KeyMapped.Type
  }

  package func encode<T: Encodable>(_ value: T, to encoder: TapeEncoder) throws {
    if inner.encodes(T.self) { return try inner.encode(value, to: encoder) }
    let plan = try MappingEncodingPlan.encoding(T.self)
    try value.encode(to: MappedEncoder(base: encoder, plan: plan))
  }
}
