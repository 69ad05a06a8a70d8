public import FerryBase

extension JSONWireReader {
  /// Reads a value that has no direct coding, through its own tape.
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
  /// Writes a value that has no direct coding, through its own tape.
  public mutating func write<Way: _IndirectWriting>(by way: Way) throws(WireFailure) {
    var options = JSONWritingOptions()
    options.depthLimit = depthLimit - depth
    options.escapesSlashes = escapedSlash == ASCII.slash
    try way.lend { loan throws(WireFailure) in
      try JSONWriter.write(loan.view, options: options, to: &output)
    }
  }
}

#if !hasFeature(Embedded)
extension JSONWireReader {
  /// Checks the next value and returns its bytes.
  public mutating func readSource(of format: _SourceFormat) throws(WireFailure) -> [UInt8]? {
    guard format == .json, options.readsOnlyJSON else { return nil }
    let start = bytes.offset
    var sink = CheckedSkip()
    try text.readValue(into: &sink, in: OpenBrackets(), depth: depth)
    return Array(bytes.slice(from: start, to: bytes.offset))
  }
}

extension JSONWireWriter {
  /// Writes the bytes of a value.
  public mutating func writeSource(
    _ bytes: [UInt8], of format: _SourceFormat
  ) throws(WireFailure) -> Bool {
    guard format == .json, context.sourceFormat == .json else { return false }
    bytes.withByteView { output.append($0) }
    return true
  }
}
#endif

extension JSONWireReader {
  /// Moves after the next value. Checks its syntax unless the options turn that off.
  @inline(never)
  public mutating func skipValue() throws(WireFailure) {
    if context.rejectsUnknownKeys || options.duplicateKeys != .first { isLeftToTape = true }
    let isMap = bytes.byte == ASCII.openBrace
    let isChecked = options.checksUnreadValues || options.followsFoundation
    if isChecked || !isMap && bytes.byte != ASCII.openBracket {
      var sink = CheckedSkip()
      return try text.readValue(into: &sink, in: OpenBrackets(), depth: depth)
    }
    // Without the check, only brackets and the quotes around them are looked at.
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
