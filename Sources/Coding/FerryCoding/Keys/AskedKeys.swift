internal import FerryBase

/// The keys that the containers of a call asked for, for each object: the keys that a model knows.
///
/// If an object is decoded without a container, for example as a dictionary or an `AnyValue`, all
/// its keys are known.
struct AskedKeys {
  private struct Map {
    var names: [String] = []
    var set: Set<String> = []
    var isAll = false
    /// The names of the fields of each field type that reads the object.
    var fields: [(type: ObjectIdentifier, names: () -> [String])] = []
  }

  /// A note that can be removed.
  private enum Note {
    case opened(Int)
    case asked(String, of: Int)
    case knowsAll(Int)
  }

  /// By index of the object's header.
  private var maps: [Int: Map] = [:]
  private var notes: [Note] = []

  /// The number of notes.
  var noteCount: Int { notes.count }

  /// Removes all notes but the first `count`: what read the values has failed.
  mutating func removeNotes(after count: Int) {
    while notes.count > count, let note = notes.popLast() {
      switch note {
      case .opened(let header): maps[header] = nil
      case .knowsAll(let header): maps[header]?.isAll = false
      case .asked(let name, of: let header):
        maps[header]?.set.remove(name)
        if maps[header]?.names.last == name { maps[header]?.names.removeLast() }
      }
    }
  }

  /// Whether there are notes of the object at `header`.
  func isOpen(_ header: Int) -> Bool { maps[header] != nil }

  /// Forgets the keys of the object at `header`, but not those of values inside of it.
  mutating func forget(_ header: Int) { maps[header] = nil }

  /// Notes that a container of the object at `header` was made.
  mutating func open(_ header: Int) {
    guard maps[header] == nil else { return }
    maps[header] = Map()
    notes.append(.opened(header))
  }

  /// Notes that the fields of `type` were made for the object at `header`. They ask only for the keys
  /// that the object has.
  mutating func open(
    _ header: Int, fields type: ObjectIdentifier, _ names: @escaping () -> [String]
  ) {
    guard maps[header]?.fields.contains(where: { $0.type == type }) != true else { return }
    open(header)
    maps[header]?.fields.append((type, names))
  }

  mutating func ask(_ name: String, of header: Int) {
    if insert(name, header) { maps[header]?.names.append(name) }
  }

  /// Notes that the model skips the value for `name`.
  mutating func allow(_ name: String, of header: Int) { _ = insert(name, header) }

  private mutating func insert(_ name: String, _ header: Int) -> Bool {
    open(header)
    guard maps[header]?.set.insert(name).inserted == true else { return false }
    notes.append(.asked(name, of: header))
    return true
  }

  /// Notes that a container has listed all keys of the object.
  mutating func askAll(of header: Int) {
    // If unknown keys are not errors, nothing is noted.
    if maps[header] != nil { knowAll(of: header) }
  }

  /// Notes that code reads the object without the names of its keys.
  mutating func knowAll(of header: Int) {
    open(header)
    guard maps[header]?.isAll == false else { return }
    maps[header]?.isAll = true
    notes.append(.knowsAll(header))
  }

  /// Headers of the objects that may have unknown keys, in the order of the document.
  var headers: [Int] { maps.filter { !$0.value.isAll }.keys.sorted() }

  func knows(_ name: String, of header: Int) -> Bool {
    maps[header].map { $0.isAll || $0.set.contains(name) } ?? true
  }

  /// Returns the names that the model has for the keys of the object at `header`: those that were
  /// requested, in the order of the requests, and those of fields.
  func names(of header: Int) -> [String] {
    guard let map = maps[header] else { return [] }
    return map.names + map.fields.flatMap { $0.names() }.filter { !map.set.contains($0) }
  }
}

extension DecodingCall {
  /// Decodes the value at `index`, the root of a document. If the options reject unknown keys,
  /// throws for a key that no container asked for.
  package func document<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    let options = state.options
    guard options.notesKeys else { return try value(type, at: index) }
    state.askedKeys = AskedKeys()
    let value = try value(type, at: index)
    options.observer?.finish(
      isKnown: { key, header in
        state.askedKeys.knows(convertedName(key, in: header), of: header)
      }, names: { state.askedKeys.names(of: $0) })
    if options.rules.rejectsUnknownKeys { try checkKeys() }
    return value
  }

  /// Returns the index of the value for `name` if the observer finds it under another spelling. The
  /// key of the document counts as known then.
  func otherSpelling(_ name: String, in header: Int) -> Int? {
    guard let observer = state.options.observer,
      let index = observer.value(named: name, in: header)
    else { return nil }
    let known = convertedName(index - 1, in: header)
    state.askedKeys.ask(known, of: header)
    return index
  }

  /// Throws for the first key of the document that no container asked for.
  @inline(never)
  func checkKeys() throws {
    let view = state.view
    for header in state.askedKeys.headers {
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

  /// Returns the keys of the object at `header` that no container asked for.
  func unknownKeys(of header: Int) -> [Int] {
    let view = state.view
    return view.keys(ofMap: header).filter {
      !state.askedKeys.knows(convertedName($0, in: header), of: header)
    }
  }
}
