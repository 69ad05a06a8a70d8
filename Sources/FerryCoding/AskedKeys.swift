import FerryTape

/// What the containers of a call were asked for, map by map: the keys that a model knows.
///
/// A map that is decoded without a container, as a dictionary or an `AnyValue`, knows all keys.
struct AskedKeys {
  private struct Map {
    var names: [String] = []
    var set: Set<String> = []
    var isAll = false
  }

  /// By index of the map's header.
  private var maps: [Int: Map] = [:]

  /// Notes that a container of the map at `header` was made.
  mutating func open(_ header: Int) {
    if maps[header] == nil { maps[header] = Map() }
  }

  mutating func ask(_ name: String, of header: Int) {
    if maps[header, default: Map()].set.insert(name).inserted {
      maps[header]?.names.append(name)
    }
  }

  /// Notes that somebody has looked at all keys there are.
  mutating func askAll(of header: Int) {
    // Nothing is noted where unknown keys are no errors.
    if !maps.isEmpty { maps[header]?.isAll = true }
  }

  /// Headers of the maps of which not all keys are known, in the order of the document.
  var headers: [Int] { maps.filter { !$0.value.isAll }.keys.sorted() }

  func knows(_ name: String, of header: Int) -> Bool {
    maps[header].map { $0.isAll || $0.set.contains(name) } ?? true
  }

  /// The names asked of the map at `header`, in the order of asking.
  func names(of header: Int) -> [String] { maps[header]?.names ?? [] }
}

extension DecodingCall {
  /// The value at `index`, the root of a document, of which a container has to have asked for every
  /// key if the options say so.
  func document<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    guard unsafe state.pointee.options.rejectsUnknownKeys else { return try value(type, at: index) }
    unsafe state.pointee.askedKeys = AskedKeys()
    let value = try value(type, at: index)
    try checkKeys()
    return value
  }

  /// Refuses the first key of the document that no container was asked for.
  @inline(never)
  func checkKeys() throws {
    let view = unsafe state.pointee.view
    for header in unsafe state.pointee.askedKeys.headers {
      let unknown = unknownKeys(of: header)
      guard let first = unknown.first else { continue }
      let name = view.string(view[first])
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath(to: first + 1),
          debugDescription: "Unknown key \"\(name)\".",
          underlyingError: WireFailure(.unknownKey, node: first)))
    }
  }

  /// Keys of the map at `header` that nobody asked for.
  func unknownKeys(of header: Int) -> [Int] {
    let view = unsafe state.pointee.view
    return view.keys(ofMap: header).filter {
      unsafe !state.pointee.askedKeys.knows(convertedName($0, in: header), of: header)
    }
  }
}
