import FerryTape

/// A collection that a session encodes without its container.
protocol TapeEncodableCollection {
  func encode(to call: EncodingCall) throws
}

extension TapeEncodableCollection {
  /// Encodes the `Self` at `pointer`.
  static func encode(_ pointer: UnsafeRawPointer, to call: EncodingCall) throws {
    try unsafe pointer.assumingMemoryBound(to: Self.self).lend { (value: borrowing Self) in
      try value.encode(to: call)
    }
  }
}

extension Array: TapeEncodableCollection where Element: Encodable {
  func encode(to call: EncodingCall) throws {
    let state = unsafe call.state
    if Element.self == Int.self, MemoryLayout<Int>.size == 8 {
      return try pack(.int64, call)
    }
    // What is not finite needs a decision for each element.
    if Element.self == Double.self, cast(Double.self).allSatisfy(\.isFinite) {
      return try pack(.double, call)
    }
    try unsafe state.pointee.open.open(.list, on: &state.pointee.tape, limit: .max)
    if Element.self == String.self {
      for text in cast(String.self) { try unsafe state.pointee.tape.append(text) }
      unsafe state.pointee.open.count = count
    } else {
      try unsafe withUnsafeBufferPointer { elements in
        guard let base = elements.baseAddress else { return }
        for index in elements.indices {
          unsafe state.pointee.open.count &+= 1
          try unsafe (base + index).lend { (element: borrowing Element) in try call.encode(element)
          }
        }
      }
    }
    unsafe state.pointee.open.close(on: &state.pointee.tape)
  }

  /// The same array under the type that it is known to have.
  private func cast<E>(_ type: E.Type) -> [E] {
    unsafe unsafeBitCast(self, to: [E].self)
  }

  private func pack(_ type: PackedElement, _ call: EncodingCall) throws {
    try unsafe withUnsafeBytes { bytes in
      try unsafe call.state.pointee.tape.append(packing: bytes, of: type)
    }
  }
}
