internal import FerryBase

/// The forms in which models decode collections of YAML 1.1, see ``CollectionTag``.
extension DecodingCall {
  /// Returns the index of an array with the elements of the `!!set` at `index`; `nil` for another
  /// value.
  @inline(never)
  func elements(ofSet index: Int) throws -> Int? {
    let view = state.view
    guard view[index].kind == .map, view.collectionTag(at: index) == .set else { return nil }
    var elements: [Node] = []
    for key in view.keys(ofMap: index) {
      guard view.isNull(at: key + 1) else {
        throw corrupted(key + 1, "expected no value for an element of a set")
      }
      let text = view[view.resolved(key)]
      let plain = Node(.plainText, length: text.length, payload: text.payload)
      // The tape does not show whether a key had quotes. A key that is text either way has no
      // meaning as a plain scalar.
      switch view.plain(plain) {
      case .bool, .jsonNumber, .number, .notFinite: elements.append(plain)
      case .null, .text: elements.append(Node(.alias, payload: key))
      }
    }
    return try append(.list, elements, count: elements.count, inPlaceOf: index)
  }

  /// Returns the index of an object with the members of the `!!omap` at `index`; `nil` for another
  /// value.
  @inline(never)
  func members(ofOrderedMap index: Int) throws -> Int? {
    let view = state.view
    guard view[index].kind == .list, view.collectionTag(at: index) == .orderedMap else {
      return nil
    }
    var words: [Node] = []
    var names: Set<String> = []
    for element in view.elements(ofList: index) {
      let map = view.resolved(element)
      guard view[map].kind == .map, view.elementCount(map) == 1 else {
        throw corrupted(map, "expected an object with one member in an ordered map")
      }
      let name = view.string(view[map + 1])
      guard names.insert(name).inserted else {
        throw corrupted(map + 2, "the ordered map has the key `\(name)` twice")
      }
      words += [view[map + 1], Node(.alias, payload: map + 2)]
    }
    return try append(.map, words, count: names.count, inPlaceOf: index)
  }

  private func append(
    _ kind: NodeKind, _ words: [Node], count: Int, inPlaceOf index: Int
  ) throws -> Int {
    var open = OpenContainer()
    let header = state.tape.count
    try open.open(kind, on: &state.tape, limit: .max)
    for word in words { try state.tape.append(word) }
    open.count = count
    open.close(on: &state.tape)
    state.unpackedLists.append(UnpackedList(header: header, origin: index))
    state.updateView()
    return header
  }
}
