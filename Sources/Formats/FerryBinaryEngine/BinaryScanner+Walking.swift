import FerryBase

extension BinaryScanner: ValueScanner {
  /// Whether the cursor is at an array in a packed form, which only a reader can enter.
  package var isClosed: Bool {
    get throws(WireFailure) {
      let tag = try lexer.head(at: offset, end: end).tag
      return tag == BinaryTag.packed || tag == BinaryTag.rows
    }
  }

  package func place() throws(WireFailure) -> Int {
    _ = try lexer.head(at: offset, end: end)
    return offset
  }

  package func kind() throws(WireFailure) -> AnyValue.Kind {
    try lexer.kind(of: lexer.head(at: offset, end: end), reader.tables)
  }

  package mutating func enter() throws(WireFailure) -> Bool {
    let start = offset
    if frames.count >= reader.depthLimit { throw WireFailure(.depthLimit, offset: start) }
    let head = try lexer.head(at: start, end: end)
    offset = head.start
    var frame = Frame(end: head.end)
    switch head.tag {
    case BinaryTag.longList:
      frame.left = try head.number < 0 ? lexer.length(at: &offset, end: head.end) : head.number
    case BinaryTag.longKeyList:
      guard head.number < reader.tables.keyLists.count else {
        throw WireFailure(.invalidReference, offset: start)
      }
      let keyList = reader.tables.keyLists[head.number]
      frame.key = Int(keyList.first)
      frame.left = Int(keyList.count)
    default: break
    }
    frames.append(frame)
    return try isAtMember()
  }

  /// Returns whether a key or an element follows. If not, leaves the container.
  private mutating func isAtMember() throws(WireFailure) -> Bool {
    guard let frame = frames.last else { return false }
    let isMember = frame.left ?? (frame.end - offset) > 0
    guard isMember ? offset < frame.end : offset == frame.end else {
      throw WireFailure(.invalidLength, offset: offset)
    }
    if !isMember { frames.removeLast() }
    return isMember
  }

  package mutating func advance(inMap isMap: Bool) throws(WireFailure) -> Bool {
    pass(1)
    return try isAtMember()
  }

  private mutating func pass(_ count: Int) {
    guard let left = frames.last?.left else { return }
    frames[frames.count - 1].left = left - count
    frames[frames.count - 1].key += count
  }

  package mutating func seek(key name: String) throws(WireFailure) -> Bool {
    var name = name
    return try name.withByteView { name throws(WireFailure) in
      repeat {
        if ByteRun.equal(try passKey(), name) { return true }
        try skipValue()
      } while try advance(inMap: true)
      return false
    }
  }

  package mutating func seek(element index: Int) throws(WireFailure) -> Bool {
    guard index >= 0, index < frames.last?.left ?? 0 else {
      leave(map: false)
      return false
    }
    for _ in 0..<index { try skipValue() }
    pass(index)
    return try isAtMember()
  }

  package mutating func readKey() throws(WireFailure) -> String {
    let place = offset
    let key = try passKey()
    // The table reader has checked the keys of tables.
    if offset > place, let wrong = UTF8Validation.firstIllFormedOffset(in: key) {
      throw WireFailure(.invalidUTF8, offset: place + wrong)
    }
    return TapeView.string(validated: key)
  }

  /// Returns the bytes of the key at the cursor and moves the cursor to its value.
  private mutating func passKey() throws(WireFailure) -> ByteView {
    guard let frame = frames.last else { return lexer.bytes(at: 0, count: 0) }
    if frame.left != nil { return lexer.text(Node(word: reader.tables.fields[frame.key])) }
    let key = try reader.key(at: &offset, end: frame.end)
    return lexer.bytes(at: key.lowerBound, count: key.count)
  }

  package mutating func leave(map isMap: Bool) {
    if let frame = frames.popLast() { offset = frame.end }
  }

  package mutating func skipValue() throws(WireFailure) {
    offset = try lexer.head(at: offset, end: end).end
  }
}
