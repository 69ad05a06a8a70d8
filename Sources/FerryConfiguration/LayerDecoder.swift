import Ferry
import FerryBytes
import FerryCoding
import FerryJSON
import FerryLayers
import FerryTape

/// Finds the byte offsets of all values in a text.
typealias NodeOffsets = @Sendable ([UInt8]) -> [Int]

/// A decoder of the documents that layers are.
protocol LayerDecoder: Sendable {
  /// Decodes the document of `bytes`; returns `nil` for a text without one.
  /// - Throws: `DecodingError`, whose `place` names `file`.
  func decode<T: Decodable>(
    _ type: T.Type, layer bytes: [UInt8], file: String,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T?
  /// The options as they are now.
  var layerOptions: CodingOptions { get }
  /// Finds values in a text that was read with the options as they are now.
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

#if YAML
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
  /// Adds the document that `bytes` are.
  /// - Returns: whether there is one.
  mutating func add(
    _ bytes: [UInt8], _ decoder: any LayerDecoder, name: String
  ) throws -> Bool {
    try read(bytes, decoder, name) { tree, view, root throws(WireFailure) in
      try tree.add(view, from: root)
    }
  }

  /// Puts `text` at `path`.
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

  /// Changes the tree by the document that `bytes` are.
  /// - Returns: whether there is one.
  private mutating func read(
    _ bytes: [UInt8], _ decoder: any LayerDecoder, _ name: String,
    _ change: @escaping (inout LayeredTree, TapeView, Int) throws(WireFailure) -> Void
  ) throws -> Bool {
    let reading = LayerReading(self, change)
    // The only reference, so that the tree changes in place.
    self = LayeredTree()
    defer { self = reading.finish() }
    return try decoder.decode(
      LayerDocument.self, layer: bytes, file: name, userInfo: [LayerReading.key: reading]) != nil
  }
}

/// A tree while a document changes it.
private final class LayerReading: @unchecked Sendable {
  // Sendable: only the thread that decodes uses it.

  /// Where ``LayerDocument`` finds it.
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

/// Hands the tape of its decoder on.
private struct LayerDocument: Decodable {
  init(from decoder: any Swift.Decoder) throws {
    guard let tape = decoder as? TapeDecoder,
      let reading = decoder.userInfo[LayerReading.key] as? LayerReading
    else { return }
    try reading.read(tape.view, at: tape.node)
  }
}
