/// A key that is compared by its bytes.
///
/// A `String` is equal to another one under canonical equivalence: `é` equals `e` with a combining
/// accent. In a document those are two keys.
package struct KeyText: Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (first: KeyText, second: KeyText) -> Bool {
    first.text.utf8.elementsEqual(second.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withByteView { $0.hash(into: &hasher) }
  }
}

/// The keys of an object, each with an associated value.
///
/// Keys are equal if their bytes are, or under canonical equivalence, as in Foundation.
package struct KeyNames<Value> {
  private var byText: [String: Value] = [:]
  private var byBytes: [KeyText: Value] = [:]
  private let isCanonical: Bool

  package init(canonically: Bool) { isCanonical = canonically }

  /// The keys with their associated values, in arbitrary order.
  package var all: [(key: String, value: Value)] {
    isCanonical
      ? byText.map { ($0.key, $0.value) } : byBytes.map { ($0.key.text, $0.value) }
  }

  /// The value of `key`.
  package subscript(key: String) -> Value? {
    isCanonical ? byText[key] : byBytes[KeyText(key)]
  }

  /// Adds `key`, unless an equal key is present.
  /// - Returns: whether the key was added.
  package mutating func insert(_ key: String, _ value: Value) -> Bool {
    guard self[key] == nil else { return false }
    if isCanonical { byText[key] = value } else { byBytes[KeyText(key)] = value }
    return true
  }
}

extension KeyNames<Void> {
  /// Adds `key`, unless an equal key is present.
  /// - Returns: whether the key was added.
  package mutating func insert(_ key: String) -> Bool { insert(key, ()) }
}
