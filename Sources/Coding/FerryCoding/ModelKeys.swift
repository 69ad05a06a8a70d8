internal import FerryBase

/// A key of any name or index. It is used if the user has no `CodingKey` for it.
package struct TapeKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(_ name: String, intValue: Int? = nil) {
    stringValue = name
    self.intValue = intValue
  }

  package init(stringValue: String) { self.init(stringValue) }
  package init(intValue: Int) { self.init("Index \(intValue)", intValue: intValue) }

  /// The description that Foundation's own keys have, for error texts.
  package var description: String {
    "_CodingKey(stringValue: \"\(stringValue)\", intValue: \(intValue.map(String.init) ?? "nil"))"
  }

  package var debugDescription: String { description }

  /// The key of the value that a superclass decodes.
  package static let `super` = TapeKey("super")
}

extension TapeView {
  /// Returns the name of the key at `index`; `nil` if the node is not text. The bits of such a node
  /// do not locate a name.
  func keyName(at index: Int) -> String? {
    self[index].kind.isText ? string(self[index]) : nil
  }
}

extension TapeKey {
  /// Creates the key for one step of the path to a node.
  init(_ step: CodingTrail.Step, in view: TapeView) {
    switch step {
    case .key(let node): self.init(stringValue: view.string(view[node]))
    case .index(let index): self.init(intValue: index)
    }
  }
}

/// The model's keys, by node of a tape: the steps of coding paths.
///
/// A tape has only names. A key also has a type and an integer value, and under a key strategy its
/// name differs from the document's.
///
/// Keys are noted while the call runs, mostly in the order of the nodes. If the order is different,
/// the notes go into a table when a path is needed.
struct ModelKeys {
  private struct Note {
    /// Index of the node. A tape has fewer than 2^32 words.
    let node: UInt32
    /// The number of the key in its type (see ``KeyTable``), or ``byName``. A lower number is the
    /// complement of an index in `others` plus 1.
    let number: Int32
    let type: any CodingKey.Type
  }

  /// The number for keys that are made again from their names. Storing such a key may need an
  /// allocation.
  private static var byName: Int32 { -1 }

  private var notes: [Note] = []
  /// Keys without a number that cannot be made from their names.
  private var others: [any CodingKey] = []
  /// The node of the last note, and whether the nodes of all notes are in ascending order.
  private var last = 0
  private var isAscending = true
  /// The notes that have been moved here, by node, if the nodes are not in ascending order.
  private var table: [UInt32: Note] = [:]

  /// Notes `key`, which has a number, for the node at `index`.
  @inline(__always)
  mutating func note<K: CodingKey>(numbered key: K, to index: Int) {
    append(Int32(truncatingIfNeeded: KeyTable.index(of: key)), K.self, index)
  }

  /// Notes `key` for the node at `index`. The node has the key's name, unless names are converted.
  @inline(never)
  mutating func note<K: CodingKey>(_ key: K, to index: Int, isConverted: Bool) {
    if !isConverted, key.intValue == nil { return append(Self.byName, K.self, index) }
    append(~Int32(truncatingIfNeeded: others.count + 1), K.self, index)
    others.append(key)
  }

  @inline(__always)
  private mutating func append(_ number: Int32, _ type: any CodingKey.Type, _ index: Int) {
    if index < last { isAscending = false }
    last = index
    notes.append(Note(node: UInt32(truncatingIfNeeded: index), number: number, type: type))
  }

  /// Returns the key that was noted last for the node at `index`. `name` is the name in the
  /// document.
  mutating func key(to index: Int, named name: @autoclosure () -> String) -> (any CodingKey)? {
    guard let note = note(UInt32(truncatingIfNeeded: index)) else { return nil }
    switch note.number {
    case 0...: return KeyTable.key(UInt8(truncatingIfNeeded: note.number), as: note.type)
    case Self.byName: return note.type.init(stringValue: name())
    default: return others[Int(~note.number) - 1]
    }
  }

