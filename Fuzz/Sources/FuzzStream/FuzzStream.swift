import FuzzLaws

/// Asks ``FuzzLaws/checkStream(_:_:)``.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStream(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  checkStream(start, count)
  return 0
}
