import FerryBytes
import FerryTape

extension BinaryScanner {
  /// Whether the value at the cursor is a map; `nil` if it is no container.
  package func isMap() throws(Failure) -> Bool? {
    switch try valueKind() {
    case .map: true
    case .list: false
    default: nil
    }
  }

  /// Enters the container at the cursor.
  /// - Returns: whether the cursor is at a key or an element; else it is behind an empty container.
  package mutating func enter() throws(Failure) -> Bool {
    if frames.count >= reader.limits.depth { throw Failure(.depthLimit, offset: offset) }
    let start = offset
    let tag = try tag()
    offset += 1
    switch tag {
    case BinaryTag.shortList: return false
    case BinaryTag.shortList + 1..<BinaryTag.shortReference:
      try open(.list)
      frames[frames.count - 1].last = Int(tag &- BinaryTag.shortList)
    case BinaryTag.longList:
      try open(.list)
      frames[frames.count - 1].last = try unsafe reader.readLength(base, at: &offset, end: end)
    case BinaryTag.shortShape..<BinaryTag.shortList, BinaryTag.longShape:
      var number = UInt64(tag &- BinaryTag.shortShape)
      if tag == BinaryTag.longShape {
        number = try unsafe reader.readVarInt(base, at: &offset, end: end)
      }
      guard number < UInt64(reader.tables.shapes.count) else {
        throw Failure(.invalidReference, offset: start)
      }
      try open(.shape)
      let shape = reader.tables.shapes[Int(number)]
      frames[frames.count - 1].next = Int(shape.first)
      frames[frames.count - 1].last = Int(shape.first) + Int(shape.count)
    case BinaryTag.map: try open(.map)
    case BinaryTag.packed:
      try open(.packed)
      let block = try unsafe reader.readExtent(base, ofBlockAt: offset, end: end)
      if block.layout == .deltas {
        needsTape = true
        throw Failure(.notRepresentable, offset: start)
      }
      frames[frames.count - 1].last = block.count
      frames[frames.count - 1].start = start
    default:
      needsTape = true
      throw Failure(.notRepresentable, offset: start)
    }
    return try isAtMember()
  }

  private mutating func open(_ kind: Frame.Kind) throws(Failure) {
    let length = try unsafe reader.readLength(base, at: &offset, end: end)
    frames.append(Frame(kind: kind, end: offset + length))
  }

  /// Whether a key or an element comes next; if not, the container is left.
  private mutating func isAtMember() throws(Failure) -> Bool {
    guard let frame = frames.last else { return false }
    switch frame.kind {
    case .packed:
      if frame.next < frame.last { return true }
    case .list:
      if frame.next < frame.last {
        guard offset < frame.end else { throw Failure(.invalidLength, offset: offset) }
        return true
      }
      guard offset == frame.end else { throw Failure(.invalidLength, offset: offset) }
    case .map:
      if offset < frame.end { return true }
    case .shape:
      var next = frame.next
      while offset < frame.end {
        guard next < frame.last else { throw Failure(.invalidLength, offset: offset) }
        if unsafe base[offset] != BinaryTag.absent {
          frames[frames.count - 1].next = next
          return true
        }
        next += 1
        offset += 1
      }
    }
    leave(map: frame.kind == .map || frame.kind == .shape)
    return false
  }

  /// Goes on behind a value to the next key or element.
  /// - Returns: whether there is one; else the cursor is behind the container.
  package mutating func advance(inMap isMap: Bool) throws(Failure) -> Bool {
    guard !frames.isEmpty else { return false }
    frames[frames.count - 1].next += 1
    return try isAtMember()
  }

  /// Goes from a key to the value of the first key from there on that has the bytes of `name`.
  /// - Returns: whether there is one; else the cursor is behind the map.
  package mutating func seek(key name: [UInt8]) throws(Failure) -> Bool {
    repeat {
      let key = try unsafe passKey()
      if key.count == name.count, unsafe key.elementsEqual(name) { return true }
      try skipValue()
    } while try advance(inMap: true)
    return false
  }

  /// Goes from the first element of a list to the one at `index`.
  /// - Returns: whether there is one; else the cursor is behind the list.
  package mutating func seek(element index: Int) throws(Failure) -> Bool {
    guard let frame = frames.last else { return false }
    guard index >= 0, index < frame.last else {
      leave(map: false)
      return false
    }
    if frame.kind == .list {
      for _ in 0..<index { try skipValue() }
      guard offset < frame.end else { throw Failure(.invalidLength, offset: offset) }
    }
    frames[frames.count - 1].next = index
    return true
  }

  /// Reads the key at the cursor, which moves to its value.
  package mutating func readKey() throws(Failure) -> String {
    let place = offset
    let key = try unsafe passKey()
    // A key of a table was checked with it.
    if offset > place, let wrong = unsafe UTF8Validation.firstIllFormedOffset(in: .init(key)) {
      throw Failure(.invalidUTF8, offset: place + wrong)
    }
    return unsafe TapeView.string(validated: key)
  }

  /// The bytes of the key at the cursor, which moves to its value.
  private mutating func passKey() throws(Failure) -> UnsafeBufferPointer<UInt8> {
    guard let frame = frames.last else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    if frame.kind == .shape { return unsafe text(Node(word: reader.tables.fields[frame.next])) }
    let start = offset
    let tag = try tag()
    offset += 1
    switch tag {
    case BinaryTag.shortText..<BinaryTag.shortShape, BinaryTag.longText:
      var length = Int(tag &- BinaryTag.shortText)
      if tag == BinaryTag.longText {
        length = try unsafe reader.readLength(base, at: &offset, end: frame.end)
      } else if length > frame.end - offset {
        throw reader.lengthFailure(at: start, end: frame.end)
      }
      offset += length
      return unsafe UnsafeBufferPointer(start: base + offset - length, count: length)
    case BinaryTag.shortReference..<BinaryTag.positive, BinaryTag.longReference:
      var number = UInt64(tag &- BinaryTag.shortReference)
      if tag == BinaryTag.longReference {
        number = try unsafe reader.readVarInt(base, at: &offset, end: frame.end)
      }
      let node = try entry(number)
      guard node.kind == .text else { throw Failure(.nonScalarKey, offset: start) }
      return unsafe text(node)
    default:
      throw Failure(tag == BinaryTag.absent ? .invalidTag : .nonScalarKey, offset: start)
    }
  }

  /// The text of an entry of a table, which lies inside of the input.
  private func text(_ node: Node) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: base + node.payload, count: node.length)
  }

  /// Moves behind the container that the cursor is in.
  package mutating func leave(map isMap: Bool) {
    guard let frame = frames.popLast() else { return }
    offset = frame.end
  }

  /// Offset behind the value at the cursor.
  package func endOfValue() throws(Failure) -> Int {
    packedElement == nil ? try reader.end(ofValueAt: offset, end: end) : end
  }

  /// Moves behind the value at the cursor.
  package mutating func skipValue() throws(Failure) {
    if packedElement == nil { offset = try reader.end(ofValueAt: offset, end: end) }
  }
}
