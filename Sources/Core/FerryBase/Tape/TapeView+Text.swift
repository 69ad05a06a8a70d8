extension TapeView {
  /// Returns the text of a text or number node as a `String`.
  ///
  /// Readers have checked that the bytes are well-formed UTF-8.
  @inlinable
  package func string(_ node: Node) -> String {
    assert(
      node.kind.isText || node.kind.isDigits,
      "only a text node has the offset of text")
    return ShortString.make(validated: stored(node)) ?? longString(node)
  }

  @usableFromInline @inline(never)
  func longString(_ node: Node) -> String {
    if node.payload < sharedTextEnd, node.kind == .text, let texts = unsafe sharedTexts {
      // The owner of the texts lives as long as the view.
      return unsafe texts._withUnsafeGuaranteedRef { $0.string(node, stored(node)) }
    }
    return Self.longString(validated: stored(node))
  }

  /// Creates a string from bytes that are known to be well-formed UTF-8.
  @inlinable
  package static func string(validated bytes: ByteView) -> String {
    ShortString.make(validated: bytes) ?? longString(validated: bytes)
  }

  @usableFromInline @inline(never)
  static func longString(validated bytes: ByteView) -> String {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // The reader of the tape has validated the bytes; this avoids a second validation.
      return unsafe String(copying: UTF8Span(unchecked: Span(_unsafeElements: bytes.buffer)))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A cache of strings for texts that occur in a document once and are referenced many times, such
/// as those of the binary format's tables.
///
/// A reference takes one byte, its text up to 64 KiB and more. Each text therefore becomes one
/// string that all references share, so the memory for strings is proportional to the input. Text
/// that occurs only once is not shared.
@usableFromInline
package final class SharedTexts {
  // Each session has one cache, which one thread uses at a time.

  /// The strings by the words of their nodes: on one tape, equal words have the same text.
  private var strings: [UInt64: String] = [:]
  /// The maximum number of strings whose memory is kept for later documents.
  private static let retainedCount = 1 << 10

  package init() {}

  /// Returns the string of `node`, whose well-formed bytes are `text`.
  func string(_ node: Node, _ text: ByteView) -> String {
    if let known = strings[node.word] { return known }
    let string = TapeView.longString(validated: text)
    strings[node.word] = string
    return string
  }

  /// Removes all strings. Call this before you reuse the tape.
  package func removeAll() {
    if !strings.isEmpty { strings.removeAll(keepingCapacity: strings.count <= Self.retainedCount) }
  }
}
