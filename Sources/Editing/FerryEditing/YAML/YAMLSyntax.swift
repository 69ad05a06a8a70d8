#if FERRY_YAML
internal import FerryBase
internal import FerryYAML

/// The structure of YAML text, from the outline of libyaml.
struct YAMLSyntax: Syntax {
  let document: TextDocument
  var text: SourceText { document.text }
  private let outline: YAMLOutline
  /// The form of the scalars of the document that have quotes, if there are any.
  let quotedForm: YAMLOutline.Kind?
  /// The indentation of the first block inside a block: of the members of an object, and of the dashes
  /// of an array in an object.
  let indentation: (object: Int, array: Int)
  /// The nodes that aliases stand for, and the aliases of nodes in their order.
  private let targets: [Int: Int]
  private let aliases: [Int: [Int]]
  var comments: CommentSyntax { .hash }
  var documentCount: Int { outline.documentCount }

  /// - Throws: `Problem` if the text is not YAML or does not have the document.
  init(_ document: TextDocument) throws {
    self.document = document
    let text = document.text
    do throws(WireFailure) {
      outline = try text.bytes.withByteView { view throws(WireFailure) in
        try YAMLOutline(view, document: document.number)
      }
    } catch {
      (quotedForm, indentation, targets, aliases) = (nil, (2, 2), [:], [:])
      // The reader finds the place and the words.
      _ = try TextTape(document)
      throw error
    }
    if outline.nodes.isEmpty, document.number > 0 || outline.documentCount > 0 {
      throw Problem.edit(
        "the stream has no document \(document.number)",
        hint: "its documents have the numbers 0 to \(outline.documentCount - 1)")
    }
    quotedForm = outline.nodes.first { $0.kind == .singleQuoted || $0.kind == .doubleQuoted }?.kind
    indentation = Self.indentation(outline, text)
    let targets = Self.targets(outline)
    self.targets = targets
    aliases = Dictionary(grouping: targets.keys.sorted()) { targets[$0] ?? $0 }
  }

  func root() throws -> Item {
    outline.nodes.isEmpty
      ? Item(.scalar, text.count..<text.count) : item(0, key: nil, start: nil)
  }

  // MARK: Items

  func items(of container: Item) -> [Item] {
    guard container.isContainer else { return [] }
    var items: [Item] = []
    var node = container.node + 1
    let end = outline.nodes[container.node].next
    var previousEnd = container.open
    while node < end {
      if container.kind == .object {
        let value = outline.nodes[node].next
        items.append(item(value, key: node, start: nil))
        let before = comments.skipTrivia(previousEnd, in: text)
        items[items.count - 1].isComplexKey =
          container.isBlock && text.has(UInt8(ascii: "?"), at: before)
          && before < outline.nodes[node].start
        node = outline.nodes[value].next
      } else {
        var dash: Int?
        if container.isBlock { dash = comments.skipTrivia(previousEnd, in: text) }
        items.append(item(node, key: nil, start: dash))
        node = outline.nodes[node].next
      }
      previousEnd = items[items.count - 1].end
      if !container.isBlock {
        let comma = comments.skipTrivia(previousEnd, in: text)
        if text.has(Byte.comma, at: comma) { previousEnd = comma + 1 }
      }
    }
    return items
  }

  private func item(_ number: Int, key: Int?, start: Int?) -> Item {
    let node = outline.nodes[number]
    let kind: Item.Kind =
      switch node.kind {
      case .map: .object
      case .list: .array
      case .alias: .alias
      default: .scalar
      }
    let isBlock = (kind == .object || kind == .array) && !node.isFlow
    var item = Item(kind: kind, start: start ?? node.start, value: node.start..<node.end)
    item.node = number
    item.isBlock = isBlock
    if node.isMarked { item.content = contentStart(number) }
    if let key {
      let node = outline.nodes[key]
      item.start = node.start
      item.key = (node.isMarked ? contentStart(key) : node.start)..<node.end
    }
    // The last line of a block is that of its last value.
    let last = isBlock ? node.next - 1 : number
    if [.literal, .folded].contains(outline.nodes[last].kind) {
      item.value = node.start..<endOfBlockScalar(contentStart(last), outline.nodes[last].end)
    }
    return item
  }

  private func contentStart(_ number: Int) -> Int { Self.contentStart(number, outline, text) }

  /// Returns the start of a node after its anchor and tag.
  private static func contentStart(
    _ number: Int, _ outline: YAMLOutline, _ text: SourceText
  ) -> Int {
    let node = outline.nodes[number]
    if !node.isMarked { return node.start }
    if node.kind == .map, !node.isFlow { return outline.nodes[number + 1].start }
    var offset = node.start
    let limit = node.kind == .list ? text.count : node.end
    while offset < limit, text[offset] == UInt8(ascii: "&") || text[offset] == UInt8(ascii: "!") {
      while offset < limit, text[offset] > Byte.space, !(node.isFlow && text[offset] == Byte.comma)
      {
        offset += 1
      }
      offset = CommentSyntax.hash.skipTrivia(offset, in: text)
    }
    return min(offset, limit)
  }

