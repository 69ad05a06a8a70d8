import FerryBytes
public import FerryTape

extension JSONWireReader {
  /// Moves behind the next value, checking its syntax unless the options say otherwise.
  @inline(never)
  public mutating func skipValue() throws(Failure) {
    if !checksUnreadValues {
      if bytes.byte == ASCII.openBrace { return try skipContainer(isMap: true) }
      if bytes.byte == ASCII.openBracket { return try skipContainer(isMap: false) }
    }
    try skipCheckedValue()
  }

  /// Moves behind a container by its brackets, and by the quotes that tell which of them count.
  private mutating func skipContainer(isMap: Bool) throws(Failure) {
    if depth >= depthLimit { throw bytes.syntaxFailure(.depthLimit) }
    unsafe bytes.cursor += 1
    var scan = unsafe BlockScan(bytes.input, isMap: isMap, room: depthLimit - depth - 1)
    switch scan.run(over: &bytes, to: bytes.count) {
    case .atEnd: throw bytes.syntaxFailure(.unexpectedEnd)
    case .closed, .counted: return
    case .failed(let kind): throw bytes.syntaxFailure(kind)
    case .badEscape(let failure): throw failure
    }
  }

  /// Moves behind the next value.
  ///
  /// The walk is a loop; the kinds of the containers that are open are bits of a stack.
  private mutating func skipCheckedValue() throws(Failure) {
    var kinds = ContainerKinds()
    value: while true {
      if bytes.needsTail { bytes.enterTail() }
      switch bytes.byte {
      case ASCII.quote: try skipString()
      case ASCII.openBrace:
        try open(isMap: true, &kinds)
        if bytes.byte != ASCII.closeBrace {
          try skipKey()
          continue value
        }
        unsafe bytes.cursor += 1
        kinds.pop()
      case ASCII.openBracket:
        try open(isMap: false, &kinds)
        if bytes.byte != ASCII.closeBracket { continue value }
        unsafe bytes.cursor += 1
        kinds.pop()
      case ASCII.minus, ASCII.zero...ASCII.nine: _ = try bytes.skipNumber()
      case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try readBool()
      case UInt8(ascii: "n"):
        if try !readNull() { throw bytes.syntaxFailure(.invalidLiteral) }
      default: throw bytes.syntaxFailure(.unexpectedCharacter)
      }

      // Behind a value: close what ends here, up to the next one.
      while true {
        if kinds.count == 0 { return }
        bytes.skipJSONWhitespace()
        let bracket = kinds.isMap ? ASCII.closeBrace : ASCII.closeBracket
        if bytes.byte == ASCII.comma {
          unsafe bytes.cursor += 1
          bytes.skipJSONWhitespace()
          if bytes.byte != bracket {
            if kinds.isMap { try skipKey() }
            continue value
          }
          if !allowsTrailingCommas { throw bytes.syntaxFailure(.trailingComma) }
        }
        if bytes.byte != bracket { throw bytes.syntaxFailure(.missingComma) }
        unsafe bytes.cursor += 1
        if bytes.needsTail { bytes.enterTail() }
        kinds.pop()
      }
    }
  }

  @inline(__always)
  private mutating func open(isMap: Bool, _ kinds: inout ContainerKinds) throws(Failure) {
    if depth &+ kinds.count >= depthLimit { throw bytes.syntaxFailure(.depthLimit) }
    kinds.push(isMap: isMap)
    unsafe bytes.cursor += 1
    bytes.skipJSONWhitespace()
  }

  /// Moves behind a string, a key for one.
  @inline(__always)
  private mutating func skipString() throws(Failure) {
    unsafe bytes.cursor += 1
    bytes.skipPlainText()
    if bytes.byte != ASCII.quote { try bytes.skipEscapedText() }
    unsafe bytes.cursor += 1
  }

  @inline(__always)
  private mutating func skipKey() throws(Failure) {
    if bytes.needsTail { bytes.enterTail() }
    if bytes.byte != ASCII.quote { throw bytes.syntaxFailure(.missingKey) }
    try skipString()
    try skipColon()
  }
}

/// Which of the containers around a place are maps: a stack of bits.
private struct ContainerKinds {
  private(set) var count = 0
  private var bits: UInt64 = 0
  /// The bits of 64 containers each, outermost first.
  private var outer: [UInt64] = []

  @inline(__always)
  var isMap: Bool { bits & 1 != 0 }

  @inline(__always)
  mutating func push(isMap: Bool) {
    if count != 0, count & 63 == 0 { outer.append(bits) }
    bits = bits &<< 1 | (isMap ? 1 : 0)
    count &+= 1
  }

  @inline(__always)
  mutating func pop() {
    count &-= 1
    bits &>>= 1
    if count != 0, count & 63 == 0, let last = outer.popLast() { bits = last }
  }
}
