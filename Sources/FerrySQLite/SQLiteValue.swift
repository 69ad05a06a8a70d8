import FerryBytes
import FerryJSON
import FerryTape

/// A value in a cell of a table.
enum SQLiteValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Converts a value. A Boolean becomes 0 or 1, an array or object becomes JSON text. A number
  /// that neither a 64-bit integer nor a double holds without loss becomes text.
  /// - Throws: `depthLimit`, `notRepresentable`.
  init(_ value: AnyValue) throws(WireFailure) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .integer(value ? 1 : 0)
    case .number(let number): self.init(number)
    case .string(let text): self = .text(text)
    case .bytes(let bytes): self = .blob(bytes)
    case .array, .object, .tagged: self = .text(try Self.json(value))
    }
  }

  private init(_ number: AnyValue.Number) {
    let text = number.text
    let zero = UInt8(ascii: "0")
    let isWhole = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (zero...zero + 9).contains($0) }
    if isWhole, let integer = number.integer(as: Int64.self) {
      self = .integer(integer)
    } else if !isWhole, let double = number.exactDouble {
      self = .real(double)
    } else if let integer = number.integer(as: Int64.self) {
      self = .integer(integer)
    } else {
      self = .text(text)
    }
  }

  private static func json(_ value: AnyValue) throws(WireFailure) -> String {
    var tape = Tape()
    var open = OpenContainer()
    try value.append(to: &tape, &open, limit: OpenContainer.standardLimit)
    var writer = ByteWriter()
    let view = TapeView(tape)
    try JSONWriter.write(view, options: JSONWritingOptions(), to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
