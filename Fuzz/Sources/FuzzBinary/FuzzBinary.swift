import FuzzLaws

/// Asks ``FuzzLaws/checkBinary(_:_:)``.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBinary(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  checkBinary(start, count)
  return 0
}
