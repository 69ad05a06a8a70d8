package import FerryBase

// The filling of a tape is a loop with its own stack of open containers. A hostile input costs at
// most a few words per byte: counts reserve no memory.
extension ItemWireReader {
  /// A container or a value with a tag that is being read.
  @usableFromInline
  struct Frame {
    /// Index of the container's node.
    var header = 0
    /// The number of elements or members that follow; -1 for an indefinite length.
    var left = 0
    /// The number of elements or members so far.
    var count = 0
    var kind = NodeKind.list
    /// The range of the previous key, if keys must be in order.
    var lastKey = 0..<0
  }

  /// Appends the one item of a document, which must fill the input.
  package mutating func readDocument(into tape: inout Tape) throws(WireFailure) {
    try readItem(into: &tape)
    try finish()
  }

  /// Appends the next item.
  package mutating func readItem(into tape: inout Tape) throws(WireFailure) {
    let start = (place, depth)
    if !frames.isEmpty { frames.removeAll(keepingCapacity: true) }
    do throws(WireFailure) {
      try readNested(into: &tape)
    } catch {
      let failure = place
      (place, depth) = start
      // The tape only knows its nodes.
      throw error.offset < 0 ? WireFailure(error.kind, offset: failure) : error
    }
  }

  /// Appends the next item. Until the end, ``place`` is the offset of the current item or key.
  private mutating func readNested(into tape: inout Tape) throws(WireFailure) {
    let lexer = lexer
    let isStrict = options.order != nil
    var frame = Frame()
    var place = place

    item: while true {
      self.place = place
      let head = try lexer.head(at: place)
      if isStrict { try checkMinimal(head, at: place) }
      place = head.end
      switch head.kind {
      case ItemKind.unsigned: try tape.append(head.argument)
      case ItemKind.negative where head.argument <= UInt64(Int64.max):
        try tape.append(~Int64(head.argument))
      case ItemKind.text where !head.isIndefinite:
        let length = try lexer.length(head)
        if try checkText(at: place, length) {
          try tape.append(.text, offset: place, length: length)
        } else {
          try tape.append(.bytes, offset: place, length: length)
        }
        place &+= length
      case ItemKind.list, ItemKind.map:
        let left = try lexer.itemCount(head)
        try open(head.kind == ItemKind.map ? .map : .list, left: left, &frame, on: &tape)
      case ItemKind.null: try tape.append(Node(.null, payload: offsetPayload))
      case ItemKind.false: try tape.append(Node(.false, payload: offsetPayload))
      case ItemKind.true: try tape.append(Node(.true, payload: offsetPayload))
      case ItemKind.half, ItemKind.double: try tape.append(lexer.double(head))
      case ItemKind.single: try tape.append(single: lexer.double(head))
      case ItemKind.signed: try tape.append(head.signed)
      default:
        place = self.place
        guard try readRare(head, at: &place, into: &tape) else {
          // The item of the tag follows.
          if options.keepsHints || !CBORTag.isHint(head.argument) {
            try open(.tagged, left: 0, &frame, on: &tape)
            try tape.append("!\(head.argument)")
          }
          continue item
        }
      }

      // Closes the containers that end here, then continues with the next item.
      while true {
        guard let outer = frames.last else {
          self.place = place
          return
        }
        if try frame.left < 0 ? lexer.passStop(at: &place) : frame.left == 0 {
          tape.replace(
            frame.header,
            with: Node(
              frame.kind, length: min(frame.count, Node.maximumLength), payload: tape.count))
          if frame.kind == .map, frame.count > 1 { try checkKeys(of: frame.header, on: &tape) }
          frames.removeLast()
          depth &-= 1
          frame = outer
          continue
        }
        if frame.left > 0 { frame.left &-= 1 }
        frame.count &+= 1
        if frame.kind == .map {
          self.place = place
          try readKey(at: &place, into: &tape)
          if let order = options.order { try checkOrder(order, place, &frame) }
        }
        continue item
      }
    }
  }

  /// Appends the header of the container at ``place`` and enters it.
  @inline(__always)
  private mutating func open(
    _ kind: NodeKind, left: Int, _ frame: inout Frame, on tape: inout Tape
  ) throws(WireFailure) {
    try enter()
    frames.append(frame)
    frame = Frame(header: tape.count, left: left, kind: kind)
    try tape.append(Node(kind))
  }

  /// The payload of `null`, `true` and `false`: their offset, clamped to the maximum.
  private var offsetPayload: Int { min(place, Node.maximumPayload) }

  /// Returns whether a text is well-formed UTF-8. Returns `false` only if raw text is allowed.
  @inline(__always)
  private func checkText(at place: Int, _ length: Int) throws(WireFailure) -> Bool {
    do throws(WireFailure) {
      try lexer.input.checkText(at: place, length)
      return true
    } catch {
      guard options.readsRawText else { throw error }
      return false
    }
  }

  /// Reads a key: text, or an integer, whose node has its digits.
  private func readKey(at place: inout Int, into tape: inout Tape) throws(WireFailure) {
    let head = try lexer.head(at: place)
    if options.order != nil { try checkMinimal(head, at: place) }
    guard head.kind == ItemKind.text, !head.isIndefinite else {
      let text = try lexer.rareKey(head, at: &place)
      return try tape.append(
        head.kind == ItemKind.text ? .arenaText : .numberText, copying: text)
    }
    let length = try lexer.textLength(head)
    try tape.append(.text, offset: head.end, length: length)
    place = head.end &+ length
  }

  /// Checks that the keys of the object at `header`, whose contents end the tape, differ.
  private func checkKeys(of header: Int, on tape: inout Tape) throws(WireFailure) {
    let view = TapeView(tape, input: lexer.input)
    guard let key = view.duplicateKey(ofMap: header, canonically: false) else { return }
    let node = view[key]
    // The integer 1 and the text "1" differ in CBOR, but not on a tape.
    let isMixed = view.keys(ofMap: header).contains { other in
      (view[other].kind == .numberText) != (node.kind == .numberText)
        && view.stored(view[other]).elementsEqual(view.stored(node))
    }
    // The path of the failure is that of the key.
    tape.truncate(to: key + 1)
    throw WireFailure(
      isMixed ? .notRepresentable : .duplicateKey,
      offset: node.kind == .text ? node.payload : place)
  }
}
