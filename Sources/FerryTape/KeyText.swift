/// A key that is equal to another one if its bytes are.
///
/// A `String` is equal to another one that looks the same: `é` to `e` with a combining accent. To a
/// document those are two keys.
package struct KeyText: Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (first: KeyText, second: KeyText) -> Bool {
    first.text.utf8.elementsEqual(second.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// The keys of an object with what belongs to each.
///
/// Keys are equal if their bytes are, or under canonical equivalence, as Foundation compares them.
package struct KeyNames<Value> {
  private var byText: [String: Value] = [:]
  private var byBytes: [KeyText: Value] = [:]
  private let isCanonical: Bool

  package init(canonically: Bool) { isCanonical = canonically }

  /// The keys with what belongs to each, in any order.
  package var all: [(key: String, value: Value)] {
    isCanonical
      ? byText.map { ($0.key, $0.value) } : byBytes.map { ($0.key.text, $0.value) }
  }

  /// What belongs to `key`.
  package subscript(key: String) -> Value? {
    isCanonical ? byText[key] : byBytes[KeyText(key)]
  }

  /// Adds `key`, unless an equal one is there.
  /// - Returns: whether it was added.
  package mutating func insert(_ key: String, _ value: Value) -> Bool {
    guard self[key] == nil else { return false }
    if isCanonical { byText[key] = value } else { byBytes[KeyText(key)] = value }
    return true
  }
}

extension KeyNames<Void> {
  /// Adds `key`, unless an equal one is there.
  /// - Returns: whether it was added.
  package mutating func insert(_ key: String) -> Bool { insert(key, ()) }
}
