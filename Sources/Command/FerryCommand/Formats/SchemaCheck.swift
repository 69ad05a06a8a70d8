import Ferry
import FerrySchema

/// The validation of files against JSON Schemas: `ferry validate --schema FILE`.
struct SchemaCheck {
  /// The schema for all files; `nil` if each file names its own.
  private let schema: FileSchema?
  private let files: SchemaFiles

  /// The options of a verb that validates.
  static let options: [Option] = [.schema, .namedSchema, .reference, .assertFormats]

  /// Returns `nil` if the options name no schema.
  init?(_ options: Options) throws(CommandError) {
    try options.check([[.schema, .namedSchema]])
    guard options.has(.schema) || options.has(.namedSchema) else {
      try options.refuse([.reference, .assertFormats], "it needs --schema or --named-schema")
      return nil
    }
    let files = try SchemaFiles(
      references: options.values(of: .reference),
      assertsFormats: options.has(.assertFormats) ? true : nil)
    self.files = files
    schema = try options.file(of: .schema).map { file throws(CommandError) in
      try files.compile(file)
    }
  }

  /// Validates every document of a file.
  func run(
    _ input: InputFile, _ options: Options, _ messages: Messages
  ) throws(CommandError) -> (text: String, isValid: Bool) {
    guard schema != nil || input.path != nil else {
      throw .usage("--named-schema takes files, not standard input")
    }
    let choice = SchemaChoice(schema, files, for: input.path ?? "-")
    var tally = Tally()
    do throws(CommandError) {
      let series = try DocumentSeriesReader(input, options)
      nonisolated(unsafe) let shared = choice
      (tally.all, tally.bad) = try series.run(
        threads: schema == nil ? 1 : series.threads(options), skipsErrors: true, options,
        makeTask: { unsafe SchemaTask(shared) },
        report: { (problem: Problem) throws(CommandError) in
          if let failure = choice.failure { throw failure }
          // A fault of the schema is no verdict about the document.
          if problem.file != input.name { throw .invalid(problem) }
          messages.report(problem)
        })
      // A series may be empty, if the user has named its format.
      if tally.all == 0, !series.isSeries || input.isGuessed {
        throw .invalid(.emptyInput(input.name))
      }
    } catch {
      guard case .invalid(let problem) = error, problem.file == input.name else { throw error }
      messages.report(problem)
      tally.bad = 1
    }
    let isCounted = tally.all > 1 || tally.all + tally.bad == 0
    let names = choice.names.joined(separator: ", ")
    let summary = tally.summary(of: input.name, "by " + names, isCounted: isCounted)
    return (options.has(.quiet) || names.isEmpty ? "" : summary, tally.bad == 0)
  }
}

/// The schemas of the documents of one file.
private final class SchemaChoice {
  // One thread uses the names of schemas. Many threads use the only schema.

  private let only: FileSchema?
  let files: SchemaFiles
  private let file: FileName
  private var named: [String: FileSchema] = [:]
  /// The first schema that the file names. It is that of the later documents that name none.
  private var first: FileSchema?
  /// The names of the schemas in use, in the order of the documents.
  private(set) var names: [String]
  /// The reason why a schema that a document names cannot be used.
  private(set) var failure: CommandError?

  init(_ only: FileSchema?, _ files: SchemaFiles, for file: FileName) {
    self.only = only
    self.files = files
    self.file = file
    names = only.map { [$0.file.description.visible] } ?? []
  }

  /// Returns the schema of a document; `nil` without one, or if it cannot be used.
  func schema(of document: TapeDocument) -> FileSchema? {
    if let only { return only }
    guard let name = Self.name(in: document) else { return first }
    if let known = named[name] { return known }
    do throws(CommandError) {
      let schema = try files.schema(named: name, in: file)
      named[name] = schema
      names.append(schema.file.description.visible)
      if names.count == 1 { first = schema }
      return schema
    } catch {
      failure = error
      return nil
    }
  }

  /// Returns the schema that a document names: by a comment of the YAML language server, or by its
  /// member `$schema`.
  private static func name(in document: TapeDocument) -> String? {
    if let name = document.yaml.flatMap({ comment(in: $0) }) { return name }
    let view = document.view
    let root = view.resolved(document.root)
    guard view[root].kind == .map, let value = view.value(ofKey: "$schema", inMap: root) else {
      return nil
    }
    return view.text(at: value)
  }

  /// Returns the schema of a comment before the first value of a YAML document.
  private static func comment(in text: ByteView) -> String? {
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: true) {
      let line = String(decoding: line, as: UTF8.self).trimmingPrefix("\u{FEFF}")
      let isBeforeValue = ["#", "%", "---"].contains { line.hasPrefix($0) }
      guard isBeforeValue || line.allSatisfy(\.isWhitespace) else { return nil }
      if let mark = line.firstRange(of: "yaml-language-server: $schema=") {
        return String(line[mark.upperBound...].prefix { !$0.isWhitespace })
      }
    }
    return nil
  }
}

/// A task that validates documents against a schema.
private final class SchemaTask: DocumentTask {
  private let choice: SchemaChoice
  /// The schema of the current document.
  private var schema: FileSchema?
  private var root = 0
  private var failures: [SchemaFailure] = []
  /// The limit that the current document exceeds.
  private var problem: SchemaError?

  init(_ choice: SchemaChoice) { self.choice = choice }

  func process(_ document: TapeDocument, to output: inout ByteWriter) {
    (failures, problem, root) = ([], nil, document.root)
    schema = choice.schema(of: document)
    do throws(SchemaError) {
      failures = try schema?.value.validate(document.view, at: root).failures ?? []
    } catch {
      problem = error
    }
  }

  func takeProblems(_ problems: ([Int]) -> [Int: Problem]) -> [Problem] {
    guard let schema else {
      var problem = problems([root])[root]
      problem?.setWords("the document names no schema")
      return problem.map { [$0] } ?? []
    }
    if let problem {
      return [choice.files.problem(of: problem, in: schema.file)]
    }
    // In the order of the document.
    let failures = failures.sorted { $0.node < $1.node }
    let found = problems(failures.flatMap { [$0.node] + $0.causes.prefix(3).map(\.node) })
    return failures.compactMap { failure in
      var problem = found[failure.node]
      problem?.setWords(failure.message)
      problem?.path = failure.path
      problem?.advice = "the schema is at " + failure.absoluteKeywordLocation
      // Other tools agree that a closed schema has to declare the member that names it.
      if failure.path.steps == [.key("$schema")], failure.keyword.hasSuffix("Properties") {
        problem?.advice? += "; declare `$schema` in its properties"
      }
      problem?.related = failure.causes.prefix(3).compactMap { cause in
        found[cause.node].map { ($0.location, cause.message) }
      }
      return problem
    }
  }
}

extension Option {
  fileprivate static let schema = Option(
    "schema", argument: "FILE", "validate against the JSON Schema in FILE, in any format",
    completing: .file)
  fileprivate static let namedSchema = Option(
    "named-schema", "validate each file against the local schema that it names")
  fileprivate static let reference = Option(
    "reference", argument: "URI=PATH", "read the schemas of URI from a file or a folder",
    completing: .file, isRepeatable: true)
  fileprivate static let assertFormats = Option(
    "assert-formats", "treat the keyword 'format' of schemas as an assertion")
}
