/// The strings of texts that stand in a document once and are referred to from many places, as
/// those of the binary format's tables are.
///
/// A reference takes a byte, its text up to 64 KiB and more. So each is made into a string once,
/// which all who decode it share; what they get is in proportion to the input, whatever refers to
/// what. Text that has no other place than its own is no business of this.
@usableFromInline
package final class SharedTexts {
  // A session has one, and one thread at a time uses that.

  /// By their nodes: on one tape, equal words are the same text.
  private var strings: [UInt64: String] = [:]
  /// What a large document needed is not kept for small ones.
  private static let retainedCount = 1 << 10

  package init() {}

  /// The string of `node`, whose well-formed bytes are `text`.
  func string(_ node: Node, _ text: UnsafeBufferPointer<UInt8>) -> String {
    if let known = strings[node.word] { return known }
    let string = unsafe TapeView.longString(validated: text)
    strings[node.word] = string
    return string
  }

  /// Forgets all, before a tape is written anew.
  package func removeAll() {
    if !strings.isEmpty { strings.removeAll(keepingCapacity: strings.count <= Self.retainedCount) }
  }
}
