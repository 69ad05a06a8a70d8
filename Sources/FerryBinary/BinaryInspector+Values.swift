import FerryBytes
import FerryTape

extension BinaryInspector {
  /// Explains the value at `place`, which ends at `end` or before. `label` says what it is of.
  mutating func inspectValue(
    _ base: UnsafePointer<UInt8>, end: Int, _ label: String
  ) throws(Failure) {
    guard depth < 2 * reader.limits.depth else { throw Failure(.depthLimit, offset: place) }
    let start = place
    let behind = try reader.end(ofValueAt: start, end: end)
    let tag = unsafe base[start]
    switch tag {
    case BinaryTag.shortShape..<BinaryTag.shortList, BinaryTag.longShape:
      try unsafe inspectObject(base, end: behind, label)
    case BinaryTag.shortList: say(to: behind, label + "empty list")
    case BinaryTag.shortList + 1..<BinaryTag.shortReference, BinaryTag.longList:
      try unsafe inspectList(base, end: behind, label)
    case BinaryTag.map: try unsafe inspectMap(base, end: behind, label)
    case BinaryTag.packed: try unsafe inspectPacked(base, end: behind, label)
    case BinaryTag.matrix: try unsafe inspectMatrix(base, end: behind, label)
    case BinaryTag.rows: try unsafe inspectRows(base, end: behind, label)
    case BinaryTag.columns: try unsafe inspectColumns(base, end: behind, label)
    case BinaryTag.shortReference..<BinaryTag.positive, BinaryTag.longReference:
      var number = Int(tag &- BinaryTag.shortReference)
      if tag == BinaryTag.longReference {
        var cursor = start + 1
        number = unsafe Int(truncatingIfNeeded: try reader.readVarInt(base, at: &cursor, end: end))
      }
      guard reader.tables.values.indices.contains(number) else {
        throw Failure(.invalidReference, offset: start)
      }
      let saved = literalSize(ofValue: number)
      statistics.references.add(behind - start)
      statistics.referenceSavings += saved - (behind - start)
      say(to: behind, label + "value \(number), " + scalarText(at: start, end: behind))
    default:
      statistics.scalars.add(behind - start)
      say(to: behind, label + scalarText(at: start, end: behind))
    }
  }

  /// Bytes that an entry of the value table would take in its place.
  private func literalSize(ofValue number: Int) -> Int {
    let node = Node(word: reader.tables.values[number])
    switch node.kind {
    case .text: return node.length + (node.length < 48 ? 1 : 1 + VarInt.width(UInt64(node.length)))
    case .integer: return NumberSize.integer(node.integer)
    default: return 9
    }
  }

  /// A scalar as a person would write it.
  private func scalarText(at start: Int, end: Int) -> String {
    var tape = Tape()
    var copy = unsafe BinaryReader(input, limits: reader.limits)
    copy.tables = reader.tables
    var cursor = start
    guard (try? copy.readValue(at: &cursor, end: end, into: &tape)) != nil,
      let base = unsafe input.baseAddress, tape.count > 0
    else { return "a value that is not valid" }
    let view = unsafe TapeView(tape, input: base)
    let node = view[0]
    switch node.kind {
    case .null: return node.length == 0 ? "null" : "null inside \(node.length) optionals"
    case .true: return "true"
    case .false: return "false"
    case .text: return quoted(node.payload, node.payload + node.length)
    case .bytes: return "\(node.length) bytes"
    case .uuid: return unsafe "UUID " + UUIDText.string(view.stored(node))
    case .date: return "date, \(view.double(at: 0) ?? 0) seconds since 2001"
    case .extension:
      return unsafe "extension of type \(base[node.payload]), \(node.length - 1) bytes"
    case .integer, .int64, .uint64:
      return view.integer(at: 0, as: Int128.self).map { "\($0)" } ?? "integer"
    case .double: return "\(view.double(at: 0) ?? 0)"
    default: return unsafe String(decoding: view.stored(node), as: UTF8.self)
    }
  }

  // MARK: Containers

  /// Explains a container's tag and length, and what `more` of its head there is; then its contents.
  private mutating func inspectHead(
    _ base: UnsafePointer<UInt8>, end: Int, _ text: (Int) -> String
  ) throws(Failure) {
    var cursor = place + 1
    let length = try unsafe reader.readLength(base, at: &cursor, end: end)
    statistics.containers.add(cursor - place)
    say(to: cursor, text(length))
    depth += 1
  }

