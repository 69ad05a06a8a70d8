import FerryBase

/// A writer of values from tapes: a loop over the nodes of a tape that calls a ``BinaryWireWriter``
/// (Format.md).
///
/// The loop has its own stack of open containers, so depth costs no stack memory.
struct TapeWriter: ~Copyable {
  /// An open container.
  private struct Frame {
    /// `known` is an object whose key list had a number when it began.
    enum Kind: UInt8 { case root, list, known, names }

    var kind: Kind
    var list = BinaryWireWriter.List(start: -1, width: 0, count: 0, outerColumns: 0)
    var object = BinaryWireWriter.Object(start: 0, head: 0, entry: -1)
    /// The number of the key list of a known object.
    var number = 0
    /// The tape index of the container, and that after its contents.
    var index = 0
    var end: Int
    /// Tape index at which the parent continues: `end`, except after an alias.
    var resume: Int
  }

  private var wire: BinaryWireWriter
  private var stack: [Frame] = []
  private var recent = RecentKeyLists()
  /// Tape words that aliases may still add.
  private var aliasBudget = 0
  let options: BinaryWriter.Options

  init(options: BinaryWriter.Options) {
    self.options = options
    wire = BinaryWireWriter(
      ByteWriter(capacity: 4096), options, WriterTables(), context: _WireContext())
  }

  /// The number of bytes of all values.
  var size: Int { wire.output.count }

  /// Removes the values and their tables and keeps the memory.
  mutating func clear() { wire.clear() }

  /// Removes the values and keeps their tables, which the reader now has.
  mutating func keepTables() {
    wire.removeValues()
    wire.tables.markWritten()
  }

  /// Removes the bytes of the values from `offset` on.
  mutating func truncate(to offset: Int) { wire.output.truncate(to: offset) }

  /// Appends the length of the tables and the tables to `output`.
  func appendTables(to output: inout ByteWriter) { wire.tables.append(to: &output) }

  /// Appends the values to `output`.
  func appendValues(to output: inout ByteWriter) { output.append(wire.output.bytes) }

  /// Appends the value at `root`. After a failure, the output ends with a part of the value.
  mutating func append(_ view: TapeView, root: Int) throws(WireFailure) {
    if !stack.isEmpty { stack.removeAll(keepingCapacity: true) }
    aliasBudget = options.aliasWordLimit
    recent.removeAll()
    wire.beginValue()
    try appendNested(view, root: root)
  }

  /// Appends a value inside the containers on the stack.
  private mutating func appendNested(_ view: TapeView, root: Int) throws(WireFailure) {
    var frame = Frame(kind: .root, end: .max, resume: .max)
    var index = root

    while true {
      let node = view[index]
      switch node.kind {
      case .text, .arenaText:
        wire.writeText(view.stored(node))
        index &+= 1
      case .integerText:
        wire.appendIntegerText(view.stored(node))
        index &+= 1
      case .integer:
        wire.output.appendInteger(node.integer)
        index &+= 1
      case .decimalText:
        wire.appendDecimalText(view.stored(node))
        index &+= 1
      case .double:
        wire.appendNumber(Double(bitPattern: view.word(after: index)))
        index &+= 2
      case .null:
        wire.appendNull(node)
        index &+= 1
      case .false:
        wire.output.append(BinaryTag.false)
        index &+= 1
      case .true:
        wire.output.append(BinaryTag.true)
        index &+= 1
      case .packed:
        try appendPacked(view, index)
        index &+= 2
      case .map, .list:
        index = try open(view, index, resume: node.payload, &frame)
      case .alias:
        index = try appendAlias(view, index, &frame)
      default:
        try wire.appendRareScalar(view, index, writesExtensions: options.writesExtensions)
        index = view.next(index)
      }

      // After a value: closes the containers that end here, then continues with the next value.
      while index == frame.end {
        try close(&frame, view)
        index = frame.resume
        guard let outer = stack.popLast() else { return }
        frame = outer
      }
      switch frame.kind {
      case .list: try wire.beginElement(&frame.list)
      case .known: index &+= 1
      case .names:
        try appendKey(view, index)
        index &+= 1
      case .root: return
      }
    }
  }

