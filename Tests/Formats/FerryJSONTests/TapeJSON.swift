import FerryBase
import FerryJSONEngine

/// JSON text through the reader and the writer alone.
enum TapeJSON {
  /// The value that `bytes` hold, or why they hold none.
  static func read(
    _ bytes: ByteView, options: JSONReadingOptions = .init()
  ) -> Result<AnyValue, WireFailure> {
    var tape = Tape()
    do throws(WireFailure) {
      var reader = JSONReader(bytes, options: options)
      try reader.readDocument(into: &tape)
      // An input without an address has no value, so the reader has thrown.
      return .success(
        try AnyValue(TapeView(tape, input: bytes), at: 0))
    } catch {
      return .failure(error)
    }
  }

  static func read(
    _ bytes: [UInt8], options: JSONReadingOptions = .init()
  ) -> Result<AnyValue, WireFailure> {
    bytes.withByteView { read($0, options: options) }
  }

  static func read(
    _ text: String, options: JSONReadingOptions = .init()
  ) -> Result<AnyValue, WireFailure> {
    read(Array(text.utf8), options: options)
  }

  /// The failure of reading `bytes`, if it fails.
  static func failure(_ bytes: [UInt8], options: JSONReadingOptions = .init()) -> WireFailure? {
    if case .failure(let failure) = read(bytes, options: options) { failure } else { nil }
  }

  /// `bytes` as they come out of the writer.
  static func rewritten(
    _ bytes: [UInt8], reading: JSONReadingOptions = .init(), writing: JSONWritingOptions = .init()
  ) throws(WireFailure) -> [UInt8] {
    var failure: WireFailure?
    let result: [UInt8] = bytes.withByteView { input in
      do throws(WireFailure) {
        var tape = Tape()
        var reader = JSONReader(input, options: reading)
        try reader.readDocument(into: &tape)
        return try written(
          TapeView(tape, input: input), writing)
      } catch {
        failure = error
        return []
      }
    }
    if let failure { throw failure }
    return result
  }

  /// `value` as text.
  static func text(
    _ value: AnyValue, _ options: JSONWritingOptions = .init()
  ) throws(WireFailure) -> String {
    var tape = Tape()
    var open = OpenContainer()
    try value.append(to: &tape, &open, limit: 10_000)
    let bytes = try written(TapeView(tape, input: tape.arena.bytes.start), options)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value at the root of `view` as bytes of text.
  static func written(
    _ view: TapeView, _ options: JSONWritingOptions = .init()
  ) throws(WireFailure) -> [UInt8] {
    var output = ByteWriter()
    try JSONWireWriter.write(view, options: options, to: &output)
    return Array(output.bytes)
  }
}
