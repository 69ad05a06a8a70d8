import Ferry

/// Law: what decodes encodes, and that text decodes to an equal value.
///
/// The first byte of the input chooses the options.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let input = UnsafeBufferPointer(start: start, count: count)
  let decoder = JSON.Decoder(preset: input[0] & 1 == 0 ? .strict : .foundation)
  decoder.allowsJSON5 = input[0] & 2 != 0
  guard let value = try? decoder.decode(AnyValue.self, from: input.dropFirst()) else { return 0 }
  guard let text = try? JSON.encode(value) else {
    // Only JSON5 has numbers that JSON cannot write.
    precondition(decoder.allowsJSON5, "a value that was decoded does not encode")
    return 0
  }
  guard let copy = try? JSON.decode(AnyValue.self, from: text) else {
    preconditionFailure("text that was encoded does not decode")
  }
  precondition(copy == value, "another value came back")
  return 0
}
