import FerryBytes
import FerryStreams
import FerryTape
import FerryValidation

/// The validation of files against JSON Schemas: `ferry validate --schema FILE`.
struct SchemaCheck {
  /// The schema for all files; `nil` if each file names its own.
  private let schema: (value: Schema, name: String)?
  private let references: [(uri: String, path: String)]
  private let assertsFormats: Bool?

  /// The options of a verb that validates.
  static let options: [Option] = [.schema, .namedSchema, .reference, .assertFormats]

  /// Returns `nil` if the options name no schema.
  init?(_ options: Options) throws(CommandError) {
    try options.check([[.schema, .namedSchema]])
    guard options.has(.schema) || options.has(.namedSchema) else {
      try options.refuse([.reference, .assertFormats], "it needs --schema or --named-schema")
      return nil
    }
    references = try Self.references(options)
    assertsFormats = options.has(.assertFormats) ? true : nil
    guard let file = options.file(of: .schema) else {
      schema = nil
      return
    }
    schema = try (Self.compile(file, references, assertsFormats), file.description)
  }

  private static func references(
    _ options: Options
  ) throws(CommandError) -> [(uri: String, path: String)] {
    var references: [(uri: String, path: String)] = []
    for text in options.values(of: .reference) {
      guard let equals = text.lastIndex(of: "="), equals > text.startIndex else {
        throw .usage("--reference takes URI=FILE-OR-FOLDER, not '\(text)'")
      }
      references.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
    }
    return references
  }

  /// Validates every document of a file.
  func run(
    _ input: InputFile, _ options: Options, _ messages: Messages
  ) throws(CommandError) -> (text: String, isValid: Bool) {
    let used = if let schema { schema } else { try named(by: FileName(input.name)) }
    let (schema, name) = used
    var (count, bad) = (0, 0)
    do throws(CommandError) {
      let series = try DocumentSeriesReader(input, options)
      (count, bad) = try series.run(
        threads: series.threads(options), goesOn: true, options,
        makeTask: { SchemaTask(schema, name: name) },
        report: { (problem: Diagnostic) throws(CommandError) in messages.report(problem) })
      // A series may be empty, if the user has named its format.
      if count == 0, !series.isSeries || input.isGuessed {
        throw .invalid(.emptyInput(input.name))
      }
    } catch {
      guard case .invalid(let problem) = error else { throw error }
      messages.report(problem)
      bad = 1
    }
    if options.has(.quiet) { return ("", bad == 0) }
    let verdict = bad == 0 ? "valid" : "invalid"
    let isCounted = count > 1 || count + bad == 0
    let numbers = isCounted ? ", \(bad == 0 ? "" : "\(bad) of ")\(count) documents" : ""
    return ("\(input.name): \(verdict) by \(name)\(numbers)\n", bad == 0)
  }

  // MARK: Schemas of files

  /// Returns the schema that a file names: by a comment of the YAML language server, or by its
  /// member `$schema`.
  private func named(by file: FileName) throws(CommandError) -> (value: Schema, name: String) {
    guard file != "-" else { throw .usage("--named-schema takes files, not standard input") }
    let input = try Input(path: file)
    var name = Self.comment(in: input.bytes)
    if name == nil {
      let documents = DocumentStream(try DocumentSeriesReader(InputFile(file, told: nil)))
      if let document = try documents.next(), document.view[document.root].kind == .map,
        let value = document.view.value(ofKey: "$schema", inMap: document.root)
      {
        name = document.view.text(at: value)
      }
    }
    guard let name else {
      throw .invalid(Diagnostic(file: input.name, message: "the file names no schema"))
    }
    guard !name.contains("://") else {
      guard let path = Self.path(of: name, references) else {
        throw .invalid(
          Diagnostic(
            file: input.name,
            message: "the schema '\(name)' is not a local file; --reference can provide it"))
      }
      return try (Self.compile(FileName(path), references, assertsFormats), name)
    }
    let path = name.hasPrefix("/") ? FileName(name) : FileName("\(file.folder)\(name)")
    return try (Self.compile(path, references, assertsFormats), path.description)
  }

  /// Returns the schema of a comment before the first value of a YAML text.
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

  private static func compile(
    _ file: FileName, _ references: [(uri: String, path: String)], _ assertsFormats: Bool?
  ) throws(CommandError) -> Schema {
    var options = SchemaOptions()
    options.baseURI = file.description
    options.assertsFormats = assertsFormats
    options.resolver = { uri in
      // A relative reference leads to a file beside the schema.
      guard let path = path(of: uri, references) ?? (uri.contains(":") ? nil : uri) else {
        return nil
      }
      return try load(FileName(path))
    }
    let value = try load(file)
    do throws(SchemaError) {
      return try Schema(value, options: options)
    } catch {
      var diagnostic = Diagnostic(file: error.uri, message: error.message, path: error.path)
      if error.message.hasSuffix("is unknown") {
        diagnostic.hint = "--reference URI=PATH names a file or a folder with the schema"
      }
      throw .invalid(diagnostic)
    }
  }

  /// Returns the file that an option gives for a URI.
  private static func path(of uri: String, _ references: [(uri: String, path: String)]) -> String? {
    for reference in references {
      if reference.uri == uri { return reference.path }
      // Only names below the folder may come from a document.
      if reference.uri.hasSuffix("/"), uri.hasPrefix(reference.uri) {
        let rest = uri.dropFirst(reference.uri.count)
        guard !rest.isEmpty, !rest.split(separator: "/").contains("..") else { return nil }
        return reference.path + (reference.path.hasSuffix("/") ? "" : "/") + rest
      }
    }
    return nil
  }

  /// Reads a schema in any format.
  private static func load(_ file: FileName) throws(CommandError) -> AnyValue {
    let documents = DocumentStream(try DocumentSeriesReader(InputFile(file, told: nil)))
    guard let document = try documents.next() else {
      throw .invalid(Diagnostic(file: file.description, message: "the file has no document"))
    }
    do throws(WireFailure) {
      return try AnyValue(document.view, at: document.root)
    } catch {
      throw .invalid(documents.diagnostic(of: error))
    }
  }
}

/// A task that validates documents against a schema.
private final class SchemaTask: DocumentTask {
  private let schema: Schema
  /// The name of the schema in messages.
  private let name: String
  private var failures: [SchemaFailure] = []
  /// The limit that the current document exceeds.
  private var problem: SchemaError?

  init(_ schema: Schema, name: String) {
    self.schema = schema
    self.name = name
  }

  func process(_ document: TapeDocument, to output: inout ByteWriter) {
    (failures, problem) = ([], nil)
    do throws(SchemaError) {
      failures = try schema.validate(document.view, at: document.root).failures
    } catch {
      problem = error
    }
  }

  func takeProblems(_ diagnostics: ([Int]) -> [Int: Diagnostic]) -> [Diagnostic] {
    if let problem { return [Diagnostic(file: name, message: problem.message, path: problem.path)] }
    // In the order of the document.
    let failures = failures.sorted { $0.node < $1.node }
    let found = diagnostics(failures.flatMap { [$0.node] + $0.causes.prefix(3).map(\.node) })
    return failures.compactMap { failure in
      var diagnostic = found[failure.node]
      diagnostic?.message = failure.message
      diagnostic?.path = failure.path
      diagnostic?.hint = "the schema is at " + failure.absoluteKeywordLocation
      diagnostic?.notes = failure.causes.prefix(3).compactMap { cause in
        found[cause.node]?.place.map { ($0, cause.message) }
      }
      return diagnostic
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
