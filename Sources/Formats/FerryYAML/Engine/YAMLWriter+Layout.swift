internal import FerryBase

/// The values that have a tag, or a place in the layout.
extension YAMLWriter {
  @inline(never)
  mutating func writeTagged(
    _ index: Int, of view: TapeView, isFlow: Bool
  ) throws(WireFailure) {
    let tag = view.string(view[index + 1])
    // YAML allows one tag for each value. Readers give back no tag of a type, nor `!` alone.
    guard emitter.properties?.tag == nil, !tag.isEmpty, tag != "!", !tag.utf8.contains(0),
      YAMLEvents.type(ofTag: tag) == nil || CollectionTag(rawValue: tag) != nil,
      let escaped = tagEscapes.escaped(tag)
    else {
      throw WireFailure(.notRepresentable, node: index)
    }
    emitter.properties = NodeProperties(anchor: emitter.properties?.anchor, tag: escaped)
    try writeValue(index + 2, of: view, isFlow: isFlow)
  }

  /// Writes a value as the layout says.
  /// - Returns: false if the layout says nothing about the value.
  @inline(never)
  mutating func writeLaidOut(
    _ index: Int, of view: TapeView
  ) throws(WireFailure) -> Bool {
    if let alias = layout?.aliases[index] {
      try emitter.alias(YAMLLayout.anchorName(alias))
      return true
    }
    if let anchor = layout?.anchors[index] {
      emitter.properties = NodeProperties(anchor: YAMLLayout.anchorName(anchor), tag: nil)
    }
    guard let style = layout?.styles[index] else { return false }
    switch style {
    case .block: try writeValue(index, of: view, isFlow: frames.last?.isFlow ?? false)
    case .flow: try writeValue(index, of: view, isFlow: true)
    case .literal: try writeText(index, of: view, style: .literal)
    case .folded: try writeText(index, of: view, style: .folded)
    case .singleQuoted: try writeText(index, of: view, style: .singleQuoted)
    case .doubleQuoted: try writeText(index, of: view, style: .doubleQuoted)
    }
    return true
  }

  /// Writes text in a style. Values that are not text keep their own.
  private mutating func writeText(
    _ index: Int, of view: TapeView, style: YAMLScalarStyle
  ) throws(WireFailure) {
    let index = view.unaliased(index)
    let isText = view[index].kind.isText && view[index].kind != .plainText
    guard isText else { return try writeValue(index, of: view, isFlow: isFlowing) }
    let text = view.stored(view[index])
    try emitter.scalar(text, style: YAMLTextStyle.of(text, preferring: style))
  }
}
