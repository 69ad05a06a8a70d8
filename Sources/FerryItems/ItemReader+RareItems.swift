internal import FerryBytes
internal import FerryTape

extension ItemReader {
  /// Appends the item with this head at `place`, which is not among the common ones, and moves
  /// `place` behind it. After a tag that has no meaning here, `place` is at its item.
  /// - Returns: Whether an item was appended.
  @inline(never)
  mutating func readRare(
    _ head: ItemHead, at place: inout Int, into tape: inout Tape
  ) throws(WireFailure) -> Bool {
    switch head.kind {
    case ItemKind.negative:
      place = head.end
      try appendDigits(head.argument, isNegative: true, to: &tape)
    case ItemKind.text:
      let text = try chunks(head, at: &place)
      try tape.append(.arenaText, copying: text)
    case ItemKind.bytes where head.isIndefinite:
      let bytes = try chunks(head, at: &place)
      try tape.append(.arenaBytes, copying: bytes)
    case ItemKind.bytes:
      let length = try lexer.length(head)
      try tape.append(.bytes, offset: head.end, length: length)
      place = head.end + length
    case ItemKind.simple:
      // The value has no meaning, so an application gets its bytes.
      try tape.append(.extension, offset: place, length: head.end - place)
      place = head.end
    case ItemKind.tag: return try readTag(head, at: &place, into: &tape)
    case ItemKind.extension:
      let (type, range) = try lexer.extensionContents(head)
      if type == MessagePackTimestamp.type {
        let bytes = ByteView(rebasing: lexer.input[range])
        try appendDate(try MessagePackTimestamp.seconds(bytes, at: place), to: &tape)
      } else {
        try tape.append(.extension, offset: range.lowerBound - 1, length: range.count + 1)
      }
      place = range.upperBound
    default: throw WireFailure(.invalidTag, offset: place)
    }
    return true
  }

  /// Reads the chunks of a text or of bytes of indefinite length (RFC 8949, section 3.2.3).
  func chunks(_ head: ItemHead, at place: inout Int) throws(WireFailure) -> [UInt8] {
    if options.order != nil { throw WireFailure(.nonMinimal, offset: place) }
    var bytes: [UInt8] = []
    var next = head.end
    while lexer.kind(at: next) != ItemKind.stop {
      let chunk = try lexer.head(at: next)
      guard chunk.kind == head.kind, !chunk.isIndefinite else {
        throw WireFailure(.invalidTag, offset: next)
      }
      let length = try lexer.length(chunk)
      if chunk.kind == ItemKind.text { try lexer.input.checkText(at: chunk.end, length) }
      bytes.append(contentsOf: lexer.input[chunk.end..<chunk.end + length])
      next = chunk.end + length
    }
    if next >= lexer.count { throw lexer.endFailure() }
    place = next + 1
    return bytes
  }

  /// Reads a key that is not text.
  func readRareKey(
    _ head: ItemHead, at place: inout Int, into tape: inout Tape
  ) throws(WireFailure) {
    switch head.kind {
    case ItemKind.unsigned: try appendDigits(head.argument, isNegative: false, to: &tape)
    case ItemKind.negative: try appendDigits(head.argument, isNegative: true, to: &tape)
    case ItemKind.signed: try tape.append(.numberText, copying: "\(head.signed)")
    case ItemKind.stop, ItemKind.reserved: throw WireFailure(.invalidTag, offset: place)
    default: throw WireFailure(.nonScalarKey, offset: place)
    }
    place = head.end
  }

  /// Appends the digits of n, or of -1-n.
  private func appendDigits(
    _ number: UInt64, isNegative: Bool, to tape: inout Tape
  ) throws(WireFailure) {
    let value = isNegative ? -1 - Int128(number) : Int128(number)
    try tape.append(.numberText, copying: "\(value)")
  }

  /// Appends a date. As a number, it is seconds since 1970.
  private func appendDate(_ secondsSince2001: Double, to tape: inout Tape) throws(WireFailure) {
    try tape.append(Node(.date, length: Node.epochDate), secondsSince2001.bitPattern)
  }
}

// MARK: - Tags

