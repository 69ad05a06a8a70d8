import Ferry

/// `ferry validate FILE...`
struct Validate: Verb {
  let name = "validate"
  let synopsis = "FILE... | --layers BASE OVER..."
  let summary = "list the errors in files"
  let discussion = """
    Reads every FILE and reports its errors with file, line, column and path. An invalid document
    of a series (a line of ndjson, a YAML document) does not end the reading. A file whose name
    ends with .env has lines NAME=value.

    --schema validates the documents against a JSON Schema of draft 2020-12 or draft 7. With
    --named-schema, each document names a local schema by its member $schema or by a comment
    '# yaml-language-server: $schema=FILE' before its first value. FILE is a file: URI, or relative
    to the document; a blank is %20. A document that names none has the first schema of the file.
    A schema is never loaded over a network: --reference maps a URI to a file, or a URI that ends
    with a slash to a folder. A file without a document is an error; a series (ndjson, seq, record
    files) may be empty.

    --layers merges the files as ferry merge does, with the same options, and reports the first
    error. With --interpolate, this includes every reference in the text of the files.

    --watch validates again after each change of a file that was read, schemas and layers included,
    until a signal ends the command. A pipe or a device is an error then.
    """
  let examples = """
      ferry validate config/*.yaml
      ferry validate --strict --quiet api.json && deploy
      ferry validate --array events.json
      ferry validate --schema config.schema.json config/*.yaml
      ferry validate --layers --interpolate --profile production config.yaml
      ferry validate --watch --schema config.schema.json config.yaml
    """
  let options: [Option] =
    [.from, .yaml, .strict, .quiet, .array, .jobs, .watch, .layers] + Option.layering
    + SchemaCheck.options

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.has(.watch) else { return try check(options) }
    guard !options.operands.isEmpty, !options.operands.contains("-") else {
      throw .usage("--watch takes files, not standard input")
    }
    return try Watch.run(Messages(colour: options.colour)) { () throws(CommandError) in
      try check(options)
    }
  }

  private func check(_ options: Options) throws(CommandError) -> Int32 {
    if options.has(.layers) {
      try options.refuse(SchemaCheck.options, "it does not go with --layers")
      return try validateLayers(options)
    }
    try options.refuse(Option.layering, "it needs --layers")
    // No value is written, so no tag is lost.
    Format.skipsKeyTags.store(true, ordering: .relaxed)
    if let check = try SchemaCheck(options) {
      return try forEachFile(options) { input, messages throws(CommandError) in
        try check.run(input, options, messages)
      }
    }
    return try forEachFile(options, readsVariables: true) {
      input, messages throws(CommandError) in
      if input.isVariables {
        let count = try LoadedLayers.lines(ofVariables: try input.wholeInput()).count
        let summary = "\(input.name): valid variables, \(count) \(count == 1 ? "line" : "lines")\n"
        return (options.has(.quiet) ? "" : summary, true)
      }
      let isSeries = input.records(splittingArrays: options.has(.array)) != nil
      let tally = try validate(input, isSeries, options, messages)
      // A pipe whose writer has failed is not a series without records.
      if tally.all == 0, input.isGuessed, input.format == .ndjson {
        throw CommandError.invalid(.emptyInput(input.name))
      }
      let summary = tally.summary(of: input.name, input.format.name, isCounted: isSeries)
      return (options.has(.quiet) ? "" : summary, tally.bad == 0)
    }
  }

  private func validateLayers(_ options: Options) throws(CommandError) -> Int32 {
    try options.refuse([.strict, .array, .jobs], "--layers reads one document of each file")
    if options.operands.isEmpty { throw .usage("validate --layers needs a BASE file") }
    let layers = try LoadedLayers(options)
    let output = Output()
    let count = layers.formats.count
    if !options.has(.quiet) {
      output.append("valid layers of \(count) \(count == 1 ? "file" : "files")\n")
    }
    try output.finish()
    return ExitCode.success
  }

  private func validate(
    _ input: InputFile, _ isSeries: Bool, _ options: Options, _ messages: Messages
  ) throws(CommandError) -> Tally {
    var tally = Tally()
    let isStrict = options.has(.strict)
    do throws(CommandError) {
      if !isSeries, !isStrict, !options.has(.array), try input.hasOutline() {
        try DocumentSeriesReader.runOutline(of: input, into: Output(), options) {
          OutlineCheckTask()
        }
        return tally
      }
      let series = try DocumentSeriesReader(input, options)
      (tally.all, tally.bad) = try series.run(
        threads: series.threads(options), skipsErrors: true, options,
        makeTask: { ValidateTask(isStrict: isStrict) },
        report: { (problem: Problem) throws(CommandError) in messages.report(problem) })
    } catch {
      guard !isSeries, case .invalid(let problem) = error else { throw error }
      tally.bad = 1
      messages.report(problem)
    }
    return tally
  }
}

extension Option {
  fileprivate static let strict = Option("strict", "treat duplicate keys as errors")
  fileprivate static let watch = Option("watch", "validate again after each change of a file")
  fileprivate static let layers = Option("layers", "check the files as layers of one document")
}

/// A task that validates documents. Reading does most of the work; `isStrict` adds a check for
/// duplicate keys.
private final class ValidateTask: DocumentTask {
  private let isStrict: Bool

  init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  var readsCompactText: Bool { !isStrict }

  func process(
    compact text: ByteView, to output: inout ByteWriter
  ) -> Bool {
    true
  }

  func process(_ document: TapeDocument, to output: inout ByteWriter) throws(WireFailure) {
    if isStrict, let key = document.view.firstDuplicateKey(from: document.root) {
      throw WireFailure(.duplicateKey, node: key)
    }
  }
}

/// The numbers of documents and of invalid documents in a file.
struct Tally {
  var all = 0
  var bad = 0

  /// Returns a line for people. `label` follows the verdict.
  func summary(of file: String, _ label: String, isCounted: Bool) -> String {
    var line = "\(file): \(bad == 0 ? "valid" : "invalid") \(label)"
    if isCounted {
      line += ", \(bad == 0 ? "" : "\(bad) of ")\(all) \(all == 1 ? "document" : "documents")"
    }
    return line + "\n"
  }
}
