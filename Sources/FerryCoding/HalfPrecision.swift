import FerryTape

// The standard library encodes a Float16 as a Float, whose shortest text is longer: 0.1 would be
// 0.099975586. Its type is missing on Intel Macs.
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: TapeEncodableCollection {
  func encode(to call: EncodingCall) throws {
    guard isFinite, unsafe call.state.pointee.options.writesText else {
      return try call.append(Float(self))
    }
    let text = description
    try call.append(.numberText, text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }
}

extension Float16: TapeDecodableCollection {
  static func decode(_ call: DecodingCall, at index: Int) throws -> Float16 {
    let float = try call.float(at: index)
    guard float.isFinite else { return Float16(float) }
    // Read from the text again, for rounding twice may be wrong.
    let half = call.numberText(at: index).flatMap { Float16($0) } ?? Float16(float)
    if half.isInfinite { throw call.mismatch(Float16.self, at: index) }
    return half
  }
}
#endif
