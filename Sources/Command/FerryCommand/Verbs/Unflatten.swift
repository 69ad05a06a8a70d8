import Ferry
import FerryLayers

/// `ferry unflatten [FILE]`
struct Unflatten: Verb {
  let name = "unflatten"
  let synopsis = "[FILE] [--to FORMAT]"
  let summary = "make a document from 'path = value' lines"
  let discussion = """
    Makes one document from lines 'path = value', as ferry flatten prints them, in JSON or in the
    format of --to. A value is JSON, or else a text without quotes. Indexes of an array may come
    in any order. A later line replaces an earlier one. Blanks around path and value are ignored,
    and so are empty lines and lines that begin with '#'. Quote a key that has blanks at an end,
    begins with '#' or contains ' = ': ["a = b"].
    """
  let examples = """
      ferry unflatten settings.txt --to yaml
      ferry flatten config.json | sed 's/8080/9090/' | ferry unflatten --indent 2
      printf 'server.port = 8080\\nserver.tags[0] = a\\n' | ferry unflatten --to yaml
    """
  let options: [Option] = [.to, .output, .dropComments, .compact, .indent, .tab, .sortKeys]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    let name = try options.onlyFile(of: name)
    let format = options.namedFormat ?? .json
    let layout = try options.layout(for: format)
    try format.requireWriting()
    try options.requireReplacedFile()
    // The input has a form of its own. `ndjson` stands for any text, so the format is not guessed.
    let file = try InputFile(name, as: .ndjson)
    let input = try file.wholeInput()
    let root = try tree(of: input).value()
    let read = file.path.map {
      [ReadFile(name: $0, form: .lines, isPartial: file.isPartial)]
    }
    let output = try Output(options, for: format)
    try output.finish(options) { () throws(CommandError) -> [ReadFile] in
      try DocumentWriter(format, several: false, layout).write(root, to: output, for: file.name)
      return read ?? []
    }
    return ExitCode.success
  }

  private func tree(of input: Input) throws(CommandError) -> FlatTree {
    let bytes = input.bytes
    if let offset = UTF8Validation.firstIllFormedOffset(in: bytes) {
      let place = SourcePlace(offset: offset, inText: bytes)
      throw .invalid(Problem(.invalidUTF8, place: place.in(input.name)))
    }
    let root = FlatTree()
    var text = input.bytes[...]
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if text.starts(with: byteOrderMark) { text = text.dropFirst(3) }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let text = String(decoding: bytes, as: UTF8.self)
      let first = bytes.first { !$0.isBlank }
      guard let first, first != UInt8(ascii: "#") else { continue }
      func wrong(_ message: String, at column: Int) -> CommandError {
        let offset = text.unicodeScalars.prefix(column - 1).reduce(0) { $0 + UTF8.width($1) }
        let shown = SourcePlace(offset: offset, in: text)
        let place = SourcePlace(
          line: index + 1, column: column, offset: 0, excerpt: shown.excerpt, caret: shown.caret)
        return .invalid(Problem(in: input.name, message, at: place))
      }
      guard let line = Assignment(line: text) else { throw wrong("expected 'path = value'", at: 1) }
      let path: WirePath
      do throws(Problem) {
        path = try WirePath(parsing: line.path)
      } catch {
        throw wrong(error.headline, at: error.place?.column ?? 1)
      }
      let words = line.value ?? ""
      // An array has at least one line for every element, in any order.
      if let problem = root.set(
        path.steps, AnyValue(json: words) ?? .string(words),
        elementLimit: max(lines.count, 1 << 20))
      {
        throw wrong(problem, at: 1)
      }
    }
    return root
  }
}
