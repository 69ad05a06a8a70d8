import FerryBytes
public import FerryTape

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
    var scan = unsafe BlockScan(
      bytes.input, isMap: isMap, depthLimit: options.depthLimit - depth - 1)
    switch scan.run(over: &bytes, to: bytes.count) {
    case .atEnd: throw bytes.syntaxFailure(.unexpectedEnd)
    case .closed, .counted: return
    case .failed(let kind): throw bytes.syntaxFailure(kind)
    case .badEscape(let failure): throw failure
    }
  }
}
