import FerryBytes
import FerryJSON
import FerryTape

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

  var copying: RecordCopying? {
    options.indentation == .none && !isRaw ? RecordCopying(behind: UInt8(ascii: "\n")) : nil
  }

  func finish(to output: inout ByteWriter) {}

  /// Turns the JSON string at `start`, if it is one, into the text that it stands for. What is a
  /// string in JSON is the writer's knowledge, so its result is asked.
  private func unquote(_ output: inout ByteWriter, from start: Int) {
    guard unsafe output.bytes[start] == UInt8(ascii: "\"") else { return }
    let text = unsafe [UInt8](output.bytes[(start + 1)..<(output.count - 1)])
    output.truncate(to: start)
    unsafe text.withUnsafeBufferPointer { text in
      // Text never gets longer when its escapes are resolved.
      unsafe output.append(upTo: text.count) { unsafe EscapedText.decode(text, to: $0) }
    }
  }
}

/// A record separator, a value and a line feed, for each document (RFC 7464).
final class SequenceSink: DocumentSink {
  private let options: JSONWritingOptions

  init(_ layout: Layout) {
    options = layout.json
  }

  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure) {
    output.append("\u{1E}")
    try JSONWriter.write(view, root: root, options: options, to: &output)
    output.append("\n")
  }

  var copying: RecordCopying? {
    guard options.indentation == .none else { return nil }
    return RecordCopying(before: 0x1E, behind: UInt8(ascii: "\n"))
  }

  func finish(to output: inout ByteWriter) {}
}
