import Ferry
import FerryEditing

/// A file of text whose values change in place.
struct EditedFile {
  let file: FileName
  let name: String
  /// The text that is edited.
  let original: [UInt8]
  /// The text in Markdown behind it, which stays as it is.
  private let body: [UInt8]
  var editor: DocumentEditor

  /// Opens the file for the verb `verb`.
  init(_ file: FileName, _ options: Options, verb: String) throws(CommandError) {
    self.file = file
    if options.has(.inPlace) {
      if file == "-" { throw .usage("-I needs FILE") }
      do throws(CommandError) {
        try Rewriting.requireOneName(of: file)
      } catch {
        guard case .refused(var problem) = error else { throw error }
        problem.advice = "without -I, ferry prints the text: write that to another file"
        throw .refused(problem)
      }
    }
    let input = try Input(path: file == "-" ? nil : file, isText: false)
    if let compression = Compression(of: input.bytes) {
      throw .invalid(compression.problem(in: input.name))
    }
    name = input.name
    var known = options.from ?? Format.ofFile(input.name)
    if known == nil, Format.isMarkdown(fileName: name) {
      guard let end = FrontMatter.end(in: input.bytes) else {
        throw FrontMatter.missing(in: name)
      }
      known = .yaml
      (original, body) = (Array(input.bytes[..<end]), Array(input.bytes[end...]))
    } else {
      (original, body) = (Array(input.bytes), [])
    }
    let format = known ?? Format.guess(input.bytes)
    let number = options.value(of: .documentNumber).flatMap { Int($0) }
    guard let editing = Self.format(format) else {
      throw .refused(
        Problem(
          in: input.name,
          "\(verb) changes the text of JSON, JSON5 and YAML, not \(format.name)",
          hint: "convert the file first: ferry convert FILE --to json"))
    }
    do {
      editor = try DocumentEditor(original, format: editing, document: number)
    } catch {
      throw Self.failure(error, in: input.name, original, editing)
    }
    editor.followsAliases = options.has(.followAliases)
  }

  private static func format(_ format: Format) -> DocumentEditor.Format? {
    switch format {
    // One line with an object is also a record.
    case .json, .ndjson: .json
    case .json5: .json5
    #if FERRY_YAML
    case .yaml: .yaml
    #endif
    default: nil
    }
  }

  /// Runs an edit.
  mutating func edit(_ body: (inout DocumentEditor) throws -> Void) throws(CommandError) {
    do {
      try body(&editor)
    } catch {
      throw Self.failure(error, in: name, original, editor.format)
    }
  }

  /// Checks the edits and writes the text to standard output or, with `-I`, back to the file.
  func write(_ options: Options) throws(CommandError) {
    let edited: [UInt8]
    do {
      edited = try editor.bytes()
    } catch {
      throw Self.failure(error, in: name, original, editor.format)
    }
    if options.has(.inPlace), edited == original { return }
    let text = edited + body
    if !body.isEmpty, text.withByteView({ FrontMatter.end(in: $0) }) != edited.count {
      throw .refused(
        Problem(in: name, "the edited front matter does not end before the text in Markdown"))
    }
    let output = options.has(.inPlace) ? try Output(path: file) : Output()
    // The editor carries all that it does not edit.
    try output.finish(options) { () throws(CommandError) -> [ReadFile] in
      try text.withByteView { bytes throws(CommandError) in try output.write(bytes) }
      return []
    }
  }

  private static func failure(
    _ error: any Error, in name: String, _ text: [UInt8], _ format: DocumentEditor.Format
  ) -> CommandError {
    guard let problem = error as? Problem else { return .system("\(error)") }
    var placed = problem.moved { $0.in(name) }
    if placed.place == nil { placed.location = .place(SourcePlace(file: name)) }
    // The words of the library for options of the command.
    placed.advice = placed.hint?
      .replacing("by its number", with: "with --document N")
      .replacing("set the editor's `followsAliases`", with: "pass --follow-aliases")
    if format == .json, placed.category == .syntax,
      (try? DocumentEditor(text, format: .json5)) != nil
    {
      placed.advice = "read the file with --from json5"
    }
    return .invalid(placed)
  }

  /// Returns the value that an argument spells: JSON, or in YAML also an array, an object, text in
  /// quotes or a tagged value. Any other text is text.
  func value(_ text: String) -> AnyValue {
    if let json = AnyValue(json: text) { return json }
    #if FERRY_YAML
    if editor.format == .yaml, text.first.map({ "[{!'\"".contains($0) }) == true,
      Self.isOneValue(Array(text.utf8))
    {
      var decoder = YAML.Decoder()
      decoder.mergeKeyStrategy = .off
      if let value = try? decoder.decode(AnyValue.self, from: text) { return value }
    }
    #endif
    return .string(text)
  }

  #if FERRY_YAML
  /// Whether text is a value of YAML in brackets, in quotes or with a tag, without a comment.
  private static func isOneValue(_ text: [UInt8]) -> Bool {
    text.withByteView { view in
      guard let root = try? YAMLOutline(view, document: 0).nodes.first else { return false }
      let isBlock = (root.kind == .map || root.kind == .list) && !root.isFlow
      // `!` alone is no tag.
      let isTagged = text.first != UInt8(ascii: "!") || (text.count > 1 && text[1] > 0x20)
      return !isBlock && root.end == text.count && isTagged
    }
  }
  #endif
}

extension Option {
  /// The options of the verbs that change text.
  static let editing: [Option] = [.from, .inPlace, .documentNumber, .followAliases]

  static let documentNumber = Option(
    "document", argument: "N", "the document of a YAML stream, from 0"
  ) { (_: inout Options, text: String) throws(CommandError) in
    guard let number = Int(text), number >= 0 else {
      throw .usage("--document takes a number from 0, not '\(text)'")
    }
  }
  static let followAliases = Option(
    "follow-aliases", "edit the value of an anchor through its aliases")
}
