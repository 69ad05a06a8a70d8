import FerryBytes
import FerryJSON
import FerryTape

/// A JSON value a line (ndjson.org). Empty lines are skipped.
final class NDJSONSource: DocumentSource {
  let series = DocumentSeries.many
  let recovers = true
  private(set) var scope: DocumentScope
  private var records: TextRecords

  init(_ input: Input) {
    scope = DocumentScope(bytes: input.bytes)
    records = TextRecords(input.bytes, separator: UInt8(ascii: "\n"))
  }

  func next(into tape: inout Tape) throws(Failure) -> Bool {
    guard let record = records.next() else { return false }
    scope = record
    var reader = JSONReader(record.bytes)
    try reader.readDocument(into: &tape)
    return true
  }

  func offset(ofNode node: Int, in scope: DocumentScope) -> Int? {
    JSONReader.offset(ofNode: node, in: scope.bytes, options: .init())
  }
}

/// The parts of a text between separators; those of white space are left out.
struct TextRecords {
  private let text: UnsafeBufferPointer<UInt8>
  private let separator: UInt8
  private var position = 0
  private var number = 0

  init(_ text: UnsafeBufferPointer<UInt8>, separator: UInt8) {
    self.text = text
    self.separator = separator
  }

  /// Whether nothing was returned yet that stands behind a separator.
  private(set) var isBeforeFirstSeparator = true

  mutating func next() -> DocumentScope? {
    while position < text.count {
      let start = position
      let end = text[start...].firstIndex(of: separator) ?? text.count
      isBeforeFirstSeparator = start == 0
      position = end + 1
      // Every byte up to the space is white space or will be refused by the reader.
      guard text[start..<end].contains(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else {
        continue
      }
      let bytes = UnsafeBufferPointer(rebasing: text[start..<end])
      defer { number += 1 }
      return DocumentScope(bytes: bytes, start: start, number: number)
    }
    return nil
  }
}

/// A value and a line break, for each document.
final class JSONLinesSink: DocumentSink {
  private let options: JSONWritingOptions
  private let isRaw: Bool

  /// A sink that writes, if `isRaw`, the text of strings without quotes and escapes.
  init(_ layout: Layout, isRaw: Bool = false) {
    options = layout.json
    self.isRaw = isRaw
  }

  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure) {
    let start = output.count
    try JSONWriter.write(view, root: root, options: options, to: &output)
    if isRaw { unquote(&output, from: start) }
    output.append("\n")
  }

  func finish(to output: inout ByteWriter) {}

  /// Turns the JSON string at `start`, if it is one, into the text that it stands for. What is a
  /// string in JSON is the writer's knowledge, so its result is asked.
  private func unquote(_ output: inout ByteWriter, from start: Int) {
    guard output.bytes[start] == UInt8(ascii: "\"") else { return }
    let text = [UInt8](output.bytes[(start + 1)..<(output.count - 1)])
    output.truncate(to: start)
    text.withUnsafeBufferPointer { text in
      // Text never gets longer when its escapes are resolved.
      output.append(upTo: text.count) { EscapedText.decode(text, to: $0) }
    }
  }
}
