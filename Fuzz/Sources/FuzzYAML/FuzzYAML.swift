import FuzzLaws

/// Asks ``FuzzLaws/checkYAML(_:_:)``.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzYAML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  checkYAML(start, count)
  return 0
}
