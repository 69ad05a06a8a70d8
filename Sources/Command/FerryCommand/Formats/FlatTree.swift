import Ferry
import FerryLayers

/// A value that grows line by line.
final class FlatTree {
  private enum Content {
    case nothing
    case leaf(AnyValue)
    /// The steps are keys, because steps compare keys byte by byte, as documents do.
    case map(keys: [String], values: [WirePath.Step: FlatTree])
    case list([Int: FlatTree])
  }
  private var content = Content.nothing

  /// Sets the value at the end of a path.
  /// - Returns: an error message, or `nil`.
  func set(_ steps: [WirePath.Step], _ value: AnyValue, elementLimit: Int) -> String? {
    guard steps.count <= OpenContainer.standardLimit else { return "nested deeper than 512 levels" }
    var tree = self
    for step in steps {
      switch step {
      case .key(let key): tree = tree.child(key)
      case .keyOrIndex(let number): tree = tree.child(String(number))
      case .index(let index):
        guard index < elementLimit else { return "index \(index) is too large" }
        tree = tree.element(index)
      case .wildcard: return "a line sets one value, not the values of [*]"
      }
    }
    tree.content = .leaf(value)
    return nil
  }

  private func child(_ key: String) -> FlatTree {
    var keys: [String] = []
    var values: [WirePath.Step: FlatTree] = [:]
    if case .map(let old, let children) = content { (keys, values) = (old, children) }
    if let value = values[.key(key)] { return value }
    let value = FlatTree()
    content = .nothing
    keys.append(key)
    values[.key(key)] = value
    content = .map(keys: keys, values: values)
    return value
  }

  private func element(_ index: Int) -> FlatTree {
    var elements: [Int: FlatTree] = [:]
    if case .list(let old) = content { elements = old }
    if let element = elements[index] { return element }
    let element = FlatTree()
    content = .nothing
    elements[index] = element
    content = .list(elements)
    return element
  }

  /// Returns the value. Elements that no line has set are null.
  func value() -> AnyValue {
    switch content {
    case .nothing: return .null
    case .leaf(let value): return value
    case .map(let keys, let values):
      var object = AnyValue.Object()
      // The depth is bounded by the steps of a line, which were counted.
      for key in keys { object.append(key, values[.key(key)]?.value() ?? .null) }
      return .object(object)
    case .list(let elements):
      let count = (elements.keys.max() ?? -1) + 1
      return .array((0..<count).map { elements[$0]?.value() ?? .null })
    }
  }
}
