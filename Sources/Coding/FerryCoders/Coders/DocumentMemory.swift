public import FerryBase

/// Returns the bytes that `write` writes to the memory that it gets. `write` sets the number of
/// bytes, or returns the bytes if they did not fit. `estimate` is their expected number.
@inlinable
package func document(
  estimate: Int, _ write: (MutableByteView, inout Int) -> [UInt8]?
) -> [UInt8] {
  // A copy from the stack costs less than an array without contents, whose memory has spare bytes.
  // The standard library allocates more than 1024 bytes on the heap.
  if estimate <= 960 {
    return MutableByteView.withScratch(1024) { buffer in
      var count = 0
      return write(buffer, &count) ?? Array(buffer.prefix(count))
    }
  }
  // The document is written to the array's own memory, unless it outgrows the estimate. Unused
  // pages cost nothing.
  var outgrown: [UInt8]?
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: estimate) { buffer, count in
    outgrown = write(unsafe MutableByteView(buffer), &count)
  }
  return outgrown ?? bytes
}

/// Returns the same bytes in memory of about their size. The capacity of an array from an estimate
/// may be far larger.
@inlinable @inline(__always)
package func withoutSpareMemory(_ bytes: consuming [UInt8]) -> [UInt8] {
  bytes.capacity > 2 * bytes.count + 4096 ? bytes.withByteView(Array.init) : bytes
}
