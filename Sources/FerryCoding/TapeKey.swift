import FerryTape

/// A step of a coding path that has no `CodingKey` of the user's.
package struct TapeKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }

  init(stringValue: String, intValue: Int?) {
    self.stringValue = stringValue
    self.intValue = intValue
  }

  /// As Foundation's keys of its own describe themselves, for texts of errors.
  package var description: String {
    "_CodingKey(stringValue: \"\(stringValue)\", intValue: \(intValue.map(String.init) ?? "nil"))"
  }

  package var debugDescription: String { description }

  /// The key of a value that a superclass is decoded from.
  static let `super` = TapeKey(stringValue: "super")
}

extension TapeView {
  /// The name of the key at `index`; `nil` if the node is no text, whose bits say nothing about
  /// where a name is.
  func keyName(at index: Int) -> String? {
    self[index].kind.isText ? string(self[index]) : nil
  }
}

extension TapeKey {
  /// The key for one step of the way to a node.
  init(_ step: CodingTrail.Step, in view: TapeView) {
    switch step {
    case .key(let node): self.init(stringValue: view.string(view[node]))
    case .index(let index): self.init(intValue: index)
    }
  }
}
