import Ferry
import FerryBytes
import FerryCoding
import FerryJSON
import FerryLayers
import FerryTape

/// A function that finds the byte offsets of all values in a text.
typealias NodeOffsets = @Sendable ([UInt8]) -> [Int]

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
  /// A function that finds values in a text, under the current options.
  var offsets: NodeOffsets { get }
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

  var layerOptions: CodingOptions { settledOptions.0 }

  var offsets: NodeOffsets {
    let options = settledOptions.1
    return { text in
      text.withByteView { JSONReader.offsets(in: $0, options: options) }
    }
  }
}

#if FERRY_YAML
extension YAML.Decoder: LayerDecoder {
  func decode<T: Decodable>(
    _ type: T.Type, layer bytes: [UInt8], file: String,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T? {
    do {
      return try decode(type, from: bytes, file: file, userInfo: userInfo)
    } catch DecodingError.valueNotFound(let missing, _) where missing == type {
      return nil
    }
  }

  var layerOptions: CodingOptions { options(with: [:]) }

  var offsets: NodeOffsets {
    let settings = self.settings
    return { $0.withByteView { settings.offsets(in: $0) } }
  }
}
#endif

extension LayeredTree {
  /// Adds the document in `bytes`.
  /// - Returns: Whether `bytes` contain a document.
  mutating func add(
    _ bytes: [UInt8], _ decoder: any LayerDecoder, name: String
  ) throws -> Bool {
    try read(bytes, decoder, name) { tree, view, root throws(WireFailure) in
      try tree.add(view, from: root)
    }
  }

  /// Sets the value at `path` to `text`.
  mutating func set(
    _ path: WirePath, to text: String, _ decoder: any LayerDecoder, name: String
  ) throws {
    let target = try target(of: path)
    let isContainer = text.hasPrefix("[") || text.hasPrefix("{")
    let isSet =
      try isContainer
      && read(Array(text.utf8), decoder, name) { tree, view, root throws(WireFailure) in
        try tree.set(target, to: view, from: root)
      }
    if !isSet { try set(target, toPlain: text) }
  }

  /// Changes the tree with the document in `bytes`.
  /// - Returns: Whether `bytes` contain a document.
  private mutating func read(
    _ bytes: [UInt8], _ decoder: any LayerDecoder, _ name: String,
    _ change: @escaping (inout LayeredTree, TapeView, Int) throws(WireFailure) -> Void
  ) throws -> Bool {
    let reading = LayerReading(self, change)
    // `reading` must hold the only reference, so that the tree changes in place.
    self = LayeredTree()
    defer { self = reading.finish() }
    return try decoder.decode(
      LayerDocument.self, layer: bytes, file: name, userInfo: [LayerReading.key: reading]) != nil
  }
}

/// A tree during a change by a document.
private final class LayerReading: @unchecked Sendable {
  // Sendable: only the decoding thread uses it.

  /// The key in `userInfo` for ``LayerDocument``.
  static let key = CodingUserInfoKey("ferry.layer")
  private var tree: LayeredTree
  private let change: (inout LayeredTree, TapeView, Int) throws(WireFailure) -> Void

  init(
    _ tree: LayeredTree,
    _ change: @escaping (inout LayeredTree, TapeView, Int) throws(WireFailure) -> Void
  ) {
    self.tree = tree
    self.change = change
  }

  func read(_ view: TapeView, at root: Int) throws(WireFailure) { try change(&tree, view, root) }

  func finish() -> LayeredTree {
    defer { tree = LayeredTree() }
    return tree
  }
}

/// A type that passes on the tape of its decoder.
private struct LayerDocument: Decodable {
  init(from decoder: any Swift.Decoder) throws {
    guard let tape = decoder as? TapeDecoder,
      let reading = decoder.userInfo[LayerReading.key] as? LayerReading
    else { return }
    try reading.read(tape.view, at: tape.node)
  }
}
