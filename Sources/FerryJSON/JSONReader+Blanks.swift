import FerryBytes
import FerryTape

extension JSONReader {
  /// Skips the white space of RFC 8259, section 2.
  @inline(__always)
  mutating func skipWhitespace(_ cursor: inout UnsafePointer<UInt8>) {
    if unsafe cursor.pointee > ASCII.space { return }
    unsafe bytes.cursor = cursor
    bytes.skipJSONWhitespaceRun()
    unsafe cursor = bytes.cursor
  }

  /// Skips white space and, in JSON5, comments.
  @inline(__always)
  mutating func skipBlanks(_ cursor: inout UnsafePointer<UInt8>) throws(Failure) {
    unsafe skipWhitespace(&cursor)
    if options.json5 {
      unsafe bytes.cursor = cursor
      try skipJSON5Blanks()
      unsafe cursor = bytes.cursor
    }
  }

  /// ``skipBlanks(_:)`` from where `bytes` is.
  mutating func skipBlanks() throws(Failure) {
    var cursor = unsafe bytes.cursor
    try unsafe skipBlanks(&cursor)
    unsafe bytes.cursor = cursor
  }
}
