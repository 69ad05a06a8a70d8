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
    if node.kind == .escapedText { return unsafe EscapedText.string(stored(node)) }
    return plainString(node)
  }

  /// Text of a node without escapes.
  @inlinable
  func plainString(_ node: Node) -> String {
    unsafe ShortString.make(validated: stored(node)) ?? longString(node)
  }

  @usableFromInline @inline(never)
  func longString(_ node: Node) -> String {
    if node.payload < sharedTextEnd, node.kind == .text, let texts = unsafe sharedTexts {
      // Its owner lives as long as the view.
      return unsafe texts._withUnsafeGuaranteedRef { unsafe $0.string(node, stored(node)) }
    }
    return unsafe Self.longString(validated: stored(node))
  }

  /// A string from bytes that are known to be well-formed UTF-8.
  @inlinable
  package static func string(validated bytes: UnsafeBufferPointer<UInt8>) -> String {
    unsafe ShortString.make(validated: bytes) ?? longString(validated: bytes)
  }

  @usableFromInline @inline(never)
  static func longString(validated bytes: UnsafeBufferPointer<UInt8>) -> String {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // Saves a second validation; the reader of the tape did the first.
      return unsafe String(copying: UTF8Span(unchecked: Span(_unsafeElements: bytes)))
    }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// Lends the UTF-8 bytes of a text node, escapes resolved.
  package func withText<R, E: Error>(
    _ node: Node, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    guard node.kind == .escapedText else { return try unsafe body(stored(node)) }
    let source = unsafe stored(node)
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: source.count)
    defer { unsafe buffer.deallocate() }
    let count = unsafe EscapedText.decode(source, to: buffer)
    return try unsafe body(UnsafeBufferPointer(start: buffer, count: count))
  }
}
