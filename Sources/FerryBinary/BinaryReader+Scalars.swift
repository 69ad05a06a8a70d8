import FerryBytes
import FerryTape

extension BinaryReader {
  /// Checks that text is well-formed UTF-8. The range lies inside the input.
  @inline(__always)
  func checkText(
    _ base: UnsafePointer<UInt8>, at offset: Int, _ length: Int
  ) throws(Failure) {
    // Most text is short and ASCII: whole words, the last one cut to what belongs to the text.
    let high: UInt64 = 0x8080_8080_8080_8080
    let raw = unsafe UnsafeRawPointer(base + offset)
    guard unsafe offset &+ length &+ 8 <= input.count else {
      return try unsafe checkUnusualText(base, at: offset, length)
    }
    var index = 0
    var found: UInt64 = 0
    // Eight bytes behind the text are still inside the input.
    while index &+ 8 <= length {
      unsafe found |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    let last = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
    found |= last & ~(~0 &<< UInt64(truncatingIfNeeded: 8 &* (length &- index)))
    if found & high != 0 { try unsafe checkUnusualText(base, at: offset, length) }
  }

  @inline(never)
  private func checkUnusualText(
    _ base: UnsafePointer<UInt8>, at offset: Int, _ length: Int
  ) throws(Failure) {
    let text = unsafe UnsafeRawBufferPointer(start: base + offset, count: length)
    if let wrong = unsafe UTF8Validation.firstIllFormedOffset(in: text) {
      throw Failure(.invalidUTF8, offset: offset + wrong)
    }
  }

  /// Reads an integer of 1...8 bytes.
  @inline(__always)
  func readInteger(
    _ base: UnsafePointer<UInt8>, _ tag: UInt8, at place: inout Int, end: Int,
    into tape: inout Tape
  ) throws(Failure) {
    let width = Int(tag & 7) &+ 1
    guard width <= end &- place else { throw lengthFailure(at: place, end: end) }
    let magnitude = unsafe input.integer(at: place, width: width)
    if tag < BinaryTag.negative {
      try tape.append(magnitude)
    } else {
      guard let value = Int64(exactly: magnitude) else {
        throw Failure(.numberDoesNotFit, offset: valueStart)
      }
      try tape.append(~value)
    }
    place &+= width
  }

  /// Appends an entry of the value table.
  @inline(__always)
  func appendEntry(
    _ number: Int, _ base: UnsafePointer<UInt8>, into tape: inout Tape
  ) throws(Failure) {
    guard number < tables.values.count else {
      throw Failure(.invalidReference, offset: valueStart)
    }
    let node = Node(word: tables.values[number])
    if node.kind == .int64 {
      // A wide integer is read again; it was checked with the tables.
      var place = node.payload + 1
      let tag = unsafe base[node.payload]
      try unsafe readInteger(base, tag, at: &place, end: input.count, into: &tape)
    } else {
      try tape.append(node)
    }
  }

  /// Reads a value whose tag is not among the common ones; `place` is behind the tag.
  @inline(never)
  mutating func readRare(
    _ base: UnsafePointer<UInt8>, _ tag: UInt8, at place: inout Int, end: Int,
    into tape: inout Tape
  ) throws(Failure) {
    switch tag {
    case BinaryTag.half:
      guard end - place >= 2 else { throw lengthFailure(at: place, end: end) }
      let bits = unsafe input.integer(at: place, width: 2)
      try tape.append(HalfFloat.value(UInt16(truncatingIfNeeded: bits)))
      place += 2
    case BinaryTag.single:
      guard end - place >= 4 else { throw lengthFailure(at: place, end: end) }
      let bits = unsafe UInt32(truncatingIfNeeded: input.integer(at: place, width: 4))
      try tape.append(Self.usual(Double(Float(bitPattern: bits))))
      place += 4
    case BinaryTag.double:
      guard end - place >= 8 else { throw lengthFailure(at: place, end: end) }
      try unsafe tape.append(Self.usual(Double(bitPattern: input.integer(at: place, width: 8))))
      place += 8
    case BinaryTag.longText:
      let length = try unsafe readLength(base, at: &place, end: end)
      try unsafe checkText(base, at: place, length)
      try tape.append(.text, offset: place, length: length)
      place += length
    case BinaryTag.longReference:
      let number = try unsafe readVarInt(base, at: &place, end: end)
      try unsafe appendEntry(Int(truncatingIfNeeded: min(number, 1 << 32)), base, into: &tape)
    case BinaryTag.bytes:
      let length = try unsafe readLength(base, at: &place, end: end)
      try tape.append(.bytes, offset: place, length: length)
      place += length
    case BinaryTag.packed:
      let length = try unsafe readLength(base, at: &place, end: end)
      try unsafe readPacked(base, at: place, end: place + length, into: &tape)
      place += length
    case BinaryTag.matrix:
      let length = try unsafe readLength(base, at: &place, end: end)
      try unsafe readMatrix(base, at: place, end: place + length, into: &tape)
      place += length
    case BinaryTag.columns:
      let length = try unsafe readLength(base, at: &place, end: end)
      try unsafe readColumns(base, at: place, end: place + length, into: &tape)
      place += length
    case BinaryTag.date:
      try unsafe readDate(base, at: &place, end: end, into: &tape)
    case BinaryTag.uuid:
      guard end - place >= 16 else { throw lengthFailure(at: place, end: end) }
      try unsafe tape.append(.uuid, copying: UnsafeBufferPointer(start: base + place, count: 16))
      place += 16
    case BinaryTag.wideDecimal, BinaryTag.wideInteger:
      let length = try unsafe readLength(base, at: &place, end: end)
      let text = try unsafe readWideNumber(base, tag, at: place, end: place + length)
      try tape.append(.numberText, copying: text)
      place += length
    case BinaryTag.nestedNull:
      guard place < end else { throw lengthFailure(at: place, end: end) }
      guard unsafe base[place] > 0 else { throw Failure(.invalidTag, offset: valueStart) }
      try unsafe tape.append(
        Node(.null, length: Int(base[place]), payload: min(valueStart, Node.maximumPayload)))
      place += 1
    case BinaryTag.extension:
      let length = try unsafe readLength(base, at: &place, end: end)
      try unsafe readExtension(base, at: place, end: place + length, into: &tape)
      place += length
    default:
      throw Failure(.invalidTag, offset: valueStart)
    }
  }

  /// One NaN: which one was written says nothing.
  static func usual(_ value: Double) -> Double { value.isNaN ? .nan : value }

  private func readExtension(
    _ base: UnsafePointer<UInt8>, at place: Int, end: Int, into tape: inout Tape
  ) throws(Failure) {
    guard place < end else { throw Failure(.invalidLength, offset: valueStart) }
    guard unsafe base[place] == BinaryTag.numberText else {
      // Of an application, or of a later version: whoever asks for it knows what it is.
      return try tape.append(.extension, offset: place, length: end - place)
    }
    let text = unsafe UnsafeBufferPointer(start: base + place + 1, count: end - place - 1)
    guard unsafe NumberText.isWellFormed(text) else {
      throw Failure(.invalidNumber, offset: place + 1)
    }
    try unsafe tape.append(
      NumberText.isInteger(text) ? .integerText : .decimalText, offset: place + 1,
      length: text.count)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The little-endian number of `width` bytes (1...8) at `offset`, all inside the buffer.
  @inline(__always)
  func integer(at offset: Int, width: Int) -> UInt64 {
    guard let base = baseAddress else { return 0 }
    if offset &+ 8 <= count {
      // Eight bytes are there; those that do not belong to the number are shifted out.
      let word = unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self).littleEndian
      let excess = UInt64(truncatingIfNeeded: 64 &- 8 &* width)
      return (word &<< excess) &>> excess
    }
    var value: UInt64 = 0
    for index in 0..<width { unsafe value |= UInt64(base[offset + index]) << UInt64(8 * index) }
    return value
  }
}
