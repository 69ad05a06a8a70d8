internal import FerryBase

/// Foundation's rule for snake case. It is not reversible: `imageURL` becomes `image_url`, which
/// becomes `imageUrl`.
///
/// Nearly all names are ASCII. They have separate code, because `Character` costs some hundred
/// nanoseconds per name.
package enum SnakeCase {
  private static let underscore = UInt8(ascii: "_")

  // MARK: From snake case

  /// Converts `user_name` to `userName`. Underscores at both ends stay. Each word after the first
  /// gets a capital, and its other letters become small.
  package static func camelCased(_ name: String) -> String {
    var name = name
    return name.withByteView { text in
      isASCII(text)
        ? String(decoding: Array(CamelCase(text)), as: UTF8.self)
        : camelCased(unicode: String(decoding: text, as: UTF8.self))
    }
  }

  /// Replaces the contents of `bytes` with `text` in camel case. `text` is valid UTF-8.
  static func camelCase(_ text: ByteView, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    if isASCII(text) {
      bytes.append(contentsOf: CamelCase(text))
    } else {
      bytes += camelCased(unicode: String(decoding: text, as: UTF8.self)).utf8
    }
  }

  /// Returns whether `text` in camel case is `name`, or, if `canonically` is true, whether they are
  /// canonically equal.
  static func converts(
    _ text: ByteView, to name: ByteView, canonically: Bool
  ) -> Bool {
    if isASCII(text) { return CamelCase(text).elementsEqual(name) }
    let converted = camelCased(unicode: String(decoding: text, as: UTF8.self))
    return canonically
      ? converted == String(decoding: name, as: UTF8.self) : converted.utf8.elementsEqual(name)
  }

  private static func isASCII(_ text: ByteView) -> Bool {
    text.reduce(0) { $0 | $1 } < 0x80
  }

  /// The camel case of an ASCII name, as a sequence of bytes.
  @safe
  private struct CamelCase: Sequence, IteratorProtocol {
    private let text: ByteView
    private var position = 0
    /// The range between the underscores at both ends.
    private let words: Range<Int>
    private var isInHead = true
    private var isInWord = false

    /// Creates the iterator. `text` has to outlive it.
    init(_ text: ByteView) {
      self.text = text
      let first = text.firstIndex { $0 != SnakeCase.underscore } ?? text.count
      let last = text.lastIndex { $0 != SnakeCase.underscore } ?? first - 1
      // A name of one word stays as it is.
      let hasWords = first <= last && text[first...last].contains(SnakeCase.underscore)
      words = hasWords ? first..<last + 1 : 0..<0
    }

    mutating func next() -> UInt8? {
      while position < text.count {
        let byte = text[position]
        position += 1
        guard words.contains(position - 1) else { return byte }
        if byte != SnakeCase.underscore { return converted(byte) }
        isInHead = false
        isInWord = false
      }
      return nil
    }

    private mutating func converted(_ byte: UInt8) -> UInt8 {
      guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 else {
        if !joins(byte) { isInWord = false }
        return byte
      }
      defer { isInWord = true }
      return isInHead || isInWord ? byte | 0x20 : byte & ~0x20
    }
  }

  private static func camelCased(unicode name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }),
      let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let words = name[first...last].split(separator: "_")
    guard let head = words.first, words.count > 1 else { return name }
    let tail = words.dropFirst().map(capitalised).joined()
    return name[..<first] + head.lowercased() + tail + name[name.index(after: last)...]
  }

  /// Returns `word` with a capital for each letter that does not follow a letter (`1abc` becomes
  /// `1Abc`), and small letters elsewhere.
  private static func capitalised(_ word: Substring) -> String {
    var text = ""
    var isInside = false
    for scalar in word.unicodeScalars {
      if isUpper(scalar) {
        text += isInside ? scalar.properties.lowercaseMapping : String(scalar)
        isInside = true
      } else if isLower(scalar) {
        text += isInside ? String(scalar) : scalar.properties.titlecaseMapping
        isInside = true
      } else {
        text.unicodeScalars.append(scalar)
        if !joins(scalar) { isInside = false }
      }
    }
    return text
  }

  /// Returns whether the letters on both sides of a character belong to one word, as in `don't`.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return joins(UInt8(truncatingIfNeeded: scalar.value)) }
    guard scalar.properties.isCaseIgnorable else { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .modifierLetter, .modifierSymbol: true
    default: scalar == "\u{2019}"
    }
  }

  private static func joins(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "'") || byte == UInt8(ascii: "^") || byte == UInt8(ascii: "`")
  }

  /// Converts `userName` to `user_name`. A word starts at a capital. The last of several capitals
  /// in a row starts a word if a small letter follows (`myURLProperty` becomes `my_url_property`).
  package static func snakeCased(_ name: String) -> String {
    guard !name.isEmpty else { return name }
    let letters = name.unicodeScalars
    var words: [Substring] = []
    var start = name.startIndex
    var position = name.index(after: start)
    while let capital = letters[position...].firstIndex(where: isUpper) {
      words.append(name[start..<capital])
      start = capital
      guard let small = letters[capital...].firstIndex(where: isLower) else { break }
      // Marks that combine with the capital are not letters after it.
      if small > name.index(after: capital) {
        // The run of capitals is a word; its last letter belongs to the next one.
        start = name.index(before: small)
        words.append(name[capital..<start])
      }
      position = letters.index(after: small)
    }
    words.append(name[start...])
    return words.map { $0.lowercased() }.joined(separator: "_")
  }

  private static func isUpper(_ letter: Unicode.Scalar) -> Bool {
    let category = letter.properties.generalCategory
    return category == .uppercaseLetter || category == .titlecaseLetter
  }

  private static func isLower(_ letter: Unicode.Scalar) -> Bool {
    letter.properties.generalCategory == .lowercaseLetter
  }
}
