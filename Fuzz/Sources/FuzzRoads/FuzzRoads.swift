import FuzzLaws

/// Asks ``FuzzLaws/checkRoads(_:_:)``.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRoads(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  checkRoads(start, count)
  return 0
}
