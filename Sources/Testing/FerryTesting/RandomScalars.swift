internal import FerryBase
internal import FerryEssentials
internal import FerryNotation

extension RandomDocuments {
  mutating func integer(_ rules: AnyValue.Object) -> AnyValue {
    let least = limit(rules["minimum"]) ?? limit(rules["exclusiveMinimum"]).map { $0 + 1 }
    let most = limit(rules["maximum"]) ?? limit(rules["exclusiveMaximum"]).map { $0 - 1 }
    let size: Int128 = isTame || random.oneIn(2) ? 1000 : Int128(Int64.max)
    let low = least ?? min(-size, most ?? 0)
    let high = max(low, most ?? max(size, low))
    if random.oneIn(8) { return .number(.init(random.oneIn(2) ? low : high)) }
    return .number(.init(Int128.random(in: low...high, using: &random)))
  }

  private func limit(_ value: AnyValue?) -> Int128? {
    value?.number.flatMap { $0.integer(as: Int128.self) ?? $0.double.rounded(.up).integer }
  }

  mutating func number(_ rules: AnyValue.Object) -> AnyValue {
    let least = (rules["minimum"] ?? rules["exclusiveMinimum"])?.double
    let most = (rules["maximum"] ?? rules["exclusiveMaximum"])?.double
    if least != nil || most != nil {
      let low = least ?? (most ?? 0) - 1000
      let high = most ?? low + 1000
      return .number(.init(low + (high - low) * Double(random.int(1...999)) / 1000))
    }
    // Every double once in a while, otherwise one that a `Float` holds as well. A `Decimal` with more
    // digits before the point than `Int64` has cannot be written in each format.
    if !isTame, random.oneIn(4) {
      let value = Double(bitPattern: random.next())
      if value.magnitude < 0x1p63 { return .number(.init(value)) }
    }
    return .number(.init(Double(random.int(-8000...8000)) / 8))
  }

  mutating func text(_ rules: AnyValue.Object) throws(ExpectationError) -> String {
    if let pattern = rules["pattern"]?.string { return try text(pattern, rules) }
    switch rules["format"]?.string {
    case "date-time":
      return Date(timeIntervalSince1970: Double(random.int(-3_000_000_000...6_000_000_000)))
        .formatted(.iso8601)
    case "uuid":
      let (high, low) = (random.next(), random.next())
      return unsafe withUnsafeBytes(of: (high, low)) {
        UUID(uuid: unsafe $0.loadUnaligned(as: uuid_t.self))
      }
      .uuidString
    case "uri-reference": return "https://example.com/\(random.int(0...999))?q=a%20b"
    default: break
    }
    if let encoding = rules["contentEncoding"]?.string { return encoded(encoding, rules) }
    var text = ""
    for _ in 0..<count(rules, "Length", usually: 8) {
      text.unicodeScalars.append(Self.scalars[random.int(0...Self.scalars.count - 1)])
    }
    return text
  }

  /// Letters, and the characters that formats escape or that take several bytes.
  private static let scalars = Array(
    "abcdefghijklmnopqrstuvwxyz0123456789 :-#'\"\\/\n\t\u{1}{}[],&*!|>%@`é\u{301}ß漢😀\u{2028}\u{FEFF}"
      .unicodeScalars)

  private mutating func encoded(_ encoding: String, _ rules: AnyValue.Object) -> String {
    let perByte = encoding == "base16" ? 2.0 : 4.0 / 3
    let most = rules["maxLength"]?.int.map { Int(Double($0) / perByte) } ?? 12
    let least = rules["minLength"]?.int.map { Int((Double($0) / perByte).rounded(.up)) } ?? 0
    let bytes = (0..<random.int(least...max(least, most))).map { _ in
      UInt8(truncatingIfNeeded: random.next())
    }
    switch encoding {
    case "base16":
      return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    case "base64url":
      return Data(bytes).base64EncodedString().replacing("+", with: "-")
        .replacing("/", with: "_").replacing("=", with: "")
    default: return Data(bytes).base64EncodedString()
    }
  }

  // MARK: Patterns

  /// Returns a text that matches a pattern and has a valid length. Assertions inside of a pattern are
  /// left to the decoder, which rejects the text.
  private mutating func text(
    _ pattern: String, _ rules: AnyValue.Object
  ) throws(ExpectationError) -> String {
    var parser = PatternParser(pattern)
    let node: PatternNode
    do throws(PatternError) {
      node = try parser.parse()
    } catch {
      throw ExpectationError("\(error)")
    }
    var text = ""
    for _ in 0..<100 {
      text = ""
      append(node, to: &text)
      let count = text.unicodeScalars.count
      let least = rules["minLength"]?.int ?? 0
      if count >= least, count <= rules["maxLength"]?.int ?? .max { break }
    }
    return text
  }

  private mutating func append(_ node: PatternNode, to text: inout String) {
    switch node {
    case .empty, .assertion: break
    case .set(let set):
      // Most sets have printable characters, which are easier to read.
      let printable = set.ranges.filter { $0.lowerBound < 0x7F && $0.upperBound >= 0x20 }
      let ranges =
        printable.isEmpty
        ? set.ranges : printable.map { max($0.lowerBound, 0x20)...min($0.upperBound, 0x7E) }
      guard !ranges.isEmpty else { return }
      let range = ranges[random.int(0...ranges.count - 1)]
      let value = UInt32.random(in: range, using: &random)
      text.unicodeScalars.append(Unicode.Scalar(value) ?? "a")
    case .sequence(let parts): for part in parts { append(part, to: &text) }
    case .alternatives(let parts): append(parts[random.int(0...parts.count - 1)], to: &text)
    case .repeated(let part, let least, let most):
      for _ in 0..<random.int(least...min(most ?? .max, least + 4)) { append(part, to: &text) }
    }
  }
}

extension Double {
  fileprivate var integer: Int128? { Int128(exactly: self) }
}
