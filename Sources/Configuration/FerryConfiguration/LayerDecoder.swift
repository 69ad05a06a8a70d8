import Ferry
internal import FerryBase
import FerryCoding
import FerryJSONEngine
internal import FerryLayers

/// A decoder of the documents of layers.
protocol LayerDecoder: Sendable {
  /// Passes the call with the tape of the document in `bytes` to `body`; returns `nil` for a text
  /// without a document.
  /// - Throws: `DecodingError`, whose `place` names `file`, and the errors of `body`.
  func withDocument<R>(
    in bytes: [UInt8], file: String, _ body: (DecodingCall) throws -> R
  ) throws -> R?
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
  func withDocument<R>(
    in bytes: [UInt8], file: String, _ body: (DecodingCall) throws -> R
  ) throws -> R? {
    if bytes.allSatisfy(\.isBlank) { return nil }
    return try bytes.withByteView {
      try reading.withDocument(in: $0, layerOptions, file: file, body)
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
    return { text in text.withByteView { options.offsets(in: $0) } }
  }
}

#if FERRY_YAML
extension YAML.Decoder: LayerDecoder {
  func withDocument<R>(
    in bytes: [UInt8], file: String, _ body: (DecodingCall) throws -> R
  ) throws -> R? {
    try layerSettings.withDocument(in: bytes, layerOptions, file: file, body)
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
    let source = layerSettings.source()
    return { text in text.withByteView { source.offsets(in: $0) } }
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
    try read(bytes, decoder, name) { tree, view throws(WireFailure) in try tree.add(view) }
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
      let files = try read(bytes, decoder, name) { tree, view throws(WireFailure) in
        try tree.set(target, to: view, isVariable: isVariable, text: value.text)
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
    _ change: (inout LayeredTree, TapeView) throws(WireFailure) -> Bool
  ) throws -> [IncludedFile]? {
    let text = PlacedText(bytes, decoder.valueOffsets)
    let files = try decoder.withDocument(in: bytes, file: name) { call -> [IncludedFile]? in
      let document = try decoder.resolved(call.view, file: name) {
        text.place(ofNode: $0, file: name, hasExcerpt: true)
      }
      do throws(WireFailure) {
        guard let document else { return try change(&self, call.view) ? [] : nil }
        return try add(document, by: change) ? document.includedFiles : nil
      } catch {
        switch error.kind {
        case .typeMismatch: throw call.mismatch(rootType, at: 0)
        case .duplicateKey:
          throw Self.duplicateKey(error, in: document?.view ?? call.view, isRead: document == nil)
        default: throw error
        }
      }
    }
    return files ?? nil
  }

  /// The type that a document has to have, because it would replace a root of another kind.
  private var rootType: any Any.Type {
    switch rootKind {
    case .map: [String: Any].self
    case .list: [Any].self
    default: String.self
    }
  }

  /// Returns the error for equal keys. The node of a document whose tags were replaced is not that of
  /// the document that was read.
  private static func duplicateKey(
    _ failure: WireFailure, in view: TapeView, isRead: Bool
  ) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: WirePath.path(to: failure.node, in: view).codingKeys,
        debugDescription: "`\(view.string(view[failure.node]))`",
        underlyingError: isRead ? failure : nil))
  }
}

/// The text of one value.
package struct LayerValue {
  let text: String
  /// Whether text in brackets, also after a tag, is an array or an object.
  let hasStructure: Bool
  /// Whether the value is text, whatever it looks like.
  let isText: Bool

  package init(text: String, hasStructure: Bool = true, isText: Bool = false) {
    (self.text, self.hasStructure, self.isText) = (text, hasStructure, isText)
  }

  /// The same value as text.
  var asText: LayerValue { LayerValue(text: text, hasStructure: false, isText: true) }

  /// Whether the value is an array or an object.
  var isContainer: Bool { hasStructure && LayeredTree.isDocument(text) }
}

extension LayerValue {
  /// Creates the value of an assignment `path=value`. Text in quotes stays text.
  package init(assigned text: String) {
    let text = text.trimmed
    let unquoted = VariablesFile.unquoted(text)
    self.init(text: unquoted ?? text, hasStructure: unquoted == nil, isText: unquoted != nil)
  }
}
