import FerryBytes
import FerryTape

extension BinaryReader {
  /// A container that is being read.
  struct Frame {
    enum Kind: UInt8 { case root, list, rows, shape, map }

    var kind: Kind
    /// Offset behind the contents.
    var end: Int
    /// Index of the container's node.
    var header = 0
    /// Elements so far, or pairs.
    var count = 0
    /// In an object of a shape: the next key and the last, in `tables.fields`. In a list: the
    /// number of elements it claims, in `last`. In a batch of rows: that, and the shape in `field`.
    var field = 0
    var last = 0

    @inline(__always) var nodeKind: NodeKind { kind == .list || kind == .rows ? .list : .map }
  }

  /// Appends the value at `position` to the tape and moves behind it.
  ///
  /// The walk is a loop; containers that are open lie on a stack of its own.
  mutating func readValue(
    at position: inout Int, end: Int, into tape: inout Tape
  ) throws(Failure) {
    stack.removeAll(keepingCapacity: true)
    columnDepth = 0
    tape.sharedTextEnd = max(tape.sharedTextEnd, tables.end)
    try readNested(at: &position, end: end, into: &tape)
  }

  /// The same inside of the containers that are on the stack.
  mutating func readNested(
    at position: inout Int, end: Int, into tape: inout Tape
  ) throws(Failure) {
    guard let base = unsafe input.baseAddress else { return }
    var frame = Frame(kind: .root, end: end)
    var place = position

    value: while true {
      valueStart = place
      guard place < frame.end else { throw lengthFailure(at: place, end: frame.end) }
      let tag = unsafe base[place]
      place &+= 1
      switch tag {
      case 0..<BinaryTag.shortText:
        let value = tag < BinaryTag.smallNegative ? Int(tag) : 0x3F &- Int(tag)
        try tape.append(Int64(value))

      case BinaryTag.shortText..<BinaryTag.shortShape:
        let length = Int(tag &- BinaryTag.shortText)
        guard length <= frame.end &- place else { throw lengthFailure(at: place, end: frame.end) }
        try unsafe checkText(base, at: place, length)
        try tape.append(.text, offset: place, length: length)
        place &+= length

      case BinaryTag.shortReference..<BinaryTag.positive:
        try unsafe appendEntry(Int(tag &- BinaryTag.shortReference), base, into: &tape)

      case BinaryTag.positive..<BinaryTag.null:
        try unsafe readInteger(base, tag, at: &place, end: frame.end, into: &tape)

      case BinaryTag.null: try tape.append(Node(.null, payload: offsetPayload))
      case BinaryTag.false: try tape.append(Node(.false, payload: offsetPayload))
      case BinaryTag.true: try tape.append(Node(.true, payload: offsetPayload))

      case BinaryTag.decimal..<BinaryTag.longText:
        let places = Int(tag &- BinaryTag.decimal)
        let folded = try unsafe readVarInt(base, at: &place, end: frame.end)
        let significand = VarInt.unzigzag(folded)
        guard significand.magnitude < 1 << 53 else {
          throw Failure(.invalidNumber, offset: valueStart)
        }
        try tape.append(Double(significand) / ShortDecimal.power(places))

      case BinaryTag.shortShape..<BinaryTag.shortList, BinaryTag.longShape:
        var number = Int(tag &- BinaryTag.shortShape)
        if tag == BinaryTag.longShape {
          let wide = try unsafe readVarInt(base, at: &place, end: frame.end)
          number = Int(truncatingIfNeeded: min(wide, 1 << 32))
        }
        guard number < tables.shapes.count else {
          throw Failure(.invalidReference, offset: valueStart)
        }
        let shape = tables.shapes[number]
        let first = Int(shape.first)
        try unsafe open(.shape, base, at: &place, &frame, &tape)
        frame.field = first
        frame.last = first &+ Int(shape.count)

      case BinaryTag.shortList:
        try readEmptyList(into: &tape)

      case BinaryTag.shortList + 1..<BinaryTag.shortReference:
        try unsafe open(.list, base, at: &place, &frame, &tape)
        frame.last = Int(tag &- BinaryTag.shortList)

      case BinaryTag.longList:
        try unsafe open(.list, base, at: &place, &frame, &tape)
        frame.last = try unsafe readLength(base, at: &place, end: frame.end)

      case BinaryTag.map:
        try unsafe open(.map, base, at: &place, &frame, &tape)

      case BinaryTag.rows:
        try unsafe open(.rows, base, at: &place, &frame, &tape)
        (frame.field, frame.last) = try unsafe readBatchHeader(base, at: &place, end: frame.end)

      default:
        try unsafe readRare(base, tag, at: &place, end: frame.end, into: &tape)
      }

      // Behind a value or an opening: close what ends here, then go to the next value.
      while true {
        switch frame.kind {
        case .shape:
          if place != frame.end {
            guard frame.field < frame.last else { throw Failure(.invalidLength, offset: place) }
            let key = tables.fields[frame.field]
            frame.field &+= 1
            if unsafe base[place] == BinaryTag.absent {
              place &+= 1
              continue
            }
            valueStart = place
            try tape.append(Node(word: key))
            frame.count &+= 1
            continue value
          }
        case .list:
          if place != frame.end {
            guard frame.count < frame.last else { throw Failure(.invalidLength, offset: place) }
            frame.count &+= 1
            continue value
          }
          guard frame.count == frame.last else { throw Failure(.invalidLength, offset: place) }
        case .rows:
          if place != frame.end {
            guard frame.count < frame.last else { throw Failure(.invalidLength, offset: place) }
            frame.count &+= 1
            valueStart = place
            let shape = tables.shapes[frame.field]
            try unsafe open(.shape, base, at: &place, &frame, &tape)
            frame.field = Int(shape.first)
            frame.last = frame.field &+ Int(shape.count)
            continue
          }
          guard frame.count == frame.last else { throw Failure(.invalidLength, offset: place) }
        case .map:
          if place != frame.end {
            try unsafe readKey(base, at: &place, end: frame.end, into: &tape)
            frame.count &+= 1
            continue value
          }
          try unsafe finishMap(frame, tape, base)
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

  /// Where `null`, `true` and `false` note their offset, if it fits.
  @inline(__always)
  private var offsetPayload: Int { min(valueStart, Node.maximumPayload) }

  /// Begins a container: its length is at `place`.
  @inline(__always)
  private mutating func open(
    _ kind: Frame.Kind, _ base: UnsafePointer<UInt8>, at place: inout Int, _ frame: inout Frame,
    _ tape: inout Tape
  ) throws(Failure) {
    if stack.count >= limits.depth { throw Failure(.depthLimit, offset: valueStart) }
    let length = try unsafe readLength(base, at: &place, end: frame.end)
    stack.append(frame)
    frame = Frame(kind: kind, end: place &+ length, header: tape.count)
    try tape.append(Node(frame.nodeKind))
  }

  /// Completes the header of a container whose contents end the tape.
  @inline(__always)
  func close(_ header: Int, _ kind: NodeKind, _ count: Int, _ tape: inout Tape) {
    tape.replace(
      header, with: Node(kind, length: min(count, Node.maximumLength), payload: tape.count))
  }

  private func readEmptyList(into tape: inout Tape) throws(Failure) {
    if stack.count >= limits.depth { throw Failure(.depthLimit, offset: valueStart) }
    try tape.append(Node(.list, payload: tape.count + 1))
  }

  /// Reads a key that stands beside its value: text, or a text of the value table.
  private mutating func readKey(
    _ base: UnsafePointer<UInt8>, at place: inout Int, end: Int, into tape: inout Tape
  ) throws(Failure) {
    valueStart = place
    let tag = unsafe base[place]
    place += 1
    switch tag {
    case BinaryTag.shortText..<BinaryTag.shortShape, BinaryTag.longText:
      var length = Int(tag &- BinaryTag.shortText)
      if tag == BinaryTag.longText {
        length = try unsafe readLength(base, at: &place, end: end)
      } else if length > end - place {
        throw lengthFailure(at: valueStart, end: end)
      }
      try unsafe checkText(base, at: place, length)
      try tape.append(.text, offset: place, length: length)
      place += length
    case BinaryTag.shortReference..<BinaryTag.positive, BinaryTag.longReference:
      var number = UInt64(tag &- BinaryTag.shortReference)
      if tag == BinaryTag.longReference {
        number = try unsafe readVarInt(base, at: &place, end: end)
      }
      guard number < UInt64(tables.values.count) else {
        throw Failure(.invalidReference, offset: valueStart)
      }
      let node = Node(word: tables.values[Int(number)])
      guard node.kind == .text else { throw Failure(.nonScalarKey, offset: valueStart) }
      try tape.append(node)
    default:
      throw Failure(tag == BinaryTag.absent ? .invalidTag : .nonScalarKey, offset: valueStart)
    }
    if place == end { throw lengthFailure(at: place, end: end) }
  }

  /// Makes sure that the keys of a map, whose contents end the tape, differ.
  private mutating func finishMap(
    _ frame: Frame, _ tape: borrowing Tape, _ base: UnsafePointer<UInt8>
  ) throws(Failure) {
    if frame.count < 2 { return }
    let view = unsafe TapeView(tape, input: base)
    let duplicate = keySet.firstDuplicate(in: frame.header, end: tape.count, frame.count, of: view)
    guard let duplicate else { return }
    throw Failure(.duplicateKey, offset: view[duplicate].payload)
  }
}
