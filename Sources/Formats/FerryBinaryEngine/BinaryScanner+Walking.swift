import FerryBase

extension BinaryScanner {
  /// Returns whether the value at the cursor is an object; `nil` if it is not a container.
  package func isMap() throws(WireFailure) -> Bool? {
    switch try valueKind() {
    case .object: true
    case .array: false
    default: nil
    }
  }

  /// Enters the container at the cursor.
  /// - Returns: Whether the cursor is at a key or an element. Otherwise it is behind an empty
  ///   container.
  package mutating func enter() throws(WireFailure) -> Bool {
    let start = offset
    if frames.count >= reader.depthLimit { throw WireFailure(.depthLimit, offset: start) }
    let head = try lexer.head(at: start, end: end)
    offset = head.start
    var frame: Frame
    switch head.tag {
    case BinaryTag.longList where head.number == 0: return false
    case BinaryTag.longList:
      frame = Frame(kind: .list, end: head.end, last: head.number)
      if head.number < 0 { frame.last = try lexer.length(at: &offset, end: head.end) }
    case BinaryTag.longKeyList:
      guard head.number < reader.tables.keyLists.count else {
        throw WireFailure(.invalidReference, offset: start)
      }
      let keyList = reader.tables.keyLists[head.number]
      frame = Frame(kind: .keyList, end: head.end, next: Int(keyList.first))
      frame.last = frame.next + Int(keyList.count)
    case BinaryTag.map: frame = Frame(kind: .map, end: head.end)
    case BinaryTag.packed:
      let block = try lexer.readExtent(ofBlockAt: offset, end: head.end)
      if block.layout == .deltas { throw refusal(at: start) }
      frame = Frame(kind: .packed, end: head.end, last: block.count, start: start)
    default: throw refusal(at: start)
    }
    frames.append(frame)
    return try isAtMember()
  }

  private mutating func refusal(at start: Int) -> WireFailure {
    needsTape = true
    return WireFailure(.notRepresentable, offset: start)
  }

  /// Returns whether a key or an element follows. If not, leaves the container.
  private mutating func isAtMember() throws(WireFailure) -> Bool {
    guard let frame = frames.last else { return false }
    switch frame.kind {
    case .packed:
      if frame.next < frame.last { return true }
    case .list:
      if frame.next < frame.last {
        guard offset < frame.end else { throw WireFailure(.invalidLength, offset: offset) }
        return true
      }
      guard offset == frame.end else { throw WireFailure(.invalidLength, offset: offset) }
    case .map:
      if offset < frame.end { return true }
    case .keyList:
      if frame.next < frame.last {
        guard offset < frame.end else { throw WireFailure(.invalidLength, offset: offset) }
        return true
      }
      guard offset == frame.end else { throw WireFailure(.invalidLength, offset: offset) }
    }
    leave(map: frame.kind == .map || frame.kind == .keyList)
    return false
  }

  /// Moves from the end of a value to the next key or element.
  /// - Returns: Whether there is one. Otherwise the cursor is behind the container.
  package mutating func advance(inMap isMap: Bool) throws(WireFailure) -> Bool {
    guard !frames.isEmpty else { return false }
    frames[frames.count - 1].next += 1
    return try isAtMember()
  }

  /// Moves from a key to the value of the first key from there on that has the bytes of `name`.
  /// - Returns: Whether there is one. Otherwise the cursor is behind the object.
  package mutating func seek(key name: [UInt8]) throws(WireFailure) -> Bool {
    repeat {
      let key = try passKey()
      if key.count == name.count, key.elementsEqual(name) { return true }
      try skipValue()
    } while try advance(inMap: true)
    return false
  }

  /// Moves from the first element of an array to the one at `index`.
  /// - Returns: Whether there is one. Otherwise the cursor is behind the array.
  package mutating func seek(element index: Int) throws(WireFailure) -> Bool {
    guard let frame = frames.last else { return false }
    guard index >= 0, index < frame.last else {
      leave(map: false)
      return false
    }
    if frame.kind == .list {
      for _ in 0..<index { try skipValue() }
      guard offset < frame.end else { throw WireFailure(.invalidLength, offset: offset) }
    }
    frames[frames.count - 1].next = index
    return true
  }

  /// Reads the key at the cursor and moves the cursor to its value.
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
    if frame.kind == .keyList {
      return lexer.text(Node(word: reader.tables.fields[frame.next]))
    }
    let key = try reader.key(at: &offset, end: frame.end)
    return lexer.bytes(at: key.lowerBound, count: key.count)
  }

  /// Moves the cursor behind the innermost open container.
  package mutating func leave(map isMap: Bool) {
    guard let frame = frames.popLast() else { return }
    offset = frame.end
  }

  /// Moves the cursor behind the value at the cursor.
  package mutating func skipValue() throws(WireFailure) {
    if packedElement == nil { offset = try endOfValue() }
  }
}
