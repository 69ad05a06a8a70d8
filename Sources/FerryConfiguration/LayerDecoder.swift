import Ferry
import FerryBytes
import FerryCoding
import FerryJSON
import FerryLayers
import FerryTape

/// A decoder of the documents of layers.
protocol LayerDecoder: Sendable {
  /// Decodes the document in `bytes`; returns `nil` for a text without a document.
  /// - Throws: `DecodingError`, whose `place` names `file`.
  func decode<T: Decodable>(
    _ type: T.Type, layer bytes: [UInt8], file: String,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T?
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
    let decoder = JSON.Decoder()
    decoder.allowsJSON5 = true
    decoder.depthLimit = depthLimit
    return decoder
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
      throw error.moved(to: [], "") { place in
        var place = place
        place.file = file
        return place
      }
    }
  }

  func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    let encoder = JSON.Encoder()
    try encoder.follow(self)
    return try encoder.encode(value, userInfo: userInfo)
  }

  var layerOptions: CodingOptions { settledOptions.0 }

  var valueOffsets: PlacedText.ValueOffsets {
    let options = settledOptions.1
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
    let encoder = YAML.Encoder()
    try encoder.follow(self)
    return try encoder.encode(value, userInfo: userInfo)
  }

  var layerOptions: CodingOptions { options(with: [:]) }

  var valueOffsets: PlacedText.ValueOffsets {
    let settings = layerSettings
    return { text in text.withByteView { settings.offsets(in: $0) } }
  }

  private var layerSettings: Settings { settings.knowing([LayeredTree.replaceTag]) }
}
#endif

extension LayeredTree {
  /// Adds the document in `bytes`.
  /// - Returns: Whether `bytes` contain a document with a value.
  mutating func add(
    _ bytes: [UInt8], _ decoder: any LayerDecoder, name: String
  ) throws -> Bool {
    try read(bytes, decoder, name) { tree, view, root throws(WireFailure) in
      try tree.add(view, from: root)
    }
  }

  /// Sets the value at `path` to `value`.
  /// - Returns: Whether the value was read as a document.
  mutating func set(
    _ path: WirePath, to value: LayerValue, _ decoder: any LayerDecoder, name: String,
    isVariable: Bool
  ) throws -> Bool {
    let target = try target(of: path)
    if value.isContainer {
      let bytes = Array(value.text.utf8)
      let isSet = try read(bytes, decoder, name) { tree, view, root throws(WireFailure) in
        try tree.set(target, to: view, from: root, isVariable: isVariable)
        return true
      }
      if isSet { return true }
    }
    try set(target, toPlain: value.text, isText: value.isText, isVariable: isVariable)
    return false
  }

  /// Changes the tree with the document in `bytes`.
  /// - Returns: The result of `change`, or false if `bytes` contain no document.
  private mutating func read(
    _ bytes: [UInt8], _ decoder: any LayerDecoder, _ name: String,
    _ change: @escaping (inout LayeredTree, TapeView, Int) throws(WireFailure) -> Bool
  ) throws -> Bool {
    let reading = LayerReading(self, change)
    // `reading` must hold the only reference, so that the tree changes in place.
    self = LayeredTree()
    defer { self = reading.finish() }
    let document = try decoder.decode(
      LayerDocument.self, layer: bytes, file: name, userInfo: [LayerReading.key: reading])
    return document?.hasChanged ?? false
  }
}

/// A tree during a change by a document.
private final class LayerReading: @unchecked Sendable {
  // Sendable: only the decoding thread uses it.

  /// The key in `userInfo` for ``LayerDocument``.
  static let key = CodingUserInfoKey("ferry.layer")
  private(set) var tree: LayeredTree
  private let change: (inout LayeredTree, TapeView, Int) throws(WireFailure) -> Bool

  init(
    _ tree: LayeredTree,
    _ change: @escaping (inout LayeredTree, TapeView, Int) throws(WireFailure) -> Bool
  ) {
    self.tree = tree
    self.change = change
  }

  func read(_ view: TapeView, at root: Int) throws(WireFailure) -> Bool {
    try change(&tree, view, root)
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
    do throws(WireFailure) {
      return try reading.read(tape.view, at: tape.start)
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
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: WirePath.path(to: error.node, in: tape.view).codingKeys,
          debugDescription: "`\(tape.view.string(tape.view[error.node]))`", underlyingError: error))
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