extension ItemReader {
  private mutating func readTag(
    _ head: ItemHead, at place: inout Int, into tape: inout Tape
  ) throws(WireFailure) -> Bool {
    let start = place
    place = head.end
    switch head.argument {
    case CBORTag.epochDate, CBORTag.epochDays:
      let content = try checkedHead(at: place)
      guard let number = number(content) else { throw WireFailure(.invalidValue, offset: start) }
      let seconds = head.argument == CBORTag.epochDate ? number : number * 86_400
      guard seconds.isFinite else { throw WireFailure(.invalidValue, offset: start) }
      try appendDate(seconds - Node.epochDistance, to: &tape)
      place = content.end
    case CBORTag.bignum, CBORTag.negativeBignum, CBORTag.decimal, CBORTag.bigFloat:
      let text = try numberText(tag: head.argument, at: &place, start: start)
      try tape.append(.numberText, copying: text)
    case CBORTag.uuid:
      let content = try checkedHead(at: place)
      guard content.kind == ItemKind.bytes, !content.isIndefinite, content.argument == 16 else {
        throw WireFailure(.invalidValue, offset: start)
      }
      place = content.end + (try lexer.length(content))
      try tape.append(.uuid, copying: lexer.input.part(at: content.end, count: 16))
    case CBORTag.textReference, CBORTag.valueReference:
      // The item is a number of an earlier value. Without the tag, it would be another value.
      throw WireFailure(.notRepresentable, offset: start)
    case CBORTag.dateText: return false
    default:
      guard options.keepsTags, !CBORTag.areTransparent(head.argument) else { return false }
      var scan = ItemScan(at: start, depthLimit: options.depthLimit)
      guard try scan.finishes(in: lexer) else { throw lexer.endFailure() }
      try tape.append(.extension, offset: start, length: scan.place - start)
      place = scan.place
    }
    return true
  }

  /// Returns the number of a head; `nil` if it is not a number.
  private func number(_ head: ItemHead) -> Double? {
    switch head.kind {
    case ItemKind.unsigned: Double(head.argument)
    case ItemKind.negative: -1 - Double(head.argument)
    case ItemKind.half, ItemKind.single, ItemKind.double: lexer.double(head)
    default: nil
    }
  }

  /// Reads the number behind a tag as its text.
  private func numberText(
    tag: UInt64, at place: inout Int, start: Int
  ) throws(WireFailure) -> [UInt8] {
    if tag == CBORTag.bignum || tag == CBORTag.negativeBignum {
      return try bignum(isNegative: tag == CBORTag.negativeBignum, at: &place, start: start)
    }
    // An array of two integers: the exponent and the significand.
    let list = try checkedHead(at: place)
    guard list.kind == ItemKind.list, list.argument == 2, !list.isIndefinite else {
      throw WireFailure(.invalidValue, offset: start)
    }
    let exponentHead = try checkedHead(at: list.end)
    let exponent: Int64
    switch exponentHead.kind {
    case ItemKind.unsigned: exponent = Int64(clamping: exponentHead.argument)
    case ItemKind.negative: exponent = ~Int64(clamping: exponentHead.argument)
    default: throw WireFailure(.invalidValue, offset: start)
    }
    place = exponentHead.end
    let digits = try integerText(at: &place, start: start)
    guard exponent.magnitude <= Self.largestExponent else {
      throw WireFailure(.numberDoesNotFit, offset: start)
    }
    if tag == CBORTag.decimal {
      return exponent == 0 ? digits : digits + Array("e\(exponent)".utf8)
    }
    // Only a number that a double holds has a short decimal text.
    let significand = digits.withByteView { DecimalParsing.integer($0, as: Int64.self) }
    guard let significand, (-1074...1023).contains(exponent), significand.magnitude < 1 << 53 else {
      throw WireFailure(.numberDoesNotFit, offset: start)
    }
    let value = Double(
      sign: significand < 0 ? .minus : .plus, exponent: Int(exponent),
      significand: Double(significand.magnitude))
    guard value.isFinite,
      Double(sign: .plus, exponent: -Int(exponent), significand: value) == Double(significand)
    else { throw WireFailure(.numberDoesNotFit, offset: start) }
    return Array(AnyValue.Number(value).text.utf8)
  }

  /// Reads an integer, which may be a bignum, as its text.
  private func integerText(at place: inout Int, start: Int) throws(WireFailure) -> [UInt8] {
    let head = try checkedHead(at: place)
    place = head.end
    switch head.kind {
    case ItemKind.unsigned: return Array("\(head.argument)".utf8)
    case ItemKind.negative: return Array("\(-1 - Int128(head.argument))".utf8)
    case ItemKind.tag where head.argument == CBORTag.bignum:
      return try bignum(isNegative: false, at: &place, start: start)
    case ItemKind.tag where head.argument == CBORTag.negativeBignum:
      return try bignum(isNegative: true, at: &place, start: start)
    default: throw WireFailure(.invalidValue, offset: start)
    }
  }

