public import FerryBase

extension JSONWireReader {
  /// The position of the reader in an object.
  @frozen
  public struct Object {
    @usableFromInline let start: Int
    @usableFromInline var isFirst: Bool
    /// Whether the reader has already moved to the next key.
    @usableFromInline var isAtKey: Bool

    @inlinable init(start: Int) {
      self.start = start
      isFirst = true
      isAtKey = false
    }
  }

  /// The position of the reader in an array.
  @frozen
  public struct List {
    @usableFromInline var isFirst: Bool

    @inlinable init() { isFirst = true }
  }

  /// Returns the byte offset of the object.
  @inlinable public func position(of object: Object) -> Int { object.start }

  /// Returns 0: JSON does not contain the number of elements.
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

  /// Moves to the next member or element. At the end, moves after the closing bracket and returns
  /// false.
  @inlinable @inline(__always)
  mutating func moveOn(_ isFirst: inout Bool, before bracket: UInt8) throws(WireFailure) -> Bool {
    if bytes.needsTail { bytes.enterTail() }
    if bytes.byte <= 0x20 { skipIndentation(isFirst ? depth : depth &- 1) }
    if bytes.byte == UInt8(ascii: ","), !isFirst {
      unsafe bytes.cursor += 1
      if bytes.byte <= 0x20 { skipIndentation(depth) }
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

  /// Moves to the next element, in the loop of the caller.
  @inlinable @inline(__always)
  static func moveOn(
    _ reader: inout Self, _ list: inout List
  ) throws(WireFailure) -> Bool {
    try reader.moveOn(&list.isFirst, before: UInt8(ascii: "]"))
  }

  /// Skips the white space before a member or a closing bracket, where `depth` containers are open.
  @usableFromInline @inline(never)
  mutating func skipIndentation(_ depth: Int) {
    text.bytes.skipIndentation(&text.indentation, depth: depth)
  }

  /// Moves to the next element.
  @inlinable
  public mutating func nextElement(_ list: inout List) throws(WireFailure) -> Bool {
    try moveOn(&list.isFirst, before: UInt8(ascii: "]"))
  }

  /// Reads an array of values of one type.
  @inlinable
  public mutating func readElements<T: DirectDecodable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T] {
    let start = bytes.offset
    var list = try beginList()
    var elements: [T] = []
    guard try moveOn(&list.isFirst, before: UInt8(ascii: "]")) else { return elements }
    // The number of elements is unknown: reserve memory for a few in one allocation.
    elements.reserve(Swift.max(2, 64 / MemoryLayout<T>.stride))
    repeat {
      if elements.count == 64 {
        elements.reserve(estimate(of: 64, from: start, stride: MemoryLayout<T>.stride))
      }
      elements.append(try T(from: &self))
    } while try moveOn(&list.isFirst, before: UInt8(ascii: "]"))
    return elements
  }

  /// Returns an estimate of the number of elements of the array that began at `start`, if the array
  /// is the whole document. The estimate is an eighth too high: untouched memory costs less than
  /// growing.
  @inline(never)
  public func estimate(of count: Int, from start: Int, stride: Int) -> Int {
    guard depth == 1 else { return 0 }
    // The following elements may be longer, so reserve at most eight bytes for each byte of text.
    let most = Int64(bytes.count &- start) &* 8 / Int64(stride)
    let left = Double(bytes.count &- bytes.offset) / Double(bytes.offset &- start)
    return min(Int((1 + left * 1.125) * Double(count)), Int(clamping: most))
  }

  /// Reads an array of integers.
  @inlinable
  public mutating func readIntegers<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T] {
    let start = bytes.offset
    var list = try beginList()
    guard try nextElement(&list) else { return [] }
    return try collect(&list, from: start, Self.moveOn) {
      (reader: inout Self) throws(WireFailure) in
      let (value, length) = unsafe NumberScan.integer(reader.bytes.cursor)
      guard length > 0, let element = T(exactly: value) else {
        return try reader.readInteger(T.self)
      }
      unsafe reader.bytes.cursor += length
      return element
    }
  }

  /// Reads an array of texts.
  @inline(never)
  public mutating func readStrings() throws(WireFailure) -> [String] {
    let start = bytes.offset
    var list = try beginList()
    guard try nextElement(&list) else { return [] }
    return try collect(&list, from: start, Self.moveOn) {
      (reader: inout Self) throws(WireFailure) in
      try reader.readString()
    }
  }

  /// Moves after the colon and the white space around it.
  @inlinable @inline(__always)
  mutating func skipColon() throws(WireFailure) {
    bytes.skipJSONWhitespace()
    if bytes.byte != UInt8(ascii: ":") { throw bytes.syntaxFailure(.missingColon) }
    unsafe bytes.cursor += 1
    bytes.skipJSONSpace()
  }

  /// Returns the next key, or `nil` at the end of the object.
  @inlinable
  public mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    guard try moveToKey(&object) else { return nil }
    if options.duplicateKeys != .first { isLeftToTape = true }
    return try readKey()
  }

  /// Reads the key at the cursor and moves to its value.
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
    // Eight bytes are readable from the start of the key: in the input, or near its end in the
    // padded copy, which then contains the cursor.
    let key =
      unsafe start &+ 8 <= bytes.count
      ? FieldKey(padded: bytes.pointer(at: start), count: count)
      : FieldKey(padded: bytes.cursor - 1 - count, count: count)
    try skipColon()
    return key
  }

  private mutating func readEscapedKey(from start: Int) throws(WireFailure) -> FieldKey {
    var text = ByteWriter(capacity: 64)
    text.append(bytes.slice(from: start, to: bytes.offset))
    try bytes.copyEscapedText(to: &text, inTextAt: start)
    unsafe bytes.cursor += 1
    try skipColon()
    return escapedKeys.key([UInt8](text.bytes), atDepth: depth)
  }
}