  /// Opens the container at `index`, or writes all of it.
  /// - Returns: The index of its contents, or `resume` if the container is complete.
  @inline(__always)
  private mutating func open(
    _ view: TapeView, _ index: Int, resume: Int, _ frame: inout Frame
  ) throws(WireFailure) -> Int {
    if wire.depth >= options.depthLimit { throw WireFailure(.depthLimit, node: index) }
    let node = view[index]
    let start = index &+ 1
    var inner = Frame(kind: .list, index: index, end: node.payload, resume: resume)
    // Three words, a key and a wide number, take at least one byte, and often three times as many.
    let words = UInt64(truncatingIfNeeded: node.payload &- index)
    let width = VarInt.width(wire.depth > 32 ? words / 3 : 3 &* words)
    if node.kind == .list {
      var list = try wire.beginList(count: view.elementCount(index), width: width)
      guard start < inner.end else {
        try wire.endList(&list)
        return resume
      }
      inner.list = list
    } else {
      let number = start < inner.end ? recent.number(view, index) : -1
      let object = try wire.beginNames(head: start < inner.end ? 1 &+ width : 2)
      inner.kind = number >= 0 ? .known : .names
      inner.number = number
      inner.object = object
      guard start < inner.end else {
        try close(&inner, view)
        return resume
      }
    }
    stack.append(frame)
    frame = inner
    return start
  }

  /// Ends a container whose contents are complete.
  @inline(__always)
  private mutating func close(_ frame: inout Frame, _ view: TapeView) throws(WireFailure) {
    switch frame.kind {
    case .root: break
    case .list: try wire.endList(&frame.list)
    case .known: wire.endKnown(frame.object, frame.number)
    case .names: try closeNames(&frame, view)
    }
  }

  @inline(never)
  private mutating func closeNames(_ frame: inout Frame, _ view: TapeView) throws(WireFailure) {
    wire.depth &-= 1
    do throws(WireFailure) {
      let number = try wire.endNames(frame.object)
      if number >= 0 { recent.add(view, frame.index, number) }
    } catch {
      guard error.kind == .duplicateKey,
        let key = view.duplicateKey(ofMap: frame.index, canonically: false)
      else { throw error }
      throw WireFailure(.duplicateKey, node: key)
    }
  }

  /// Notes the key at `index`.
  @inline(never)
  private mutating func appendKey(_ view: TapeView, _ index: Int) throws(WireFailure) {
    let key = view[view.resolved(index)]
    switch key.kind {
    case .text, .arenaText, .plainText, .integerText, .decimalText, .numberText:
      wire.append(name: view.stored(key))
    case .escapedText: wire.withUnescaped(view.stored(key)) { $0.append(name: $1) }
    default: throw WireFailure(.nonScalarKey, node: index)
    }
  }

  /// Writes an array whose numbers are contiguous in the arena.
  private mutating func appendPacked(_ view: TapeView, _ index: Int) throws(WireFailure) {
    let (elements, type) = view.packed(index)
    do throws(WireFailure) {
      try wire.write(elements, type)
    } catch {
      throw WireFailure(error.kind, node: index)
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
    try appendNested(view, root: target)
    return index + 1
  }
}

/// The key lists of recent objects of one tape. Most objects have the same nodes as keys as an
/// earlier object, and equal nodes have equal text.
private struct RecentKeyLists {
  private struct KeyList {
    var first = 0
    var count = 0
    var number = 0
    var tape = 0
  }

  /// Key lists by the first key and the number of keys.
  private var lists = [KeyList](repeating: KeyList(), count: 64)
  private var keys: [UInt64] = []
  private var tape = 0
  private static let maximumKeys = 1 << 12

  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    tape &+= 1
  }

  /// Returns the number of the key list of the object at `index`, which is not empty; -1 if it is not
  /// known.
  @inline(__always)
  func number(_ view: TapeView, _ index: Int) -> Int {
    let list = lists[place(view, index)]
    guard list.tape == tape, list.count == view.elementCount(index) else { return -1 }
    var next = list.first
    for key in view.keys(ofMap: index) {
      guard view[key].word == keys[next] else { return -1 }
      next &+= 1
    }
    return list.number
  }

  /// Notes the key list of the object at `index`.
  mutating func add(_ view: TapeView, _ index: Int, _ number: Int) {
    let count = view.elementCount(index)
    guard keys.count + count <= Self.maximumKeys else { return }
    lists[place(view, index)] = KeyList(
      first: keys.count, count: count, number: number, tape: tape)
    for key in view.keys(ofMap: index) { keys.append(view[key].word) }
  }

  @inline(__always)
  private func place(_ view: TapeView, _ index: Int) -> Int {
    let hash =
      (view[index &+ 1].word ^ UInt64(truncatingIfNeeded: view[index].length))
      &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash &>> 58)
  }
}