  /// Reads the bytes of a bignum as decimal text.
  private func bignum(
    isNegative: Bool, at place: inout Int, start: Int
  ) throws(WireFailure) -> [UInt8] {
    let head = try checkedHead(at: place)
    guard head.kind == ItemKind.bytes else { throw WireFailure(.invalidValue, offset: start) }
    var bytes: [UInt8]
    if head.isIndefinite {
      bytes = try chunks(head, at: &place)
    } else {
      let length = try lexer.length(head)
      bytes = Array(lexer.input[head.end..<head.end + length])
      place = head.end + length
    }
    if options.order != nil, bytes.count <= 8 || bytes[0] == 0 {
      throw WireFailure(.nonMinimal, offset: start)
    }
    // The time for the conversion grows with the square of the length.
    guard bytes.count <= Self.longestBignum else { throw WireFailure(.sizeLimit, offset: start) }
    if isNegative {
      // The number is -1-n, so its magnitude is n + 1.
      bytes.insert(0, at: 0)
      var index = bytes.count - 1
      while bytes[index] == .max {
        bytes[index] = 0
        index -= 1
      }
      bytes[index] += 1
    }
    var number = LongInteger()
    for byte in bytes { number.append(UInt64(byte), radix: 256) }
    return number.text(isNegative: isNegative)
  }

  /// The maximum number of bytes of a bignum.
  private static var longestBignum: Int { 1024 }
  /// The maximum exponent of ten.
  private static var largestExponent: UInt64 { 1_000_000 }

  private func checkedHead(at place: Int) throws(WireFailure) -> ItemHead {
    let head = try lexer.head(at: place)
    if options.order != nil { try checkMinimal(head, at: place) }
    return head
  }
}

extension CBORTag {
  /// Whether a value keeps its meaning without the tag: a hint for a conversion to JSON, bytes that
  /// are CBOR, a URI, a set, a date, or CBOR itself.
  static func areTransparent(_ tag: UInt64) -> Bool {
    [21, 22, 23, 24, 32, 258, 1004, 55_799].contains(tag)
  }
}

/// The extension of MessagePack for points in time.
enum MessagePackTimestamp {
  static let type: Int8 = -1

  /// Returns the seconds since 2001 of the contents of a timestamp in any of its three forms.
  static func seconds(_ bytes: ByteView, at place: Int) throws(WireFailure) -> Double {
    func word(_ start: Int, _ count: Int) -> UInt64 {
      (start..<start + count).reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }
    let seconds: Int64
    let nanoseconds: UInt64
    switch bytes.count {
    case 4: (seconds, nanoseconds) = (Int64(word(0, 4)), 0)
    case 8: (seconds, nanoseconds) = (Int64(word(0, 8) & 0x3_FFFF_FFFF), word(0, 4) >> 2)
    case 12: (seconds, nanoseconds) = (Int64(bitPattern: word(4, 8)), word(0, 4))
    default: throw WireFailure(.invalidValue, offset: place)
    }
    guard nanoseconds < 1_000_000_000 else { throw WireFailure(.invalidValue, offset: place) }
    return Double(seconds) - Node.epochDistance + Double(nanoseconds) / 1e9
  }

  /// Appends a timestamp in its shortest form.
  static func append(_ secondsSince2001: Double, to output: inout ByteWriter) -> Bool {
    var seconds = secondsSince2001.rounded(.down)
    var nanoseconds = ((secondsSince2001 - seconds) * 1e9).rounded()
    if nanoseconds == 1e9 { (seconds, nanoseconds) = (seconds + 1, 0) }
    guard let whole = Int64(exactly: seconds + Node.epochDistance) else { return false }
    let fraction = UInt64(nanoseconds)
    if whole >= 0, whole < 1 << 34 {
      let word = fraction << 34 | UInt64(whole)
      if word >> 32 == 0 {
        output.append(0xD6)
        output.append(UInt8(bitPattern: type), bigEndian: word, width: 4)
      } else {
        output.append(0xD7)
        output.append(UInt8(bitPattern: type), bigEndian: word, width: 8)
      }
    } else {
      output.append(0xC7)
      output.append(12)
      output.append(UInt8(bitPattern: type), bigEndian: fraction, width: 4)
      let bytes = UInt64(bitPattern: whole)
      output.append(
        UInt8(truncatingIfNeeded: bytes >> 56), bigEndian: bytes & 0xFF_FFFF_FFFF_FFFF, width: 7)
    }
    return true
  }
}
