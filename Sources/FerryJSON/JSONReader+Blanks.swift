import FerryBytes
import FerryTape

extension JSONReader {
  /// Skips the white space of RFC 8259, section 2.
  @inline(__always)
  mutating func skipWhitespace(_ cursor: inout UnsafePointer<UInt8>) {
    if cursor.pointee <= ASCII.space { cursor = endOfWhitespace(cursor) }
  }

  /// Skips white space and, in JSON5, comments.
  @inline(__always)
  mutating func skipBlanks(_ cursor: inout UnsafePointer<UInt8>) throws(Failure) {
    skipWhitespace(&cursor)
    if options.json5 {
      bytes.cursor = cursor
      try skipJSON5Blanks()
      cursor = bytes.cursor
    }
  }

  /// ``skipBlanks(_:)`` from where `bytes` is.
  mutating func skipBlanks() throws(Failure) {
    var cursor = bytes.cursor
    try skipBlanks(&cursor)
    bytes.cursor = cursor
  }

  @inline(never)
  private mutating func endOfWhitespace(
    _ start: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var cursor = start
    while true {
      if cursor >= bytes.limit { enterTail(&cursor) }
      // A line break and indentation.
      if cursor.pointee == ASCII.newline { cursor += 1 }
      cursor += ByteScan.firstNonSpace(
        UnsafeRawPointer(cursor).loadUnaligned(as: SIMD16<UInt8>.self))
      if cursor.pointee > ASCII.space { return cursor }
      if !ASCII.isWhitespace(cursor.pointee) { return cursor }
      if cursor.pointee == 0x0D || cursor.pointee == 0x09 { cursor += 1 }
    }
  }
}