  private mutating func inspectObject(
    _ base: UnsafePointer<UInt8>, end: Int, _ label: String
  ) throws(Failure) {
    var number = unsafe Int(base[place] &- BinaryTag.shortShape)
    var cursor = place + 1
    if unsafe base[place] == BinaryTag.longShape {
      number = unsafe Int(
        truncatingIfNeeded: min(try reader.readVarInt(base, at: &cursor, end: end), 1 << 32))
    }
    let length = try unsafe reader.readLength(base, at: &cursor, end: end)
    statistics.containers.add(cursor - place)
    guard reader.tables.shapes.indices.contains(number) else {
      throw Failure(.invalidReference, offset: place)
    }
    say(to: cursor, label + "object of shape \(number) in \(length) bytes")
    depth += 1
    try unsafe inspectMembers(base, end: end, shape: number)
    depth -= 1
  }

  /// Explains the values of an object of a shape, up to `end`.
  private mutating func inspectMembers(
    _ base: UnsafePointer<UInt8>, end: Int, shape: Int
  ) throws(Failure) {
    let (first, count) = (reader.tables.shapes[shape].first, reader.tables.shapes[shape].count)
    statistics.objects += 1
    for field in first..<first + count where place < end {
      let node = Node(word: reader.tables.fields[Int(field)])
      let name = quoted(node.payload, node.payload + node.length)
      if unsafe base[place] == BinaryTag.absent {
        say(to: place + 1, "\(name): absent")
      } else {
        statistics.keySavings += node.length + (node.length < 48 ? 1 : 2)
        try unsafe inspectValue(base, end: end, "\(name): ")
      }
    }
    if place != end { throw Failure(.invalidLength, offset: place) }
  }

  private mutating func inspectList(
    _ base: UnsafePointer<UInt8>, end: Int, _ label: String
  ) throws(Failure) {
    let isLong = unsafe base[place] == BinaryTag.longList
    var count = unsafe Int(base[place] &- BinaryTag.shortList)
    try unsafe inspectHead(base, end: end) {
      label + "list" + (isLong ? "" : " of \(count)") + " in \($0) bytes"
    }
    if isLong {
      var cursor = place
      count = try unsafe reader.readLength(base, at: &cursor, end: end)
      say(to: cursor, "\(count) items")
    }
    for index in 0..<count { try unsafe inspectValue(base, end: end, "[\(index)] ") }
    if place != end { throw Failure(.invalidLength, offset: place) }
    depth -= 1
  }

  private mutating func inspectMap(
    _ base: UnsafePointer<UInt8>, end: Int, _ label: String
  ) throws(Failure) {
    try unsafe inspectHead(base, end: end) { label + "object with its own keys in \($0) bytes" }
    while place < end {
      try unsafe inspectValue(base, end: end, "key ")
      try unsafe inspectValue(base, end: end, "")
    }
    depth -= 1
  }

  private mutating func inspectRows(
    _ base: UnsafePointer<UInt8>, end: Int, _ label: String
  ) throws(Failure) {
    try unsafe inspectHead(base, end: end) { label + "rows in \($0) bytes" }
    let (shape, count) = try unsafe inspectBatchHead(base, end: end)
    for row in 0..<count {
      var cursor = place
      let length = try unsafe reader.readLength(base, at: &cursor, end: end)
      say(to: cursor, "[\(row)] object in \(length) bytes")
      depth += 1
      try unsafe inspectMembers(base, end: cursor + length, shape: shape)
      depth -= 1
    }
    if place != end { throw Failure(.invalidLength, offset: place) }
    depth -= 1
  }

  private mutating func inspectBatchHead(
    _ base: UnsafePointer<UInt8>, end: Int
  ) throws(Failure) -> (shape: Int, count: Int) {
    var cursor = place
    let (shape, count) = try unsafe reader.readBatchHeader(base, at: &cursor, end: end)
    statistics.containers.add(cursor - place)
    say(to: cursor, "shape \(shape), \(count) objects")
    return (shape, count)
  }

  private mutating func inspectColumns(
    _ base: UnsafePointer<UInt8>, end: Int, _ label: String
  ) throws(Failure) {
    try unsafe inspectHead(base, end: end) { label + "columns in \($0) bytes" }
    let (shape, count) = try unsafe inspectBatchHead(base, end: end)
    for name in keyNames(of: shape) {
      var cursor = place
      let length = try unsafe reader.readLength(base, at: &cursor, end: end)
      say(to: cursor, "column \(name) of \(length) bytes")
      depth += 1
      try unsafe inspectColumn(base, end: cursor + length, count)
      depth -= 1
    }
    if place != end { throw Failure(.invalidLength, offset: place) }
    statistics.objects += count
    depth -= 1
  }

