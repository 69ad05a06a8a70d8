/// The same bytes in memory of about their size: an array made for an estimate may have far more.
@usableFromInline
func withoutSpareMemory(_ bytes: [UInt8]) -> [UInt8] {
  unsafe bytes.capacity > 2 * bytes.count + 4096 ? bytes.withUnsafeBufferPointer(Array.init) : bytes
}
