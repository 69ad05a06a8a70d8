/// Counts line feeds and characters, 16 bytes at a time.
package enum Newlines {
  /// How many there are in `range` of `bytes`.
  package static func count(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var offset = range.lowerBound
    var count = 0
    while range.upperBound - offset >= 16 {
      // A lane counts up to 255 before it is added up.
      var lanes = SIMD16<UInt8>(repeating: 0)
      let blocks = min(255, (range.upperBound - offset) / 16)
      for _ in 0..<blocks {
        let block = unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD16<UInt8>.self)
        let isNewline = block .== SIMD16<UInt8>(repeating: 0x0A)
        lanes = unsafe lanes &- unsafeBitCast(isNewline, to: SIMD16<UInt8>.self)
        offset += 16
      }
      for lane in 0..<16 { count += Int(lanes[lane]) }
    }
    for index in offset..<range.upperBound where unsafe base[index] == 0x0A { count += 1 }
    return count
  }

  /// Unicode scalars in `range` of UTF-8: bytes that continue none.
  static func scalarCount(of bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var offset = range.lowerBound
    var count = range.count
    while range.upperBound - offset >= 16 {
      var lanes = SIMD16<UInt8>(repeating: 0)
      let blocks = min(255, (range.upperBound - offset) / 16)
      for _ in 0..<blocks {
        let block = unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD16<Int8>.self)
        let continues = block .< SIMD16<Int8>(repeating: -64)
        lanes = unsafe lanes &- unsafeBitCast(continues, to: SIMD16<UInt8>.self)
        offset += 16
      }
      for lane in 0..<16 { count -= Int(lanes[lane]) }
    }
    for index in offset..<range.upperBound where unsafe base[index] & 0xC0 == 0x80 { count -= 1 }
    return count
  }
}
