internal import FerryBase

/// A consumer of the tokens of JSON text: a ``Tape`` stores them, a ``CheckedSkip`` discards them.
///
/// The reading loop is compiled for each sink. Witnesses throw in functions that are not inlined:
/// the compiler calls a witness with its own `throw` through the witness table of the protocol.
protocol JSONSink: ~Copyable {
  /// The containers that are open.
  associatedtype Open: JSONNesting
  /// Whether the sink needs the values of numbers. If false, the loop appends no numbers.
  static var keepsNumbers: Bool { get }

  mutating func begin(_ kind: NodeKind, in open: inout Open) throws(WireFailure)
  mutating func end(_ open: inout Open)
  /// Appends a literal or a small integer.
  mutating func append(_ node: Node) throws(WireFailure)
  /// Appends text, which is a range of the input.
  mutating func append(_ kind: NodeKind, offset: Int, length: Int) throws(WireFailure)
  /// Appends a number of any size, which is a range of the input. `withValue` requests the double
  /// of a decimal.
  mutating func append(
    _ number: JSONNumber, offset: Int, length: Int, withValue: Bool
  ) throws(WireFailure)
  /// Reads the rest of a text with escapes, up to the closing quote, and appends the text. It begins
  /// at `start`, and the bytes before the cursor are plain.
  mutating func appendEscapedText(
    from start: Int, in bytes: inout ByteReader
  ) throws(WireFailure)
  mutating func append(_ value: JSON5Value) throws(WireFailure)
}

/// The open containers around a value.
protocol JSONNesting {
  var isOutside: Bool { get }
  var isMap: Bool { get }
  var depth: Int { get }
  /// Counts a finished element or member.
  mutating func endItem()
}

// MARK: Tape

extension OpenContainer: JSONNesting {
  @inline(__always) var isOutside: Bool { header < 0 }
  @inline(__always) mutating func endItem() { count &+= 1 }
}

extension Tape: JSONSink {
  @inline(__always) static var keepsNumbers: Bool { true }

  @inline(__always)
  mutating func begin(_ kind: NodeKind, in open: inout OpenContainer) throws(WireFailure) {
    try open.open(kind, on: &self, limit: .max)
  }

  @inline(__always) mutating func end(_ open: inout OpenContainer) { open.close(on: &self) }

  @inline(__always)
  mutating func append(
    _ number: JSONNumber, offset: Int, length: Int, withValue: Bool
  ) throws(WireFailure) {
    guard let exponent = number.exponent else {
      // A node holds 17 digits. Minus zero is not an integer.
      if number.digitCount <= 17, number.significand != 0 || !number.isNegative {
        let value = Int64(truncatingIfNeeded: number.significand)
        return try append(Node(smallInteger: number.isNegative ? 0 &- value : value))
      }
      return try append(.integerText, offset: offset, length: length)
    }
    guard withValue, number.digitCount <= 19 else {
      return try append(.decimalText, offset: offset, length: length)
    }
    let value = EiselLemire.double(significand: number.significand, exponent: exponent)
    try append(.decimal, offset: offset, length: length, number.isNegative ? -value : value)
  }

  mutating func appendEscapedText(
    from start: Int, in bytes: inout ByteReader
  ) throws(WireFailure) {
    let offset = try store(bytes.slice(from: start, to: bytes.offset))
    try bytes.copyEscapedText(to: &arena, inTextAt: start)
    try append(.arenaText, offset: offset, length: arena.count &- offset)
  }

  mutating func append(_ value: JSON5Value) throws(WireFailure) {
    switch value {
    case .text(let text): try append(.arenaText, copying: text)
    case .number(let text): try append(.numberText, copying: text)
    case .double(let value): try append(value)
    case .unreadable(let kind): try append(Node(unreadable: kind))
    case .exactInteger(let kind, let bits): try append(Node(kind, length: Node.exact), bits)
    }
  }
}

// MARK: Skipping

/// A sink that discards all tokens, so that the text is only checked.
struct CheckedSkip: JSONSink {
  @inline(__always) static var keepsNumbers: Bool { false }

  @inline(__always)
  mutating func begin(_ kind: NodeKind, in open: inout OpenBrackets) {
    open.push(isMap: kind == .map)
  }

  @inline(__always) mutating func end(_ open: inout OpenBrackets) { open.pop() }
  @inline(__always) mutating func append(_ node: Node) {}
  @inline(__always) mutating func append(_ kind: NodeKind, offset: Int, length: Int) {}
  @inline(__always)
  mutating func append(_ number: JSONNumber, offset: Int, length: Int, withValue: Bool) {}

  mutating func appendEscapedText(
    from start: Int, in bytes: inout ByteReader
  ) throws(WireFailure) {
    try bytes.skipEscapedText(from: start)
  }

  @inline(__always) mutating func append(_ value: JSON5Value) {}
}

extension OpenBrackets: JSONNesting {
  @inline(__always) var isOutside: Bool { depth == 0 }
  @inline(__always) mutating func endItem() {}
}
