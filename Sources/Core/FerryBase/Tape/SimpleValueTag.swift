/// The tag of a simple value of CBOR without a meaning (RFC 8949, section 3.3).
///
/// On a tape, an extension with the bytes of the item follows the tag. In an ``AnyValue``, the
/// number of the value follows it.
package enum SimpleValueTag {
  /// The text of the tag.
  package static let text = "!simple"
}

extension AnyValue {
  /// Returns a simple value of CBOR without a meaning.
  package static func simpleValue(_ number: UInt8) -> AnyValue {
    .tagged(SimpleValueTag.text, .number(Number(number)))
  }
}

extension TapeView {
  /// Returns the number of the simple value of CBOR at `index`; `nil` for any other value.
  package func simpleValue(at index: Int) -> UInt8? {
    guard hasSimpleValueTag(at: index) else { return nil }
    switch self[index + 2].kind {
    case .extension, .arenaExtension: break
    default: return nil
    }
    let bytes = stored(self[index + 2])
    // The first byte holds the numbers below 24.
    return bytes.last.map { bytes.count == 1 ? $0 & 31 : $0 }
  }

  /// Returns whether the value at `index` has the tag of a simple value of CBOR.
  package func hasSimpleValueTag(at index: Int) -> Bool {
    self[index].kind == .tagged
      && stored(self[index + 1]).elementsEqual(SimpleValueTag.text.utf8)
  }
}
