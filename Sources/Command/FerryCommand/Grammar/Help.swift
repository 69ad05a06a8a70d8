/// The texts that `--help` prints.
enum Help {
  /// One line that lists the verbs.
  static var verbs: String {
    let names = Verbs.all.map(\.name)
    return "the verbs are \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
  }

  static let more = "Try 'ferry --help'."

  private static var formats: String {
    Format.all.map {
      "    " + $0.name.padded(to: 13) + $0.meaning.padded(to: 34)
        + $0.extensions.prefix(2).map { "." + $0 }.joined(separator: " ")
    }.joined(separator: "\n")
  }

  static var overview: String {
    let lines = Verbs.all.map { verb in
      "  " + "ferry \(verb.name)".padded(to: 18) + verb.summary
    }
    return """
      ferry: convert, filter, merge and check JSON, YAML, CBOR, MessagePack and a compact binary format

      Usage: ferry VERB [OPTION]... [FILE]...

      \(lines.joined(separator: "\n"))

        ferry VERB --help                     all options of a verb, with examples
        ferry --completions bash|zsh|fish     a script that completes command lines
        ferry --version

      Formats:
      \(formats)
        Without --from, ferry detects the format by the file name, or else by the contents.

      Without FILE, or with -, ferry reads standard input. Objects keep the order of their keys.
      Numbers keep their digits from text to text. Binary keeps integers of any length; a
      decimal of at most 17 digits becomes the nearest double there (1.50 is read as 1.5). A
      float of a binary format has the shortest text: 2.0 of CBOR is 2 in JSON.

      On a terminal, JSON is indented and coloured. Elsewhere, it is compact and plain. -c makes
      it compact, --indent and --tab indent it, -C and -M turn colour on and off.

      Exit status: 0 success; 1 invalid data, or a path without a match; 2 wrong usage, or a
      file that cannot be opened.

      """
  }

  /// Returns the full help of `verb`.
  static func text(_ verb: any Verb) -> String {
    """
    Usage: ferry \(verb.name) \(verb.synopsis)

    \(verb.discussion)

    Options:
    \(verb.allOptions.map(line).joined(separator: "\n"))

    Examples:
    \(verb.examples)

    """
  }

  private static func line(_ option: Option) -> String {
    let short = option.letter.map { "-\($0), " } ?? "    "
    let names = short + "--" + option.name + (option.argument.map { " " + $0 } ?? "")
    return "  " + names.padded(to: 28) + option.meaning
  }
}

extension String {
  /// The text with blanks after it: as many as fill the column, and one at least.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
