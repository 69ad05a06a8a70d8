import FerryBytes
import FerryJSON
import FerryTape

/// Several documents as one array, written as they come: a comma in front of each. The brackets
/// around, and the bracket that stands in place of the first comma, belong to `SeriesOutput`, as
/// elements may be written by several threads.
final class JSONArraySink: DocumentSink {
  private let options: JSONWritingOptions

  init(_ layout: Layout) {
    options = layout.json
  }

  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure) {
    output.append(",")
    options.breakLine(level: 1, in: &output)
    try JSONWriter.write(view, root: root, options: options, level: 1, to: &output)
  }

  var copying: RecordCopying? {
    options.indentation == .none ? RecordCopying(before: UInt8(ascii: ",")) : nil
  }

  func finish(to output: inout ByteWriter) {}
}

extension JSONWritingOptions {
  /// Starts a line of a layout that has some.
  func breakLine(level: Int, in output: inout ByteWriter) {
    if indentation != .none { output.append("\n") }
    switch indentation {
    case .none: break
    case .tab: for _ in 0..<level { output.append("\t") }
    case .spaces(let count): for _ in 0..<level * count { output.append(UInt8(ascii: " ")) }
    }
  }
}
