import FerryBytes
import FerryTape

// A list at the top is read a group of elements at a time, so that the tape of a document of
// gigabytes is as long as that of a group.
extension JSONReader {
  /// Enters the list that the input is.
  /// - Returns: false if it is something else; then nothing but blanks has been read.
  package mutating func enterList() throws(Failure) -> Bool {
    try start()
    try skipBlanks()
    guard bytes.byte == ASCII.openBracket else { return false }
    unsafe bytes.cursor += 1
    try skipBlanks()
    return true
  }

  /// Appends a list of elements until `tape` has `wordCount` words, or to the end of the document.
  /// - Returns: whether there are more.
  package mutating func readElements(
    into tape: inout Tape, upTo wordCount: Int, isFirst: Bool
  ) throws(Failure) -> Bool {
    var list = OpenContainer()
    try list.open(.list, on: &tape, limit: .max)
    var isBehindComma = !isFirst
    while true {
      if bytes.needsTail { bytes.enterTail() }
      if bytes.byte == ASCII.closeBracket {
        if isBehindComma, !options.json5, !options.allowsTrailingCommas {
          throw failure(.trailingComma)
        }
        unsafe bytes.cursor += 1
        list.close(on: &tape)
        try skipBlanks()
        if !bytes.isAtEnd { throw failure(.trailingContent) }
        return false
      }
      if isBehindComma, tape.count >= wordCount {
        list.close(on: &tape)
        return true
      }
      try readValue(into: &tape)
      list.count += 1
      try skipBlanks()
      isBehindComma = bytes.byte == ASCII.comma
      if isBehindComma {
        unsafe bytes.cursor += 1
        try skipBlanks()
      } else if bytes.byte != ASCII.closeBracket {
        throw failure(bytes.byte == ASCII.closeBrace ? .mismatchedBracket : .missingComma)
      }
    }
  }

  /// Offset in `input` of the value that became `node` of the group whose first element is at
  /// `start`, by reading up to it again.
  package static func offset(
    ofNode node: Int, inElementsFrom start: Int, of input: UnsafeBufferPointer<UInt8>,
    options: JSONReadingOptions
  ) -> Int? {
    var reader = unsafe JSONReader(input, options: options)
    var tape = Tape(wordLimit: node)
    reader.hasStarted = true
    reader.bytes.move(to: start)
    do throws(Failure) {
      _ = try reader.readElements(into: &tape, upTo: .max, isFirst: true)
    } catch {
      if error.kind == .nodeLimit { return reader.tokenStart }
    }
    return nil
  }
}
