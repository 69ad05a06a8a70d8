import FerryBytes
import FerryTape

// A list at the top is read a group of elements at a time, so that the tape of a document of
// gigabytes is as long as that of a group.
extension JSONReader {
  /// Enters the list that the input is.
  /// - Returns: false if it is something else; then nothing but blanks has been read.
  package mutating func enterList() throws(WireFailure) -> Bool {
    try start()
    guard bytes.byte == ASCII.openBracket else { return false }
    unsafe bytes.cursor += 1
    try skipBlanks()
    return true
  }

  /// Appends a list of elements until `tape` has `wordCount` words, or to the end of the document.
  /// - Returns: whether there are more.
  package mutating func readElements(
    into tape: inout Tape, upTo wordCount: Int, isFirst: Bool
  ) throws(WireFailure) -> Bool {
    try readItems(of: .list, into: &tape, upTo: wordCount, isFirst: isFirst)
  }

  /// Appends a `container` of the elements of a list, up to its bracket, or of the members of an object
  /// without braces, up to the end of the document.
  mutating func readItems(
    of container: NodeKind, into tape: inout Tape, upTo wordCount: Int = .max, isFirst: Bool = true
  ) throws(WireFailure) -> Bool {
    var open = OpenContainer()
    try open.open(container, on: &tape, limit: .max)
    var isBehindComma = !isFirst
    while true {
      if bytes.needsTail { bytes.enterTail() }
      if open.isMap ? bytes.isAtEnd : bytes.byte == ASCII.closeBracket {
        if isBehindComma, !options.json5, !options.allowsTrailingCommas {
          throw bytes.syntaxFailure(.trailingComma)
        }
        if !open.isMap { unsafe bytes.cursor += 1 }
        open.close(on: &tape)
        try finish()
        return false
      }
      if isBehindComma, tape.count >= wordCount {
        open.close(on: &tape)
        return true
      }
      if open.isMap { try readKey(into: &tape) }
      try readValue(into: &tape, in: OpenContainer())
      open.count += 1
      try skipBlanks()
      isBehindComma = bytes.byte == ASCII.comma
      if isBehindComma {
        unsafe bytes.cursor += 1
        try skipBlanks()
      } else if open.isMap ? !bytes.isAtEnd : bytes.byte != ASCII.closeBracket {
        let isBrace = !open.isMap && bytes.byte == ASCII.closeBrace
        throw bytes.syntaxFailure(isBrace ? .mismatchedBracket : .missingComma)
      }
    }
  }

  /// Offset in `input` of the value that became `node` of the group whose first element is at
  /// `start`, by reading up to it again.
  package static func offset(
    ofNode node: Int, inElementsFrom start: Int, of input: UnsafeBufferPointer<UInt8>,
    options: JSONReadingOptions
  ) -> Int? {
    unsafe offset(ofNode: node, in: input, options) { reader, tape throws(WireFailure) in
      reader.hasStarted = true
      reader.bytes.move(to: start)
      _ = try reader.readElements(into: &tape, upTo: .max, isFirst: true)
    }
  }
}
