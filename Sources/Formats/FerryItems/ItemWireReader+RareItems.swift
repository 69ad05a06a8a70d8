public import FerryBase

extension ItemWireReader {
  /// Appends the item with this head at `place`, which is not among the common ones, and moves
  /// `place` behind it.
  /// - Returns: Whether an item was appended. If not, it is a tag, and `place` is at its item.
  @inline(never)
  mutating func readRare(
    _ head: ItemHead, at place: inout Int, into tape: inout Tape
  ) throws(WireFailure) -> Bool {
    switch head.kind {
    case ItemKind.negative:
      place = head.end
      try tape.append(.numberText, copying: "\(-1 - Int128(head.argument))")
    case ItemKind.text:
      try tape.append(.arenaText, copying: try lexer.contents(head, at: &place))
    case ItemKind.bytes where head.isIndefinite:
      try tape.append(.arenaBytes, copying: try lexer.contents(head, at: &place))
    case ItemKind.bytes:
      let length = try lexer.length(head)
      try tape.append(.bytes, offset: head.end, length: length)
      place = head.end + length
    case ItemKind.simple:
      // The value has no meaning, so an application gets its bytes. The tag counts as a container.
      try enter()
      depth -= 1
      let header = tape.count
      try tape.append(Node(.tagged))
      try tape.append(SimpleValueTag.text)
      try tape.append(.extension, offset: place, length: head.end - place)
      tape.replace(header, with: Node(.tagged, length: 1, payload: tape.count))
      place = head.end
    case ItemKind.tag: return try readTag(head, at: &place, into: &tape)
    case ItemKind.extension:
      let (type, range) = try lexer.extensionContents(head)
      if type == MessagePackTimestamp.type {
        let bytes = ByteView(rebasing: lexer.input[range])
        try append(timestamp: bytes, to: &tape)
      } else {
        try tape.append(.extension, offset: range.lowerBound - 1, length: range.count + 1)
      }
      place = range.upperBound
    default: throw WireFailure(.invalidTag, offset: place)
    }
    return true
  }
}

#if !hasFeature(Embedded)
extension ItemWireReader {
  /// Checks the next item and returns its bytes.
  @usableFromInline
  package mutating func readSource(of format: _SourceFormat) throws(WireFailure) -> [UInt8]? {
    guard format == options.format.source else { return nil }
    let start = place
    try skipValue()
    return Array(lexer.input[start..<place])
  }
}

extension ItemWireWriter {
  /// Writes the bytes of an item.
  @usableFromInline
  package mutating func writeSource(
    _ bytes: [UInt8], of format: _SourceFormat
  ) throws(WireFailure) -> Bool {
    guard format != .none, context.rules.sourceFormat == format else { return false }
    bytes.withByteView { output.append($0) }
    return true
  }
}
#endif

// MARK: - Tags

extension ItemWireReader {
  private mutating func readTag(
    _ head: ItemHead, at place: inout Int, into tape: inout Tape
  ) throws(WireFailure) -> Bool {
    place = head.end
    switch head.argument {
    case CBORTag.epochDate, CBORTag.epochDays:
      try readDate(head.argument, at: &place, into: &tape)
    case CBORTag.bignum...CBORTag.bigFloat:
      let text = try numberText(head.argument, at: &place)
      try tape.append(.numberText, copying: text)
    case CBORTag.uuid:
      let content = try checkedHead(at: place)
      guard content.kind == ItemKind.bytes, !content.isIndefinite, content.argument == 16 else {
        throw WireFailure(.invalidContent, offset: self.place)
      }
      place = content.end + (try lexer.length(content))
      try tape.append(.uuid, copying: lexer.input.part(at: content.end, count: 16))
    case CBORTag.textReference, CBORTag.valueReference:
      // The item is a number of an earlier value. Without the tag, it would be another value.
      throw WireFailure(.unsupportedReference, offset: self.place)
    case CBORTag.dateText, CBORTag.fullDate:
      try checkDateText(head.argument, at: place)
      return false
    default: return false
    }
    return true
  }

  func checkedHead(at place: Int) throws(WireFailure) -> ItemHead {
    let head = try lexer.head(at: place)
    if options.order != nil { try checkMinimal(head, at: place) }
    return head
  }
}
