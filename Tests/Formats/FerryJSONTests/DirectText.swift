import FerryBase
import FerryJSONEngine

/// JSON text through the direct reader and writer alone, without the tape to fall back on.
enum DirectText {
  static func read<T: DirectDecodable>(
    _ type: T.Type, _ bytes: ByteView, options: JSONReadingOptions = .init()
  ) -> Result<T, WireFailure> {
    do throws(WireFailure) {
      var reader = try JSONWireReader(bytes, options: options, context: _WireContext())
      let value = try T(from: &reader)
      try reader.finish()
      return .success(value)
    } catch {
      return .failure(error)
    }
  }

  static func read<T: DirectDecodable>(
    _ type: T.Type, _ bytes: [UInt8], options: JSONReadingOptions = .init()
  ) -> Result<T, WireFailure> {
    bytes.withByteView { read(type, $0, options: options) }
  }

  static func read<T: DirectDecodable>(_ type: T.Type, _ text: String) -> Result<T, WireFailure> {
    read(type, Array(text.utf8))
  }

  static func write<T: DirectEncodable>(_ value: T) throws(WireFailure) -> [UInt8] {
    var options = JSONWritingOptions()
    options.escapesSlashes = true
    var writer = JSONWireWriter(ByteWriter(), options: options, context: _WireContext())
    try value.encode(to: &writer)
    var count = 0
    return writer.finish(&count) ?? []
  }

  static func isRead<T>(_ result: Result<T, WireFailure>) -> Bool {
    if case .success = result { true } else { false }
  }
}

/// A model that reads nothing of the value that it is decoded from.
struct Skipped: DirectDecodable {
  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    try reader.skipValue()
  }
}
