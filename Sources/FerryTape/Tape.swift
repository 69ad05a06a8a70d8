/// One document as a flat array of words: the seam between formats and models.
///
/// A reader appends nodes, a writer or a decoder walks them through a ``TapeView``. Containers
/// precede their contents and know where those end, so skipping a subtree is one load.
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
/// Text that is not in the input as it stands (YAML scalars, everything that a model encodes)
/// lies in the arena. A tape is meant to be reused: ``clear()`` keeps the memory.
@frozen @usableFromInline
@safe
package struct Tape: ~Copyable {
  @usableFromInline package internal(set) var words: UnsafeMutablePointer<UInt64>
  @usableFromInline package internal(set) var count: Int
  @usableFromInline var capacity: Int
  /// Appending a word at this index fails; see ``WireFailure`` and `FailureKind.nodeLimit`.
  @usableFromInline package internal(set) var wordLimit: Int

  @usableFromInline package internal(set) var arena: UnsafeMutablePointer<UInt8>
  @usableFromInline package internal(set) var arenaCount: Int
  @usableFromInline var arenaCapacity: Int

  /// What plain YAML scalars mean; the core schema of YAML 1.2 if nobody says otherwise.
  @usableFromInline package var schema = PlainSchema()
  /// Offset behind the last text of the input that many nodes may stand for, see ``SharedTexts``.
  @usableFromInline package var sharedTextEnd = 0

  package init(wordLimit: Int = Node.maximumPayload) {
    capacity = min(256, wordLimit)
    unsafe words = .allocate(capacity: capacity)
    count = 0
    self.wordLimit = wordLimit
    arenaCapacity = 1024
    unsafe arena = .allocate(capacity: arenaCapacity)
    arenaCount = 0
  }

  deinit {
    // Both hold trivial elements only, so there is nothing to deinitialise.
    unsafe words.deallocate()
    unsafe arena.deallocate()
  }
}
