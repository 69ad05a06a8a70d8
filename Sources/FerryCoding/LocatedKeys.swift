import FerryTape

/// Says where the values for a type's keys are, other than by the names in the map: what a mapping
/// is to a keyed container.
///
/// One instance serves all maps of one type, on all threads. Keys that it knows have places, from 0.
package protocol LocatedKeys: AnyObject, Sendable {
  /// The number of indices that ``locate(_:_:)`` needs memory for.
  var indexCount: Int { get }

  /// Stores the index of the value for each place, or -1, in the object that `decoder` is at.
  /// `nodes` holds ``indexCount`` indices. Those behind the places are scratch memory of the
  /// search.
  func locate(_ decoder: TapeDecoder, _ nodes: UnsafeMutablePointer<Int32>) throws

  /// The place of the key called `name`, if there is one.
  func place(of name: String) -> Int?

  /// The index of the value for a key without a place.
  func node(ofOther name: String, _ decoder: TapeDecoder) -> Int?

  /// The names of the keys that have values in this map.
  func names(_ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>) -> [String]

  /// The error for a key that is missing.
  func missing(
    _ key: any CodingKey, _ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>
  ) -> any Error
}

/// What a mapping has found in one map, and the places of the keys of one coding key type.
///
/// Its memory is freed by the cursor that owns it, and used again for the next map.
@safe
struct LocatedNodes {
  unowned(unsafe) let keys: any LocatedKeys
  private let nodes: UnsafeMutablePointer<Int32>
  /// By the number of a key: its place plus 1, -1 if it has none, 0 while nobody has asked.
  private let places: UnsafeMutablePointer<Int16>

  /// Mappings live as long as the process, so this one is not counted.
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

  /// The index of the value for a key, whose `number` is -1 where keys have none.
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
  /// A container over this map whose values are where `keys` says. `keys` has to live as long as the
  /// process does.
  package func container<K: CodingKey>(
    keyedBy type: K.Type, located keys: any LocatedKeys
  ) throws -> KeyedDecodingContainer<K> {
    guard unsafe call.state.pointee.view[index].kind == .map else {
      throw call.mismatch([String: Any].self, at: index)
    }
    return try call.keyedContainer(keyedBy: type, at: index, located: keys)
  }
}

// What a mapping needs beside `Decoder`: nodes, and decoders at nodes.
extension TapeDecoder {
  /// The tape. It is to be asked for again when nodes were added.
  package var view: TapeView { unsafe call.state.pointee.view }

  /// The index of the value on the tape.
  package var node: Int { index }

  /// A decoder at another node of the same tape.
  package func decoder(at node: Int) -> TapeDecoder { TapeDecoder(call, at: node) }

  /// The value at a node as a `T`.
  package func value<T: Decodable>(_ type: T.Type, at node: Int) throws -> T {
    try call.value(type, at: node)
  }

  /// Makes nodes for the elements of a packed list.
  /// - Returns: the index of the list of nodes.
  package func unpack(_ node: Int) throws -> Int { try call.unpack(node) }

  /// Appends a value that the document does not have.
  /// - Returns: its index.
  package func append(_ value: AnyValue) throws -> Int {
    let node = view.count
    var open = OpenContainer()
    try unsafe value.append(
      to: &call.state.pointee.tape, &open, limit: call.state.pointee.options.depthLimit)
    unsafe call.state.pointee.updateView()
    return node
  }

  /// A decoder over null, in place of the value that `key` does not have here.
  package func absentValue(_ key: any CodingKey) throws -> TapeDecoder {
    try call.absentValue(key, in: index)
  }

  /// The error for a value that is not a `type`.
  package func mismatch(_ type: any Any.Type, at node: Int) -> DecodingError {
    call.mismatch(type, at: node)
  }

  /// The error for an object without required values: all of them, as paths or as keys.
  package func missing(_ names: [String], arePaths: Bool) -> DecodingError {
    let key = TapeKey(names.first ?? "")
    let expectation = Expectation.keys(names, arePaths: arePaths)
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
