internal import FerryBase

/// A key of any name or index. It is used if the user has no `CodingKey` for it.
package struct TapeKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(_ name: String, intValue: Int? = nil) {
    stringValue = name
    self.intValue = intValue
  }

  package init(stringValue: String) { self.init(stringValue) }
  package init(intValue: Int) { self.init("Index \(intValue)", intValue: intValue) }

  /// The description that Foundation's own keys have, for error texts.
  package var description: String {
    "_CodingKey(stringValue: \"\(stringValue)\", intValue: \(intValue.map(String.init) ?? "nil"))"
  }

  package var debugDescription: String { description }

  /// The key of the value that a superclass decodes.
  package static let `super` = TapeKey("super")
}

extension TapeView {
  /// Returns the name of the key at `index`; `nil` if the node is not text. The bits of such a node
  /// do not locate a name.
  func keyName(at index: Int) -> String? {
    self[index].kind.isText ? string(self[index]) : nil
  }
}

extension TapeKey {
  /// Creates the key for one step of the path to a node.
  init(_ step: CodingTrail.Step, in view: TapeView) {
    switch step {
    case .key(let node): self.init(stringValue: view.string(view[node]))
    case .index(let index): self.init(intValue: index)
    }
  }
}
