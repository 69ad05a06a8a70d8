import FerryBytes
import FerryJSON
import FerryTape

/// Several documents as one array, written as they come: a comma in front of each. The brackets
/// around, and the bracket that stands in place of the first comma, belong to `SeriesOutput`, as
/// elements may be written by several threads.
final class JSONArraySink: DocumentSink {
  private let options: JSONWritingOptions
  private var element = ByteWriter()

  init(_ layout: Layout) {
    options = layout.json
  }

  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure) {
    output.append(",")
    guard options.indentation != .none else {
      try JSONWriter.write(view, root: root, options: options, to: &output)
      return
    }
    element.clear()
    try JSONWriter.write(view, root: root, options: options, to: &element)
    // Line breaks inside of strings are escaped, so each one here starts a line of the layout.
    breakLine(in: &output)
    for byte in element.bytes {
      if byte == UInt8(ascii: "\n") { breakLine(in: &output) } else { output.append(byte) }
    }
  }

  func copy(compactJSON text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter) -> Bool {
    guard options.indentation == .none else { return false }
    output.append(",")
    output.append(text)
    return true
  }

  func finish(to output: inout ByteWriter) {}

  private func breakLine(in output: inout ByteWriter) {
    output.append("\n")
    switch options.indentation {
    case .none: break
    case .tab: output.append("\t")
    case .spaces(let count): for _ in 0..<count { output.append(UInt8(ascii: " ")) }
    }
  }
}
