#if FERRY_YAML
public import Ferry
internal import FerryBase
import FerryCoding
public import FerryEssentials
internal import FerryLayers
import FerryStreams

/// A handler of a tag of YAML. Its result takes the place of the values with the tag.
///
/// ```swift
/// var decoder = YAML.Decoder()
/// decoder.tagHandlers["!env"] = .environment()                    // port: !env PORT 8080
/// decoder.tagHandlers["!include"] = .include(from: "config")      // database: !include database.yaml
/// decoder.tagHandlers["!upper"] = YAMLTagHandler { .string(($0.string ?? "").uppercased()) }
/// ```
public struct YAMLTagHandler: Sendable {
  fileprivate let handler: TagHandler

  /// Creates a handler with a function of the value without its tag. Inner tags are handled before
  /// outer ones. An error of the function becomes a `DecodingError` with the location of the tag.
  public init(_ value: @escaping @Sendable (AnyValue) throws -> AnyValue) {
    handler = .value { argument in
      do {
        return try value(argument)
      } catch let error as DecodingError {
        throw Problem(
          .invalidValue, detail: error.problem?.headline ?? error.context.debugDescription)
      }
    }
  }

  /// A handler that reads variables. `!env NAME` has the type of a plain scalar, and `!env "NAME"` is
  /// text. `!env NAME value` has a default. A variable that is not set is an error without it.
  public static func environment(
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> YAMLTagHandler {
    YAMLTagHandler(handler: .variable { variables[$0] })
  }

  /// A handler that reads documents in files. `!include path` is relative to the including file.
  ///
  /// Absolute paths, and paths that lead out of the folder `root`, also through symbolic links, are
  /// errors. At most 16 files include each other, and none includes itself. All included files of a
  /// document together have at most `byteLimit` bytes, with aliases expanded; each counts for at least
  /// 1 KiB. The limits of the decoder hold for each of them.
  public static func include(from root: String, byteLimit: Int = 16 << 20) -> YAMLTagHandler {
    let folder = RootFolder(root)
    return YAMLTagHandler(
      handler: .file(byteLimit: byteLimit) { path, includer, limit in
        let (name, id, bytes) = try folder.file(
          at: path, from: includer, limit: limit, willRead: Reload.note)
        return IncludedFile(name: name, id: id, bytes: bytes)
      })
  }

  private init(handler: TagHandler) { self.handler = handler }
}

extension YAML.Decoder {
  /// Whether the aliases of an anchor decode as one instance of a class; by default each of them is an
  /// instance of its own. Direct coding, as in an array of a `@DirectCodable` class, shares no instances.
  public var sharesAliasedInstances: Bool {
    get { options(with: [:]).sharesInstances }
    set { change { $0.coding.change { $0.sharesInstances = newValue } } }
  }

  /// The handlers of tags, by the tag with its exclamation mark. A similar tag without a handler is
  /// an error, and so is a tag with a handler before a key.
  public var tagHandlers: [String: YAMLTagHandler] {
    get { resolver?.publicHandlers ?? [:] }
    set { changeSettings { $0.tagResolver = newValue.isEmpty ? nil : TagResolver(newValue) } }
  }

  /// The resolver of the documents of layers.
  var resolver: TagResolver? { settings.tagResolver as? TagResolver }
}

/// The handlers of the tags of a decoder.
struct TagResolver: YAMLTagResolver {
  fileprivate let publicHandlers: [String: YAMLTagHandler]

  fileprivate init(_ handlers: [String: YAMLTagHandler]) { publicHandlers = handlers }

  var tags: Set<String> { Set(publicHandlers.keys) }

  func resolve(
    _ view: TapeView, _ file: String?, _ settings: YAML.Decoder.Settings, _ options: CodingOptions,
    _ place: (Int) -> SourcePlace
  ) throws -> any ResolvedYAML {
    let document = try document(view, file, settings, options, place)
    return PlacedDocument(document: document, settings: settings.knowing())
  }

  /// Replaces the tags of a document. `place` returns the location of its nodes.
  func document(
    _ view: TapeView, _ file: String?, _ settings: YAML.Decoder.Settings, _ options: CodingOptions,
    _ place: (Int) -> SourcePlace
  ) throws -> ResolvedDocument {
    let settings = settings.knowing()
    do {
      return try ResolvedDocument(
        view, name: file, handlers: publicHandlers.mapValues(\.handler),
        depthLimit: options.depthLimit
      ) { file, body in
        do {
          try settings.withDocument(in: file.bytes, options, file: file.name) { try body($0.view) }
        } catch let error as DecodingError {
          throw error.problem ?? error
        }
      }
    } catch let failure as TagFailure {
      throw DecodingError.unreadable(
        failure.problem { file, node in
          file.map { settings.place(ofNode: node, in: $0) } ?? place(node)
        })
    }
  }
}

/// A document with the locations of its values.
private struct PlacedDocument: ResolvedYAML {
  let document: ResolvedDocument
  let settings: YAML.Decoder.Settings

  func copy(to tape: inout Tape) throws(WireFailure) { try document.copy(to: &tape) }

  func place(ofNode node: Int, _ place: (Int) -> SourcePlace) -> SourcePlace {
    let origin = document.origin(ofNode: node)
    return document.file(ofLayer: origin.layer).map { settings.place(ofNode: origin.node, in: $0) }
      ?? place(origin.node)
  }
}

extension YAML.Decoder.Settings {
  fileprivate func place(ofNode node: Int, in file: IncludedFile) -> SourcePlace {
    file.bytes.withByteView { place(ofNode: node, in: $0, file.name) }
  }
}
#endif
