import FerryBase
import FerryJSONEngine

// The masks in plain Swift, and the validation of a text with and without the blocks of CFerryScan.

@c(twin_places)
func places(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
  unsafe PortableJSONBlock(bytes).places(of: 0x22)
}

@c(twin_brackets)
func brackets(_ bytes: UnsafePointer<UInt8>) -> UInt64 { unsafe PortableJSONBlock(bytes).brackets }

@c(twin_controls)
func controls(_ bytes: UnsafePointer<UInt8>) -> UInt64 { unsafe PortableJSONBlock(bytes).controls }

@c(twin_unusual)
func unusual(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
  unsafe PortableJSONBlock(bytes).hasBackslashOrControl ? 1 : 0
}

@c(twin_high_bits)
func highBits(_ bytes: UnsafePointer<UInt8>) -> UInt64 { unsafe PortableJSONBlock(bytes).highBits }

@c(twin_escapes)
func escapes(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
  var all: UInt32 = 0
  for part in 0..<4 {
    let block = unsafe UnsafeRawPointer(bytes).loadUnaligned(
      fromByteOffset: 16 * part, as: UInt128.self)
    all |= ByteScan.portableStringStops(block.littleEndian, or: 0x22)
  }
  return UInt64(all)
}

@c(text_utf8)
func validate(_ bytes: UnsafePointer<UInt8>, _ count: Int64) -> Int64 {
  let text = unsafe ByteView(start: bytes, count: Int(count))
  return Int64(UTF8Validation.firstIllFormedOffset(in: text) ?? -1)
}

@c(twin_utf8)
func validatePlainly(_ bytes: UnsafePointer<UInt8>, _ count: Int64) -> Int64 {
  let text = unsafe ByteView(start: bytes, count: Int(count))
  return Int64(UTF8Validation.firstIllFormedOffset(in: text, after: 0, usesWideBlocks: false) ?? -1)
}
