import FerryBase

/// The head of a value: its kind and the offsets of its contents (Format.md, "Tags").
struct ValueHead {
  /// The first byte. For text, objects, arrays and entries of the value table, the tag of their
  /// long form.
  var tag: UInt8
  /// For an object, the number of its key list. For an entry of the value table, its number. For an
  /// array with its count in the tag, the count. Otherwise -1.
  var number = -1
  /// The offset of the contents, after the tag and the length.
  var start: Int
  var end = 0

  var count: Int { end - start }
}

extension BinaryLexer {
  /// Reads the head of the value at `place`, which ends at or before `end`. The head contains the
  /// length of every value, so the contents are not read.
  func head(at place: Int, end: Int) throws(WireFailure) -> ValueHead {
    guard place < end else { throw lengthFailure(at: place, end: end) }
    let tag = self[place]
    var head = ValueHead(tag: tag, start: place + 1)
    var length = 0
    switch tag {
    case 0..<BinaryTag.shortText, BinaryTag.null, BinaryTag.false, BinaryTag.true: break
    case BinaryTag.shortText..<BinaryTag.shortKeyList:
      head.tag = BinaryTag.longText
      length = Int(tag - BinaryTag.shortText)
    case BinaryTag.shortReference..<BinaryTag.positive:
      head.tag = BinaryTag.longReference
      head.number = Int(tag - BinaryTag.shortReference)
    case BinaryTag.longReference: head.number = try number(at: &head.start, end: end)
    case BinaryTag.positive..<BinaryTag.null: length = Int(tag & 7) + 1
    case BinaryTag.half: length = 2
    case BinaryTag.single: length = 4
    case BinaryTag.double: length = 8
    case BinaryTag.uuid: length = 16
    case BinaryTag.nestedNull: length = 1
    case BinaryTag.decimal..<BinaryTag.longText: _ = try varInt(at: &head.start, end: end)
    case BinaryTag.date:
      length = try numberLength(at: head.start, end: end)
    case BinaryTag.shortList..<BinaryTag.shortReference:
      head.tag = BinaryTag.longList
      head.number = Int(tag - BinaryTag.shortList)
      if head.number > 0 { length = try self.length(at: &head.start, end: end) }
    case BinaryTag.shortKeyList..<BinaryTag.shortList, BinaryTag.longKeyList:
      head.tag = BinaryTag.longKeyList
      head.number =
        try tag == BinaryTag.longKeyList
        ? number(at: &head.start, end: end) : Int(tag - BinaryTag.shortKeyList)
      length = try self.length(at: &head.start, end: end)
    case 0xE1, 0xF4...0xF5, 0xFE...0xFF: throw WireFailure(.invalidTag, offset: place)
    default: length = try self.length(at: &head.start, end: end)
    }
    guard length <= end - head.start else { throw lengthFailure(at: place, end: end) }
    head.end = head.start + length
    return head
  }

  /// Returns the number of bytes of a date's number, including its tag.
  private func numberLength(at place: Int, end: Int) throws(WireFailure) -> Int {
    guard place < end else { throw lengthFailure(at: place, end: end) }
    switch self[place] {
    case 0..<BinaryTag.shortText, BinaryTag.positive..<BinaryTag.null,
      BinaryTag.half..<BinaryTag.longText:
      return try head(at: place, end: end).end - place
    default: throw WireFailure(.invalidTag, offset: place)
    }
  }

  /// Reads the number of an entry or a key list. Numbers beyond every table are clamped to one that
  /// is still beyond every table.
  func number(at place: inout Int, end: Int) throws(WireFailure) -> Int {
    Int(clamping: min(try varInt(at: &place, end: end), UInt64(Int32.max)))
  }

  /// Returns the kind of the value with this head.
  func kind(of head: ValueHead, _ tables: BinaryReader.Tables) throws(WireFailure) -> AnyValue.Kind
  {
    switch head.tag {
    case BinaryTag.longText, BinaryTag.uuid: return .string
    case BinaryTag.longKeyList, BinaryTag.map: return .object
    case BinaryTag.longList, BinaryTag.packed, BinaryTag.rows: return .array
    case BinaryTag.longReference:
      _ = try tables.entry(head.number, at: head.start)
      return .string
    case BinaryTag.null, BinaryTag.nestedNull: return .null
    case BinaryTag.false, BinaryTag.true: return .bool
    case BinaryTag.bytes: return .bytes
    case BinaryTag.extension:
      return head.count > 0 && self[head.start] <= BinaryTag.time ? .number : .bytes
    default: return .number
    }
  }

  // MARK: Documents

