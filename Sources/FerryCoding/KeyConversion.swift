package import FerryPath

/// Which name in a document belongs to a key of a model, when a coder converts keys.
package enum KeyDecoding: Sendable {
  /// The key's own name.
  case exact
  /// Names are converted from snake case by Foundation's rule: `user_name` is `userName`.
  case snakeCase
  /// The key's name in a style, or else its own.
  case styled(KeyStyle)
  /// Names are converted by the closure, which gets the way to the name with the name at its end.
  case custom(@Sendable ([any CodingKey]) -> any CodingKey)

  var isExact: Bool {
    if case .exact = self { true } else { false }
  }
}

/// What the keys of a model are called in a document, when a coder converts keys.
package enum KeyEncoding: Sendable {
  /// The key's own name.
  case exact
  /// Converted to snake case by Foundation's rule: `userName` becomes `user_name`.
  case snakeCase
  /// The key's name in a style.
  case styled(KeyStyle)
  /// Converted by the closure, which gets the way to the key with the key at its end.
  case custom(@Sendable ([any CodingKey]) -> any CodingKey)

  var isExact: Bool {
    if case .exact = self { true } else { false }
  }
}

/// Foundation's rule for snake case, which is not reversible: `imageURL` becomes `image_url`, and
/// that `imageUrl`.
package enum SnakeCase {
  /// `user_name` as `userName`. Underscores at both ends stay; words behind the first are
  /// capitalised, which lowers their other letters.
  package static func camelCased(_ name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }),
      let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let words = name[first...last].split(separator: "_")
    guard let head = words.first, words.count > 1 else { return name }
    let tail = words.dropFirst().map(capitalised).joined()
    return name[..<first] + head.lowercased() + tail + name[name.index(after: last)...]
  }

  /// A capital for each letter that no letter precedes (`1abc` is `1Abc`), small letters else.
  private static func capitalised(_ word: Substring) -> String {
    var text = ""
    var isInside = false
    for character in word {
      text += isInside ? character.lowercased() : character.uppercased()
      isInside = character.isLetter
    }
    return text
  }

  /// `userName` as `user_name`. A word starts at a capital; of several capitals in a row the last
  /// starts a word if a small letter follows (`myURLProperty` is `my_url_property`).
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
      // Marks that combine with the capital are no letters behind it.
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
