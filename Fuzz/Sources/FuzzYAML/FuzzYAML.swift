import Ferry

/// Law: what decodes encodes, and that document decodes to an equal value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzYAML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  guard let value = try? YAML.decode(AnyValue.self, from: input) else { return 0 }
  guard let document = try? YAML.encode(value),
    let copy = try? YAML.decode(AnyValue.self, from: document)
  else {
    preconditionFailure("a value that was decoded does not come back")
  }
  precondition(copy == value, "another value came back")
  return 0
}
