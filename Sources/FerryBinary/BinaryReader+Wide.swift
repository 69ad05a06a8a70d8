import FerryBytes
import FerryTape

extension BinaryReader {
  /// Reads the number of a date.
  func readDate(
    _ base: UnsafePointer<UInt8>, at place: inout Int, end: Int, into tape: inout Tape
  ) throws(Failure) {
    let seconds = try unsafe readNumber(base, at: &place, end: end)
    guard seconds.isFinite else { throw Failure(.invalidNumber, offset: valueStart) }
    try tape.append(date: seconds)
  }

  /// Reads a number of at most 64 bits as a double that is equal to it.
  private func readNumber(
    _ base: UnsafePointer<UInt8>, at place: inout Int, end: Int
  ) throws(Failure) -> Double {
    guard place < end else { throw lengthFailure(at: place, end: end) }
    let tag = unsafe base[place]
    place += 1
    func little(_ width: Int) throws(Failure) -> UInt64 {
      guard end - place >= width else { throw lengthFailure(at: place, end: end) }
      defer { place += width }
      return unsafe input.integer(at: place, width: width)
    }
    switch tag {
    case BinaryTag.smallInteger..<BinaryTag.smallNegative: return Double(tag)
    case BinaryTag.smallNegative..<BinaryTag.shortText: return Double(0x3F - Int(tag))
    case BinaryTag.positive..<BinaryTag.null:
      let magnitude = try little(Int(tag & 7) + 1)
      guard magnitude < 1 << 53 else { throw Failure(.invalidNumber, offset: valueStart) }
      let value = Double(magnitude)
      return tag < BinaryTag.negative ? value : -1 - value
    case BinaryTag.half: return HalfFloat.value(UInt16(truncatingIfNeeded: try little(2)))
    case BinaryTag.single:
      return Double(Float(bitPattern: UInt32(truncatingIfNeeded: try little(4))))
    case BinaryTag.double: return Double(bitPattern: try little(8))
    case BinaryTag.decimal..<BinaryTag.longText:
      let significand = unsafe VarInt.unzigzag(try readVarInt(base, at: &place, end: end))
      guard significand.magnitude < 1 << 53 else {
        throw Failure(.invalidNumber, offset: valueStart)
      }
      return Double(significand) / ShortDecimal.power(Int(tag &- BinaryTag.decimal))
    default: throw Failure(.invalidTag, offset: place - 1)
    }
  }

  /// Reads an integer beyond 64 bits, or a decimal with its exponent, as text.
  func readWideNumber(
    _ base: UnsafePointer<UInt8>, _ tag: UInt8, at start: Int, end: Int
  ) throws(Failure) -> [UInt8] {
    var place = start
    var exponent = 0
    if tag == BinaryTag.wideDecimal {
      let folded = unsafe VarInt.unzigzag(try readVarInt(base, at: &place, end: end))
      guard folded.magnitude <= WideDecimal.maximumExponent else {
        throw Failure(.invalidNumber, offset: start)
      }
      exponent = Int(folded)
    }
    guard (1...WideInteger.maximumWidth).contains(end - place) else {
      throw Failure(.invalidLength, offset: start)
    }
    let bytes = unsafe UnsafeBufferPointer(start: base + place, count: end - place)
    return unsafe WideDecimal.text(bytes, exponent: exponent)
  }
}
