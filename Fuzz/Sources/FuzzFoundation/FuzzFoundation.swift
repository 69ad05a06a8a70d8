import FuzzLaws

/// Asks ``FuzzLaws/checkFoundation(_:_:)``.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFoundation(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  checkFoundation(start, count)
  return 0
}
