/// A parser of the patterns of ECMA-262, section 22.2.1, with the flag `u`.
///
/// As web browsers do without the flag, it accepts `]`, `}` and a brace without numbers as
/// characters. It also accepts a backslash before each character that is not a letter or a digit.
package struct PatternParser {
  private let text: String
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  private static let depthLimit = 200
  private static let countLimit = 1000

  package init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  package mutating func parse() throws(PatternError) -> PatternNode {
    let node = try alternatives()
    if next == ")" { throw error("`)` without `(`") }
    return node
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ expected: String) -> Bool {
    guard scalars[position...].starts(with: expected.unicodeScalars) else { return false }
    position += expected.unicodeScalars.count
    return true
  }

  private func error(_ message: String, at place: Int? = nil) -> PatternError {
    PatternError(text, column: (place ?? position) + 1, message)
  }

  /// Returns the error for a valid part of a pattern that this parser does not know.
  private func unsupported(_ what: String, at place: Int) -> PatternError {
    PatternError(text, column: place + 1, what, isUnsupported: true)
  }

  // MARK: Structure

  private mutating func alternatives() throws(PatternError) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw error("groups nest deeper than \(Self.depthLimit) levels")
    }
    var choices: [PatternNode] = []
    repeat {
      var parts: [PatternNode] = []
      while let scalar = next, scalar != "|", scalar != ")" { parts.append(try term()) }
      choices.append(parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts))
    } while take("|")
    return choices.count == 1 ? choices[0] : .alternatives(choices)
  }

  private mutating func term() throws(PatternError) -> PatternNode {
    let start = position
    var node = try atom()
    let counts = try quantifier()
    guard let (least, most) = counts else { return node }
    if case .assertion = node { throw error("a quantifier after an assertion", at: start) }
    node = .repeated(node, least: least, most: most)
    // A lazy quantifier matches the same texts.
    _ = take("?")
    if let scalar = next, "*+?".unicodeScalars.contains(scalar) {
      throw error("a quantifier after a quantifier")
    }
    return node
  }

  private mutating func atom() throws(PatternError) -> PatternNode {
    let start = position
    let scalar = scalars[position]
    position += 1
    switch scalar {
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case ".": return .set(.dot)
    case "(": return try group(from: start)
    case "[": return .set(try characterClass(from: start))
    case "\\": return try escape(from: start)
    case "*", "+", "?": throw error("a quantifier without an expression before it", at: start)
    case "{":
      position = start
      if try quantifier() != nil {
        throw error("a quantifier without an expression before it", at: start)
      }
      position = start + 1
      return .set(ScalarSet([scalar.value...scalar.value]))
    default: return .set(ScalarSet([scalar.value...scalar.value]))
    }
  }

  private mutating func group(from start: Int) throws(PatternError) -> PatternNode {
    for (opening, name) in [
      ("?=", "look-ahead"), ("?!", "look-ahead"), ("?<=", "look-behind"), ("?<!", "look-behind"),
    ] where take(opening) {
      throw unsupported("\(name) is not supported, because it has no linear time", at: start)
    }
    if take("?<") {
      guard let end = scalars[position...].firstIndex(of: ">"), end > position else {
        throw error("a group without a name", at: start)
      }
      position = end + 1
    } else if next == "?", !take("?:") {
      let end = scalars[(position + 1)...].firstIndex { !"ims-".unicodeScalars.contains($0) }
      let isFlags = end.map { scalars[$0] == ":" } ?? false
      throw isFlags
        ? unsupported("flags of a group are not supported", at: start)
        : error("unknown kind of group", at: start)
    }
    let node = try alternatives()
    guard take(")") else { throw error("`(` without `)`", at: start) }
    return node
  }

  /// Parses a quantifier. Returns `nil` without one.
  private mutating func quantifier() throws(PatternError) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = position
    guard take("{"), let least = number() else {
      position = start
      return nil
    }
    var most: Int? = least
    if take(",") { most = next == "}" ? nil : number() ?? -1 }
    guard take("}"), most != -1 else {
      position = start
      return nil
    }
    if let most, most < least { throw error("the numbers of the quantifier descend", at: start) }
    guard max(least, most ?? 0) <= Self.countLimit else {
      throw unsupported("a quantifier above \(Self.countLimit) is not supported", at: start)
    }
    return (least, most)
  }

  /// Parses digits. A large number stays above the limit.
  private mutating func number() -> Int? {
    let start = position
    var value = 0
    while let digit = next.flatMap({ Int(exactly: $0.value) }), 0x30...0x39 ~= digit {
      value = min(value * 10 + digit - 0x30, Self.countLimit + 1)
      position += 1
    }
    return position > start ? value : nil
  }

  // MARK: Characters

  private mutating func escape(from start: Int) throws(PatternError) -> PatternNode {
    if take("b") { return .assertion(.wordBoundary) }
    if take("B") { return .assertion(.noWordBoundary) }
    if next == "k" || (next.map { "1"..."9" ~= $0 } ?? false) {
      throw unsupported(
        "a reference to a group is not supported, because it has no linear time", at: start)
    }
    return .set(try escapedSet(from: start))
  }

  /// Parses a character or a class after a backslash.
  private mutating func escapedSet(from start: Int) throws(PatternError) -> ScalarSet {
    guard let letter = next else { throw error("a backslash at the end", at: start) }
    position += 1
    if let set = ScalarSet(escape: letter) { return set }
    switch letter {
    case "p", "P":
      guard take("{"), let end = scalars[position...].firstIndex(of: "}") else {
        throw error("expected a property in braces, as in \\p{L}", at: start)
      }
      let name = String(String.UnicodeScalarView(scalars[position..<end]))
      position = end + 1
      guard let set = ScalarSet(property: name) else {
        throw unsupported(
          "the property '\(name)' is not supported; general categories are, as \\p{L}", at: start)
      }
      return letter == "p" ? set : set.inverted
    case "t": return ScalarSet("\t".unicodeScalars)
    case "n": return ScalarSet("\n".unicodeScalars)
    case "r": return ScalarSet("\r".unicodeScalars)
    case "v": return ScalarSet("\u{B}".unicodeScalars)
    case "f": return ScalarSet("\u{C}".unicodeScalars)
    case "0" where !(next.map { "0"..."9" ~= $0 } ?? false): return ScalarSet([0...0])
    case "c":
      guard let control = next, control.properties.isAlphabetic, control.isASCII else {
        throw error("expected a letter after \\c", at: start)
      }
      position += 1
      return ScalarSet([control.value & 31...control.value & 31])
    case "x": return try character(hexadecimal(2, from: start), from: start)
    case "u": return try character(unicodeEscape(from: start), from: start)
    default:
      let isPlain = letter.properties.isAlphabetic || letter.properties.numericType != nil
      guard !isPlain else { throw error("unknown escape '\\\(letter)'", at: start) }
      return ScalarSet([letter.value...letter.value])
    }
  }

  private func character(_ value: UInt32, from start: Int) throws(PatternError) -> ScalarSet {
    guard Unicode.Scalar(value) != nil else { throw error("not a Unicode character", at: start) }
    return ScalarSet([value...value])
  }

  private mutating func unicodeEscape(from start: Int) throws(PatternError) -> UInt32 {
    if take("{") {
      guard let end = scalars[position...].firstIndex(of: "}"), 1...6 ~= end - position else {
        throw error("expected digits in braces, as in \\u{1F600}", at: start)
      }
      let value = try hexadecimal(end - position, from: start)
      position += 1
      return value
    }
    let high = try hexadecimal(4, from: start)
    guard 0xD800..<0xDC00 ~= high, take("\\u") else { return high }
    let low = try hexadecimal(4, from: start)
    guard 0xDC00..<0xE000 ~= low else { return high }
    return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
  }

  private mutating func hexadecimal(_ count: Int, from start: Int) throws(PatternError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let scalar = next, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        throw error("expected \(count) hexadecimal digits", at: start)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  // MARK: Classes

  private mutating func characterClass(from start: Int) throws(PatternError) -> ScalarSet {
    let isInverted = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    while !take("]") {
      guard next != nil else { throw error("`[` without `]`", at: start) }
      let place = position
      let low = try classMember()
      // A hyphen after a class, as in [\w-.], is a character.
      guard let first = low.single, next == "-", position + 1 < scalars.count,
        scalars[position + 1] != "]"
      else {
        ranges += low.ranges
        continue
      }
      position += 1
      let high = try classMember()
      guard let last = high.single else {
        ranges += low.ranges + [0x2D...0x2D] + high.ranges
        continue
      }
      guard first <= last else { throw error("the range of characters descends", at: place) }
      ranges.append(first...last)
    }
    let set = ScalarSet(ranges)
    return isInverted ? set.inverted : set
  }

  private mutating func classMember() throws(PatternError) -> ScalarSet {
    let start = position
    guard let scalar = next else { throw error("`[` without `]`") }
    position += 1
    guard scalar == "\\" else { return ScalarSet([scalar.value...scalar.value]) }
    return take("b") ? ScalarSet([8...8]) : try escapedSet(from: start)
  }
}

extension ScalarSet {
  /// The only scalar of the set.
  fileprivate var single: UInt32? {
    ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }
}
