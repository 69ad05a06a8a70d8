import FuzzLaws

/// Asks ``FuzzLaws/checkPath(_:_:)``.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPath(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  checkPath(start, count)
  return 0
}
