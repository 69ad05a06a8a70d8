import FerryBase

/// A writer of values from tapes. It writes values into one buffer and collects their tables in
/// others (Format.md).
///
/// The writer uses a loop over tape indexes with its own stack of open containers, so depth costs
/// no stack memory. The length of a container precedes its contents. The writer reserves a guessed
/// width for it and moves the contents if the guess was wrong.
struct BodyWriter: ~Copyable {
  /// An open container.
  struct Frame {
    enum Kind: UInt8 { case root, list, keyList, sparse, map }

    var kind: Kind
    /// Bytes reserved for the length.
    var width: UInt8 = 0
    /// Offset of the length in `body`.
    var lengthOffset = 0
    /// Tape index after the contents.
    var end: Int
    /// Tape index at which the parent continues: `end`, except after an alias.
    var resume: Int
    /// Slot of the current value. In an object with a key list, this is also the index of its
    /// field.
    var slot: Int
  }

  var body = ByteWriter(capacity: 4096)
  var keyLists = KeyListTable()
  /// The key lists of an earlier document, for documents of two kinds in turn. An optional member
  /// makes two kinds of one type.
  var otherKeyLists = KeyListTable()
  var values = EntryTable()
  var keySet = KeySet()
  var stack: [Frame] = []
  /// Width of the length of the container that was closed last.
  var closedWidth = 1
  /// Buffers for arrays of numbers, for escaped text and for tables.
  var numbers = GatheredNumbers()
  var scratch = ByteWriter()
  /// The number of open arrays of objects by columns.
  var columnDepth = 0
  /// Tape words that aliases may still add.
  var aliasBudget = 0
  let options: BinaryWriter.Options
  /// Whether repeated text is written as its number.
  let internsText: Bool

  init(options: BinaryWriter.Options) {
    self.options = options
    internsText = options.interning
  }

  /// Removes the values and their tables and keeps the memory.
  mutating func clear() {
    body.clear()
    keyLists.clear()
    values.clear()
    // The buffer of an unusually long array is freed.
    if max(numbers.integers.capacity, numbers.doubles.capacity) > 1 << 20 { numbers = .init() }
  }

  /// Appends the value at `root`. After a failure, `body` ends with a part of the value.
  mutating func append(_ view: TapeView, root: Int) throws(WireFailure) {
    if !stack.isEmpty { stack.removeAll(keepingCapacity: true) }
    aliasBudget = options.aliasWordLimit
    columnDepth = 0
    try appendNested(view, root: root, slot: KeyListTable.rootSlot)
  }

  /// Appends a value inside the containers on the stack.
  mutating func appendNested(_ view: TapeView, root: Int, slot: Int) throws(WireFailure) {
    var frame = Frame(kind: .root, end: .max, resume: .max, slot: slot)
    var index = root

    while true {
      let node = view[index]
      switch node.kind {
      case .text, .arenaText:
        appendText(view.stored(node), slot: frame.slot)
        index &+= 1
      case .integerText:
        appendIntegerText(view.stored(node))
        index &+= 1
      case .integer:
        body.appendInteger(node.integer)
        index &+= 1
      case .decimalText:
        appendDecimalText(view.stored(node))
        index &+= 1
      case .double:
        body.appendDouble(Double(bitPattern: view.word(after: index)))
        index &+= 2
      case .null:
        appendNull(node)
        index &+= 1
      case .false:
        body.append(BinaryTag.false)
        index &+= 1
      case .true:
        body.append(BinaryTag.true)
        index &+= 1
      case .packed:
        appendPacked(view, index)
        index &+= 2
      case .map, .list:
        index = try open(view, index, resume: node.payload, &frame)
      case .alias:
        index = try appendAlias(view, index, &frame)
      default:
        try appendRareScalar(view, index, slot: frame.slot)
        index = view.next(index)
      }

      // After a value: closes the containers that end here, then continues with the next value.
      while index == frame.end {
        close(frame)
        index = frame.resume
        guard let outer = stack.popLast() else { return }
        frame = outer
        // Most containers in one slot have the same width, and a comparison costs less than a
        // store.
        if Int(keyLists.fields[frame.slot].slot.width) != closedWidth {
          keyLists.fields[frame.slot].slot.width = UInt8(truncatingIfNeeded: closedWidth)
        }
      }
      switch frame.kind {
      case .list: break
      case .keyList:
        frame.slot &+= 1
        index &+= 1
      case .sparse:
        frame.slot &+= 1
        appendAbsent(view, index, &frame)
        index &+= 1
      case .map:
        try appendKey(view, index)
        index &+= 1
      case .root: return
      }
    }
  }

  /// Writes the target of an alias, or opens it if it is a container.
  /// - Returns: The index at which the loop continues.
  @inline(never)
  private mutating func appendAlias(
    _ view: TapeView, _ index: Int, _ frame: inout Frame
  ) throws(WireFailure) -> Int {
    let target = view.unaliased(index)
    aliasBudget -= view.next(target) - target
    if aliasBudget < 0 { throw WireFailure(.aliasLimit, node: index) }
    if view[target].kind == .map || view[target].kind == .list {
      return try open(view, target, resume: index + 1, &frame)
    }
    try appendNested(view, root: target, slot: frame.slot)
    return index + 1
  }
}
