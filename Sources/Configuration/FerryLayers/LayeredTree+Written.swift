internal import FerryBase

/// The text of variables and options that was read as an array, an object or null. The model may
/// have text there.
///
/// ```
/// layer 0   note: ''
/// layer 1   NOTE=[draft]      as an array: note: [draft]      as text: note: '[draft]'
///           NOTE=null         as null: note: null             as text: note: 'null'
/// ```
extension LayeredTree {
  /// Keeps the text that the array, object or null `item` was read from.
  mutating func keep(_ text: [UInt8], of item: Int) {
    let kind = items[item].node.kind
    let isNull = kind == .plainText && Self.isNull(String(decoding: text, as: UTF8.self))
    guard fits(text), kind == .map || kind == .list || isNull else { return }
    items[item].written = append(store(text, as: .arenaText), origin: origin(0))
  }

  /// Notes that the current layer contributes to the array or object `item`, which is no longer that
  /// of one variable.
  mutating func contribute(to item: Int) {
    items[item].lastLayer = currentLayer
    items[item].written = nil
  }

  /// Replaces the array or object `item`, or the null `item`, by the text that it was read from.
  /// - Returns: Whether the tree has changed.
  package mutating func useText(of item: Int, ifNull isNull: Bool = false) -> Bool {
    guard items.indices.contains(item), let written = items[item].written,
      (items[item].node.kind == .plainText) == isNull
    else { return false }
    items[item].node = items[written].node
    items[item].children = []
    items[item].places = [:]
    (items[item].tag, items[item].written) = (nil, nil)
    return true
  }

  /// Returns the text that the null `item` was read from.
  package func textOfNull(_ item: Int) -> String? {
    guard items.indices.contains(item), items[item].node.kind == .plainText,
      let written = items[item].written, let text = text(of: written)
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Replaces a word for true or false by the truth value, if a variable or an option has set it.
  /// - Returns: Whether the tree has changed.
  package mutating func useTruthValue(of item: Int) -> Bool {
    guard items.indices.contains(item), isFromVariable(items[item].origin),
      let word = text(of: item).map({ String(decoding: $0, as: UTF8.self).lowercased() }),
      let value = Self.truthValues[word]
    else { return false }
    items[item].node = store(Array("\(value)".utf8), as: .plainText)
    return true
  }

  /// The words beside `true` and `false` that people write in variables.
  private static let truthValues = [
    "1": true, "yes": true, "y": true, "on": true, "0": false, "no": false, "n": false,
    "off": false,
  ]

  /// Replaces arrays and objects by the text that they were read from, where they have replaced
  /// text.
  package mutating func useTextOverText() {
    for item in items.indices where items[item].written != nil && isText(item) {
      _ = useText(of: item)
    }
  }

  /// Returns whether the value at `target` is text, or has replaced text.
  package func isText(at target: Target) -> Bool {
    item(at: WirePath(steps: target.steps)).map(isText) ?? false
  }

  /// Returns whether a value is text, or was read from a text that has replaced text.
  private func isText(_ index: Int) -> Bool {
    let item = items[index]
    switch item.node.kind {
    case .arenaText: return true
    case .plainText:
      guard let text = text(of: index) else { return false }
      return text.withByteView { PlainScalar.resolve($0, schema) } == .text
    default: return item.written != nil && item.earlier.map(isText) ?? false
    }
  }

  /// Returns the text of a scalar, or the text that an array or object was read from.
  func writtenText(of index: Int) -> [UInt8]? { text(of: items[index].written ?? index) }
}
