public import FerryBase

extension JSONWireReader {
  /// Moves after the next value. Checks its syntax unless the options turn that off.
  @inline(never)
  public mutating func skipValue() throws(WireFailure) {
    if context.rules.rejectsUnknownKeys || options.duplicateKeys != .first { isLeftToTape = true }
    if let end = context.memory?.end(of: bytes.offset) { return bytes.move(to: end) }
    try skipUnknownValue()
  }

  /// Moves after the next value, whose end is unknown.
  private mutating func skipUnknownValue() throws(WireFailure) {
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

  /// Remembers the ends of the containers in the outermost value, after types have read much text
  /// again. If the value is invalid, leaves the document to the tape and moves to its end.
  @inline(never)
  mutating func rememberContainers() {
    if context.memory?.isInvalid ?? false { return bytes.move(to: bytes.count) }
    let place = (offset: bytes.offset, depth: depth)
    bytes.move(to: root)
    depth = 0
    do throws(WireFailure) {
      try skipUnknownValue()
      let value = root..<bytes.offset
      let isListed = !options.isLenient && value.count <= ContainerEnds.longestPart
      context.remember(value, isListed ? Self.containers(in: value, of: bytes.input) : .init())
      bytes.move(to: place.offset)
      depth = place.depth
    } catch {
      isLeftToTape = true
      context.remember(isInvalid: true)
      bytes.move(to: bytes.count)
    }
  }

  /// Returns the ends of the containers in a part of valid text.
  private static func containers(in part: Range<Int>, of input: ByteView) -> ContainerEnds {
    ReadingWork.add(part.count)
    var ends = ContainerEnds(from: part.lowerBound)
    var place = part.lowerBound
    while place < part.upperBound {
      switch input[place] {
      case ASCII.openBrace, ASCII.openBracket: ends.open(at: place)
      case ASCII.closeBrace, ASCII.closeBracket: ends.close(before: place + 1)
      case ASCII.quote:
        place += 1
        while place < part.upperBound, input[place] != ASCII.quote {
          place += input[place] == ASCII.backslash ? 2 : 1
        }
      default: break
      }
      place += 1
    }
    return ends
  }
}
