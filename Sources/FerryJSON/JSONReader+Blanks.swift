import FerryBytes
import FerryTape

extension JSONReader {
  /// Skips the white space of RFC 8259, section 2.
  @inline(__always)
  mutating func skipWhitespace(_ cursor: inout UnsafePointer<UInt8>) {
    if cursor.pointee > ASCII.space { return }
    bytes.cursor = cursor
    bytes.skipJSONWhitespaceRun()
    cursor = bytes.cursor
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
}
