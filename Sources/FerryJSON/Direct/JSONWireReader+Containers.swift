public import FerryBytes
public import FerryTape

extension JSONWireReader {
  /// Where the reader is in an object.
  @frozen
  public struct Object {
    @usableFromInline let start: Int
    @usableFromInline var isFirst: Bool
    /// Whether the reader has moved to the next key already.
    @usableFromInline var isAtKey: Bool

    @inlinable init(start: Int) {
      self.start = start
      isFirst = true
      isAtKey = false
    }
  }

  /// Where the reader is in an array.
  @frozen
  public struct List {
    @usableFromInline var isFirst: Bool

    @inlinable init() { isFirst = true }
  }

  /// Byte offset of the object.
  @inlinable public func position(of object: Object) -> Int { object.start }

  /// JSON does not say how many elements there are.
  @inlinable public func countHint(of list: List) -> Int { 0 }

  /// Enters an object.
  @inlinable
  public mutating func beginObject() throws(WireFailure) -> Object {
    guard bytes.byte == UInt8(ascii: "{"), depth < options.depthLimit else {
      throw containerFailure(UInt8(ascii: "{"))
    }
    let object = Object(start: bytes.offset)
    depth &+= 1
    unsafe bytes.cursor += 1
    return object
  }

  /// Enters an array.
  @inlinable
  public mutating func beginList() throws(WireFailure) -> List {
    guard bytes.byte == UInt8(ascii: "["), depth < options.depthLimit else {
      throw containerFailure(UInt8(ascii: "["))
    }
    depth &+= 1
    unsafe bytes.cursor += 1
    return List()
  }

  @usableFromInline @inline(never)
  func containerFailure(_ bracket: UInt8) -> WireFailure {
    if bytes.byte == bracket { return bytes.syntaxFailure(.depthLimit) }
    return bracket == ASCII.openBrace
      ? mismatch([String: Any].self, at: bytes.offset) : mismatch([Any].self, at: bytes.offset)
  }

  /// Moves in front of the next member or element; false, and behind the bracket, at the end.
  @inlinable @inline(__always)
  mutating func moveOn(_ isFirst: inout Bool, before bracket: UInt8) throws(WireFailure) -> Bool {
    if bytes.needsTail { bytes.enterTail() }
    bytes.skipJSONWhitespace()
    if bytes.byte == UInt8(ascii: ","), !isFirst {
      unsafe bytes.cursor += 1
      bytes.skipJSONWhitespace()
      if bytes.byte != bracket { return true }
      if !options.allowsTrailingCommas { throw bytes.syntaxFailure(.trailingComma) }
    }
    if bytes.byte == bracket {
      unsafe bytes.cursor += 1
      depth &-= 1
      return false
    }
    if !isFirst { throw bytes.syntaxFailure(.missingComma) }
    isFirst = false
    return true
  }

  /// Moves to the next element.
  @inlinable
  public mutating func nextElement(_ list: inout List) throws(WireFailure) -> Bool {
    try moveOn(&list.isFirst, before: UInt8(ascii: "]"))
  }

  /// Reads a list of values of one type.
  @inlinable
  public mutating func readElements<T: DirectDecodable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T] {
    let start = bytes.offset
    var list = try beginList()
    var elements: [T] = []
    guard try moveOn(&list.isFirst, before: UInt8(ascii: "]")) else { return elements }
    // The text does not say how many there are: a few, in one allocation.
    elements.reserveCapacity(Swift.max(2, 64 / MemoryLayout<T>.stride))
    repeat {
      if elements.count == 64, depth == 1 {
        // Eight bytes for each of the text's, at most: what follows need not be like these.
        let most = Int64(bytes.count &- start) &* 8 / Int64(MemoryLayout<T>.stride)
        elements.reserveCapacity(
          Swift.min(estimate(of: elements.count, from: start), Int(clamping: most)))
      }
      elements.append(try T(from: &self))
    } while try moveOn(&list.isFirst, before: UInt8(ascii: "]"))
    return elements
  }

  /// How many elements the list that began at `start` will have if it is the whole document, an
  /// eighth more than it looks like: memory that is not touched costs less than growing.
  @usableFromInline @inline(never)
  func estimate(of count: Int, from start: Int) -> Int {
    let left = Double(bytes.count &- bytes.offset) / Double(bytes.offset &- start)
    return Int((1 + left * 1.125) * Double(count))
  }

  /// Reads a list of numbers.
  @inlinable
  public mutating func readIntegers<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T] {
    var list = try beginList()
    var elements: [T] = []
    guard try moveOn(&list.isFirst, before: UInt8(ascii: "]")) else { return elements }
    elements.reserveCapacity(4)
    repeat {
      elements.append(try readInteger(T.self))
    } while try moveOn(&list.isFirst, before: UInt8(ascii: "]"))
    return elements
  }

  /// Moves behind the colon and the white space around it.
  @inlinable @inline(__always)
  mutating func skipColon() throws(WireFailure) {
    bytes.skipJSONWhitespace()
    if bytes.byte != UInt8(ascii: ":") { throw bytes.syntaxFailure(.missingColon) }
    unsafe bytes.cursor += 1
    bytes.skipJSONWhitespace()
  }

  /// The next key.
  @inlinable
  public mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    guard try moveToKey(&object) else { return nil }
    return try readKey()
  }

  /// Reads the key at the cursor and moves in front of its value.
  @usableFromInline @inline(never)
  mutating func readKey() throws(WireFailure) -> FieldKey {
    if bytes.byte != ASCII.quote { throw bytes.syntaxFailure(.missingKey) }
    unsafe bytes.cursor += 1
    let start = bytes.offset
    if bytes.needsTail { bytes.enterTail() }
    bytes.skipPlainText()
    if bytes.byte != ASCII.quote { return try readEscapedKey(from: start) }
    let count = bytes.offset - start
    unsafe bytes.cursor += 1
    // Eight bytes can be read from where the key starts, in the input or, near its end, in the
    // padded copy of it, where the cursor is then.
    let key =
      unsafe start &+ 8 <= bytes.count
      ? FieldKey(padded: bytes.pointer(at: start), count: count)
      : FieldKey(padded: bytes.cursor - 1 - count, count: count)
    try skipColon()
    return key
  }

  private mutating func readEscapedKey(from start: Int) throws(WireFailure) -> FieldKey {
    try bytes.skipEscapedText(from: start)
    let source = bytes.slice(from: start, to: bytes.offset)
    unsafe bytes.cursor += 1
    scratch = MutableByteView.array(upTo: source.count) { EscapedText.decode(source, to: $0) }
    try skipColon()
    // Nobody touches the scratch memory before the next key.
    return scratch.withByteView { FieldKey($0) }
  }
}
