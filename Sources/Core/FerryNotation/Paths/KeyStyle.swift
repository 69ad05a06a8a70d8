/// A spelling of names on the wire: `catID` as `cat_id`, `cat-id`, `CatId`, ...
///
/// A name is split into words, with acronyms kept whole, and the words are joined again:
///
/// | property | words | snake case |
/// |---|---|---|
/// | `catIDs` | cat, IDs | `cat_ids` |
/// | `userID2` | user, ID2 | `user_id2` |
/// | `URLString` | URL, String | `url_string` |
/// | `HTMLToPDF` | HTML, To, PDF | `html_to_pdf` |
///
/// A style is applied to the names of a model, never reversed on the keys of a document. Lost
/// information (`cat_id` was `catID` or `catId`) need not be guessed.
public enum KeyStyle: CaseIterable, Sendable {
  /// `catname`
  case flatCase
  /// `CATNAME`
  case upperCase
  /// `catName`
  case camelCase
  /// `CatName`
  case pascalCase
  /// `cat_name`
  case snakeCase
  /// `CAT_NAME`
  case screamingSnakeCase
  /// `cat-name`
  case kebabCase
  /// `CAT-NAME`
  case screamingKebabCase

  /// Returns `name` in this style. Underscores at both ends are kept.
  public func name(of name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }),
      let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    var styled = String(name[..<first])
    for (position, word) in KeyStyle.words(of: name[first...last]).enumerated() {
      if position > 0 { styled += separator }
      styled += letterCase(at: position).applied(to: word)
    }
    return styled + name[name.index(after: last)...]
  }

  private enum LetterCase {
    case lower, upper, capitalised

    func applied(to word: Substring) -> String {
      switch self {
      case .lower: word.lowercased()
      case .upper: word.uppercased()
      case .capitalised: word.prefix(1).uppercased() + word.dropFirst().lowercased()
      }
    }
  }

  private var separator: String {
    switch self {
    case .flatCase, .upperCase, .camelCase, .pascalCase: ""
    case .snakeCase, .screamingSnakeCase: "_"
    case .kebabCase, .screamingKebabCase: "-"
    }
  }

  private func letterCase(at position: Int) -> LetterCase {
    switch self {
    case .flatCase, .snakeCase, .kebabCase: .lower
    case .upperCase, .screamingSnakeCase, .screamingKebabCase: .upper
    case .camelCase: position == 0 ? .lower : .capitalised
    case .pascalCase: .capitalised
    }
  }
}

// MARK: - Words

extension KeyStyle {
  /// Returns the words of a name, as spelled in it.
  ///
  /// A word starts after `_`, `-` or white space, and at an uppercase letter after a lowercase
  /// letter or a digit. If a lowercase letter follows several uppercase letters, the last uppercase
  /// letter starts a word (`PDFFile` is PDF, File). The plural `s` of acronyms (`catIDs`) is an
  /// exception. Digits belong to the word before them.
  package static func words(of name: some StringProtocol) -> [Substring] {
    let name = Substring(name)
    var words: [Substring] = []
    for part in name.split(whereSeparator: { $0 == "_" || $0 == "-" || $0.isWhitespace }) {
      appendWords(of: part, to: &words)
    }
    return words
  }

  private static func appendWords(of part: Substring, to words: inout [Substring]) {
    var start = part.startIndex
    var position = part.index(after: start)
    while position < part.endIndex {
      if startsWord(at: position, in: part) {
        words.append(part[start..<position])
        start = position
      }
      part.formIndex(after: &position)
    }
    words.append(part[start...])
  }

  private static func startsWord(at position: Substring.Index, in part: Substring) -> Bool {
    guard part[position].isUppercase else { return false }
    guard part[part.index(before: position)].isUppercase else { return true }
    let rest = part[position...].dropFirst()
    guard let next = rest.first, next.isLowercase else { return false }
    // After the plural `s` of an acronym, the name ends, or an uppercase letter or a digit follows.
    if next == "s", !(rest.dropFirst().first?.isLowercase ?? false) { return false }
    return true
  }
}
