/// A document as a flat array of words, between formats and models.
///
/// A reader appends nodes. A writer or a decoder reads them through a ``TapeView``. A container is
/// stored before its contents and contains the index of their end, so skipping it is one load.
///
/// ```
/// {"id": 7, "tags": ["a", "b"]}     from JSON
///
/// 0  map          count 2, next 7
/// 1  text         "id"       range of the input
/// 2  integer      7          inline
/// 3  text         "tags"
/// 4  list         count 2, next 7
/// 5  text         "a"
/// 6  text         "b"
/// ```
///
/// Text that is not a range of the input is stored in the arena: strings with escapes, YAML scalars,
/// and everything that a model encodes. Reuse tapes: ``clear()`` keeps the memory.
@frozen @usableFromInline
@safe
package struct Tape: ~Copyable {
  @usableFromInline package internal(set) var words: UnsafeMutablePointer<UInt64>
  @usableFromInline package internal(set) var count: Int
  @usableFromInline var capacity: Int
  /// The index at which appending a word fails; see ``WireFailure`` and `FailureKind.nodeLimit`.
  @usableFromInline package internal(set) var wordLimit: Int

  /// The text and the bytes that are not ranges of the input.
  @usableFromInline package var arena: ByteWriter

  /// The meaning of plain YAML scalars. The default is the core schema of YAML 1.2.
  @usableFromInline package var schema = PlainSchema()
  /// The offset after the last text of the input that many nodes may share, see ``SharedTexts``.
  @usableFromInline package var sharedTextEnd = 0

  /// A node that was read from its own part of the input, and the offset of that part. All words from
  /// the node on were read from there on, without gaps.
  package var source: (node: Int, offset: Int)?

  package init(wordLimit: Int = Node.maximumPayload) {
    capacity = min(256, wordLimit)
    unsafe words = .allocate(capacity: capacity)
    count = 0
    arena = ByteWriter()
    self.wordLimit = wordLimit
  }

  deinit {
    // Words are trivial, so they need no deinitialisation.
    unsafe words.deallocate()
  }
}
