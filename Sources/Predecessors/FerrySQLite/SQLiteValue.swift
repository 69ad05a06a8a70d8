import FerryBase
import FerryJSONEngine

/// A value in a cell of a table.
enum SQLiteValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Converts a value. A Boolean becomes 0 or 1, an array or object becomes JSON text. An integer of
  /// 64 bits stays one if its text has an exponent. A number that neither a 64-bit integer nor a
  /// double holds without loss becomes text, and so does NaN, which SQLite does not have.
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
    let hasPoint = number.text.utf8.contains(UInt8(ascii: "."))
    let integer = number.integer(as: Int64.self)
    if !hasPoint, let integer {
      self = .integer(integer)
    } else if let double = Self.double(number) {
      self = .real(double)
    } else if let integer {
      self = .integer(integer)
    } else {
      self = .text(number.text)
    }
  }

  /// Returns the double that holds a number with a fraction or an exponent, or that is infinite.
  private static func double(_ number: AnyValue.Number) -> Double? {
    if !number.isFinite { return number.double.isNaN ? nil : number.double }
    let isWhole = number.text.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    return isWhole ? nil : number.exactDouble
  }

  private static func json(_ value: AnyValue) throws(WireFailure) -> String {
    var tape = Tape()
    var open = OpenContainer()
    try value.append(to: &tape, &open, limit: OpenContainer.standardLimit)
    var writer = ByteWriter()
    let view = TapeView(tape)
    try JSONWireWriter.write(view, options: JSONWritingOptions(), to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
