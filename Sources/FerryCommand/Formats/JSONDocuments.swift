import FerryBytes
import FerryJSON
import FerryTape

/// A file that is one JSON value.
final class JSONSource: DocumentSource {
  let series = DocumentSeries.one
  let scope: DocumentScope
  private let options: JSONReadingOptions
  private var isAtEnd = false

  init(_ input: Input, options: JSONReadingOptions) {
    scope = DocumentScope(bytes: input.bytes)
    self.options = options
  }

  func next(into tape: inout Tape) throws(Failure) -> Bool {
    guard !isAtEnd else { return false }
    isAtEnd = true
    var reader = JSONReader(scope.bytes, options: options)
    try reader.readDocument(into: &tape)
    return true
  }

  func offset(ofNode node: Int, in scope: DocumentScope) -> Int? {
    JSONReader.offset(ofNode: node, in: scope.bytes, options: options)
  }
}

/// Several documents as one array, written as they come.
final class JSONArraySink: DocumentSink {
  private let options: JSONWritingOptions
  private var isEmpty = true
  private var element = ByteWriter()

  init(_ layout: Layout) {
    options = layout.json
  }

  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure) {
    output.append(isEmpty ? "[" : ",")
    isEmpty = false
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

  func finish(to output: inout ByteWriter) {
    if isEmpty {
      output.append("[]\n")
    } else {
      output.append(options.indentation == .none ? "]\n" : "\n]\n")
    }
  }

  private func breakLine(in output: inout ByteWriter) {
    output.append("\n")
    switch options.indentation {
    case .none: break
    case .tab: output.append("\t")
    case .spaces(let count): for _ in 0..<count { output.append(UInt8(ascii: " ")) }
    }
  }
}
