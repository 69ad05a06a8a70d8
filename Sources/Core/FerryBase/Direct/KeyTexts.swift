/// The texts of keys that a document does not contain as they are, one for each depth. A key stays valid
/// while its value is read, whatever keys that value has.
@frozen @usableFromInline
package struct KeyTexts {
  @usableFromInline var texts: [Int: [UInt8]] = [:]

  package init() {}

  /// Returns a key with these bytes. The last key at this depth becomes invalid.
  package mutating func key(_ text: [UInt8], atDepth depth: Int) -> FieldKey {
    texts[depth] = text
    // The array does not change, so its bytes stay at their address.
    return text.withByteView { FieldKey($0) }
  }
}
