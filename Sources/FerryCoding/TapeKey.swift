import FerryTape

/// A key of any name or index, where there is no `CodingKey` of the user's.
package struct TapeKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(_ name: String, intValue: Int? = nil) {
    stringValue = name
    self.intValue = intValue
  }

  package init(stringValue: String) { self.init(stringValue) }
  package init(intValue: Int) { self.init("Index \(intValue)", intValue: intValue) }

  /// As Foundation's keys of its own describe themselves, for texts of errors.
  package var description: String {
    "_CodingKey(stringValue: \"\(stringValue)\", intValue: \(intValue.map(String.init) ?? "nil"))"
  }

  package var debugDescription: String { description }

  /// The key of a value that a superclass is decoded from.
  package static let `super` = TapeKey("super")
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
