internal import FerryBase
internal import FerryCoding

/// The bytes of items of a document that is on a tape.
struct ItemSources: SourceFinding {
  let options: ItemReading

  var format: _SourceFormat { options.format.source }

  func offsets(
    of view: TapeView, in nodes: Range<Int>, at offset: Int, in input: ByteView
  ) -> [Int] {
    var reader = ItemWireReader(input, options)
    reader.begin(at: offset)
    var offsets: [Int] = []
    while offsets.count < nodes.count {
      // The items are valid, because their tape exists.
      guard let place = try? reader.enterItem(at: nodes.lowerBound + offsets.count, of: view) else {
        break
      }
      let index = nodes.lowerBound + offsets.count
      let words = view[index].kind.hasContents ? 1 : view.next(index) - index
      offsets += repeatElement(place, count: words)
      guard view[index].kind == .tagged else { continue }
      // The number of a tag is a text on the tape.
      offsets += repeatElement(place, count: view.next(index + 1) - index - 1)
    }
    return offsets
  }

  func source(at offset: Int, in input: ByteView) -> [UInt8]? {
    var reader = ItemWireReader(input, options)
    reader.begin(at: offset)
    return try? reader.readSource(of: format)
  }
}

extension ItemWireReader {
  /// Moves into the item of the node at `index`, or behind it if it is no container.
  /// - Returns: the offset of the item.
  fileprivate mutating func enterItem(
    at index: Int, of view: TapeView
  ) throws(WireFailure) -> Int {
    let kind = view[index].kind
    while options.format == .cbor, try lexer.passStop(at: &place) {}
    let start = place
    var head = try lexer.head(at: place)
    guard kind.hasContents else {
      try skipValue()
      return start
    }
    // A tag that is a hint may not be on the tape.
    while kind != .tagged, head.kind == ItemKind.tag {
      place = head.end
      head = try lexer.head(at: place)
    }
    // A simple value of CBOR is on the tape as bytes with a tag.
    if head.kind != ItemKind.simple { place = head.end }
    return start
  }
}
