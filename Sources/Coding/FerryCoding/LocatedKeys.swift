package import FerryBase

/// A mapping for a keyed container: it locates the values of a type's keys by other means than the
/// names in the object.
///
/// One instance serves all objects of one type, on all threads. Each known key has a place,
/// numbered from 0.
package protocol LocatedKeys: AnyObject, Sendable {
  /// The number of indexes that ``locate(_:_:)`` needs memory for.
  var indexCount: Int { get }

  /// Finds the values in the object of `decoder`. Stores the index of the value for each place in
  /// `nodes`, or -1 for a missing value.
  ///
  /// `nodes` has memory for ``indexCount`` indexes. The search uses the memory after the places as
  /// scratch memory.
  func locate(_ decoder: TapeDecoder, _ nodes: UnsafeMutablePointer<Int32>) throws

  /// Returns the place of the key `name`; `nil` for a key without a place.
  func place(of name: String) -> Int?

  /// Returns the index of the value for a key without a place.
  func node(ofOther name: String, _ decoder: TapeDecoder) -> Int?

  /// Returns the names of the keys that have values in this object.
  func names(_ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>) -> [String]

  /// Returns the error for a missing key.
  func missing(
    _ key: any CodingKey, _ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>
  ) -> any Error
}

/// The values that a mapping has found in one object, and the places of the keys of one coding key
/// type.
///
/// The cursor that owns the memory frees it, or uses it again for the next object.
@safe
struct LocatedNodes {
  unowned(unsafe) let keys: any LocatedKeys
  private let nodes: UnsafeMutablePointer<Int32>
  /// By number of the key: its place plus 1, or -1 for a key without a place, or 0 before the first
  /// request.
  private let places: UnsafeMutablePointer<Int16>

  /// Allocates the memory for `keys`. Mappings live as long as the process, so the reference is not
  /// counted.
  init(_ keys: any LocatedKeys) {
    unsafe self.keys = keys
    unsafe nodes = .allocate(capacity: max(keys.indexCount, 1))
    unsafe places = .allocate(capacity: 256)
    unsafe places.initialize(repeating: 0, count: 256)
  }

  func deallocate() {
    unsafe nodes.deallocate()
    unsafe places.deallocate()
  }

  func find(_ decoder: TapeDecoder) throws {
    try unsafe keys.locate(decoder, nodes)
  }

  /// Returns the index of the value for a key. `number` is -1 if keys have no numbers.
  @inline(__always)
  func node(
    of number: Int, _ name: @autoclosure () -> String, _ decoder: @autoclosure () -> TapeDecoder
  ) -> Int? {
    guard number >= 0 else { return node(of: name(), decoder()) }
    var place = unsafe Int(places[number])
    if place == 0 { place = learn(number, name()) }
    guard place > 0 else { return unsafe keys.node(ofOther: name(), decoder()) }
    let index = unsafe Int(nodes[place &- 1])
    return index >= 0 ? index : nil
  }

  private func node(of name: String, _ decoder: TapeDecoder) -> Int? {
    guard let place = unsafe keys.place(of: name) else {
      return unsafe keys.node(ofOther: name, decoder)
    }
    return unsafe nodes[place] >= 0 ? Int(nodes[place]) : nil
  }

  @inline(never)
  private func learn(_ number: Int, _ name: String) -> Int {
    let place = unsafe keys.place(of: name).map { $0 + 1 } ?? -1
    unsafe places[number] = Int16(clamping: place)
    return place
  }

  func names(_ decoder: TapeDecoder) -> [String] { unsafe keys.names(decoder, nodes) }

  func missing(_ key: any CodingKey, _ decoder: TapeDecoder) -> any Error {
    unsafe keys.missing(key, decoder, nodes)
  }
}

extension TapeDecoder {
  /// Returns a container over this object that finds its values with `keys`. `keys` has to live as
  /// long as the process.
  package func container<K: CodingKey>(
    keyedBy type: K.Type, located keys: any LocatedKeys
  ) throws -> KeyedDecodingContainer<K> {
    guard call.state.view[index].kind == .map else {
      throw call.mismatch([String: Any].self, at: index)
    }
    return try call.keyedContainer(keyedBy: type, at: index, located: keys)
  }
}

// Access to nodes, which mappings need beside `Decoder`.
extension TapeDecoder {
  /// The tape. Get it again after nodes were added.
  package var view: TapeView { call.state.view }

  /// The index of the value on the tape.
  package var node: Int { index }

  /// Returns a decoder at another node of the same tape.
  package func decoder(at node: Int) -> TapeDecoder { TapeDecoder(call, at: node) }

  /// Decodes the value at a node as a `T`.
  package func value<T: Decodable>(_ type: T.Type, at node: Int) throws -> T {
    try call.value(type, at: node)
  }

  /// Appends nodes for the elements of a packed array.
  /// - Returns: the index of the array of nodes.
  package func unpack(_ node: Int) throws -> Int { try call.unpack(node) }

  /// Notes that the model knows the names `asked` and `skipped` of keys in the object at `header`,
  /// if the call notes keys.
  package func note(asked: [String], skipped: [String] = [], of header: Int) {
    guard call.state.options.notesKeys, view[header].kind == .map else { return }
    call.state.askedKeys.open(header)
    for name in asked { call.state.askedKeys.ask(name, of: header) }
    for name in skipped { call.state.askedKeys.allow(name, of: header) }
    // A mapping has the names of the document, which a key strategy converts.
    guard !call.state.options.keys.isExact else { return }
    for key in view.keys(ofMap: header) where (asked + skipped).contains(view.string(view[key])) {
      call.state.askedKeys.allow(call.convertedName(key, in: header), of: header)
    }
  }

  /// Appends a value that is not in the document.
  /// - Returns: the index of the value.
  package func append(_ value: AnyValue) throws -> Int {
    let node = view.count
    var open = OpenContainer()
    try value.append(
      to: &call.state.tape, &open, limit: call.state.options.depthLimit)
    call.state.updateView()
    return node
  }

  /// Returns a decoder for a null that replaces the missing value of `key` in this object.
  package func absentValue(_ key: any CodingKey) throws -> TapeDecoder {
    try call.absentValue(key, in: index)
  }

  /// Returns the error for a value that is not a `type`.
  package func mismatch(_ type: any Any.Type, at node: Int) -> DecodingError {
    call.mismatch(type, at: node)
  }

  /// Returns the error for an object without required values. The error lists all of them, as paths
  /// or as keys.
  package func missing(_ names: [String], arePaths: Bool) -> DecodingError {
    let key = TapeKey(names.first ?? "")
    let expectation = Problem.Expectation.keys(names, arePaths: arePaths)
    if names.count == 1, !arePaths {
      return call.missing(key, in: index).expecting(expectation, at: index)
    }
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let text =
      names.count == 1
      ? "No value associated with key \(list)." : "No values associated with keys \(list)."
    return DecodingError.keyNotFound(key, call.context(.keyNotFound, index, text))
      .expecting(expectation, at: index)
  }
}
