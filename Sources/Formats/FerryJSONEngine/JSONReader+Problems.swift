package import FerryBase

extension JSONReader {
  /// Returns the problem of a failure that a reader of `text` has thrown, with details and a hint.
  package static func problem(
    _ failure: WireFailure, in text: ByteView, options: JSONReadingOptions = .init()
  ) -> Problem {
    var start = min(max(failure.offset, 0), text.count)
    // The offset of an invalid literal is after its first letters.
    if failure.kind == .invalidLiteral {
      while start > 0, isLetter(text[start - 1]) { start -= 1 }
    }
    let rest = text.dropFirst(start)
    var problem = Problem(failure)
    problem.hasPath = true
    switch failure.kind {
    case .unexpectedEnd where text.allSatisfy({ $0 <= UInt8(ascii: " ") }):
      problem.detail = "the input is empty"
    case .unexpectedCharacter, .missingComma, .missingKey, .invalidLiteral:
      describe(rest, in: &problem, options)
    case .trailingComma:
      problem.advice = "remove the comma"
      problem.option = "allowsTrailingCommas"
    case .depthLimit:
      problem.advice = "at most \(options.depthLimit) levels of arrays and objects are allowed"
      problem.option = "depthLimit"
    case .controlCharacter:
      guard let byte = rest.first else { break }
      let code = String(byte, radix: 16, uppercase: true)
      let escapes: [UInt8: String] = [8: "b", 9: "t", 10: "n", 12: "f", 13: "r"]
      problem.detail = "U+" + String(repeating: "0", count: 4 - code.count) + code
      problem.advice =
        "write `\\" + (escapes[byte] ?? "u" + String(repeating: "0", count: 4 - code.count) + code)
        + "`"
    case .invalidEscape: problem.advice = "write `\\\\` for a backslash"
    case .loneSurrogate: problem.advice = "write characters beyond U+FFFF as two escapes"
    case .invalidNumber:
      problem.advice = "a number has no leading zero or `+`, and digits around its dot"
    case .duplicateKey:
      let key = rest.dropFirst().prefix(60).prefix { $0 != UInt8(ascii: "\"") }
      problem.detail = "`\(String(decoding: key, as: UTF8.self))`"
    default: break
    }
    return problem
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
  }

  /// Describes the word or the character at the start of `text` and sets a hint about what to write
  /// instead.
  private static func describe(
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