  private mutating func inspectColumn(
    _ base: UnsafePointer<UInt8>, end: Int, _ count: Int
  ) throws(Failure) {
    guard place < end, unsafe base[place] <= ColumnForm.someNull else {
      throw Failure(.invalidTag, offset: place)
    }
    let form = unsafe base[place]
    var present = count
    say(
      to: place + 1,
      form == ColumnForm.all
        ? "in all objects"
        : form == ColumnForm.some ? "in some objects" : "in all objects, null in some")
    if form != ColumnForm.all {
      let size = (count + 7) / 8
      guard size <= end - place else { throw Failure(.invalidLength, offset: place) }
      present = (place..<place + size).reduce(0) { unsafe $0 + base[$1].nonzeroBitCount }
      say(to: place + size, "bits of \(present) objects")
    }
    if present > 0 {
      guard place < end else { throw Failure(.invalidLength, offset: place) }
      let cells = unsafe base[place]
      let names = ["values", "a block", "texts", "texts by number"]
      guard cells < names.count else { throw Failure(.invalidTag, offset: place) }
      say(to: place + 1, names[Int(cells)])
      switch cells {
      case ColumnForm.values:
        for _ in 0..<present { try unsafe inspectValue(base, end: end, "") }
      case ColumnForm.block: try unsafe inspectBlock(base, end: end)
      case ColumnForm.texts: try unsafe inspectTexts(base, end: end)
      default:
        try unsafe inspectTexts(base, end: end)
        try unsafe inspectBlock(base, end: end)
      }
    }
    if place != end { throw Failure(.invalidLength, offset: place) }
  }

  private mutating func inspectTexts(_ base: UnsafePointer<UInt8>, end: Int) throws(Failure) {
    let block = try unsafe reader.readBlock(base, at: place, end: end)
    try unsafe inspectBlock(base, end: end)
    var cursor = NumberBlockCursor(block)
    for index in 0..<block.count {
      guard case .integer(let length) = unsafe cursor.next(in: input), length >= 0,
        length <= Int64(end - place)
      else { throw Failure(.invalidLength, offset: place) }
      if length > 0 {
        say(to: place + Int(length), "text \(index): \(quoted(place, place + Int(length)))")
      }
    }
  }

  // MARK: Blocks

  private mutating func inspectPacked(
    _ base: UnsafePointer<UInt8>, end: Int, _ label: String
  ) throws(Failure) {
    try unsafe inspectHead(base, end: end) { label + "packed list in \($0) bytes" }
    try unsafe inspectBlock(base, end: end)
    depth -= 1
  }

  private mutating func inspectMatrix(
    _ base: UnsafePointer<UInt8>, end: Int, _ label: String
  ) throws(Failure) {
    try unsafe inspectHead(base, end: end) { label + "packed list of lists in \($0) bytes" }
    var cursor = place
    let columns = try unsafe reader.readLength(base, at: &cursor, end: end)
    say(to: cursor, "\(columns) columns")
    for _ in 0..<columns { try unsafe inspectBlock(base, end: end) }
    depth -= 1
  }

  /// Explains the block at `place`.
  private mutating func inspectBlock(_ base: UnsafePointer<UInt8>, end: Int) throws(Failure) {
    let block = try unsafe reader.readBlock(base, at: place, end: end)
    let forms = ["distances from \(block.least)", "deltas", "floats", "doubles", "truth values"]
    var text = "\(block.count) " + forms[Int(block.layout.rawValue)]
    if block.width > 0 { text += " of \(block.width) bytes" }
    if block.power != 0 { text += ", divided by \(Int(block.power))" }
    statistics.packed.add(block.end - place)
    say(to: block.start, text)
    depth += 1
    var cursor = NumberBlockCursor(block)
    let perLine = block.layout == .bits ? 64 : max(1, 16 / max(1, block.width))
    var elements: [String] = []
    // The first of numbers with deltas stands in the head.
    let ahead = block.layout == .deltas ? 0 : 1
    for index in 0..<block.count {
      let element = unsafe cursor.next(in: input)
      elements.append(Self.text(element))
      statistics.packedPlainBytes += Self.plainSize(element)
      if elements.count == perLine || index == block.count - 1 {
        let explained =
          block.layout == .bits
          ? block.start + index / 8 + 1
          : block.start + (index + ahead) * block.width
        say(to: max(place, explained), elements.joined(separator: ", "))
        elements = []
      }
    }
    if block.corrections != 0 { say(to: block.corrections + block.count, "corrections") }
    if block.wholes != 0 { say(to: block.end, "bits of those that are integers") }
    depth -= 1
  }

  private static func text(_ element: NumberBlockCursor.Element) -> String {
    switch element {
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): "\(value)"
    }
  }

  /// Bytes that an element would take with a tag.
  private static func plainSize(_ element: NumberBlockCursor.Element) -> Int {
    switch element {
    case .integer(let value): return NumberSize.integer(value)
    case .double(let value):
      guard let (significand, places) = ShortDecimal.exact(value) else {
        return NumberSize.double(value)
      }
      return NumberSize.decimal(significand, places)
    case .bool: return 1
    }
  }
}
