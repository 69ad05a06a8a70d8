import FuzzLaws

/// Asks ``FuzzLaws/checkEncode(_:_:)``.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEncode(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  checkEncode(start, count)
  return 0
}
