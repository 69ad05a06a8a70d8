import FerryBytes
import FerryTape

/// Explains documents and record files of the binary format, every byte of them.
///
/// ```
/// 0   b5         magic
/// 1   10         version 1
/// 2   1d         tables of 29 bytes
/// 3   04           4 keys
/// 4   02 69 64       key 0: "id"
/// ```
///
/// Lines come in the order of the bytes and leave none out. What is wrong ends the explanation with
/// a line about the rest.
@safe
package struct BinaryInspector: ~Copyable {
  /// A run of bytes and what it means.
  package struct Line: Sendable, Equatable {
    /// Offset of the first byte.
    package var offset: Int
    /// How many bytes.
    package var length: Int
    /// How deep in the document this is.
    package var depth: Int
    /// What the bytes say.
    package var text: String
  }

  /// Text in a line is cut to so many characters.
  private static let maximumText = 60

  let input: UnsafeBufferPointer<UInt8>
  var reader: BinaryReader
  /// Behind what has been explained.
  var place = 0
  var depth = 0
  /// What was counted on the way.
  package internal(set) var statistics = BinaryStatistics()
  private let emit: (Line) -> Void

  /// An inspector of `input`, which has to stay where it is; `emit` gets the lines.
  package init(_ input: UnsafeBufferPointer<UInt8>, emit: @escaping (Line) -> Void) {
    unsafe self.input = input
    self.emit = emit
    reader = unsafe BinaryReader(input)
  }

  /// Explains all of the input.
  /// - Throws: what is wrong with it, after a line that says so.
  package mutating func inspect() throws(Failure) {
    statistics.total = unsafe input.count
    do throws(Failure) {
      if unsafe BinaryReader.looksLikeRecordFile(input) {
        try inspectRecords()
      } else {
        try inspectDocument()
      }
      if unsafe place < input.count { throw Failure(.trailingContent, offset: place) }
    } catch {
      depth = 0
      let rest = unsafe input.count - place
      unsafe say(
        to: input.count, rest > 0 ? "not explained: \(error.kind)" : "ends here: \(error.kind)")
      throw error.offset < 0 ? Failure(error.kind, offset: place) : error
    }
  }

  // MARK: Lines

  /// A line about the bytes up to `end`, behind which the next one begins.
  mutating func say(to end: Int, _ text: String) {
    emit(Line(offset: place, length: end - place, depth: depth, text: text))
    place = end
  }

  /// Text in quotes, on one line, cut if it is long.
  func quoted(_ start: Int, _ end: Int) -> String {
    let text = unsafe String(
      decoding: UnsafeBufferPointer(rebasing: input[start..<end]), as: UTF8.self)
    let cut = text.count > Self.maximumText ? text.prefix(Self.maximumText) + "…" : text[...]
    return cut.debugDescription
  }

  // MARK: Documents

  private mutating func inspectDocument() throws(Failure) {
    guard let base = unsafe input.baseAddress, unsafe input.count > 2,
      unsafe base[0] == BinaryFormat.magic
    else {
      throw unsafe Failure(input.isEmpty ? .unexpectedEnd : .badMagic, offset: 0)
    }
    say(to: 1, "magic: a document of Ferry's binary format")
    let flags = unsafe base[1]
    guard flags & 0xFC == BinaryFormat.version else {
      throw Failure(.unsupportedVersion, offset: 1)
    }
    let hasChecksum = flags & BinaryFormat.checksumFlag != 0
    say(
      to: 2,
      "version 1" + (hasChecksum ? ", ends with a checksum" : "")
        + (flags & BinaryFormat.canonicalFlag != 0 ? ", canonical" : ""))
    let end = unsafe input.count - (hasChecksum ? 4 : 0)
    try unsafe inspectTables(base, end: end, continuing: false)
    try unsafe inspectValue(base, end: end, "")
    if hasChecksum, place == end {
      let sum = unsafe CRC32C.checksum(UnsafeBufferPointer(start: base, count: end))
      let isRight = unsafe input.integer(at: end, width: 4) == UInt64(sum)
      say(to: end + 4, "checksum, " + (isRight ? "which is right" : "which is wrong"))
      if !isRight { throw Failure(.checksumMismatch, offset: end) }
    }
  }

  /// Explains the tables and makes the reader know them.
  private mutating func inspectTables(
    _ base: UnsafePointer<UInt8>, end: Int, continuing: Bool
  ) throws(Failure) {
    let start = place
    var behind = place
    let (keys, shapes, values) =
      continuing
      ? (reader.tables.keys.count, reader.tables.shapes.count, reader.tables.values.count)
      : (0, 0, 0)
    try reader.readTables(at: &behind, end: end, continuing: continuing)
    var cursor = start
    let length = try unsafe reader.readLength(base, at: &cursor, end: end)
    say(to: cursor, length == 0 ? "no tables" : "tables of \(length) bytes")
    statistics.tableBytes += behind - start
    if length == 0 { return }

    depth += 1
    var count = try unsafe head(base, end: behind) { "\($0) keys" }
    depth += 1
    for number in keys..<keys + count {
      var cursor = place
      let length = try unsafe reader.readLength(base, at: &cursor, end: behind)
      statistics.keys.add(cursor + length - place)
      say(to: cursor + length, "key \(number): \(quoted(cursor, cursor + length))")
    }
    depth -= 1
    count = try unsafe head(base, end: behind) { "\($0) shapes" }
    depth += 1
    for number in shapes..<shapes + count {
      var cursor = place
      let keyCount = try unsafe reader.readLength(base, at: &cursor, end: behind)
      for _ in 0..<keyCount { _ = try unsafe reader.readVarInt(base, at: &cursor, end: behind) }
      statistics.shapes.add(cursor - place)
      say(to: cursor, "shape \(number): " + keyNames(of: number).joined(separator: ", "))
    }
    depth -= 1
    count = try unsafe head(base, end: behind) { "\($0) values" }
    depth += 1
    for number in values..<values + count {
      let valueEnd = try reader.end(ofValueAt: place, end: behind)
      statistics.values.add(valueEnd - place)
      try unsafe inspectValue(base, end: valueEnd, "value \(number): ")
    }
    depth -= 2
  }

  private mutating func head(
    _ base: UnsafePointer<UInt8>, end: Int, _ text: (Int) -> String
  ) throws(Failure) -> Int {
    var cursor = place
    let count = try unsafe reader.readLength(base, at: &cursor, end: end)
    say(to: cursor, text(count))
    return count
  }

  /// The keys of a shape that the reader knows.
  func keyNames(of shape: Int) -> [String] {
    let shape = reader.tables.shapes[shape]
    return (shape.first..<shape.first + shape.count).map { field in
      let node = Node(word: reader.tables.fields[Int(field)])
      return quoted(node.payload, node.payload + node.length)
    }
  }

  // MARK: Record files

  private mutating func inspectRecords() throws(Failure) {
    guard let base = unsafe input.baseAddress else { return }
    say(to: BinaryFormat.recordSignature.count, "signature: a record file")
    var record: UInt64 = 0
    var hasEnded = false
    while unsafe place < input.count, !hasEnded {
      let start = place
      let flags = try unsafe RecordFrame.check(input, at: start, limit: .max, continues: true)
      let payload = start + BinaryFormat.frameHeaderSize
      let end = unsafe payload + RecordFrame.length(base, at: start)
      statistics.frames.add(end - start)
      say(to: start + 4, "sync bytes of a frame")
      depth += 1
      let kinds = ["goes on with the tables so far", "tables start empty", "the end"]
      say(to: start + 5, "flags: " + kinds[Int(flags)])
      say(to: start + 9, "\(end - payload) bytes of payload")
      say(to: payload, "checksum, which is right")
      if flags == BinaryFormat.endFlag {
        let count = try unsafe inspectEnd(base, frameStart: start, end: end)
        if count != record { throw Failure(.invalidLength, offset: start) }
        hasEnded = true
      } else {
        let count = try unsafe head(base, end: end) { "\($0) records" }
        try unsafe inspectTables(base, end: end, continuing: flags == 0)
        for _ in 0..<count {
          try unsafe inspectValue(base, end: end, "record \(record): ")
          record += 1
        }
        if place != end { throw Failure(.trailingContent, offset: place) }
      }
      depth -= 1
    }
    if !hasEnded { throw Failure(.unexpectedEnd, offset: place) }
  }

  /// - Returns: how many records the file says it has.
  private mutating func inspectEnd(
    _ base: UnsafePointer<UInt8>, frameStart: Int, end: Int
  ) throws(Failure) -> UInt64 {
    let ending = try unsafe RecordFileEnd(input, frameAt: frameStart)
    var cursor = place
    _ = try unsafe reader.readVarInt(base, at: &cursor, end: end)
    say(to: cursor, "\(ending.count) records in all")
    _ = try unsafe head(base, end: end) { "\($0) groups" }
    depth += 1
    for (number, group) in ending.groups.enumerated() {
      var cursor = place
      _ = try unsafe reader.readVarInt(base, at: &cursor, end: end)
      let records = try unsafe reader.readVarInt(base, at: &cursor, end: end)
      say(to: cursor, "group \(number): at \(group.offset), \(records) records")
    }
    depth -= 1
    say(to: end, "length of this frame, to find it by")
    return ending.count
  }
}
