package import FerryBase

extension JSONReader {
  /// Returns the offsets in `bytes` of the words of `view` from `first` on, up to the one before `end`
  /// or the last one. They were read from JSON text. Each token except punctuation is a node.
  package static func offsets(
    of view: TapeView, from first: Int = 0, to end: Int? = nil, in bytes: ByteView,
    options: JSONReadingOptions = .init()
  ) -> [Int] {
    let last = end ?? view.count
    var reader = JSONReader(bytes, options: options)
    var offsets: [Int] = []
    // The text is valid, because its tape exists.
    try? reader.start()
    if options.assumesTopLevelDictionary, reader.bytes.byte != ASCII.openBrace {
      offsets.append(reader.bytes.offset)
    }
    while first + offsets.count < last, !reader.bytes.isAtEnd {
      let start = reader.bytes.offset
      if let end = reader.endOfToken(from: start, in: bytes) {
        let index = first + offsets.count
        let words = view[index].kind.hasContents ? 1 : view.next(index) - index
        offsets += repeatElement(start, count: words)
        reader.bytes.move(to: end)
      } else {
        reader.bytes.move(to: start + 1)
      }
      try? reader.skipBlanks()
    }
    return offsets
  }

  /// Returns the bytes of the value at `offset` of a document of RFC 8259.
  package static func source(at offset: Int, in bytes: ByteView) -> [UInt8]? {
    var reader = JSONReader(bytes)
    reader.hasStarted = true
    reader.bytes.move(to: offset)
    var sink = CheckedSkip()
    do throws(WireFailure) {
      try reader.readValue(into: &sink, in: OpenBrackets())
    } catch {
      return nil
    }
    return Array(bytes[offset..<reader.offset])
  }

  /// Returns the end of the token that begins at `start`: a bracket or the whole of a scalar; `nil`
  /// for other punctuation.
  private mutating func endOfToken(from start: Int, in bytes: ByteView) -> Int? {
    let first = bytes[start]
    var end = start + 1
    switch first {
    case ...0x20, ASCII.comma, ASCII.colon, ASCII.closeBracket, ASCII.closeBrace: return nil
    case ASCII.openBracket, ASCII.openBrace: break
    case ASCII.quote, ASCII.apostrophe:
      while end < bytes.count, bytes[end] != first {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      end += 1
    default:
      while end < bytes.count, !bytes[end].endsJSONScalar {
        // A key of JSON5 may have no quotes, and a comment or any blank of Unicode may follow.
        if bytes[end] == ASCII.colon || bytes[end] == ASCII.slash { break }
        if bytes[end] >= 0x80 {
          self.bytes.move(to: end)
          if blankLength() > 0 { break }
        }
        end += 1
      }
    }
    return min(end, bytes.count)
  }
}

extension UInt8 {
  /// Whether a number or a literal of JSON ends before the byte.
  package var endsJSONScalar: Bool {
    self <= 0x20 || self == 0x2C || self == 0x5D || self == 0x7D
  }
}

extension JSONReader {
  /// Applies the rule for duplicate keys to the value at `root`, which is the last value of `tape`.
  /// - Throws: `duplicateKey` with an offset.
  @inline(never)
  func settleDuplicateKeys(from root: Int, on tape: inout Tape) throws(WireFailure) {
    guard options.duplicateKeys != .first else { return }
    let isCanonical = options.followsFoundation
    if options.duplicateKeys == .last {
      _ = tape.keepLastOfEqualKeys(from: root, input: bytes.input, canonically: isCanonical)
    } else if let key = TapeView(tape, input: bytes.input)
      .firstDuplicateKey(from: root, canonically: isCanonical)
    {
      let offset = options.offset(ofNode: key - root, in: bytes.input)
      throw WireFailure(.duplicateKey, offset: offset ?? 0)
    }
  }

  /// Returns the index that `node` had before the earlier members with duplicate keys were removed.
  static func originalIndex(
    of node: Int, in input: ByteView, _ options: JSONReadingOptions
  ) -> Int {
    // If the document ends with an error, no member was removed.
    guard var tape = allMembers(of: input, options) else {
      return node
    }
    return tape.keepLastOfEqualKeys(
      from: 0, input: input, canonically: options.followsFoundation
    )
    .reduce(node) { $1.lowerBound <= $0 ? $0 + $1.count : $0 }
  }

  /// Returns the tape of the document in `input` with all members, including those with duplicate
  /// keys; `nil` if the document is invalid.
  static func allMembers(
    of input: ByteView, _ options: JSONReadingOptions
  ) -> Tape? {
    var options = options
    options.duplicateKeys = .first
    var tape = Tape()
    do throws(WireFailure) {
      try options.read(input, into: &tape)
    } catch {
      return nil
    }
    return tape
  }
}
