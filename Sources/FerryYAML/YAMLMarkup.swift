import FerryTape

/// Markup of a stream that the values of its documents do not have, as far as the stream is valid.
package struct YAMLMarkup {
  /// The offset of the first comment; `nil` without one.
  ///
  /// A `#` starts a comment at the start of a line or behind a blank, unless it stands in a scalar.
  /// What lies between two scalars is markup; so are the properties in front of one, and the header
  /// of a block scalar.
  package private(set) var firstComment: Int?
  /// Offset of the first value with a tag of its own (`!Ref`), or nil if there is none. The tags of
  /// YAML's schemas are not among them.
  package private(set) var firstOwnTag: Int?

  /// Finds the markup of `bytes`.
  package init(of bytes: UnsafeBufferPointer<UInt8>) {
    let input = unsafe YAMLInput(bytes)
    var events = YAMLEvents(input)
    var known = TextCursor(input)
    while firstComment == nil || firstOwnTag == nil, let kind = events.next() {
      let characters = events.characters
      if firstOwnTag == nil, [.scalar, .list, .map].contains(kind), let tag = events.tag,
        tag != "!", !tag.hasPrefix("tag:yaml.org,2002:")
      {
        firstOwnTag = input.offset(ofCharacter: characters.lowerBound, from: known)
      }
      if kind == .streamEnd {
        let rest = known.offset..<bytes.count
        firstComment = firstComment ?? Self.comment(in: rest, of: input)
        return
      }
      guard kind == .scalar, firstComment == nil else { continue }
      let from = known.offset
      let start = known.move(to: characters.lowerBound, in: input)
      let end = known.move(to: characters.upperBound, in: input)
      let text = input.text(of: start..<end, events.style)
      firstComment = Self.comment(in: from..<text, of: input)
    }
  }

  private static func comment(in markup: Range<Int>, of input: YAMLInput) -> Int? {
    let bytes = unsafe input.bytes
    return markup.first { index in
      guard unsafe bytes[index] == UInt8(ascii: "#") else { return false }
      return unsafe index == input.start || bytes[index - 1] <= 0x20
    }
  }
}
