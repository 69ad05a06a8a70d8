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
    try way.lend { loan throws(WireFailure) in try write(loan.view, at: 0) }
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
    let source = bytes.slice(from: start, to: bytes.offset)
    // The data of server-sent events may have filled bytes, which the tape leaves out.
    if Self.mayHaveFilledBytes(source) { isLeftToTape = true }
    return Array(source)
  }
}

extension JSONWireReader {
  /// Whether there are two carriage returns one after the other. The loop does not stop at the first
  /// ones, so that it can compare many bytes at once.
  private static func mayHaveFilledBytes(_ bytes: ByteView) -> Bool {
    var (previous, found): (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      let isReturn: UInt8 = byte == 0x0D ? 1 : 0
      found |= isReturn & previous
      previous = isReturn
    }
    return found != 0
  }
}

extension JSONWireWriter {
  /// Writes the bytes of a value.
  public mutating func writeSource(
    _ bytes: [UInt8], of format: _SourceFormat
  ) throws(WireFailure) -> Bool {
    guard format == .json, context.rules.sourceFormat == .json else { return false }
    bytes.withByteView { output.append($0) }
    return true
  }
}
#endif
