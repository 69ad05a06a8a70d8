/// What `--help` prints.
enum Help {
  /// One line about the verbs.
  static let verbs = "the verbs are convert, get and validate"
  static let more = "Try 'ferry --help'."

  static let overview = """
    ferry: JSON, YAML and a compact binary format, from one to the other

    Usage:
      ferry convert [FILE] --to FORMAT     convert between formats
      ferry get PATH [FILE]                print the value at a path
      ferry validate FILE...               say where files are wrong
      ferry VERB --help                    more about a verb, with examples
      ferry --version

    Formats:
      json     one JSON value                    .json
      json5    JSON for people; input only       .json5 .jsonc
      ndjson   one JSON value a line             .ndjson .jsonl
      seq      JSON text sequence, RFC 7464      .seq .json-seq
      yaml     one document or several           .yaml .yml
      binary   Ferry's own, also record files    .ferry
      Without --from, the name of the file says which, else its contents.

    Without FILE, or for -, standard input is read. Numbers keep their digits and maps
    their order. JSON is compact unless --indent or --tab is given.

    Exit status: 0 fine; 1 invalid data; 2 wrong usage, or a file that cannot be opened.

    """

  /// All about `verb`.
  static func text(_ verb: Verb) -> String {
    let (usage, examples) = description(verb)
    let options = verb.options.map(line).joined(separator: "\n")
    return "\(usage)\n\nOptions:\n\(options)\n\nExamples:\n\(examples)\n"
  }

  private static func description(_ verb: Verb) -> (usage: String, examples: String) {
    switch verb {
    case .convert:
      (
        """
        Usage: ferry convert [FILE] [--from FORMAT] --to FORMAT

        Converts FILE. One document stays one document. Several (ndjson, seq, YAML documents,
        record files) become a JSON array, lines, YAML documents or a record file. --to may be
        left out when -o names a file with a known extension, and with -I.
        """,
        """
          ferry convert config.yaml --to json --indent 2
          ferry convert big.json -o big.ferry
          ferry convert --array records.json --to ndjson | head -n 3
          ferry convert log.ndjson --to yaml
          ferry convert -I -S --indent 2 package.json
        """
      )
    case .get:
      (
        """
        Usage: ferry get PATH [FILE]

        Prints the value at PATH as JSON, or as --to says. In a series of documents PATH is
        looked up in each of them.

        A path is keys with dots between, [0] for an element of a list, [*] for all of them;
        a bare number is a key. A dot in a key is written '\\.', any key can be quoted:
        'a["b.c"]'. With a slash in front it is a JSON Pointer (RFC 6901): /a/0/b.
        """,
        """
          ferry get 'statuses[0].user.name' twitter.json
          ferry get -r 'statuses[*].user.screen_name' twitter.json
          ferry get /servers/0/port config.yaml
          ferry get 'metadata.labels.app\\.kubernetes\\.io/name' pod.yaml
          ferry get -e error log.ndjson > errors.ndjson
        """
      )
    case .validate:
      (
        """
        Usage: ferry validate FILE...

        Reads every FILE and says where it is wrong: file, line, column and path. A bad line of
        ndjson does not end the reading.
        """,
        """
          ferry validate config/*.yaml
          ferry validate --strict --quiet api.json && deploy
        """
      )
    }
  }

  private static func line(_ option: Option) -> String {
    let short = option.letter.map { "-\($0), " } ?? "    "
    let names = short + "--" + option.rawValue + (argument(option).map { " " + $0 } ?? "")
    let room = max(1, 28 - names.count)
    return "  " + names + String(repeating: " ", count: room) + meaning(option)
  }

  private static func argument(_ option: Option) -> String? {
    switch option {
    case .from, .to: "FORMAT"
    case .output: "FILE"
    case .indent: "N"
    case .nonFinite: "null|string"
    case .defaultText: "TEXT"
    default: nil
    }
  }

  private static func meaning(_ option: Option) -> String {
    switch option {
    case .from: "format of the input"
    case .to: "format of the output"
    case .output: "write to FILE, which is replaced only when all went well"
    case .inPlace: "write back to the input file, which is replaced as a whole"
    case .compact: "JSON without white space (the default)"
    case .indent: "JSON over several lines, N spaces for each level"
    case .tab: "JSON over several lines, a tab for each level"
    case .sortKeys: "keys in the order of their bytes"
    case .array: "take the elements of an array as documents"
    case .nonFinite: "what NaN and infinity become in JSON (else an error)"
    case .colour: "colour in messages even where there is no terminal"
    case .monochrome: "no colour; NO_COLOR=1 does the same"
    case .raw: "strings without quotes and escapes"
    case .exitCode: "exit with 1 when nothing matches"
    case .defaultText: "print TEXT for a document without a match"
    case .strict: "a key that comes twice is an error"
    case .quiet: "no summary, only what is wrong"
    case .help: "this text"
    }
  }
}
