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
    var list = BinaryWireWriter.List(start: -1, width: 0, count: 0)
    var object = BinaryWireWriter.Object(start: 0, head: 0, entry: -1)
    /// The number of the key list of a known object; otherwise the order of the object as
    /// ``ExpectedKeyLists`` returns it.
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
  private var expected = ExpectedKeyLists()
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

  /// Appends the part of a document before its value to `output`.
  func appendHead(flags: UInt8, to output: inout ByteWriter) {
    output.append(wire.tables.makeHead(flags: flags))
  }

  /// Appends the values to `output`.
  func appendValues(to output: inout ByteWriter) { output.append(wire.output.bytes) }

  /// Appends the value at `root`. After a failure, the output ends with a part of the value.
  mutating func append(_ view: TapeView, root: Int) throws(WireFailure) {
    if !stack.isEmpty { stack.removeAll(keepingCapacity: true) }
    aliasBudget = options.aliasWordLimit
    recent.removeAll()
    expected.begin()
    wire.beginValue()
    try appendNested(view, root: root)
  }

  /// Appends a value inside the containers on the stack.
  private mutating func appendNested(_ view: TapeView, root: Int) throws(WireFailure) {
    var frame = Frame(kind: .root, end: .max, resume: .max)
    var index = root

    while true {
      if !appendScalar(view, &index) {
        let node = view[index]
        switch node.kind {
        case .packed:
          try appendPacked(view, index)
          index &+= 2
        case .map, .list:
          if try open(view, &index, resume: node.payload, &frame) { continue }
        case .alias:
          if try appendAlias(view, &index, &frame) { continue }
        default:
          try wire.appendRareScalar(view, index, writesExtensions: options.writesExtensions)
          index = view.next(index)
        }
      }

      // After a value: closes the containers that end here, then continues with the next value.
      while index == frame.end {
        try close(&frame, view)
        index = frame.resume
        guard let outer = stack.popLast() else { return }
        frame = outer
      }
      if frame.kind == .root { return }
      try beginMember(of: &frame, view, &index)
    }
  }

  /// Begins the next element, or the member with the key at `index`.
  @inline(__always)
  private mutating func beginMember(
    of frame: inout Frame, _ view: TapeView, _ index: inout Int
  ) throws(WireFailure) {
    switch frame.kind {
    case .list: return try wire.beginElement(&frame.list)
    case .names: try appendKey(view, index)
    case .known, .root: break
    }
    index &+= 1
  }

  /// Writes a frequent scalar and moves `index` behind it. Returns false for any other value.
  @inline(__always)
  private mutating func appendScalar(_ view: TapeView, _ index: inout Int) -> Bool {
    let node = view[index]
    switch node.kind {
    case .text, .arenaText: wire.writeText(view.stored(node))
    case .integerText: wire.appendIntegerText(view.stored(node))
    case .integer: wire.output.appendInteger(node.integer)
    case .decimalText: wire.appendDecimalText(view.stored(node))
    case .double:
      wire.appendNumber(Double(bitPattern: view.word(after: index)))
      index &+= 1
    case .null: wire.appendNull(node)
    case .false: wire.output.append(BinaryTag.false)
    case .true: wire.output.append(BinaryTag.true)
    default: return false
    }
    index &+= 1
    return true
  }

  /// Opens the container at `index` and moves `index` to its first value, or writes all of it and
  /// moves `index` to `resume`.
  /// - Returns: Whether the container is open.
  @inline(__always)
  private mutating func open(
    _ view: TapeView, _ index: inout Int, resume: Int, _ frame: inout Frame
  ) throws(WireFailure) -> Bool {
    if wire.depth >= options.depthLimit { throw WireFailure(.depthLimit, node: index) }
    let node = view[index]
    let isEmpty = index &+ 1 == node.payload
    var inner = Frame(kind: .list, index: index, end: node.payload, resume: resume)
    // Three words, a key and a wide number, take at least one byte, and often three times as many.
    let words = UInt64(truncatingIfNeeded: node.payload &- index)
    let width = VarInt.width(wire.depth > 32 ? words / 3 : 3 &* words)
    if node.kind == .list {
      var list = try wire.beginList(count: view.elementCount(index), width: width)
      index &+= 1
      while index < inner.end {
        try wire.beginElement(&list)
        guard appendScalar(view, &index) else {
          inner.list = list
          stack.append(frame)
          frame = inner
          return true
        }
      }
      // An array of scalars needs no frame.
      try wire.endList(&list)
      index = resume
      return false
    }
    inner.number = isEmpty ? -1 : recent.number(view, index)
    if !isEmpty, inner.number < 0 {
      inner.number = unsafe expected.number(view, index, wire.tables.keyLists.pointee)
    }
    inner.kind = inner.number >= 0 ? .known : .names
    inner.object = try wire.beginNames(head: isEmpty ? 2 : 1 &+ width)
    if isEmpty {
      try close(&inner, view)
      index = resume
      return false
    }
    stack.append(frame)
    frame = inner
    index &+= 1
    try beginMember(of: &frame, view, &index)
    return true
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
      if number >= 0 {
        // The root has the keys of no other object.
        if !stack.isEmpty { recent.add(view, frame.index, number) }
        expected.note(number, frame.number)
      }
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

  /// Writes the target of the alias at `index`, or opens it if it is a container; see
  /// ``open(_:_:resume:_:)``.
  @inline(never)
  private mutating func appendAlias(
    _ view: TapeView, _ index: inout Int, _ frame: inout Frame
  ) throws(WireFailure) -> Bool {
    let target = view.unaliased(index)
    aliasBudget -= view.next(target) - target
    if aliasBudget < 0 { throw WireFailure(.aliasLimit, node: index) }
    let resume = index + 1
    if view[target].kind == .map || view[target].kind == .list {
      index = target
      return try open(view, &index, resume: resume, &frame)
    }
    try appendNested(view, root: target)
    index = resume
    return false
  }
}
