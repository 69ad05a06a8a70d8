internal import FerryBase
internal import FerryJSONEngine

/// The structure of valid JSON5 text.
struct JSON5Syntax: Syntax {
  let text: SourceText
  private var value = Item(.scalar, 0..<0)
  var comments: CommentSyntax { .slashes }

  /// - Throws: `Problem` if the text is not valid.
  init(_ document: TextDocument) throws {
    self.text = document.text
    _ = try TextTape(document)
    let start = comments.skipTrivia(text.markLength, in: text)
    value = start == text.count ? Item(.scalar, start..<start) : value(at: start, key: nil)
  }

  func root() -> Item { value }

  func key(of item: Item) -> String { item.key.map { name($0) } ?? "" }

  func items(of container: Item) -> [Item] {
    guard container.isContainer else { return [] }
    var items: [Item] = []
    var offset = comments.skipTrivia(container.value.lowerBound + 1, in: text)
    while offset < text.count, !Byte.isClosing(text[offset]) {
      var key: Range<Int>?
      let start = offset
      if container.kind == .object {
        key = start..<endOfToken(start)
        // The colon is one byte.
        offset = comments.skipTrivia(endOfToken(start), in: text) + 1
        offset = comments.skipTrivia(offset, in: text)
      }
      items.append(value(at: offset, key: key))
      offset = comments.skipTrivia(items[items.count - 1].end, in: text)
      if text.has(Byte.comma, at: offset) { offset = comments.skipTrivia(offset + 1, in: text) }
    }
    return items
  }

  private func value(at offset: Int, key: Range<Int>?) -> Item {
    let start = key?.lowerBound ?? offset
    guard text[offset] == Byte.openBrace || text[offset] == Byte.openBracket else {
      return Item(kind: .scalar, start: start, key: key, value: offset..<endOfToken(offset))
    }
    var (end, depth) = (offset, 0)
    while end < text.count {
      switch text[end] {
      case Byte.openBrace, Byte.openBracket: depth += 1
      case Byte.closeBrace, Byte.closeBracket: depth -= 1
      case Byte.quote, Byte.apostrophe: end = endOfToken(end) - 1
      case Byte.slash: end = (comments.end(of: end, in: text) ?? end + 1) - 1
      default: break
      }
      end += 1
      if depth == 0 { break }
    }
    ReadingWork.add(end - offset)
    return Item(
      kind: text[offset] == Byte.openBrace ? .object : .array, start: start, key: key,
      value: offset..<end)
  }

  /// Returns the end of the text in quotes, the name, the number or the literal at `offset`.
  private func endOfToken(_ offset: Int) -> Int {
    let first = text[offset]
    var end = offset + 1
    if first == Byte.quote || first == Byte.apostrophe {
      while end < text.count, text[end] != first { end += text[end] == Byte.backslash ? 2 : 1 }
      return min(end + 1, text.count)
    }
    while end < text.count, !text[end].endsJSONScalar, text[end] != Byte.colon,
      comments.skipTrivia(end, in: text) == end
    { end += 1 }
    return end
  }

  private func name(_ key: Range<Int>) -> String {
    let bytes = text[key]
    if !bytes.contains(Byte.backslash) {
      let isQuoted = bytes.first == Byte.quote || bytes.first == Byte.apostrophe
      return String(decoding: isQuoted ? bytes.dropFirst().dropLast() : bytes, as: UTF8.self)
    }
    let object = [Byte.openBrace] + bytes + Array(":0}".utf8)
    let value = try? TextTape(TextDocument(object, .json5)).value()
    return value?.object?.first?.key ?? ""
  }
}
