public import FerryBytes

extension TapeView {
  /// Text of a text node, or of a number's, as a `String`, escapes resolved.
  ///
  /// Readers have checked that the bytes are well-formed UTF-8.
  @inlinable
  package func string(_ node: Node) -> String {
    assert(
      node.kind.isText || node.kind.isDigits,
      "the bits of any other node say nothing about where text is")
    if node.kind == .escapedText { return EscapedText.string(stored(node)) }
    return plainString(node)
  }

  /// Text of a node without escapes.
  @inlinable
  func plainString(_ node: Node) -> String {
    ShortString.make(validated: stored(node)) ?? longString(node)
  }

  @usableFromInline @inline(never)
  func longString(_ node: Node) -> String {
    if node.payload < sharedTextEnd, node.kind == .text, let texts = unsafe sharedTexts {
      // Its owner lives as long as the view.
      return unsafe texts._withUnsafeGuaranteedRef { $0.string(node, stored(node)) }
    }
    return Self.longString(validated: stored(node))
  }

  /// A string from bytes that are known to be well-formed UTF-8.
  @inlinable
  package static func string(validated bytes: ByteView) -> String {
    ShortString.make(validated: bytes) ?? longString(validated: bytes)
  }

  @usableFromInline @inline(never)
  static func longString(validated bytes: ByteView) -> String {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // Saves a second validation; the reader of the tape did the first.
      return unsafe String(copying: UTF8Span(unchecked: Span(_unsafeElements: bytes.buffer)))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Lends the UTF-8 bytes of a text node, escapes resolved.
  package func withText<R, E: Error>(
    _ node: Node, _ body: (ByteView) throws(E) -> R
  ) throws(E) -> R {
    guard node.kind == .escapedText else { return try body(stored(node)) }
    let source = stored(node)
    return try MutableByteView.withScratch(source.count) { scratch throws(E) in
      try body(EscapedText.decode(source, to: scratch))
    }
  }
}

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
  func string(_ node: Node, _ text: ByteView) -> String {
    if let known = strings[node.word] { return known }
    let string = TapeView.longString(validated: text)
    strings[node.word] = string
    return string
  }

  /// Forgets all, before a tape is written anew.
  package func removeAll() {
    if !strings.isEmpty { strings.removeAll(keepingCapacity: strings.count <= Self.retainedCount) }
  }
}
