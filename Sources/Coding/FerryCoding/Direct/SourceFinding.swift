public import FerryBase

/// A way to find the bytes of a value whose document is on a tape.
package protocol SourceFinding: Sendable {
  /// The format of the document.
  var format: _SourceFormat { get }
  /// Returns the offsets of the words `nodes` of `view`, which were read from `input` from `offset` on.
  func offsets(
    of view: TapeView, in nodes: Range<Int>, at offset: Int, in input: ByteView
  ) -> [Int]
  /// Returns the bytes of the value at `offset`.
  func source(at offset: Int, in input: ByteView) -> [UInt8]?
}

/// The offsets of the words of a document, which are found when a value is copied for the first time.
struct SourceOffsets {
  let source: (node: Int, offset: Int)
  let offsets: [Int]
}

extension DecodingCall {
  /// The node of the document, or of the record of a stream, that is decoded, and its offset.
  private var source: (node: Int, offset: Int)? {
    let record = state.recordRoot
    guard record > 0 else { return state.tape.source }
    return state.recordOffset?(record).map { (record, $0) }
  }

  /// Returns the bytes of the value at `index`; `nil` if they are unknown, or if the document has
  /// another format.
  func source(at index: Int, of format: _SourceFormat) -> [UInt8]? {
    guard let sources = state.options.sources, sources.format == format, let source
    else { return nil }
    if state.sourceOffsets.map({ $0.source != source }) ?? true {
      let end = state.recordRoot > 0 ? state.view.next(source.node) : state.view.count
      state.sourceOffsets = SourceOffsets(
        source: source,
        offsets: sources.offsets(
          of: state.view, in: source.node..<end, at: source.offset, in: state.input))
    }
    guard let offsets = state.sourceOffsets?.offsets, offsets.indices.contains(index - source.node)
    else { return nil }
    return sources.source(at: offsets[index - source.node], in: state.input)
  }
}

extension TapeReader {
  /// Returns the bytes of the next value and moves behind it, if they are in the document as they are.
  @usableFromInline
  package mutating func readSource(
    of format: _SourceFormat
  ) throws(WireFailure) -> [UInt8]? {
    let start = try next()
    guard let bytes = root.call.source(at: start, of: format) else { return nil }
    // The keys of the value are known keys.
    if notesKeys { _ = try AnyValue(from: &self) }
    index = view.next(start)
    return bytes
  }
}

extension TapeWriter {
  /// Writes the bytes of a value as they are, if the encoder writes its format.
  @usableFromInline package mutating func writeSource(
    _ bytes: [UInt8], of format: _SourceFormat
  ) throws(WireFailure) -> Bool {
    guard format != .none, context.rules.sourceFormat == format else { return false }
    try bytes.withByteView { bytes throws(WireFailure) in
      try call.state.tape.append(.source, copying: bytes)
    }
    return true
  }
}
