import FuzzLaws

/// Asks ``FuzzLaws/checkJSON(_:_:)``.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  checkJSON(start, count)
  return 0
}