  /// Returns the last note for `node`.
  private mutating func note(_ node: UInt32) -> Note? {
    guard isAscending else {
      for note in notes { table[note.node] = note }
      notes.removeAll(keepingCapacity: true)
      return table[node]
    }
    var (low, high) = (0, notes.count)
    while low < high {
      let middle = (low + high) / 2
      if notes[middle].node <= node { low = middle + 1 } else { high = middle }
    }
    return low > 0 && notes[low - 1].node == node ? notes[low - 1] : nil
  }

  /// Removes the notes of the document.
  mutating func clear() {
    if !notes.isEmpty { notes.removeAll(keepingCapacity: notes.count < 4096) }
    if !others.isEmpty { others = [] }
    if !table.isEmpty { table = [:] }
    (last, isAscending) = (0, true)
  }
}

/// The keys that the containers of a call asked for, for each object: the keys that a model knows.
///
/// If an object is decoded without a container, for example as a dictionary or an `AnyValue`, all
/// its keys are known.
struct AskedKeys {
  private struct Map {
    var names: [String] = []
    var set: Set<String> = []
    var isAll = false
  }

  /// By index of the object's header.
  private var maps: [Int: Map] = [:]

  /// Notes that a container of the object at `header` was made.
  mutating func open(_ header: Int) {
    if maps[header] == nil { maps[header] = Map() }
  }

  mutating func ask(_ name: String, of header: Int) {
    if maps[header, default: Map()].set.insert(name).inserted {
      maps[header]?.names.append(name)
    }
  }

  /// Notes that a container has listed all keys of the object.
  mutating func askAll(of header: Int) {
    // If unknown keys are not errors, nothing is noted.
    if !maps.isEmpty { maps[header]?.isAll = true }
  }

  /// Notes that code reads the object without the names of its keys.
  mutating func knowAll(of header: Int) { maps[header, default: Map()].isAll = true }

  /// Headers of the objects that may have unknown keys, in the order of the document.
  var headers: [Int] { maps.filter { !$0.value.isAll }.keys.sorted() }

  func knows(_ name: String, of header: Int) -> Bool {
    maps[header].map { $0.isAll || $0.set.contains(name) } ?? true
  }

  /// Returns the names that were requested from the object at `header`, in the order of the
  /// requests.
  func names(of header: Int) -> [String] { maps[header]?.names ?? [] }
}

extension DecodingCall {
  /// Decodes the value at `index`, the root of a document. If the options reject unknown keys,
  /// throws for a key that no container asked for.
  func document<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    let options = unsafe state.pointee.options
    guard options.notesKeys else { return try value(type, at: index) }
    unsafe state.pointee.askedKeys = AskedKeys()
    let value = try value(type, at: index)
    options.observer?.finish(
      isKnown: { key, header in
        unsafe state.pointee.askedKeys.knows(convertedName(key, in: header), of: header)
      }, names: { unsafe state.pointee.askedKeys.names(of: $0) })
    if options.rejectsUnknownKeys { try checkKeys() }
    return value
  }

  /// Returns the index of the value for `name` if the observer finds it under another spelling. The
  /// key of the document counts as known then.
  func otherSpelling(_ name: String, in header: Int) -> Int? {
    guard let observer = unsafe state.pointee.options.observer,
      let index = observer.value(named: name, in: header)
    else { return nil }
    let known = convertedName(index - 1, in: header)
    unsafe state.pointee.askedKeys.ask(known, of: header)
    return index
  }

  /// Throws for the first key of the document that no container asked for.
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

  /// Returns the keys of the object at `header` that no container asked for.
  func unknownKeys(of header: Int) -> [Int] {
    let view = unsafe state.pointee.view
    return view.keys(ofMap: header).filter {
      unsafe !state.pointee.askedKeys.knows(convertedName($0, in: header), of: header)
    }
  }
}
