/// The positions of the keys of an object.
package struct KeyIndex: Sendable {
  /// The numbers of the members with the keys; of members with equal keys, that of the first one.
  private var keys: [KeyText: Int] = [:]
  /// The numbers of all members, which ascend; empty as long as they are the positions. A member keeps
  /// its number when one before it is removed.
  private var numbers: [Int] = []
  /// Whether two members have had equal keys.
  package private(set) var hasEqualKeys = false

  package init(_ keys: some Sequence<String>) {
    for (position, key) in keys.enumerated() { append(key, at: position) }
  }

  /// Adds the key of the last member, at `position`.
  package mutating func append(_ key: String, at position: Int) {
    var number = position
    if let last = numbers.last {
      number = last + 1
      numbers.append(number)
    }
    keep(KeyText(key), number)
  }

  private mutating func keep(_ key: KeyText, _ number: Int) {
    if keys[key] == nil { keys[key] = number } else { hasEqualKeys = true }
  }

  /// Removes the first member with `key`, which was at `position`. `rest` are the keys of the members
  /// after it.
  package mutating func remove(
    _ key: String, at position: Int, before rest: some Collection<String>
  ) {
    if numbers.isEmpty { numbers = Array(0...(position + rest.count)) }
    numbers.remove(at: position)
    let key = KeyText(key)
    keys[key] = nil
    guard hasEqualKeys else { return }
    if let next = rest.enumerated().first(where: { KeyText($0.element) == key })?.offset {
      keys[key] = numbers[position + next]
    }
  }

  /// Changes the key of the only member with it.
  package mutating func rename(_ key: String, to new: String) {
    guard let number = keys.removeValue(forKey: KeyText(key)) else { return }
    keep(KeyText(new), number)
  }

  /// Returns the position of the first member with `key`.
  package func position(of key: String) -> Int? {
    guard let number = keys[KeyText(key)] else { return nil }
    if numbers.isEmpty { return number }
    return numbers.partitioningIndex { $0 >= number }
  }
}
