internal import FerryBase

extension JSONReader {
  static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
  }

  /// Describes the word or the character at the start of `text` and sets a hint about what to write
  /// instead.
  static func describe(
    _ text: Slice<ByteView>, in problem: inout Problem,
    _ options: JSONReadingOptions
  ) {
    let word = text.prefix(20).prefix(while: isLetter)
    let name = String(decoding: word, as: UTF8.self)
    if !name.isEmpty {
      problem.detail = "found `\(name)`"
    } else if let first = String(decoding: text.prefix(4), as: UTF8.self).first {
      problem.detail = "found `\(first)`"
    }
    switch (name.lowercased(), text.first) {
    case ("true", _), ("false", _), ("null", _):
      if name != name.lowercased() { problem.advice = "write `\(name.lowercased())`" }
    case ("none", _), ("nil", _), ("undefined", _): problem.advice = "write `null`"
    case ("nan", _), ("infinity", _), ("inf", _): problem.advice = "write `null` or text in quotes"
    case (_, UInt8(ascii: "'")): problem.advice = "write text in double quotes"
    case (_, UInt8(ascii: "/")): problem.advice = "remove the comment"
    case (_, UInt8(ascii: "#")): problem.advice = "JSON has no comments"
    default: break
    }
    let isJSON5 = text.first.map { "/'+.".utf8.contains($0) } ?? false
    if !options.json5, isJSON5 || name == "NaN" || name == "Infinity" {
      problem.option = "allowsJSON5"
    }
  }
}
