/// Counts line feeds and characters, 16 bytes at a time.
package enum Newlines {
  /// How many there are in `range` of `bytes`.
  package static func count(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    unsafe count(in: bytes, range) { $0 .== SIMD16<UInt8>(repeating: 0x0A) }
  }

  /// Unicode scalars in `range` of UTF-8: bytes that continue none.
  static func scalarCount(of bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    // Those that do are the least as signed numbers.
    unsafe range.count
      - count(in: bytes, range) { block in
        unsafe unsafeBitCast(block, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: -64)
      }
  }

  @inline(__always)
  private static func count(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    _ find: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var offset = range.lowerBound
    var count = 0
    while range.upperBound - offset >= 16 {
      // A lane counts up to 255 before it is added up.
      var lanes = SIMD16<UInt8>(repeating: 0)
      let blocks = min(255, (range.upperBound - offset) / 16)
      for _ in 0..<blocks {
        let block = unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD16<UInt8>.self)
        lanes = unsafe lanes &- unsafeBitCast(find(block), to: SIMD16<UInt8>.self)
        offset += 16
      }
      for lane in 0..<16 { count += Int(lanes[lane]) }
    }
    for index in offset..<range.upperBound {
      if unsafe find(SIMD16(repeating: base[index]))[0] { count += 1 }
    }
    return count
  }
}
