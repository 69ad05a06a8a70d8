import FerryBase

extension BinaryReader {
  /// A container that is being read.
  struct Frame {
    enum Kind: UInt8 { case root, list, keyList, map }

    var kind: Kind
    /// The offset after the contents.
    var end: Int
    /// Index of the container's node.
    var header = 0
    /// The number of elements or members so far.
    var count = 0
    /// In an object with a key list: the next key and the end of its keys, as indexes of
    /// `tables.fields`. In an array: `last` is the stated number of elements.
    var field = 0
    var last = 0

    @inline(__always) var nodeKind: NodeKind { kind == .list ? .list : .map }
  }

  /// Appends the value at `position` to the tape and moves `position` behind it.
  ///
  /// The reader uses a loop with its own stack of open containers instead of recursion.
  mutating func readValue(at position: inout Int, end: Int, into tape: inout Tape)
    throws(WireFailure)
  {
    if !stack.isEmpty { stack.removeAll(keepingCapacity: true) }
    tape.sharedTextEnd = max(tape.sharedTextEnd, tables.end)
    do throws(WireFailure) {
      try readNext(at: &position, end: end, into: &tape)
    } catch {
      throw placed(error)
    }
  }

  /// Adds the offset of the current value to a failure of the tape. The tape knows nodes only.
  func placed(_ failure: WireFailure) -> WireFailure {
    failure.offset < 0 ? WireFailure(failure.kind, offset: valueStart) : failure
  }

  private mutating func readNext(
    at position: inout Int, end: Int, into tape: inout Tape
  ) throws(WireFailure) {
    let lexer = lexer
    var frame = Frame(kind: .root, end: end)
    var place = position

    value: while true {
      valueStart = place
      guard place < frame.end else { throw lexer.lengthFailure(at: place, end: frame.end) }
      let tag = lexer[place]
      place &+= 1
      switch tag {
      case 0..<BinaryTag.shortText:
        let value = tag < BinaryTag.smallNegative ? Int(tag) : 0x3F &- Int(tag)
        try tape.append(Int64(value))

      case BinaryTag.shortText..<BinaryTag.shortKeyList:
        let length = Int(tag &- BinaryTag.shortText)
        guard length <= frame.end &- place else {
          throw lexer.lengthFailure(at: place, end: frame.end)
        }
        try lexer.checkText(at: place, length)
        try tape.append(.text, offset: place, length: length)
        place &+= length

      case BinaryTag.shortReference..<BinaryTag.positive:
        try tape.append(try tables.entry(Int(tag &- BinaryTag.shortReference), at: valueStart))

      case BinaryTag.positive..<BinaryTag.null:
        try readInteger(tag, at: &place, end: frame.end, into: &tape)

      case BinaryTag.null: try tape.append(Node(.null, payload: offsetPayload))
      case BinaryTag.false: try tape.append(Node(.false, payload: offsetPayload))
      case BinaryTag.true: try tape.append(Node(.true, payload: offsetPayload))

      case BinaryTag.half..<BinaryTag.longText:
        try tape.append(try lexer.double(tag, at: &place, end: frame.end))

      case BinaryTag.shortKeyList..<BinaryTag.shortList, BinaryTag.longKeyList:
        var number = Int(tag &- BinaryTag.shortKeyList)
        if tag == BinaryTag.longKeyList { number = try lexer.number(at: &place, end: frame.end) }
        guard number < tables.keyLists.count else {
          throw WireFailure(.invalidReference, offset: valueStart)
        }
        try openObject(ofKeyList: number, at: &place, &frame, &tape)

      case BinaryTag.shortList:
        try readEmptyList(into: &tape)

      case BinaryTag.shortList + 1..<BinaryTag.shortReference:
        try open(.list, at: &place, &frame, &tape)
        frame.last = Int(tag &- BinaryTag.shortList)

      case BinaryTag.longList:
        try open(.list, at: &place, &frame, &tape)
        frame.last = try lexer.length(at: &place, end: frame.end)

      case BinaryTag.map:
        try open(.map, at: &place, &frame, &tape)

      default:
        try readRare(at: &place, end: frame.end, into: &tape)
      }

      // After a value or an opening tag: closes the containers that end here, then continues with
      // the next value.
      while true {
        switch frame.kind {
        case .keyList:
          if place != frame.end {
            guard frame.field < frame.last else { throw WireFailure(.invalidLength, offset: place) }
            let key = tables.fields[frame.field]
            frame.field &+= 1
            valueStart = place
            try tape.append(Node(word: key))
            frame.count &+= 1
            continue value
          }
          guard frame.field == frame.last else { throw WireFailure(.invalidLength, offset: place) }
        case .list:
          if place != frame.end {
            guard frame.count < frame.last else { throw WireFailure(.invalidLength, offset: place) }
            frame.count &+= 1
            continue value
          }
          guard frame.count == frame.last else { throw WireFailure(.invalidLength, offset: place) }
        case .map:
          if place != frame.end {
            try readKey(at: &place, end: frame.end, into: &tape)
            frame.count &+= 1
            continue value
          }
          try finishMap(frame, tape)
        case .root:
          position = place
          return
        }
        close(frame.header, frame.nodeKind, frame.count, &tape)
        guard let outer = stack.popLast() else { return }
        frame = outer
      }
    }
  }

