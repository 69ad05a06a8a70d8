public import FerryBase

/// A deterministic encoding of CBOR (RFC 8949, section 4.2): equal values have equal bytes. Numbers
/// and lengths have their shortest form, lengths are definite, and keys are sorted.
public enum DeterministicEncoding: Sendable {
  /// Keys in the order of their encoded bytes (section 4.2.1). CTAP2 and COSE use this order.
  case core
  /// Shorter encoded keys first (section 4.2.3).
  case lengthFirst

  /// Returns whether the first of two encoded keys comes before the second.
  func precedes(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> Bool {
    if self == .lengthFirst, first.count != second.count { return first.count < second.count }
    return first.lexicographicallyPrecedes(second)
  }
}

/// The options of a reader.
@usableFromInline
package struct ItemReading: Sendable, Equatable {
  package var format: ItemFormat
  /// The maximum nesting of containers.
  package var depthLimit = OpenContainer.standardLimit
  /// The deterministic encoding that the reader requires.
  package var order: DeterministicEncoding?
  /// Whether the tape gets the tags that are hints. It always gets the tags without which a value
  /// has another meaning.
  package var keepsHints = false
  /// Whether text that is not UTF-8 is bytes. MessagePack before 2013 had one type for both.
  package var readsRawText = false

  package init(_ format: ItemFormat) { self.format = format }

  /// Whether direct coding supports the options.
  package var isDirect: Bool { order == nil && !keepsHints && !readsRawText }
}

/// The options of a writer.
@frozen @usableFromInline
package struct ItemWriting: Sendable, Equatable {
  @usableFromInline package var format: ItemFormat
  /// The maximum nesting of containers.
  @usableFromInline package var depthLimit = OpenContainer.standardLimit
  /// The order of keys in a deterministic encoding.
  package var order: DeterministicEncoding?
  /// Whether keys that are decimal integers are written as integers.
  @usableFromInline package var writesIntegerKeys = false
  /// Whether arrays and objects have an indefinite length (CBOR).
  package var hasIndefiniteLengths = false
  /// Whether the output has only the types of MessagePack before 2013: bytes are text, and neither
  /// extensions nor texts with a length of one byte exist.
  package var usesRawText = false
  /// Whether extensions are written. Those of another format have another meaning.
  package var writesExtensions = true
  /// The maximum number of tape words that aliases may add to one document.
  package var aliasWordLimit = 10_000_000

  package init(_ format: ItemFormat) { self.format = format }

  /// Whether direct coding supports the options.
  package var isDirect: Bool { order == nil && !hasIndefiniteLengths && !usesRawText }
}
