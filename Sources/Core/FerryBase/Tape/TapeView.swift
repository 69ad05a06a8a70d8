/// A read-only view of a finished tape: pointers without ownership.
///
/// A view is valid as long as the tape is neither changed nor freed and the input stays at its
/// address. The creator of the view guarantees that (a decoding session, or a `borrowing` scope).
@frozen @usableFromInline
@safe
package struct TapeView: @unchecked Sendable {
  @usableFromInline package let words: UnsafePointer<UInt64>
  @usableFromInline package let count: Int
  @usableFromInline package let input: UnsafePointer<UInt8>
  @usableFromInline package let arena: UnsafePointer<UInt8>
  /// The number of bytes in the arena, for estimates of the output size; 0 if unknown.
  @usableFromInline package let storedByteCount: Int
  /// The meaning of plain YAML scalars.
  @usableFromInline package let schema: PlainSchema
  /// The offset after the last text of the input that many nodes may share.
  @usableFromInline package let sharedTextEnd: Int
  /// The cache of strings for shared texts, if there is one. The creator of the view owns it.
  @usableFromInline let sharedTexts: Unmanaged<SharedTexts>?

  /// Creates a view of `tape`. Its nodes are ranges of `input`, or of the arena if there is no
  /// input.
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
    unsafe arena = tape.arena.bytes.start
    storedByteCount = tape.arena.count
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

  /// The node at `index`. The index must come from this tape: indexes are never computed from
  /// input.
  @inlinable
  package subscript(index: Int) -> Node { unsafe Node(word: words[index]) }

  /// Returns the second word of the node at `index`.
  @inlinable
  package func word(after index: Int) -> UInt64 { unsafe words[index &+ 1] }

  /// Returns the index of the value after the one at `index` and its contents.
  @inlinable
  package func next(_ index: Int) -> Int {
    let node = self[index]
    if node.kind.rawValue < NodeKind.int64.rawValue { return index &+ 1 }
    if node.kind.rawValue < NodeKind.list.rawValue { return index &+ 2 }
    return node.payload
  }

  /// Returns `index`, or the index of the target if the node at `index` is an alias. A value with a
  /// tag stands for the value alone.
  @inlinable
  package func resolved(_ index: Int) -> Int {
    var index = index
    // A reader creates aliases of earlier, finished values only, and a tag is before its value. So
    // the loop ends.
    while self[index].kind.isIndirect {
      index = self[index].kind == .alias ? self[index].payload : index &+ 2
    }
    return index
  }

  /// Returns `index`, or the index of the target if the node at `index` is an alias. The target may
  /// have a tag.
  package func unaliased(_ index: Int) -> Int {
    var index = index
    while self[index].kind == .alias { index = self[index].payload }
    return index
  }

  /// Returns `index`, or the index of the value if the node at `index` is a tag. The tape may be
  /// unfinished.
  package func untagged(_ index: Int) -> Int {
    var index = index
    while index + 2 < count, self[index].kind == .tagged { index += 2 }
    return index
  }

  /// Returns the tag of the value at `index`; `nil` without one.
  package func tag(at index: Int) -> String? {
    let index = unaliased(index)
    return self[index].kind == .tagged ? string(self[index &+ 1]) : nil
  }

  /// Returns the stored bytes of a text, number or bytes node.
  @inlinable
  package func stored(_ node: Node) -> ByteView {
    let base: UnsafePointer<UInt8>
    switch node.kind {
    case .text, .integerText, .decimalText, .decimal, .bytes, .extension:
      unsafe base = input
    default: unsafe base = unsafe arena
    }
    return unsafe ByteView(start: base + node.payload, count: node.length)
  }

  /// Returns the number of elements of an array, or of members of an object.
  @inlinable
  package func elementCount(_ index: Int) -> Int {
    let node = self[index]
    if node.kind == .packed { return Int(truncatingIfNeeded: word(after: index) >> 8) }
    if node.length < Node.maximumLength { return node.length }
    return countedElements(index)
  }

  /// Returns the count of a container whose count does not fit in its header.
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

  /// Returns the elements of a ``NodeKind/packed`` node, 8 bytes each, and their type.
  @inlinable
  package func packed(_ index: Int) -> (elements: ByteView, type: PackedElement) {
    let word = word(after: index)
    let count = Int(truncatingIfNeeded: word >> 8)
    let bytes = unsafe ByteView(start: arena + self[index].payload, count: count * 8)
    return (bytes, PackedElement(rawValue: UInt8(truncatingIfNeeded: word)) ?? .int64)
  }
}

extension TapeView {
  /// Returns the indexes of the keys of the object at `header`, which is complete.
  @inlinable
  package func keys(ofMap header: Int) -> TapeEntries {
    TapeEntries(self, header &+ 1, self[header].payload, keyWords: 1)
  }

  /// Returns the indexes of the keys from `start` to `end`. Each key is followed by its value.
  @inlinable
  package func keys(from start: Int, to end: Int) -> TapeEntries {
    TapeEntries(self, start, end, keyWords: 1)
  }

  /// Returns the indexes of the elements of the array at `header`, which is complete.
  @inlinable
  package func elements(ofList header: Int) -> TapeEntries {
    TapeEntries(self, header &+ 1, self[header].payload, keyWords: 0)
  }
}

/// The indexes of the keys of an object, or of the elements of an array, as long as the view is
/// valid.
@frozen @usableFromInline
package struct TapeEntries: Sequence, IteratorProtocol {
  @usableFromInline let view: TapeView
  @usableFromInline var position: Int
  @usableFromInline let end: Int
  /// 1 for keys, which are followed by a value; 0 for elements.
  @usableFromInline let keyWords: Int

  @inlinable
  init(_ view: TapeView, _ start: Int, _ end: Int, keyWords: Int) {
    self.view = view
    self.keyWords = keyWords
    position = start
    self.end = end
  }

  /// Returns the index of the next entry.
  @inlinable @inline(__always)
  package mutating func next() -> Int? {
    guard position < end else { return nil }
    let entry = position
    position = view.next(entry &+ keyWords)
    return entry
  }
}
