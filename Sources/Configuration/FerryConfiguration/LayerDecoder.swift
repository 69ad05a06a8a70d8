import Ferry
import FerryBase
import FerryCoding
import FerryJSONEngine
import FerryLayers

/// A decoder of the documents of layers.
protocol LayerDecoder: Sendable {
  /// Decodes the document in `bytes`; returns `nil` for a text without a document.
  /// - Throws: `DecodingError`, whose `place` names `file`.
  func decode<T: Decodable>(
    _ type: T.Type, layer bytes: [UInt8], file: String,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T?
  /// Replaces the tags of a document; `nil` for a decoder without handlers of tags. `place` returns
  /// the location of its nodes.
  func resolved(
    _ view: TapeView, file: String, _ place: (Int) -> SourcePlace
  ) throws -> ResolvedDocument?
  /// The current options.
  var layerOptions: CodingOptions { get }
  /// The function that finds values in a text, under the current options.
  var valueOffsets: PlacedText.ValueOffsets { get }
  /// Encodes a value with the strategies of the decoder.
  func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8]
  /// A decoder of JSON5 with the same limit of depth.
  var json5: any LayerDecoder { get }
}

extension FormatDecoder {
  var json5: any LayerDecoder {
    JSON.Decoder {
      $0.allowsJSON5 = true
      $0.depthLimit = depthLimit
    }
  }

  func resolved(
    _ view: TapeView, file: String, _ place: (Int) -> SourcePlace
  ) throws -> ResolvedDocument? {
    #if FERRY_YAML
    guard let decoder = self as? YAML.Decoder, let resolver = decoder.resolver else { return nil }
    return try resolver.document(view, file, decoder.layerSettings, decoder.layerOptions, place)
    #else
    return nil
    #endif
  }
}

extension JSON.Decoder: LayerDecoder {
  func decode<T: Decodable>(
    _ type: T.Type, layer bytes: [UInt8], file: String,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T? {
    if bytes.allSatisfy(\.isBlank) { return nil }
    do {
      return try decode(type, from: bytes, userInfo: userInfo)
    } catch let error as DecodingError {
      throw error.moved(to: [], .root) { place in
        var place = place
        place.file = file
        return place
      }
    }
  }

  func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    var encoder = JSON.Encoder()
    try encoder.follow(self)
    return try encoder.encode(value, userInfo: userInfo)
  }

  var layerOptions: CodingOptions { options(with: [:]) }

  var valueOffsets: PlacedText.ValueOffsets {
    let options = readingOptions
    return { text in text.withByteView { JSONReader.offsets(in: $0, options: options) } }
  }
}

#if FERRY_YAML
extension YAML.Decoder: LayerDecoder {
  func decode<T: Decodable>(
    _ type: T.Type, layer bytes: [UInt8], file: String,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T? {
    do {
      return try decode(
        type, from: bytes, file: file, userInfo: userInfo, layerSettings)
    } catch DecodingError.valueNotFound(let missing, _) where missing == type {
      return nil
    }
  }

  func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    var encoder = YAML.Encoder()
    try encoder.follow(self)
    return try encoder.encode(value, userInfo: userInfo)
  }

  var layerOptions: CodingOptions { options(with: [:]) }

  var valueOffsets: PlacedText.ValueOffsets {
    let settings = layerSettings
    return { text in text.withByteView { settings.offsets(in: $0) } }
  }

  fileprivate var layerSettings: Settings { settings.knowing([LayeredTree.replaceTag]) }
}
#endif

extension LayeredTree {
  /// Adds the document in `bytes`.
  /// - Returns: The included files; `nil` if `bytes` contain no document with a value.
  mutating func add(
    _ bytes: [UInt8], _ decoder: any LayerDecoder, name: String
  ) throws -> [IncludedFile]? {
    try read(bytes, decoder, name) { tree, view, root throws(WireFailure) in
      try tree.add(view, from: root)
    }
  }

  /// Sets the value at `path` to `value`.
  /// - Returns: The included files; `nil` if the value was not read as a document.
  mutating func set(
    _ path: WirePath, to value: LayerValue, _ decoder: any LayerDecoder, name: String,
    isVariable: Bool
  ) throws -> [IncludedFile]? {
    let target = try target(of: path)
    if value.isContainer {
      let bytes = Array(value.text.utf8)
      let files = try read(bytes, decoder, name) { tree, view, root throws(WireFailure) in
        try tree.set(
          target, to: view, from: root, isVariable: isVariable, text: value.text)
        return true
      }
      if let files { return files }
    }
    try set(target, toPlain: value.text, isText: value.isText, isVariable: isVariable)
    return nil
  }