  /// The payload of `null`, `true` and `false`: their offset, clamped to the maximum.
  @inline(__always)
  var offsetPayload: Int { min(valueStart, Node.maximumPayload) }

  /// Opens a container whose length is at `place`.
  @inline(__always)
  private mutating func open(
    _ kind: Frame.Kind, at place: inout Int, _ frame: inout Frame, _ tape: inout Tape
  ) throws(WireFailure) {
    if stack.count >= depthLimit { throw WireFailure(.depthLimit, offset: valueStart) }
    let length = try lexer.length(at: &place, end: frame.end)
    stack.append(frame)
    frame = Frame(kind: kind, end: place &+ length, header: tape.count)
    try tape.append(Node(frame.nodeKind))
  }

  /// Opens an object with a key list. Its length is at `place`.
  @inline(__always)
  private mutating func openObject(
    ofKeyList number: Int, at place: inout Int, _ frame: inout Frame, _ tape: inout Tape
  ) throws(WireFailure) {
    try open(.keyList, at: &place, &frame, &tape)
    frame.field = Int(tables.keyLists[number].first)
    frame.last = frame.field &+ Int(tables.keyLists[number].count)
  }

  /// Completes the header of a container whose contents end the tape.
  @inline(__always)
  func close(_ header: Int, _ kind: NodeKind, _ count: Int, _ tape: inout Tape) {
    tape.replace(
      header, with: Node(kind, length: min(count, Node.maximumLength), payload: tape.count))
  }

  private func readEmptyList(into tape: inout Tape) throws(WireFailure) {
    if stack.count >= depthLimit { throw WireFailure(.depthLimit, offset: valueStart) }
    try tape.append(Node(.list, payload: tape.count + 1))
  }

  /// Reads the key of a member in an object with its own keys.
  private mutating func readKey(
    at place: inout Int, end: Int, into tape: inout Tape
  ) throws(WireFailure) {
    valueStart = place
    let key = try key(at: &place, end: end)
    // Texts of tables come before all values. The table reader has checked them.
    if key.lowerBound > valueStart { try lexer.checkText(at: key.lowerBound, key.count) }
    try tape.append(.text, offset: key.lowerBound, length: key.count)
    if place == end { throw lexer.lengthFailure(at: place, end: end) }
  }

  /// Reads the key at `place` and moves `place` behind it. A key is text, or a text of the value
  /// table.
  /// - Returns: The range of the text.
  func key(at place: inout Int, end: Int) throws(WireFailure) -> Range<Int> {
    let start = place
    guard start < end else { throw lexer.lengthFailure(at: start, end: end) }
    switch lexer[start] {
    case BinaryTag.shortText..<BinaryTag.shortKeyList, BinaryTag.longText,
      BinaryTag.shortReference..<BinaryTag.positive, BinaryTag.longReference:
      break
    default: throw WireFailure(.nonScalarKey, offset: start)
    }
    let head = try lexer.head(at: start, end: end)
    place = head.end
    if head.tag == BinaryTag.longText { return head.start..<head.end }
    let node = try tables.entry(head.number, at: start)
    return node.payload..<node.payload + node.length
  }

  /// Checks that the keys of an object are unique. The contents of the object end the tape.
  private mutating func finishMap(_ frame: Frame, _ tape: borrowing Tape) throws(WireFailure) {
    if frame.count < 2 { return }
    let view = TapeView(tape, input: lexer.input)
    if let duplicate = keySet.firstDuplicate(in: frame.header, end: tape.count, of: view) {
      throw WireFailure(.duplicateKey, offset: view[duplicate].payload)
    }
  }
}
