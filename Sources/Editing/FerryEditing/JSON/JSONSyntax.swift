internal import FerryBase
internal import FerryJSON
internal import FerryJSONEngine

/// The structure of JSON text, found by skipping: a value before the one at a path is not read.
struct JSONSyntax: Syntax {
  let text: SourceText
  var comments: CommentSyntax { .none }

  func key(of item: Item) -> String {
    guard let key = item.key else { return "" }
    let bytes = text[key]
    if !bytes.contains(Byte.backslash) {
      return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }
    return (try? TextTape(TextDocument(Array(bytes), .json)).value())?.string ?? ""
  }

  func root() throws -> Item {
    if comments.skipTrivia(text.markLength, in: text) == text.count {
      return Item(.scalar, text.count..<text.count)
    }
    return try text.bytes.withByteView { view throws(WireFailure) in
      var scanner = JSONScanner(view)
      let kind = try scanner.kind()
      let start = try scanner.place()
      // The value is followed by white space only, or ``DocumentEditor/bytes()`` throws.
      let item = Item(Self.kind(kind), start..<max(start + 1, text.blanksStart(view.count)))
      if item.isContainer, item.value.count < 2 || !Byte.isClosing(text[item.end - 1]) {
        throw WireFailure(.unexpectedEnd, offset: text.count)
      }
      return item
    }
  }

  /// Returns the position of a value. A position without an item is the end of the container.
  func slot(_ step: WirePath.Step?, in container: Item) throws -> Slot {
    guard container.isContainer else { return Slot(container: container, samples: []) }
    return try text.bytes.withByteView { view throws(WireFailure) in
      let isMap = container.kind == .object
      var scanner = JSONScanner(view, from: container.open)
      guard try scanner.enter() else { return Slot(container: container, index: 0, samples: []) }
      let isFound =
        switch step {
        case .key(let key)? where isMap: try scanner.seek(key: key)
        case .index(let index)? where !isMap: try scanner.seek(element: index)
        default: false
        }
      guard isFound else {
        let end = text.blanksStart(container.value.upperBound - 1)
        return Slot(container: container, previousEnd: end, samples: [])
      }
      let item = located(try Self.value(&scanner), isMap: isMap)
      let next = comments.skipTrivia(item.end, in: text)
      let before = text.blanksStart(item.start)
      return Slot(
        container: container, index: step?.index, item: item,
        previousEnd: text.has(Byte.comma, at: before - 1) ? text.blanksStart(before - 1) : nil,
        nextStart: text.has(Byte.comma, at: next) ? comments.skipTrivia(next + 1, in: text) : nil,
        samples: [])
    }
  }

  func items(of container: Item) throws -> [Item] {
    guard container.isContainer else { return [] }
    return try text.bytes.withByteView { view throws(WireFailure) in
      let isMap = container.kind == .object
      var scanner = JSONScanner(view, from: container.open)
      guard try scanner.enter() else { return [] }
      if isMap { _ = try scanner.readKey() }
      return [located(try Self.value(&scanner), isMap: isMap)]
    }
  }

  /// Returns all values of a container.
  func allItems(of container: Item) throws -> [Item] {
    guard container.isContainer else { return [] }
    return try text.bytes.withByteView { view throws(WireFailure) in
      var items: [Item] = []
      var offset = comments.skipTrivia(container.open + 1, in: text)
      while offset < text.count, !Byte.isClosing(text[offset]) {
        var key: Range<Int>?
        let start = offset
        if container.kind == .object {
          var scanner = JSONScanner(view, from: offset)
          key = try Self.value(&scanner).value
          offset = comments.skipTrivia(scanner.offset, in: text) + 1
        }
        var scanner = JSONScanner(view, from: comments.skipTrivia(offset, in: text))
        var item = try Self.value(&scanner)
        (item.start, item.key) = (key == nil ? item.start : start, key)
        items.append(item)
        offset = comments.skipTrivia(scanner.offset, in: text)
        if text.has(Byte.comma, at: offset) { offset = comments.skipTrivia(offset + 1, in: text) }
      }
      return items
    }
  }

  /// Returns the value at the scanner, and moves after it.
  private static func value(_ scanner: inout JSONScanner) throws(WireFailure) -> Item {
    let kind = try scanner.kind()
    let start = try scanner.place()
    try scanner.skipValue()
    return Item(Self.kind(kind), start..<scanner.offset)
  }

  private static func kind(_ kind: AnyValue.Kind) -> Item.Kind {
    kind == .object ? .object : kind == .array ? .array : .scalar
  }

  /// Returns the item with its key, which is before its value.
  private func located(_ item: Item, isMap: Bool) -> Item {
    guard isMap else { return item }
    // Between a key and its value, there are only blanks and a colon.
    let end = text.blanksStart(text.blanksStart(item.start) - 1)
    var start = end - 2
    while text[start] != Byte.quote || isEscaped(start) { start -= 1 }
    var item = item
    item.key = start..<end
    item.start = start
    return item
  }

  private func isEscaped(_ offset: Int) -> Bool {
    var start = offset
    while start > 0, text[start - 1] == Byte.backslash { start -= 1 }
    return (offset - start) % 2 == 1
  }
}

extension WirePath.Step {
  /// The index of a step to an element.
  var index: Int? { if case .index(let index) = self { index } else { nil } }
}
