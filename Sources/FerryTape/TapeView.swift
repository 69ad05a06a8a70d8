import FerryBytes

/// Read access to a finished tape: pointers and no ownership.
///
/// A view is valid as long as the tape is neither changed nor freed and the input stays where it
/// is; whoever makes one guarantees that (a decoding session, or a `borrowing` scope).
@frozen @usableFromInline
@safe
package struct TapeView: @unchecked Sendable {
  @usableFromInline package let words: UnsafePointer<UInt64>
  @usableFromInline package let count: Int
  @usableFromInline package let input: UnsafePointer<UInt8>
  @usableFromInline package let arena: UnsafePointer<UInt8>
  /// Bytes in the arena, 0 if a writer has no use for it.
  @usableFromInline package let storedByteCount: Int
  /// What plain YAML scalars mean.
  @usableFromInline package let schema: PlainSchema
  /// Offset behind the last text of the input that many nodes may stand for.
  @usableFromInline package let sharedTextEnd: Int
  /// The strings of such texts, where they are kept; whoever made the view owns them.
  @usableFromInline let sharedTexts: Unmanaged<SharedTexts>?

  /// A view of `tape`, whose nodes are ranges of `input`, or of the arena if there is no input.
  package init(
    _ tape: borrowing Tape, input: ByteView = ByteView(), sharing texts: SharedTexts? = nil
  ) {
    unsafe self.init(tape, input: input.start, sharing: texts)
  }

  package init(
    _ tape: borrowing Tape, input: UnsafePointer<UInt8>, sharing texts: SharedTexts? = nil
  ) {
    unsafe words = UnsafePointer(tape.words)
    count = tape.count
    unsafe arena = UnsafePointer(tape.arena)
    storedByteCount = tape.arenaCount
    schema = tape.schema
    sharedTextEnd = tape.sharedTextEnd
    unsafe sharedTexts = texts.map { unsafe Unmanaged.passUnretained($0) }
    unsafe self.input = input
  }

  package init(
    words: UnsafePointer<UInt64>, count: Int, input: UnsafePointer<UInt8>,
    arena: UnsafePointer<UInt8>, storedByteCount: Int = 0, schema: PlainSchema = []
  ) {
    unsafe self.words = words
    self.count = count
    unsafe self.input = input
    unsafe self.arena = arena
    self.storedByteCount = storedByteCount
    self.schema = schema
    sharedTextEnd = 0
    unsafe sharedTexts = nil
  }

  /// The node at `index`, which comes from this tape: indexes are never computed from input.
  @inlinable
  package subscript(index: Int) -> Node { unsafe Node(word: words[index]) }

  /// The second word of the node at `index`.
  @inlinable
  package func word(after index: Int) -> UInt64 { unsafe words[index &+ 1] }

  /// The index of the value that follows the one at `index`, contents included.
  @inlinable
  package func next(_ index: Int) -> Int {
    let node = self[index]
    if node.kind.rawValue < NodeKind.int64.rawValue { return index &+ 1 }
    if node.kind.rawValue < NodeKind.list.rawValue { return index &+ 2 }
    return node.payload
  }

  /// `index`, or the index of the value that an alias there stands for.
  @inlinable
  package func resolved(_ index: Int) -> Int {
    var index = index
    // A reader makes aliases of earlier, finished values only, so the chain goes down and ends.
    while self[index].kind == .alias { index = self[index].payload }
    return index
  }

  /// The bytes of a text, number or bytes node as stored (escapes not resolved).
  @inlinable
  package func stored(_ node: Node) -> ByteView {
    let base: UnsafePointer<UInt8>
    switch node.kind {
    case .text, .escapedText, .integerText, .decimalText, .decimal, .bytes, .extension:
      unsafe base = input
    default: unsafe base = unsafe arena
    }
    return unsafe ByteView(start: base + node.payload, count: node.length)
  }

  /// Elements of a list, or key-value pairs of a map.
  @inlinable
  package func elementCount(_ index: Int) -> Int {
    let node = self[index]
    if node.kind == .packed { return Int(truncatingIfNeeded: word(after: index) >> 8) }
    if node.length < Node.maximumLength { return node.length }
    return countedElements(index)
  }

  /// The count of a container too long for its header.
  @usableFromInline @inline(never)
  func countedElements(_ index: Int) -> Int {
    let end = self[index].payload
    var position = index + 1
    var count = 0
    while position < end {
      position = next(position)
      count += 1
    }
    return self[index].kind == .map ? count / 2 : count
  }

  /// The elements of a ``NodeKind/packed`` node, 8 bytes each, and their type.
  @inlinable
  package func packed(_ index: Int) -> (elements: ByteView, type: PackedElement) {
    let word = word(after: index)
    let count = Int(truncatingIfNeeded: word >> 8)
    let bytes = unsafe ByteView(start: arena + self[index].payload, count: count * 8)
    return (bytes, PackedElement(rawValue: UInt8(truncatingIfNeeded: word)) ?? .int64)
  }
}

extension TapeView {
  /// The indexes of the keys of the map at `header`, which is not being written any more.
  @inlinable
  package func keys(ofMap header: Int) -> TapeEntries {
    TapeEntries(self, header &+ 1, self[header].payload, keyWords: 1)
  }

  /// The indexes of the keys from `start` to `end`, each with its value behind it.
  @inlinable
  package func keys(from start: Int, to end: Int) -> TapeEntries {
    TapeEntries(self, start, end, keyWords: 1)
  }

  /// The indexes of the elements of the list at `header`, which is not being written any more.
  @inlinable
  package func elements(ofList header: Int) -> TapeEntries {
    TapeEntries(self, header &+ 1, self[header].payload, keyWords: 0)
  }
}

/// The indexes of the keys of a map, or of the elements of a list, as long as the view is valid.
@frozen @usableFromInline
package struct TapeEntries: Sequence, IteratorProtocol {
  @usableFromInline let view: TapeView
  @usableFromInline var position: Int
  @usableFromInline let end: Int
  /// 1 for keys, which have a value behind them.
  @usableFromInline let keyWords: Int

  @inlinable
  init(_ view: TapeView, _ start: Int, _ end: Int, keyWords: Int) {
    self.view = view
    self.keyWords = keyWords
    position = start
    self.end = end
  }

  /// The index of the next entry.
  @inlinable @inline(__always)
  package mutating func next() -> Int? {
    guard position < end else { return nil }
    let entry = position
    position = view.next(entry &+ keyWords)
    return entry
  }
}
