import FerryBytes
public import FerryTape

extension JSONWireReader {
  /// Reads a value that is not coded directly, by way of a tape of its own.
  public mutating func read<Way: _IndirectReading>(by way: Way) throws(WireFailure) -> Way.Value {
    let start = bytes.offset
    try skipValue()
    let text = bytes.slice(from: start, to: bytes.offset)
    var options = options
    options.depthLimit -= depth
    return try unsafe way.read(text.buffer, at: start) { scratch throws(WireFailure) in
      var reader = JSONReader(text, options: options)
      try unsafe reader.readDocument(into: &scratch.tape.pointee)
    }
  }
}

extension JSONWireWriter {
  /// Writes a value that is not coded directly, by way of a tape of its own.
  public mutating func write<Way: _IndirectWriting>(by way: Way) throws(WireFailure) {
    var options = JSONWritingOptions()
    options.depthLimit = depthLimit - depth
    options.escapesSlashes = escapedSlash == ASCII.slash
    try way.lend { loan throws(WireFailure) in
      try JSONWriter.write(loan.view, options: options, to: &output)
    }
  }
}

extension JSONWireReader {
  /// Moves behind the next value, checking its syntax unless the options say otherwise.
  @inline(never)
  public mutating func skipValue() throws(WireFailure) {
    let isMap = bytes.byte == ASCII.openBrace
    if options.checksUnreadValues || !isMap && bytes.byte != ASCII.openBracket {
      var sink = CheckedSkip()
      return try text.readValue(into: &sink, in: OpenBrackets(), depth: depth)
    }
    // By its brackets, and by the quotes that tell which of them count.
    if depth >= options.depthLimit { throw bytes.syntaxFailure(.depthLimit) }
    unsafe bytes.cursor += 1
    var scan = BlockScan(
      bytes.input, isMap: isMap, depthLimit: options.depthLimit - depth - 1)
    switch scan.run(over: &bytes, to: bytes.count) {
    case .atEnd: throw bytes.syntaxFailure(.unexpectedEnd)
    case .closed, .counted: return
    case .failed(let kind): throw bytes.syntaxFailure(kind)
    case .badEscape(let failure): throw failure
    }
  }
}
