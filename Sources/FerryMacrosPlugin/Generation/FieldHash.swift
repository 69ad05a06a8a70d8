/// The hash of a key, as `FieldKey.hash` of the library defines it. A test compares the two.
func fieldHash(_ name: String) -> UInt64 {
  let bytes = Array(name.utf8)
  let tail = bytes.count > 8 ? word(bytes.suffix(8)) : 0
  return (word(bytes.prefix(8)) ^ (tail &* 0x9E37_79B9_7F4A_7C15)) &+ UInt64(bytes.count)
}

/// Up to 8 bytes in little-endian order, filled up with zeros.
private func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
  bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
}
