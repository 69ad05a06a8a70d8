import Ferry
import FerryPatch
import FerrySystem

/// `ferry diff A B`
struct Difference: Verb {
  let name = "diff"
  let synopsis = "A B [--patch]"
  let summary = "compare two files by their values"
  let discussion = """
    Compares two documents of any formats by their values. Layout, comments and the order of keys do
    not count. Prints a line for each difference: '~ PATH: OLD -> NEW', '+ PATH: NEW', '- PATH: OLD'
    or '> PATH: moved to PATH'. An index counts the elements after the differences above it. --patch
    prints a JSON Patch (RFC 6902) that turns A into B. It keeps the merge keys (<<) of YAML, so that
    'ferry patch' can apply it to the text. Exits with 1 if the values differ, with 2 after an error.
    """
  let examples = """
      ferry diff config.yaml config.json
      ferry diff --patch old.json new.json > change.json
    """
  let options: [Option] = [.from, .yaml, .patch]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count == 2 else { throw .usage("diff needs two files") }
    if options.operands.allSatisfy({ $0 == "-" }) {
      throw .usage("only one of the files can be standard input")
    }
    do throws(CommandError) {
      return try compare(options)
    } catch {
      // As in diff(1), 1 means that the files differ.
      guard case .invalid(let problem) = error else { throw error }
      throw .refused(problem)
    }
  }

  private func compare(_ options: Options) throws(CommandError) -> Int32 {
    var values: [AnyValue] = []
    for file in options.operands {
      let compared = try ComparedFile(
        file, as: options.from, keepsMergeKeys: options.has(.patch))
      if compared.count > 1, options.has(.patch) {
        throw .refused(
          Problem(
            in: file.description,
            "the file has \(compared.count) documents, and a JSON Patch changes a single one"))
      }
      values.append(compared.value)
    }
    let patch = values[1].difference(from: values[0])
    let old = values[0]
    let output = Output()
    if options.has(.patch) {
      try requireJSON(patch)
      output.append(patch.value.description + "\n")
    } else {
      let isColoured = Terminal.isColoured(STDOUT_FILENO, wanted: options.colour)
      try output.finish(options) { () throws(CommandError) -> [ReadFile] in
        try write(patch, from: old, isColoured, to: output)
        return []
      }
    }
    if options.has(.patch) { try output.finish() }
    return patch.isEmpty ? ExitCode.success : ExitCode.invalid
  }

  private func write(
    _ patch: JSONPatch, from old: AnyValue, _ isColoured: Bool, to output: Output
  ) throws(CommandError) {
    var value = old
    for operation in patch.operations {
      switch operation {
      case .replace(let path, let new):
        let old = value.value(at: path) ?? .null
        line("~", "33", path, "\(old) -> \(new)", isColoured, output)
      case .add(let path, let new): line("+", "32", path, "\(new)", isColoured, output)
      case .remove(let path):
        line("-", "31", path, "\(value.value(at: path) ?? .null)", isColoured, output)
      case .move(let from, let path):
        line(">", "36", from, "moved to \(path.description)", isColoured, output)
      case .copy, .test: break
      }
      do throws(Problem) {
        value = try value.applying(JSONPatch([operation]))
      } catch {
        throw .invalid(error)
      }
      try output.flushWhenFull()
    }
  }

  /// Throws if a value of the patch has no form in JSON.
  private func requireJSON(_ patch: JSONPatch) throws(CommandError) {
    for operation in patch.operations {
      switch operation {
      case .add(let path, let value), .replace(let path, let value):
        guard let words = value.partOutsideJSON else { continue }
        throw .refused(.patch("\(words) has no form in a JSON Patch", at: path))
      default: break
      }
    }
  }

  private func line(
    _ sign: String, _ colour: String, _ path: WirePath, _ text: String, _ isColoured: Bool,
    _ output: Output
  ) {
    let line = "\(sign) \(path.isRoot ? "(document)" : path.description): \(text)".visible
    output.append(isColoured ? "\u{1B}[\(colour)m\(line)\u{1B}[0m\n" : line + "\n")
  }
}

extension AnyValue {
  /// The first part of the value that JSON cannot express.
  fileprivate var partOutsideJSON: String? {
    switch self {
    case .tagged(let tag, _): "the tag `\(tag)`"
    case .bytes: "binary data"
    case .number(let number): number.isFinite ? nil : "\(number)"
    case .array(let elements): elements.lazy.compactMap(\.partOutsideJSON).first
    case .object(let members): members.lazy.compactMap(\.value.partOutsideJSON).first
    case .null, .bool, .string: nil
    }
  }
}

extension Option {
  fileprivate static let patch = Option("patch", "print a JSON Patch (RFC 6902)")
}

/// A file whose value is compared with another.
struct ComparedFile {
  let value: AnyValue
  /// The number of documents.
  let count: Int

  /// Reads the document of a file, or the array of its documents if it has several.
  init(
    _ file: FileName, as format: Format?, keepsMergeKeys: Bool = false
  ) throws(CommandError) {
    let input = try InputFile(file, as: format)
    let documents = DocumentStream(try Self.series(input, keepsMergeKeys))
    var values: [AnyValue] = []
    while let document = try documents.next() {
      do throws(WireFailure) {
        values.append(try AnyValue(document.view, at: document.root))
      } catch {
        throw .invalid(Problem(error.kind, place: SourcePlace(file: input.name)))
      }
    }
    if values.isEmpty { throw .invalid(.emptyInput(input.name)) }
    count = values.count
    value = values.count == 1 ? values[0] : .array(values)
  }

  private static func series(
    _ input: InputFile, _ keepsMergeKeys: Bool
  ) throws(CommandError) -> DocumentSeriesReader {
    #if FERRY_YAML
    if keepsMergeKeys, input.format == .yaml {
      var rules = Format.yamlRules
      rules.mergeKeys = .keep
      let documents = RecordFormat.yamlDocuments(.init(), rules)
      return try DocumentSeriesReader(whole: try input.wholeInput(), .yaml, as: documents)
    }
    #endif
    return try DocumentSeriesReader(input)
  }
}
