import FerryTape

extension JSONReader {
  /// What `body` makes of the document that `bytes` are; `nil` if they are no JSON, or it throws.
  package static func read<Value>(
    _ bytes: [UInt8], _ body: (TapeView) throws(WireFailure) -> Value?
  ) -> Value? {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var reader = unsafe JSONReader(bytes)
      var tape = Tape()
      do throws(WireFailure) {
        try reader.readDocument(into: &tape)
        guard let base = bytes.baseAddress else { return nil }
        return try unsafe body(TapeView(tape, input: base))
      } catch {
        return nil
      }
    }
  }

  /// The text of the JSON string that `bytes` are; `nil` if they are none.
  package static func string(_ bytes: [UInt8]) -> String? { read(bytes) { $0.text(at: 0) } }
}
