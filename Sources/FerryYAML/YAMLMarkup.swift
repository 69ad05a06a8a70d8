import FerryTape

/// Finds markup that the values of a document do not have.
package enum YAMLMarkup {
  /// Offset of the first comment of a stream, or nil if it has none, as far as it is valid.
  ///
  /// A `#` starts a comment at the start of a line or behind a blank, unless it stands in a scalar.
  /// What lies between two scalars is markup; so are the properties in front of one, and the header
  /// of a block scalar.
  package static func firstComment(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let input = unsafe YAMLInput(bytes)
    var events = YAMLEvents(input)
    var known = (character: 0, offset: input.start)
    while let kind = events.next() {
      guard kind == .scalar else {
        guard kind == .streamEnd else { continue }
        return comment(in: known.offset..<bytes.count, of: input)
      }
      let characters = events.characters
      let start = input.offset(ofCharacter: characters.lowerBound, from: known)
      let end = input.offset(
        ofCharacter: characters.upperBound, from: (characters.lowerBound, start))
      var text = input.content(start..<end).lowerBound
      if events.style == .literal || events.style == .folded {
        text = input.endOfLine(text, before: end)
      }
      if let offset = comment(in: known.offset..<text, of: input) { return offset }
      known = (characters.upperBound, end)
    }
    return nil
  }

  /// Offset of the first value with a tag of its own (`!Ref`), or nil if there is none, as far as
  /// the stream is valid. The tags of YAML's schemas are not among them.
  package static func firstOwnTag(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let input = unsafe YAMLInput(bytes)
    var events = YAMLEvents(input)
    while let kind = events.next(), kind != .streamEnd {
      guard [.scalar, .list, .map].contains(kind), let tag = events.tag, tag != "!",
        !tag.hasPrefix("tag:yaml.org,2002:")
      else { continue }
      return input.offset(ofCharacter: events.characters.lowerBound)
    }
    return nil
  }

  private static func comment(in markup: Range<Int>, of input: YAMLInput) -> Int? {
    let bytes = unsafe input.bytes
    return markup.first { index in
      guard unsafe bytes[index] == UInt8(ascii: "#") else { return false }
      return unsafe index == input.start || bytes[index - 1] <= 0x20
    }
  }
}
