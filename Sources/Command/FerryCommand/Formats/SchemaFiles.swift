import Ferry
import FerrySchema

/// A compiled schema and its file.
struct FileSchema: Sendable {
  let value: Schema
  let file: FileName
}

/// The files of schemas, and the schemas that they refer to.
struct SchemaFiles: Sendable {
  private let references: [(uri: String, path: String)]
  private let assertsFormats: Bool?

  /// Parses the arguments of `--reference`.
  init(references arguments: [String], assertsFormats: Bool?) throws(CommandError) {
    self.assertsFormats = assertsFormats
    var references: [(uri: String, path: String)] = []
    for text in arguments {
      guard let equals = text.lastIndex(of: "="), equals > text.startIndex else {
        throw .usage("--reference takes URI=FILE-OR-FOLDER, not '\(text)'")
      }
      references.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
    }
    self.references = references
  }

  /// Returns the schema that a document of `file` names.
  func schema(named name: String, in file: FileName) throws(CommandError) -> FileSchema {
    // An empty fragment means the whole schema.
    let name = name.hasSuffix("#") ? String(name.dropLast()) : name
    guard !name.contains("#") else {
      throw .invalid(
        Problem(in: file.description, "the schema '\(name)' is a part of another schema"))
    }
    if let path = reference(to: name) { return try compile(path) }
    guard let path = Self.path(ofURI: name) else {
      throw .invalid(
        Problem(
          in: file.description,
          "the schema '\(name)' is not a local file; --reference can provide it"))
    }
    return try compile(path.isAbsolute ? path : file.folder + path)
  }

  /// Compiles the schema in `file`.
  func compile(_ file: FileName) throws(CommandError) -> FileSchema {
    var options = SchemaOptions()
    options.baseURI = Self.uri(of: file)
    options.assertsFormats = assertsFormats
    // A relative reference leads to a file beside the schema.
    options.resolver = { uri in
      try (reference(to: uri) ?? Self.path(ofURI: uri)).map { try Self.load($0) }
    }
    let value = try Self.load(file)
    do throws(SchemaError) {
      return FileSchema(value: try Schema(value, options: options), file: file)
    } catch {
      throw .invalid(problem(of: error, in: file))
    }
  }

  /// Returns the problem of the schema in `file`, or of one that it refers to.
  func problem(of error: SchemaError, in file: FileName) -> Problem {
    var problem = Problem(in: error.uri, error.message, path: error.path)
    let isOwn = error.uri == Self.uri(of: file)
    if let file = isOwn ? file : reference(to: error.uri) ?? Self.path(ofURI: error.uri) {
      problem = Self.located(error, in: file) ?? problem
    }
    if error.message.hasSuffix("is unknown") {
      problem.advice = "--reference URI=PATH names a file or a folder with the schema"
    }
    return problem
  }

  /// Returns the problem with its location in `file`; `nil` if the file cannot be read again.
  private static func located(_ error: SchemaError, in file: FileName) -> Problem? {
    guard let path = try? WirePath(pointer: error.pointer),
      let documents = try? DocumentStream(InputFile(file, as: nil)),
      let document = try? documents.next(),
      let node = path.resolve(in: document.view, from: document.root)
    else { return nil }
    var problem = documents.problem(of: WireFailure(.invalidValue, node: node))
    problem.setWords(error.message)
    return problem
  }

  // MARK: URIs

  /// Returns the file that an option gives for a URI.
  private func reference(to uri: String) -> FileName? {
    for reference in references {
      if reference.uri == uri { return FileName(reference.path) }
      // Only names below the folder may come from a document.
      if reference.uri.hasSuffix("/"), uri.hasPrefix(reference.uri) {
        let rest = uri.dropFirst(reference.uri.count)
        guard !rest.isEmpty, !rest.split(separator: "/").contains("..") else { return nil }
        return FileName(reference.path + (reference.path.hasSuffix("/") ? "" : "/") + rest)
      }
    }
    return nil
  }

  /// Returns the path that a relative URI or a URI of a file is; `nil` for any other URI.
  private static func path(ofURI uri: String) -> FileName? {
    guard let colon = uri.firstIndex(of: ":"), !uri[..<colon].contains("/") else {
      return FileName(uri.percentDecoded)
    }
    // A URI of a file may name the host (RFC 8089).
    for start in ["file:///", "file://localhost/"] where uri.hasPrefix(start) {
      return FileName("/" + String(uri.dropFirst(start.count)).percentDecoded)
    }
    return nil
  }

  /// Returns the path of `file` as a relative URI.
  private static func uri(of file: FileName) -> String {
    file.description.replacing("%", with: "%25").replacing("#", with: "%23")
      .replacing("?", with: "%3F")
  }

  /// Reads a schema in any format.
  private static func load(_ file: FileName) throws(CommandError) -> AnyValue {
    let documents = DocumentStream(try DocumentSeriesReader(InputFile(file, as: nil)))
    guard let document = try documents.next() else {
      throw .invalid(.emptyInput(file.description))
    }
    let schema: AnyValue
    do throws(WireFailure) {
      if let key = document.view.firstDuplicateKey(from: document.root) {
        throw WireFailure(.duplicateKey, node: key)
      }
      schema = try AnyValue(document.view, at: document.root)
    } catch {
      throw .invalid(documents.problem(of: error))
    }
    if let object = schema.object, !object.isEmpty,
      !object.contains(where: { MetaSchemas.keywords.contains($0.key) || $0.key.hasPrefix("$") })
    {
      throw .invalid(
        Problem(
          in: file.description, "expected a schema, found an object without any of its keywords",
          hint: "the schema comes before the documents: ferry validate --schema SCHEMA FILE"))
    }
    guard try documents.next() == nil else {
      throw .invalid(
        Problem(in: file.description, "expected one schema, found several documents"))
    }
    return schema
  }
}
