/// A bug that has to be found: a read past the end, behind four bytes that only coverage leads to.
///
/// It proves that coverage is measured and that the address sanitizer looks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCanary(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count >= 4, start[0] == 0x62, start[1] == 0x69, start[2] == 0x72, start[3] == 0x64 else {
    return 0
  }
  // The result depends on it, so that it is not optimised away.
  return start[count] == 0 ? 0 : -1
}
