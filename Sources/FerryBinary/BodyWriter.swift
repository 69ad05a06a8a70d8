import FerryBytes
import FerryTape

/// Writes values from tapes into one buffer and gathers their tables beside it (Format.md).
///
/// The walk is a loop over tape indexes; containers that are open lie on a stack of its own, so
/// depth costs no stack memory. The length of a container is written before its contents: a guess
/// of its width is reserved, and the contents move when the guess was wrong.
struct BodyWriter: ~Copyable {
  /// What is being written into.
  struct Frame {
    enum Kind: UInt8 { case root, list, rows, keyList, sparse, map }

    var kind: Kind
    /// Bytes reserved for the length.
    var width: UInt8 = 0
    /// Offset of the length in `body`.
    var lengthOffset = 0
    /// Tape index behind the contents.
    var end: Int
    /// Tape index where the parent goes on: `end`, except behind an alias.
    var resume: Int
    /// Slot of the current value; in objects of a key list also its field.
    var slot: Int
    /// The key list of the objects in a batch of rows.
    var keyList: Int32 = -1
  }

  var body = ByteWriter(capacity: 4096)
  var keyLists = KeyListTable()
  var values = EntryTable()
  var keySet = KeySet()
  var stack: [Frame] = []
  /// Width of the length of the last container that was closed.
  var closedWidth = 1
  /// Scratch for lists of numbers, for text with escapes and for tables.
  var numbers = GatheredNumbers()
  var scratch = ByteWriter()
  /// Batches by columns that are being written.
  var columnDepth = 0
  /// Words that may still be written through aliases.
  var aliasBudget = 0
  let options: BinaryWriter.Options
  let batchesRows: Bool
  /// Whether text that comes again is written as its number.
  let internsText: Bool

  init(options: BinaryWriter.Options) {
    self.options = options
    batchesRows =
      options.batching == .rows || options.batching == .automatic && options.internsIntegers
    internsText = options.interning
  }

  /// Forgets the values and their tables and keeps the memory.
  mutating func clear() {
    body.clear()
    keyLists.clear()
    values.clear()
    // Scratch of an unusually long list is not kept.
    if max(numbers.integers.capacity, numbers.doubles.capacity) > 1 << 20 { numbers = .init() }
  }

  /// Appends the value at `root`. After a failure, `body` ends with a part of it.
  mutating func append(_ view: TapeView, root: Int) throws(WireFailure) {
    stack.removeAll(keepingCapacity: true)
    aliasBudget = options.aliasWordLimit
    columnDepth = 0
    try appendNested(view, root: root, slot: KeyListTable.rootSlot)
  }

  /// The same inside of the containers that are on the stack.
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
        appendIntegerText(view.stored(node), slot: frame.slot)
        index &+= 1
      case .integer:
        appendInteger(node.integer, slot: frame.slot)
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

      // Behind a value: close what ends here, then go to the next value.
      while index == frame.end {
        close(frame)
        index = frame.resume
        guard let outer = stack.popLast() else { return }
        frame = outer
        // Most containers of one place are as wide, and a look costs less than a change.
        if Int(keyLists.fields[frame.slot].slot.width) != closedWidth {
          keyLists.fields[frame.slot].slot.width = UInt8(truncatingIfNeeded: closedWidth)
        }
      }
      switch frame.kind {
      case .list, .rows: break
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

  /// Writes what an alias stands for, or begins it.
  /// - Returns: the index to go on at.
  @inline(never)
  private mutating func appendAlias(
    _ view: TapeView, _ index: Int, _ frame: inout Frame
  ) throws(WireFailure) -> Int {
    let target = view.resolved(index)
    aliasBudget -= view.next(target) - target
    if aliasBudget < 0 { throw WireFailure(.aliasLimit, node: index) }
    if view[target].kind == .map || view[target].kind == .list {
      return try open(view, target, resume: index + 1, &frame)
    }
    try appendNested(view, root: target, slot: frame.slot)
    return index + 1
  }
}
