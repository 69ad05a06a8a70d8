public import FerryBase

extension JSONReadingOptions: TapeSource {
  @usableFromInline
  package func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    var reader = JSONReader(input, options: self)
    try reader.readDocument(into: &tape)
  }

  @usableFromInline
  package func offset(ofNode node: Int, in input: ByteView) -> Int? {
    let node =
      duplicateKeys == .last ? JSONReader.originalIndex(of: node, in: input, self) : node
    return Tape.offset(ofNode: node) { tape throws(WireFailure) in
      var reader = JSONReader(input, options: self)
      if assumesTopLevelDictionary || followsFoundation { try reader.readDocument(into: &tape) }
      while try reader.readNext(into: &tape) {}
    }
  }

  @usableFromInline
  package func offsets(in input: ByteView) -> [Int] {
    guard var tape = JSONReader.allMembers(of: input, self) else { return [] }
    let offsets = JSONReader.offsets(of: TapeView(tape, input: input), in: input, options: self)
    guard duplicateKeys == .last else { return offsets }
    var kept: [Int] = []
    var start = 0
    for range in tape.keepLastOfEqualKeys(from: 0, input: input, canonically: followsFoundation) {
      kept += offsets[start..<range.lowerBound]
      start = range.upperBound
    }
    return kept + offsets[start...]
  }

  /// Returns the problem of a failure that a reader of `input` has thrown, with details and a hint.
  @usableFromInline
  package func problem(_ failure: WireFailure, in input: ByteView) -> Problem {
    var start = min(max(failure.offset, 0), input.count)
    // The offset of an invalid literal is after its first letters.
    if failure.kind == .invalidLiteral {
      while start > 0, JSONReader.isLetter(input[start - 1]) { start -= 1 }
    }
    let rest = input.dropFirst(start)
    var problem = Problem(failure)
    problem.hasPath = true
    switch failure.kind {
    case .unexpectedEnd where input.allSatisfy({ $0 <= UInt8(ascii: " ") }):
      problem.detail = "the input is empty"
    case .unexpectedCharacter, .missingComma, .missingKey, .invalidLiteral:
      JSONReader.describe(rest, in: &problem, self)
    case .trailingComma:
      problem.advice = "remove the comma"
      problem.option = "allowsTrailingCommas"
    case .depthLimit:
      problem.advice = "at most \(depthLimit) levels of arrays and objects are allowed"
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
}