  /// Changes the tree with the document in `bytes`.
  /// - Returns: The included files; `nil` if `change` returns false or `bytes` contain no document.
  private mutating func read(
    _ bytes: [UInt8], _ decoder: any LayerDecoder, _ name: String,
    _ change: @escaping (inout LayeredTree, TapeView, Int) throws(WireFailure) -> Bool
  ) throws -> [IncludedFile]? {
    let text = PlacedText(bytes, decoder.valueOffsets)
    let reading = LayerReading(self, change) { view in
      try decoder.resolved(view, file: name) {
        text.place(ofNode: $0, file: name, hasExcerpt: true)
      }
    }
    // `reading` must hold the only reference, so that the tree changes in place.
    self = LayeredTree()
    defer { self = reading.finish() }
    let document = try decoder.decode(
      LayerDocument.self, layer: bytes, file: name, userInfo: [LayerReading.key: reading])
    return document?.hasChanged == true ? reading.includedFiles : nil
  }
}

/// A tree during a change by a document.
private final class LayerReading: @unchecked Sendable {
  // Sendable: only the decoding thread uses it.

  /// The key in `userInfo` for ``LayerDocument``.
  static let key = CodingUserInfoKey("ferry.layer")
  private(set) var tree: LayeredTree
  private(set) var includedFiles: [IncludedFile] = []
  private let change: (inout LayeredTree, TapeView, Int) throws(WireFailure) -> Bool
  private let resolve: (TapeView) throws -> ResolvedDocument?

  init(
    _ tree: LayeredTree,
    _ change: @escaping (inout LayeredTree, TapeView, Int) throws(WireFailure) -> Bool,
    resolve: @escaping (TapeView) throws -> ResolvedDocument?
  ) {
    self.tree = tree
    self.change = change
    self.resolve = resolve
  }

  func resolve(_ view: TapeView) throws -> ResolvedDocument? { try resolve(view) }

  func read(
    _ view: TapeView, _ document: ResolvedDocument?, at root: Int
  ) throws(WireFailure) -> Bool {
    guard let document else { return try change(&tree, view, root) }
    includedFiles = document.includedFiles
    return try tree.add(document) { tree, view throws(WireFailure) in try change(&tree, view, 0) }
  }

  func finish() -> LayeredTree {
    defer { tree = LayeredTree() }
    return tree
  }
}

/// A type that passes on the tape of its decoder.
private struct LayerDocument: Decodable {
  let hasChanged: Bool

  init(from decoder: any Swift.Decoder) throws {
    hasChanged = try Self.read(decoder)
  }

  private static func read(_ decoder: any Swift.Decoder) throws -> Bool {
    guard let tape = decoder as? TapeDecoder,
      let reading = decoder.userInfo[LayerReading.key] as? LayerReading
    else { return false }
    let document = try reading.resolve(tape.view)
    do throws(WireFailure) {
      return try reading.read(tape.view, document, at: tape.start)
    } catch {
      // The root would replace one of another kind. The containers report this.
      if error.kind == .typeMismatch {
        if reading.tree.rootKind == nil {
          _ = try decoder.singleValueContainer().decode(String.self)
        }
        if reading.tree.rootKind == .list { _ = try decoder.unkeyedContainer() }
        _ = try decoder.container(keyedBy: Key.self)
      }
      guard error.kind == .duplicateKey else { throw error }
      let view = document?.view ?? tape.view
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: WirePath.path(to: error.node, in: view).codingKeys,
          debugDescription: "`\(view.string(view[error.node]))`",
          // The node is that of another tape if tags were replaced.
          underlyingError: document == nil ? error : nil))
    }
  }

  private enum Key: CodingKey {}
}

/// The text of one value.
struct LayerValue {
  let text: String
  /// Whether text in brackets, also after a tag, is an array or an object.
  var hasStructure = true
  /// Whether the value is text, whatever it looks like.
  var isText = false

  /// The same value as text.
  var asText: LayerValue { LayerValue(text: text, hasStructure: false, isText: true) }

  /// Whether the value is an array or an object.
  var isContainer: Bool { hasStructure && LayeredTree.isDocument(text) }
}

extension LayerValue {
  /// Creates the value of an assignment `path=value`. Text in quotes stays text.
  init(assigned text: String) {
    let text = text.trimmed
    let unquoted = VariablesFile.unquoted(text)
    self.init(text: unquoted ?? text, hasStructure: unquoted == nil, isText: unquoted != nil)
  }
}
