import FerryBase

/// An argument `PATH` or `PATH SIGN VALUE`, such as `server.port=8080` or `ms >= 490`.
///
/// Blanks around the sign are ignored. A sign in brackets is part of a key: `["a=b"]`.
struct Assignment {
  let path: String
  let sign: String
  /// The value, or `nil` without a sign.
  let value: String?
  /// The value with the blanks before it, unless a blank is before the sign as well.
  let exactValue: String?

  /// Parses an argument that sets a value. The sign is the first `=`.
  init(_ argument: String) {
    let start = Self.position(of: "=", in: argument)
    self.init(argument, sign: start.map { $0..<argument.index(after: $0) })
  }

  /// Parses an argument that compares a value by one of `signs`.
  ///
  /// Adjacent sign characters form one sign: `=~` is not `=` before a tilde.
  /// - Throws: `usage` if the sign is not one of `signs`.
  init(_ argument: String, signs: [String]) throws(CommandError) {
    var sign: Range<String.Index>?
    if let start = Self.position(of: "=<>!", in: argument) {
      let before = argument[..<start].reversed().prefix { "~^$*:+%|&?".contains($0) }.count
      let behind = argument[start...].prefix { "=<>!~".contains($0) }
      sign = argument.index(start, offsetBy: -before)..<behind.endIndex
    }
    if let sign, !signs.contains(String(argument[sign])) {
      throw .usage(
        """
        unknown operator '\(argument[sign])' in '\(argument)'; the operators are \
        \(signs.joined(separator: ", "))
        Write a key that contains an operator as ["KEY"], and such text as "TEXT".
        """)
    }
    self.init(argument, sign: sign)
  }

  private init(_ argument: String, sign range: Range<String.Index>?) {
    guard let range else {
      (path, sign, value, exactValue) = (argument, "", nil, nil)
      return
    }
    let before = argument[..<range.lowerBound]
    path = String(before.reversed().drop { $0 == " " }.reversed())
    sign = String(argument[range])
    value = String(argument[range.upperBound...].drop { $0 == " " })
    exactValue = before.last == " " ? value : String(argument[range.upperBound...])
  }

  /// Returns the position of the first of `signs` outside brackets.
  private static func position(of signs: String, in argument: String) -> String.Index? {
    var depth = 0
    var quote: Character?
    var before: Character?
    for index in argument.indices {
      let character = argument[index]
      // The character after a backslash is part of a key.
      if before == "\\" {
        before = nil
        continue
      }
      switch character {
      case _ where quote != nil: if character == quote { quote = nil }
      case "\"" where before == "[", "'" where before == "[": quote = character
      case "[": depth += 1
      case "]": depth -= 1
      case _ where depth == 0 && signs.contains(character): return index
      default: break
      }
      before = character
    }
    return nil
  }
}

extension WirePath {
  /// Parses a path that a person typed. As in jq, a dot may come first, and `[]` means `[*]`.
  ///
  /// A text with a leading slash is a JSON Pointer. To start a path with a key that begins with a
  /// slash, write `\/`.
  init(commandLine text: String) throws(CommandError) {
    do throws(Problem) {
      self = try WirePath(typed: text)
    } catch {
      throw .refused(error)
    }
  }
}
