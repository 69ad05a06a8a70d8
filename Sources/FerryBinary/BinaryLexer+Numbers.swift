import FerryBytes
import FerryTape

extension BinaryLexer {
  /// Reads the double that has `tag`, which is in front of `place`.
  @inline(__always)
  func double(_ tag: UInt8, at place: inout Int, end: Int) throws(WireFailure) -> Double {
    let start = place - 1
    if tag == BinaryTag.double, end &- place >= 8 {
      let bits = unsafe UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self).littleEndian
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

  /// The same for those of 2 and 4 bytes.
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

  /// The number of a date: one of at most 64 bits, as a double that is equal to it.
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

  /// An integer beyond 64 bits, or a decimal with its exponent, as text.
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
    return unsafe WideDecimal.text(bytes(at: place, count: head.end - place), exponent: exponent)
  }
}
