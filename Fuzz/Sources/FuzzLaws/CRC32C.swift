/// The checksum of the binary format, bit by bit, so that inputs with a right one can be made.
public func crc32c(_ bytes: some Sequence<UInt8>) -> UInt32 {
  ~bytes.reduce(~0) { crc, byte in
    (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 0 ? 0 : 0x82F6_3B78) }
  }
}