  /// Returns the end of a block scalar without the blank lines after it, which belong to no line of it
  /// unless its header has a `+`.
  private func endOfBlockScalar(_ start: Int, _ end: Int) -> Int {
    let header = text.lineEnd(start)
    let word = text[start..<header].prefix { $0 > Byte.space }
    var end = end
    if word.contains(UInt8(ascii: "+")) {
      return max(text.previousLineEnd(end), header)
    }
    while end > header, text[end - 1] <= Byte.space { end -= 1 }
    return max(text.lineEnd(end), header)
  }

  /// The form of a scalar.
  func form(_ item: Item) -> YAMLOutline.Kind {
    outline.nodes.isEmpty ? .plain : outline.nodes[item.node].kind
  }

  /// Returns the range of the header of the block scalar that ends right before an item, or that an
  /// item ends with; nil for another value.
  func headerOfBlockScalar(before item: Item) -> Range<Int>? {
    header(item.key == nil ? item.node - 1 : item.node - 2)
  }

  func headerOfBlockScalar(in item: Item) -> Range<Int>? {
    header(outline.nodes[item.node].next - 1)
  }

  private func header(_ number: Int) -> Range<Int>? {
    guard outline.nodes.indices.contains(number),
      [.literal, .folded].contains(outline.nodes[number].kind)
    else { return nil }
    let start = contentStart(number)
    return start..<(text[start...].firstIndex { $0 <= Byte.space } ?? text.count)
  }

  /// Returns whether comments are between the values of a block, or in the header of a block scalar.
  func hasComments(in item: Item) -> Bool {
    let mark = UInt8(ascii: "#")
    var end = item.open
    for number in item.node..<outline.nodes[item.node].next {
      let node = outline.nodes[number]
      if text[end..<max(end, node.start)].contains(mark) { return true }
      if let header = header(number) {
        if text[header.upperBound..<text.lineEnd(header.upperBound)].contains(mark) { return true }
      }
      end = max(end, node.kind == .list || node.kind == .map ? node.start : node.end)
    }
    return text[end..<max(end, item.value.upperBound)].contains(mark)
  }

  /// Returns the name of the anchor of a value.
  func anchor(_ item: Item) -> String? { item.kind == .alias ? nil : outline.names[item.node] }

  func key(of item: Item) -> String {
    guard let key = item.key else { return "" }
    let bytes = text[key]
    switch bytes.first {
    case Byte.quote where bytes.contains(Byte.backslash), Byte.apostrophe:
      return (try? TextTape(TextDocument(Array(bytes), .yaml)).value())?.string ?? ""
    case Byte.quote: return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    default: return String(decoding: bytes, as: UTF8.self)
    }
  }

  // MARK: Anchors

  /// Returns whether a value has an anchor, or an alias of one, in it.
  func hasAnchor(in item: Item) -> Bool {
    (item.node..<outline.nodes[item.node].next).contains { outline.names[$0] != nil }
  }

  /// Whether the document has an alias.
  var hasAliases: Bool { !targets.isEmpty }

  /// Returns the node that an alias stands for.
  func target(of alias: Item) -> Int? { targets[alias.node] }

  var nodesWithAliases: some Collection<Int> { aliases.keys }

  /// Returns the aliases of a node.
  func aliases(of node: Int) -> [Int] { aliases[node] ?? [] }

  private static func targets(_ outline: YAMLOutline) -> [Int: Int] {
    var (anchors, targets) = ([String: Int](), [Int: Int]())
    for (node, name) in outline.names.sorted(by: { $0.key < $1.key }) {
      if outline.nodes[node].kind == .alias {
        targets[node] = anchors[name]
      } else {
        anchors[name] = node
      }
    }
    return targets
  }

  // MARK: Style

  private static func indentation(_ outline: YAMLOutline, _ text: SourceText) -> (Int, Int) {
    var (object, array): (Int?, Int?) = (nil, nil)
    var open: [(isMap: Bool, column: Int, next: Int)] = []
    for (index, node) in outline.nodes.enumerated() {
      while let last = open.last, last.next <= index { open.removeLast() }
      guard (node.kind == .map || node.kind == .list) && !node.isFlow else { continue }
      let start = node.isMarked ? contentStart(index, outline, text) : node.start
      let column = start - text.lineStart(start)
      if let last = open.last, last.isMap {
        if node.kind == .map { object = object ?? (column - last.column) }
        if node.kind == .list { array = array ?? (column - last.column) }
      }
      if object != nil, array != nil { break }
      open.append((node.kind == .map, column, node.next))
    }
    let unit = max(object ?? (array ?? 0 > 0 ? array ?? 2 : 2), 1)
    return (unit, max(array ?? unit, 0))
  }
}
#endif
