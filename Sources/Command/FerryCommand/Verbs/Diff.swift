import FerryBase
import FerryPatch
import FerryStreams
import FerrySystem

/// `ferry diff A B`
struct Difference: Verb {
  let name = "diff"
  let synopsis = "A B [--patch]"
  let summary = "compare two files by their values"
  let discussion = """
    Compares two documents of any formats by their values. Layout, comments and the order of keys do
    not count. Prints a line for each difference: '~ PATH: OLD -> NEW', '+ PATH: NEW' or
    '- PATH: OLD'. An index counts the elements after the differences above it. --patch prints a
    JSON Patch (RFC 6902) that turns A into B. Exits with 1 if the values differ.
    """
  let examples = """
      ferry diff config.yaml config.json
      ferry diff --patch old.json new.json > change.json
    """
  let options: [Option] = [.from, .patch]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count == 2 else { throw .usage("diff needs two files") }
    let old = try ComparedFile(options.operands[0], as: options.from).value
    let new = try ComparedFile(options.operands[1], as: options.from).value
    let patch = new.difference(from: old)
    let output = Output()
    if options.has(.patch) {
      output.append(patch.value.description + "\n")
    } else {
      let isColoured = Terminal.isColoured(STDOUT_FILENO, wanted: options.colour)
      try output.finish { () throws(CommandError) in
        try write(patch, from: old, isColoured, to: output)
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
      case .move, .copy, .test: break
      }
      do throws(Problem) {
        value = try value.applying(JSONPatch([operation]))
      } catch {
        throw .invalid(error)
      }
      try output.flushWhenFull()
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

extension Option {
  fileprivate static let patch = Option("patch", "print a JSON Patch (RFC 6902)")
}

/// A file whose value is compared with another.
struct ComparedFile {
  let value: AnyValue

  /// Reads the document of a file, or the array of its documents if it has several.
  init(_ file: FileName, as format: Format?) throws(CommandError) {
    let input = try InputFile(file, as: format)
    let documents = DocumentStream(try DocumentSeriesReader(input))
    var values: [AnyValue] = []
    while let document = try documents.next() {
      do throws(WireFailure) {
        values.append(try AnyValue(document.view, at: document.root))
      } catch {
        throw .invalid(Problem(error.kind, place: SourcePlace(file: input.name)))
      }
    }
    if values.isEmpty { throw .invalid(.emptyInput(input.name)) }
    value = values.count == 1 ? values[0] : .array(values)
  }
}
