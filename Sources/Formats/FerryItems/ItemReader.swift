package import FerryBase

/// A deterministic encoding of CBOR (RFC 8949, section 4.2): equal values have equal bytes. Numbers
/// and lengths have their shortest form, lengths are definite, and keys are sorted.
public enum DeterministicEncoding: Sendable {
  /// Keys in the order of their encoded bytes (section 4.2.1). CTAP2 and COSE use this order.
  case core
  /// Shorter encoded keys first (section 4.2.3).
  case lengthFirst
}

/// The options of a reader.
package struct ItemReading: Sendable, Equatable {
  package var format: ItemFormat
  /// The maximum nesting of containers.
  package var depthLimit = OpenContainer.standardLimit
  /// The deterministic encoding that the reader requires.
  package var order: DeterministicEncoding?
  /// Whether the tape gets the tags that are hints. It always gets the tags without which a value
  /// has another meaning.
  package var keepsHints = false
  /// Whether text that is not UTF-8 is bytes. MessagePack before 2013 had one type for both.
  package var readsRawText = false

  package init(_ format: ItemFormat) { self.format = format }

  /// Whether the reader of direct coding supports the options.
  package var isDirect: Bool { order == nil && !keepsHints && !readsRawText }
}

/// A reader of items onto a tape.
///
/// The reader uses a loop with its own stack of open containers instead of recursion. A hostile
/// input costs at most a few words per byte: counts reserve no memory.
package struct ItemReader: ~Copyable {
  /// A container or a value with a tag that is being read.
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

  let lexer: ItemLexer
  let options: ItemReading
  private(set) var stack: [Frame] = []
  /// The offset of the current item.
  var itemStart = 0

  /// Creates a reader of `input`, whose memory must stay valid while the reader lives.
  package init(_ input: ByteView, _ options: ItemReading) {
    self.init(ItemLexer(input, .of(options.format)), options)
  }

  init(_ lexer: ItemLexer, _ options: ItemReading) {
    self.lexer = lexer
    self.options = options
  }

  /// Appends the one item of a document, which must fill the input.
  package mutating func readDocument(into tape: inout Tape) throws(WireFailure) {
    var place = 0
    try readItem(at: &place, into: &tape)
    if place < lexer.count { throw WireFailure(.trailingContent, offset: place) }
  }

  /// Appends the item at `place` and moves `place` behind it.
  package mutating func readItem(
    at place: inout Int, into tape: inout Tape
  ) throws(WireFailure) {
    if !stack.isEmpty { stack.removeAll(keepingCapacity: true) }
    do throws(WireFailure) {
      try readNested(at: &place, into: &tape)
    } catch {
      // The tape only knows its nodes.
      throw error.offset < 0 ? WireFailure(error.kind, offset: itemStart) : error
    }
  }

  private mutating func readNested(
    at position: inout Int, into tape: inout Tape
  ) throws(WireFailure) {
    let lexer = lexer
    let isStrict = options.order != nil
    var frame = Frame()
    var place = position

    item: while true {
      itemStart = place
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
        place = itemStart
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
        guard let outer = stack.last else {
          position = place
          return
        }
        if frame.left == 0 || frame.left < 0 && lexer.kind(at: place) == ItemKind.stop {
          if frame.left < 0 {
            if place >= lexer.count { throw lexer.endFailure() }
            place &+= 1
          }
          tape.replace(
            frame.header,
            with: Node(
              frame.kind, length: min(frame.count, Node.maximumLength), payload: tape.count))
          if frame.kind == .map, frame.count > 1 { try checkKeys(of: frame.header, on: &tape) }
          stack.removeLast()
          frame = outer
          continue
        }
        if frame.left > 0 { frame.left &-= 1 }
        frame.count &+= 1
        if frame.kind == .map {
          itemStart = place
          try readKey(at: &place, into: &tape)
          if let order = options.order { try checkOrder(order, place, &frame) }
        }
        continue item
      }
    }
  }

  /// Appends the header of the container at ``itemStart`` and enters it.
  @inline(__always)
  private mutating func open(
    _ kind: NodeKind, left: Int, _ frame: inout Frame, on tape: inout Tape
  ) throws(WireFailure) {
    if isFull { throw WireFailure(.depthLimit, offset: itemStart) }
    stack.append(frame)
    frame = Frame(header: tape.count, left: left, kind: kind)
    try tape.append(Node(kind))
  }

  /// Whether no container can be opened.
  var isFull: Bool { stack.count >= options.depthLimit }

  /// The payload of `null`, `true` and `false`: their offset, clamped to the maximum.
  private var offsetPayload: Int { min(itemStart, Node.maximumPayload) }

  /// Returns whether a text is well-formed UTF-8. Returns `false` only if raw text is allowed.
  @inline(__always)
  func checkText(at place: Int, _ length: Int) throws(WireFailure) -> Bool {
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
    let length = try lexer.length(head)
    try lexer.input.checkText(at: head.end, length)
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
      offset: node.kind == .text ? node.payload : itemStart)
  }
}