  /// Reads the part of a document before its tables.
  /// - Returns: The flags of the second byte, and the range of the tables and the value.
  func documentHead() throws(WireFailure) -> (flags: UInt8, body: Range<Int>) {
    guard count > 2 else {
      throw count == 0 || self[0] == BinaryFormat.magic
        ? WireFailure(.unexpectedEnd, offset: count) : WireFailure(.badMagic, offset: 0)
    }
    guard self[0] == BinaryFormat.magic else { throw WireFailure(.badMagic, offset: 0) }
    if self[1] & 0xF0 == BinaryFormat.formerVersion {
      throw WireFailure(.formerVersion, offset: 1)
    }
    let flags = self[1] & ~BinaryFormat.version
    guard self[1] & 0xF0 == BinaryFormat.version,
      flags & ~(BinaryFormat.checksumFlag | BinaryFormat.canonicalFlag) == 0
    else { throw WireFailure(.unsupportedVersion, offset: 1) }
    let end = flags & BinaryFormat.checksumFlag == 0 ? count : count - 4
    guard end >= 2 else { throw WireFailure(.unexpectedEnd, offset: count) }
    return (flags, 2..<end)
  }

  /// Verifies the checksum after the first `end` bytes, if the document has one.
  func verifyChecksum(at end: Int) throws(WireFailure) {
    guard end < count else { return }
    let sum = CRC32C.checksum(bytes(at: 0, count: end))
    guard integer(at: end, width: 4) == UInt64(sum) else {
      throw WireFailure(.checksumMismatch, offset: end)
    }
  }
}

extension BinaryLexer {
  /// Reads the double with `tag`, which is the byte before `place`.
  @inline(__always)
  func double(_ tag: UInt8, at place: inout Int, end: Int) throws(WireFailure) -> Double {
    let start = place - 1
    if tag == BinaryTag.double, end &- place >= 8 {
      let bits = input.load(UInt64.self, at: place).littleEndian
      place &+= 8
      return HalfFloat.usual(Double(bitPattern: bits))
    }
    if tag >= BinaryTag.decimal {
      let significand = VarInt.unzigzag(try varInt(at: &place, end: end))
      guard significand.magnitude < 1 << 53 else {
        throw WireFailure(.invalidNumber, offset: start)
      }
      return Double(significand) / ShortDecimal.power(Int(tag &- BinaryTag.decimal))
    }
    return try narrowDouble(tag, at: &place, end: end)
  }

  /// Reads a double of 2 or 4 bytes.
  @inline(never)
  private func narrowDouble(
    _ tag: UInt8, at place: inout Int, end: Int
  ) throws(WireFailure) -> Double {
    let width = 2 << Int(tag &- BinaryTag.half)
    guard width <= end - place else { throw lengthFailure(at: place, end: end) }
    let bits = integer(at: place, width: width)
    place += width
    return HalfFloat.usual(
      width == 2
        ? HalfFloat.value(UInt16(truncatingIfNeeded: bits))
        : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
  }

  /// Reads the number of a date: an integer or a double, as a double of the same value.
  /// - Throws: `invalidNumber` if an integer needs more than 53 bits or the number is not finite.
  func seconds(ofDate head: ValueHead) throws(WireFailure) -> Double {
    let tag = self[head.start]
    var place = head.start + 1
    var seconds: Double
    switch tag {
    case 0..<BinaryTag.smallNegative: seconds = Double(tag)
    case BinaryTag.smallNegative..<BinaryTag.shortText: seconds = Double(0x3F - Int(tag))
    case BinaryTag.positive..<BinaryTag.null:
      seconds = Double(integer(at: place, width: head.end - place))
      if seconds >= 0x1p53 { seconds = .infinity }
      if tag >= BinaryTag.negative { seconds = -1 - seconds }
    default: seconds = try double(tag, at: &place, end: head.end)
    }
    guard seconds.isFinite else { throw WireFailure(.invalidNumber, offset: head.start - 1) }
    return seconds
  }

  /// Returns an integer beyond 64 bits, or a decimal with its exponent, as text.
  func wideNumber(_ head: ValueHead) throws(WireFailure) -> [UInt8] {
    var place = head.start
    var exponent = 0
    if head.tag == BinaryTag.wideDecimal {
      let folded = VarInt.unzigzag(try varInt(at: &place, end: head.end))
      guard folded.magnitude <= WideDecimal.maximumExponent else {
        throw WireFailure(.invalidNumber, offset: head.start)
      }
      exponent = Int(folded)
    }
    guard (1...WideInteger.maximumWidth).contains(head.end - place) else {
      throw WireFailure(.invalidLength, offset: head.start)
    }
    return WideDecimal.text(bytes(at: place, count: head.end - place), exponent: exponent)
  }
}
