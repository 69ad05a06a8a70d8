import FerryBytes
import FerryTape

extension JSONReader {
  /// Reads the members of an object without braces, up to the end of the input.
  @inline(never)
  mutating func readMembers(into tape: inout Tape) throws(Failure) {
    var object = OpenContainer()
    try object.open(.map, on: &tape, limit: .max)
    while !bytes.isAtEnd {
      do throws(Failure) {
        var cursor = unsafe bytes.cursor
        try unsafe readKey(&cursor, into: &tape)
        unsafe bytes.cursor = cursor
      } catch {
        throw error.offset < 0 ? Failure(error.kind, offset: tokenStart) : error
      }
      try readValue(into: &tape)
      object.count += 1
      try skipBlanks()
      if bytes.isAtEnd { break }
      guard bytes.byte == ASCII.comma else { throw failure(.missingComma) }
      unsafe bytes.cursor += 1
      try skipBlanks()
      if bytes.isAtEnd, !options.json5, !options.allowsTrailingCommas {
        throw failure(.trailingComma)
      }
    }
    object.close(on: &tape)
  }
}
