import Ferry

/// Law: what decodes encodes, and that document decodes to an equal value.
///
/// The first byte of the input chooses the options.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBinary(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let input = UnsafeBufferPointer(start: start, count: count)
  guard let value = try? Binary.decode(AnyValue.self, from: input.dropFirst()) else { return 0 }
  let encoder = Binary.Encoder()
  encoder.interning = input[0] & 1 == 0
  encoder.checksum = input[0] & 2 != 0
  guard let document = try? encoder.encode(value),
    let copy = try? Binary.decode(AnyValue.self, from: document)
  else {
    preconditionFailure("a value that was decoded does not come back")
  }
  precondition(copy == value, "another value came back")
  return 0
}
