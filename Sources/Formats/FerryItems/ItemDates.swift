internal import FerryBase

// Dates of both formats. They keep the number of their document on the tape.
extension ItemWireReader {
  /// Appends the date behind a tag: a number of seconds, or an integer of days. Moves `place` behind
  /// it.
  mutating func readDate(
    _ tag: UInt64, at place: inout Int, into tape: inout Tape
  ) throws(WireFailure) {
    let head = try checkedHead(at: place)
    place = head.end
    if let integer = head.integer {
      let seconds = integer * (tag == CBORTag.epochDays ? 86_400 : 1)
      guard let seconds = Int64(exactly: seconds) else {
        throw WireFailure(.numberDoesNotFit, offset: self.place)
      }
      let form = tag == CBORTag.epochDays ? Node.epochDays : Node.epochTime
      return try tape.append(Node(.date, length: form), UInt64(bitPattern: seconds))
    }
    guard tag == CBORTag.epochDate, head.isFloat, lexer.double(head).isFinite else {
      throw WireFailure(.invalidContent, offset: self.place)
    }
    try tape.append(Node(.date, length: Node.epochDate), lexer.double(head).bitPattern)
  }

  /// Checks that the item behind a tag is the text of a date (RFC 3339).
  func checkDateText(_ tag: UInt64, at place: Int) throws(WireFailure) {
    let head = try checkedHead(at: place)
    guard head.kind == ItemKind.text else { throw WireFailure(.invalidContent, offset: self.place) }
    var end = place
    let isDate = try lexer.contents(head, at: &end).withByteView { CBORTag.isDate($0, of: tag) }
    if !isDate { throw WireFailure(.invalidContent, offset: self.place) }
  }

  /// Appends the timestamp of MessagePack with these contents.
  func append(
    timestamp bytes: ByteView, to tape: inout Tape
  ) throws(WireFailure) {
    let seconds: UInt64
    let nanoseconds: UInt64
    let contents = ItemLexer(bytes, lexer.grammar)
    switch bytes.count {
    case 4: (seconds, nanoseconds) = (contents.number(at: 0, width: 4), 0)
    case 8:
      let word = contents.number(at: 0, width: 8)
      (seconds, nanoseconds) = (word & (1 << 34 - 1), word >> 34)
    case 12:
      seconds = contents.number(at: 4, width: 8)
      nanoseconds = contents.number(at: 0, width: 4)
    default: throw WireFailure(.invalidContent, offset: place)
    }
    guard nanoseconds < 1_000_000_000 else { throw WireFailure(.invalidContent, offset: place) }
    try tape.append(time: Int64(bitPattern: seconds), nanoseconds: nanoseconds)
  }
}

extension CBORTag {
  /// Returns whether a text has the form that a tag for dates requires.
  static func isDate(_ text: ByteView, of tag: UInt64) -> Bool {
    tag == dateText
      ? DateText.seconds(text, .rfc3339) != nil
      : text.count == 10 && DateText.seconds(text, .yaml) != nil
  }
}

extension ItemWireWriter {
  /// Writes the date at `index` of a tape.
  /// - Throws: `notRepresentable` if the format has no form for the date.
  mutating func writeDate(at index: Int, of view: TapeView) throws(WireFailure) {
    let form = view[index].length
    if let (seconds, nanoseconds) = view.time(ofDate: index),
      format == .messagePack || nanoseconds == 0
    {
      guard format == .cbor, form == Node.epochDays else {
        return writeTime(seconds, UInt64(nanoseconds))
      }
      appendHead(0xC0, CBORTag.epochDays)
      return write(seconds / 86_400)
    }
    let number = view.number(ofDate: index)
    guard format == .cbor, form == Node.epochDate else {
      return try writeDate(number, since: form == 0 ? Node.epochDistance : 0)
    }
    // The document had a float.
    output.append(0xC1)
    try writeDouble(number)
  }

  /// Writes a date: `seconds` after `epoch`, which is in seconds since 1970.
  /// - Throws: `notRepresentable` if the format has no form for the date.
  mutating func writeDate(_ seconds: Double, since epoch: Double) throws(WireFailure) {
    if format == .cbor {
      if let whole = Int64(exactly: seconds + epoch) { return writeTime(whole, 0) }
      output.append(0xC1)
      return try writeDouble(seconds + epoch)
    }
    var whole = seconds.rounded(.down)
    var nanoseconds = ((seconds - whole) * 1e9).rounded()
    if nanoseconds == 1e9 { (whole, nanoseconds) = (whole + 1, 0) }
    guard let whole = Int64(exactly: whole + epoch) else {
      throw WireFailure(.notRepresentable, offset: -1)
    }
    writeTime(whole, UInt64(nanoseconds))
  }

  /// Writes whole seconds since 1970, in MessagePack with nanoseconds and in the shortest form.
  private mutating func writeTime(_ seconds: Int64, _ nanoseconds: UInt64) {
    if format == .cbor {
      output.append(0xC1)
      return write(seconds)
    }
    let type = MessagePackTimestamp.type
    let bits = UInt64(bitPattern: seconds)
    if bits >> 34 == 0 {
      let word = nanoseconds << 34 | bits
      let isShort = word >> 32 == 0
      output.append(isShort ? 0xD6 : 0xD7)
      output.append(type, bigEndian: word, width: isShort ? 4 : 8)
    } else {
      output.append(0xC7)
      output.append(12)
      output.append(type, bigEndian: nanoseconds, width: 4)
      output.append(UInt8(bits >> 56), bigEndian: bits & (1 << 56 - 1), width: 7)
    }
  }
}

/// The extension of MessagePack for points in time.
enum MessagePackTimestamp {
  /// The bit pattern of the type -1.
  static let type: UInt8 = 0xFF
}
