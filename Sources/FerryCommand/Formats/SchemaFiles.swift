import FerryStreams
import FerryTape
import FerryValidation

/// A compiled schema and its name in messages.
struct FileSchema: Sendable {
  let value: Schema
  let name: String
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
    guard !name.contains("://") else {
      guard let path = path(of: name) else {
        throw .invalid(
          Diagnostic(
            file: file.description,
            message: "the schema '\(name)' is not a local file; --reference can provide it"))
      }
      return try compile(FileName(path), name: name)
    }
    let path = name.hasPrefix("/") ? FileName(name) : FileName("\(file.folder)\(name)")
    return try compile(path, name: path.description)
  }

  /// Compiles the schema in `file`.
  func compile(_ file: FileName, name: String) throws(CommandError) -> FileSchema {
    var options = SchemaOptions()
    options.baseURI = file.description
    options.assertsFormats = assertsFormats
    options.resolver = { uri in
      // A relative reference leads to a file beside the schema.
      guard let path = path(of: uri) ?? (uri.contains(":") ? nil : uri) else { return nil }
      return try Self.load(FileName(path))
    }
    let value = try Self.load(file)
    do throws(SchemaError) {
      return FileSchema(value: try Schema(value, options: options), name: name)
    } catch {
      var diagnostic = Diagnostic(file: error.uri, message: error.message, path: error.path)
      if error.message.hasSuffix("is unknown") {
        diagnostic.hint = "--reference URI=PATH names a file or a folder with the schema"
      }
      throw .invalid(diagnostic)
    }
  }

  /// Returns the file that an option gives for a URI.
  private func path(of uri: String) -> String? {
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
      throw .invalid(.emptyInput(file.description))
    }
    do throws(WireFailure) {
      if let key = document.view.firstDuplicateKey(from: document.root) {
        throw WireFailure(.duplicateKey, node: key)
      }
      return try AnyValue(document.view, at: document.root)
    } catch {
      throw .invalid(documents.diagnostic(of: error))
    }
  }
}
