internal import FerryBase

/// A scalar that a tape has a node for. Containers read and write it without a plan.
///
/// A generic method over these types meets the requirements of containers for all of them.
/// Requirements with a default in the standard library are the exception: Swift prefers a default
/// that is not generic.
package protocol TapeScalar: Codable {
  /// Decodes the scalar at `index`.
  static func read(_ call: DecodingCall, at index: Int) throws -> Self
  /// Appends the scalar to the tape.
  func append(to call: EncodingCall) throws
}

extension TapeScalar {
  /// Decodes the object at `index`. The functions are compiled for each scalar. With an unknown type
  /// of values, the standard library would look up the type of the table for each value.
  @inline(never)
  static func members(_ call: DecodingCall, _ index: Int) throws -> [String: Self] {
    try call.members(index) { try read(call, at: $0) }
  }

  /// Decodes the object at `index`, whose keys are integers; `nil` for another key.
  @inline(never)
  static func numberedMembers(_ call: DecodingCall, _ index: Int) throws -> [Int: Self]? {
    try call.numberedMembers(index) { try read(call, at: $0) }
  }
}

extension TapeScalar where Self: FixedWidthInteger {
  @inline(__always)
  package static func read(_ call: DecodingCall, at index: Int) throws -> Self {
    try call.integer(at: index)
  }

  @inline(__always)
  package func append(to call: EncodingCall) throws { try call.append(self) }
}

extension Int: TapeScalar {}
extension Int8: TapeScalar {}
extension Int16: TapeScalar {}
extension Int32: TapeScalar {}
extension Int64: TapeScalar {}
extension Int128: TapeScalar {}
extension UInt: TapeScalar {}
extension UInt8: TapeScalar {}
extension UInt16: TapeScalar {}
extension UInt32: TapeScalar {}
extension UInt64: TapeScalar {}
extension UInt128: TapeScalar {}

extension Double: TapeScalar {
  @inline(__always)
  package static func read(_ call: DecodingCall, at index: Int) throws -> Double {
    try call.double(at: index)
  }

  @inline(__always)
  package func append(to call: EncodingCall) throws { try call.append(self) }
}

extension Float: TapeScalar {
  @inline(__always)
  package static func read(_ call: DecodingCall, at index: Int) throws -> Float {
    try call.float(at: index)
  }

  @inline(__always)
  package func append(to call: EncodingCall) throws { try call.append(self) }
}

extension String: TapeScalar {
  @inline(__always)
  package static func read(_ call: DecodingCall, at index: Int) throws -> String {
    try call.string(at: index)
  }

  @inline(__always)
  package func append(to call: EncodingCall) throws { try call.append(self) }
}

extension Bool: TapeScalar {
  @inline(__always)
  package static func read(_ call: DecodingCall, at index: Int) throws -> Bool {
    try call.bool(at: index)
  }

  @inline(__always)
  package func append(to call: EncodingCall) throws { try call.append(self) }
}

// The standard library encodes a `Float16` as a `Float`, whose shortest text is longer: 0.1 would
// be 0.099975586. Intel Macs have no `Float16`.
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: TapeEncodableCollection {
  func encode(to call: EncodingCall) throws {
    guard isFinite, call.state.options.writesText else {
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
    // Read from the text again, because rounding twice may give another result.
    let half = call.numberText(at: index).flatMap { Float16($0) } ?? Float16(float)
    if half.isInfinite { throw call.mismatch(Float16.self, at: index) }
    return half
  }
}
#endif
