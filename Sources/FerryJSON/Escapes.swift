/// Which bytes are escaped by a backslash before them, block by block.
///
/// ```
/// bytes     a\"b\\"\
/// escaped   ..1..1..    and the first byte of the next block
/// ```
package struct Escapes: Sendable {
  /// Whether the byte behind the last block is escaped.
  package var isNextByteEscaped = false

  /// Before the first block.
  package init() {}

  /// The places behind backslashes that are not escaped themselves.
  @inlinable @inline(__always)
  package mutating func places(behind backslashes: UInt64) -> UInt64 {
    var escaped: UInt64 = isNextByteEscaped ? 1 : 0
    isNextByteEscaped = false
    var left = backslashes & ~escaped
    while left != 0 {
      let backslash = left & (0 &- left)
      let place = backslash << 1
      if place == 0 { isNextByteEscaped = true }
      escaped |= place
      left &= ~(backslash | place)
    }
    return escaped
  }
}
