import FerryBase

/// An inspector of documents and record files. It explains every byte of them.
///
/// ```
/// 0   b5         magic
/// 1   20         version 2
/// 2   1d         tables of 29 bytes
/// 3   04           4 keys
/// 4   02 69 64       key 0: "id"
/// ```
///
/// Lines come in the order of the bytes and cover all of them. At the first error, a last line
/// covers the remaining bytes.
package struct BinaryInspector: ~Copyable {
  /// A run of bytes and what it means.
  package struct Line: Sendable, Equatable {
    /// Offset of the first byte.
    package var offset: Int
    /// The number of bytes.
    package var length: Int
    /// The nesting depth.
    package var depth: Int
    /// The meaning of the bytes.
    package var text: String
  }

  /// The number of characters after which a text in a line is cut.
  private static let maximumText = 60

  var reader: BinaryReader
  /// The offset after the explained bytes.
  var place = 0
  var depth = 0
  /// Counts and sizes of the explained parts.
  package internal(set) var statistics = BinaryStatistics()
  private let emit: (Line) -> Void

  /// Creates an inspector of `input`, whose memory must stay valid. `emit` receives the lines.
  package init(_ input: ByteView, emit: @escaping (Line) -> Void) {
    self.emit = emit
    reader = BinaryReader(input)
  }

  /// Explains the whole input.
  /// - Throws: The first error, after a line that names it.
  package mutating func inspect() throws(WireFailure) {
    statistics.total = lexer.count
    do throws(WireFailure) {
      if BinaryReader.looksLikeRecordFile(lexer.bytes(at: 0, count: lexer.count)) {
        try inspectRecords()
      } else {
        try inspectDocument()
      }
      if place < lexer.count { throw WireFailure(.trailingContent, offset: place) }
    } catch {
      depth = 0
      say(
        to: lexer.count,
        place < lexer.count ? "not explained: \(error.kind)" : "ends here: \(error.kind)")
      throw error.offset < 0 ? WireFailure(error.kind, offset: place) : error
    }
  }

  var lexer: BinaryLexer { reader.lexer }

  // MARK: Lines

  /// Emits a line about the bytes up to `end`. The next line begins there.
  mutating func say(to end: Int, _ text: String) {
    emit(Line(offset: place, length: end - place, depth: depth, text: text))
    place = end
  }

  /// Returns a range of text in quotes, on one line, cut if it is long.
  func quoted(_ start: Int, _ end: Int) -> String {
    let text = String(decoding: lexer.bytes(at: start, count: end - start), as: UTF8.self)
    let cut = text.count > Self.maximumText ? text.prefix(Self.maximumText) + "…" : text[...]
    return cut.debugDescription
  }

  // MARK: Documents

  private mutating func inspectDocument() throws(WireFailure) {
    let head = try lexer.documentHead()
    say(to: 1, "magic: a document of Ferry's binary format")
    let end = head.body.upperBound
    say(
      to: 2,
      "version 2" + (end < lexer.count ? ", ends with a checksum" : "")
        + (head.flags & BinaryFormat.canonicalFlag != 0 ? ", canonical" : ""))
    try inspectTables(end: end, continuing: false)
    try inspectWholeValue(end: end, "")
    guard end < lexer.count, place == end else { return }
    let isRight = (try? lexer.verifyChecksum(at: end)) != nil
    say(to: lexer.count, "checksum, " + (isRight ? "valid" : "invalid"))
    try lexer.verifyChecksum(at: end)
  }

  /// Explains the tables and adds them to the reader.
  private mutating func inspectTables(end: Int, continuing: Bool) throws(WireFailure) {
    var behind = place
    let (keys, keyLists, values) =
      continuing
      ? (reader.tables.keys.count, reader.tables.keyLists.count, reader.tables.values.count)
      : (0, 0, 0)
    try reader.readTables(at: &behind, end: end, continuing: continuing)
    statistics.tableBytes += behind - place
    let length = try sayLength(end: end) { $0 == 0 ? "no tables" : "tables of \($0) bytes" }
    if length == 0 { return }

    depth += 1
    try inspectTable("keys", end: behind) { inspector, number throws(WireFailure) in
      let start = inspector.place
      var cursor = start
      let length = try inspector.lexer.length(at: &cursor, end: behind)
      inspector.statistics.keys.add(cursor + length - start)
      let text = inspector.quoted(cursor, cursor + length)
      inspector.say(to: cursor + length, "key \(keys + number): \(text)")
    }
    try inspectTable("key lists", end: behind) { inspector, number throws(WireFailure) in
      var cursor = inspector.place
      let count = try inspector.lexer.length(at: &cursor, end: behind)
      for _ in 0..<count { _ = try inspector.lexer.varInt(at: &cursor, end: behind) }
      inspector.statistics.keyLists.add(cursor - inspector.place)
      let names = inspector.keyNames(of: keyLists + number).joined(separator: ", ")
      inspector.say(to: cursor, "key list \(keyLists + number): " + names)
    }
    try inspectTable("values", end: behind) { inspector, number throws(WireFailure) in
      let head = try inspector.lexer.head(at: inspector.place, end: behind)
      inspector.statistics.values.add(head.end - inspector.place)
      try inspector.inspectValue(end: head.end, "value \(values + number): ")
    }
    depth -= 1
  }

  /// Explains a table: the number of its entries and each entry.
  private mutating func inspectTable(
    _ name: String, end: Int,
    _ inspectEntry: (inout BinaryInspector, Int) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    let count = try sayLength(end: end) { "\($0) \(name)" }
    depth += 1
    for number in 0..<count { try inspectEntry(&self, number) }
    depth -= 1
  }

  /// Explains a length or a count.
  mutating func sayLength(end: Int, _ text: (Int) -> String) throws(WireFailure) -> Int {
    var cursor = place
    let count = try lexer.length(at: &cursor, end: end)
    say(to: cursor, text(count))
    return count
  }

  /// Returns the keys of a key list in the reader's tables.
  func keyNames(of keyList: Int) -> [String] {
    let keyList = reader.tables.keyLists[keyList]
    return (keyList.first..<keyList.first + keyList.count).map { field in
      let node = Node(word: reader.tables.fields[Int(field)])
      return quoted(node.payload, node.payload + node.length)
    }
  }

  // MARK: Record files

  private mutating func inspectRecords() throws(WireFailure) {
    let head = try RecordFileHead(lexer.input)
    var frames = RecordFrames(head)
    say(to: 8, "signature: a record file, version 2")
    say(to: 12, "identifier of the file, a part of all checksums")
    say(to: RecordFileHead.size, "its inverted bits")
    var record: UInt64 = 0
    while place < lexer.count {
      let start = place
      let flags = try frames.checkFrame(at: start, in: lexer.input)
      let payload = lexer.payload(ofFrameAt: start)
      let end = payload.upperBound
      statistics.frames.add(end - start)
      say(to: start + 4, "sync bytes of a frame")
      depth += 1
      let kinds = ["continues the tables", "starts new tables", "the end"]
      say(to: start + 5, "flags: " + kinds[Int(flags)])
      say(to: start + 9, "\(payload.count) bytes of payload")
      say(to: start + 17, "offset \(start)")
      say(to: payload.lowerBound, "checksum, valid")
      if flags == BinaryFormat.endFlag {
        let count = try inspectEnd(RecordFileEnd(lexer, frameAt: start, of: frames), end: end)
        if count != record { throw WireFailure(.invalidLength, offset: start) }
        depth -= 1
        return
      }
      let count = try sayLength(end: end) { "\($0) records" }
      try inspectTables(end: end, continuing: flags == 0)
      for _ in 0..<count {
        try inspectWholeValue(end: end, "record \(record): ")
        record += 1
      }
      if place != end { throw WireFailure(.trailingContent, offset: place) }
      depth -= 1
    }
    throw WireFailure(.unexpectedEnd, offset: place)
  }

  /// - Returns: The number of records that the end frame states.
  private mutating func inspectEnd(
    _ ending: RecordFileEnd, end: Int
  ) throws(WireFailure) -> UInt64 {
    var cursor = place
    _ = try lexer.varInt(at: &cursor, end: end)
    say(to: cursor, "\(ending.count) records in total")
    _ = try sayLength(end: end) { "\($0) groups" }
    depth += 1
    for (number, group) in ending.groups.enumerated() {
      var cursor = place
      _ = try lexer.varInt(at: &cursor, end: end)
      let records = try lexer.varInt(at: &cursor, end: end)
      say(to: cursor, "group \(number): at \(group.offset), \(records) records")
    }
    depth -= 1
    say(to: end, "length of this frame")
    return ending.count
  }
}
