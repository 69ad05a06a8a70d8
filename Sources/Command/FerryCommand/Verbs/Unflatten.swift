import FerryCoders
import FerryBase
import FerryJSONEngine
import FerryStreams

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
  let options: [Option] = [.to, .output, .compact, .indent, .tab, .sortKeys]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    let name = try options.onlyFile(of: name)
    let format = options.namedFormat ?? .json
    let layout = try options.layout(for: format)
    try format.requireWriting()
    // The input has a form of its own. `ndjson` stands for any text, so the format is not guessed.
    let file = try InputFile(name, as: .ndjson)
    let input = try file.wholeInput()
    let root = try tree(of: input)
    let output = try Output(options, for: format)
    var tape = Tape()
    let writer = DocumentWriter(format, several: false, layout)
    try output.finish { () throws(CommandError) in
      do throws(WireFailure) {
        var open = OpenContainer()
        try root.value().append(to: &tape, &open, limit: OpenContainer.standardLimit)
        try writer.write(.node(0), of: TapeView(tape, input: input.bytes), to: &output.buffer)
      } catch {
        throw .invalid(Problem(error.kind, place: SourcePlace(file: file.name)))
      }
      try output.end(writer)
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
    var number = 0
    var text = input.bytes[...]
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if text.starts(with: byteOrderMark) { text = text.dropFirst(3) }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    for position in lines.indices {
      number += 1
      let text = String(decoding: lines[position], as: UTF8.self)
      guard !FlatLine.isPassedOver(text) else { continue }
      func wrong(_ message: String, at column: Int) -> CommandError {
        let offset = text.unicodeScalars.prefix(column - 1).reduce(0) { $0 + UTF8.width($1) }
        let shown = SourcePlace(offset: offset, in: text)
        let place = SourcePlace(
          line: number, column: column, offset: 0, excerpt: shown.excerpt, caret: shown.caret)
        return .invalid(Problem(in: input.name, message, at: place))
      }
      guard let line = FlatLine(text) else { throw wrong("expected 'path = value'", at: 1) }
      let steps: [WirePath.Step]
      do throws(Problem) {
        steps = try WirePath(parsing: line.path).steps
      } catch {
        throw wrong(error.headline, at: error.place?.column ?? 1)
      }
      let value = FlatTree.value(line.value)
      // An array has at least one line for every element, in any order.
      if let problem = root.set(steps, value, elementLimit: lines.count) {
        throw wrong(problem, at: 1)
      }
    }
    return root
  }
}

/// A value that grows line by line.
private final class FlatTree {
  private enum Content {
    case nothing
    case leaf(AnyValue)
    /// The steps are keys, because steps compare keys byte by byte, as documents do.
    case map(keys: [String], values: [WirePath.Step: FlatTree])
    case list([Int: FlatTree])
  }
  private var content = Content.nothing

  /// Sets the value at the end of a path.
  /// - Returns: an error message, or `nil`.
  func set(_ steps: [WirePath.Step], _ value: AnyValue, elementLimit: Int) -> String? {
    guard steps.count <= 512 else { return "nested deeper than 512 levels" }
    var tree = self
    for step in steps {
      switch step {
      case .key(let key): tree = tree.child(key)
      case .keyOrIndex(let number): tree = tree.child(String(number))
      case .index(let index):
        guard index < max(elementLimit, 1 << 20) else { return "index \(index) is too large" }
        tree = tree.element(index)
      case .wildcard: return "a line sets one value, not the values of [*]"
      }
    }
    tree.content = .leaf(value)
    return nil
  }

  private func child(_ key: String) -> FlatTree {
    var keys: [String] = []
    var values: [WirePath.Step: FlatTree] = [:]
    if case .map(let old, let children) = content { (keys, values) = (old, children) }
    if let value = values[.key(key)] { return value }
    let value = FlatTree()
    content = .nothing
    keys.append(key)
    values[.key(key)] = value
    content = .map(keys: keys, values: values)
    return value
  }

  private func element(_ index: Int) -> FlatTree {
    var elements: [Int: FlatTree] = [:]
    if case .list(let old) = content { elements = old }
    if let element = elements[index] { return element }
    let element = FlatTree()
    content = .nothing
    elements[index] = element
    content = .list(elements)
    return element
  }

  /// Returns the value. Elements that no line has set are null.
  func value() -> AnyValue {
    switch content {
    case .nothing: return .null
    case .leaf(let value): return value
    case .map(let keys, let values):
      var object = AnyValue.Object()
      // The depth is bounded by the steps of a line, which were counted.
      for key in keys { object.append(key, values[.key(key)]?.value() ?? .null) }
      return .object(object)
    case .list(let elements):
      let count = (elements.keys.max() ?? -1) + 1
      return .array((0..<count).map { elements[$0]?.value() ?? .null })
    }
  }

  /// Returns the value that a line spells: JSON, or else a string.
  static func value(_ text: String) -> AnyValue {
    let value = JSONReader.read(Array(text.utf8)) { view throws(WireFailure) in
      try AnyValue(view, at: 0)
    }
    return value ?? .string(text)
  }
}
