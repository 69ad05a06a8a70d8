/// JSON as far as the test suite's expectations need it.
enum JSONValue: Equatable {
  case null, bool(Bool), number(Double), text(String), list([JSONValue]), map([String: JSONValue])

  /// The values that follow each other in `text`.
  static func stream(_ text: String) throws -> [JSONValue] {
    var parser = Parser(bytes: Array(text.utf8))
    var values: [JSONValue] = []
    parser.skipSpace()
    while parser.index < parser.bytes.count {
      values.append(try parser.value())
      parser.skipSpace()
    }
    return values
  }

  struct Malformed: Error {}

  struct Parser {
    let bytes: [UInt8]
    var index = 0

    mutating func skipSpace() {
      while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    mutating func take(_ byte: Character) -> Bool {
      skipSpace()
      guard index < bytes.count, bytes[index] == byte.asciiValue else { return false }
      index += 1
      return true
    }

    mutating func value() throws -> JSONValue {
      if take("{") {
        var map: [String: JSONValue] = [:]
        while !take("}") {
          guard take("\"") else { throw Malformed() }
          let key = try text()
          guard take(":") else { throw Malformed() }
          map[key] = try value()
          _ = take(",")
        }
        return .map(map)
      }
      if take("[") {
        var list: [JSONValue] = []
        while !take("]") {
          list.append(try value())
          _ = take(",")
        }
        return .list(list)
      }
      if take("\"") { return .text(try text()) }
      let start = index
      while index < bytes.count, !" \n\t,]}".utf8.contains(bytes[index]) { index += 1 }
      switch String(decoding: bytes[start..<index], as: UTF8.self) {
      case "null": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      case let word:
        guard let number = Double(word) else { throw Malformed() }
        return .number(number)
      }
    }

    mutating func text() throws -> String {
      var units: [UInt16] = []
      let start = index
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard index < bytes.count else { throw Malformed() }
      var rest = String(decoding: bytes[start..<index], as: UTF8.self).utf16[...]
      index += 1
      while let unit = rest.popFirst() {
        guard unit == 0x5C else {
          units.append(unit)
          continue
        }
        switch rest.popFirst() {
        case 0x6E: units.append(0x0A)
        case 0x74: units.append(0x09)
        case 0x72: units.append(0x0D)
        case 0x62: units.append(0x08)
        case 0x66: units.append(0x0C)
        case 0x75:
          guard let unit = UInt16(String(rest.prefix(4)) ?? "", radix: 16) else {
            throw Malformed()
          }
          units.append(unit)
          rest = rest.dropFirst(4)
        case let other?: units.append(other)
        case nil: throw Malformed()
        }
      }
      return String(decoding: units, as: UTF16.self)
    }
  }
}
