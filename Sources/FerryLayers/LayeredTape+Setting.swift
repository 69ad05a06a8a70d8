package import FerryPath
package import FerryTape

/// Single values put where a path leads.
extension LayeredTape {
  /// Where a path leads in one document: to a value there, or to one that can be made.
  package struct Target {
    /// Keys and indexes, each for what the document has in its place.
    fileprivate let steps: [WirePath.Step]
  }

  /// Why no value can be put where a path leads.
  package struct NoTarget: Error {
    package let kind: FailureKind
    /// What is wrong, for people.
    package let detail: String
    /// Where the step was to go on that cannot be taken.
    package let path: WirePath
  }

  /// Finds where `path` leads.
  ///
  /// Maps and lists that are missing on the way can be made, also in place of scalars, and so can
  /// the element behind the last one.
  package func target(of path: WirePath) throws(NoTarget) -> Target {
    let view = self.view
    var index: Int? = view.count > 0 ? 0 : nil
    var steps: [WirePath.Step] = []
    func none(_ kind: FailureKind, _ detail: String) -> NoTarget {
      NoTarget(kind: kind, detail: detail, path: WirePath(steps: steps))
    }
    for step in path.steps {
      let map = index.flatMap { view[$0].kind == .map ? $0 : nil }
      let list = index.flatMap { view[$0].kind == .list ? $0 : nil }
      switch step {
      case .wildcard:
        throw none(.invalidValue, "[*] stands for several values")
      case .keyOrIndex(let number) where list == nil:
        let key = String(number)
        index = map.flatMap { view.value(ofKey: key, inMap: $0) }
        steps.append(.key(key))
      case .key(let key):
        guard list == nil else {
          throw none(.typeMismatch, "a key leads into a map, and this is a list")
        }
        index = map.flatMap { view.value(ofKey: key, inMap: $0) }
        steps.append(step)
      case .index(let number), .keyOrIndex(let number):
        guard map == nil else {
          throw none(.typeMismatch, "an index leads into a list, and this is a map")
        }
        guard number >= 0 else {
          throw none(.invalidValue, "index \(number) is before the start of a list")
        }
        let count = list.map { view.elementCount($0) } ?? 0
        guard number <= count else {
          throw none(.valueNotFound, "index \(number) is beyond the end of a list of \(count)")
        }
        index = list.flatMap { view.element(number, ofList: $0) }
        steps.append(.index(number))
      }
    }
    return Target(steps: steps)
  }

  /// The same with the plain scalar `text` as the value at `target`, a layer of its own. Empty text
  /// is empty text, not null.
  package borrowing func setting(
    _ target: Target, toPlain text: String
  ) throws(Failure) -> LayeredTape {
    var layer = SettingLayer(tape.schema)
    try layer.open(target.steps)
    if text.isEmpty {
      try layer.tape.append("")
    } else {
      try layer.tape.append(.plainText, copying: text)
    }
    layer.close()
    let view = unsafe TapeView(layer.tape, input: UnsafePointer(layer.tape.arena))
    return try adding(view, elements: layer.elements)
  }

  /// The same with the document at node 0 of `value` as the value at `target`, a layer of its own.
  package borrowing func setting(
    _ target: Target, to value: TapeView
  ) throws(Failure) -> LayeredTape {
    var layer = SettingLayer(value.schema)
    try layer.open(target.steps)
    try unsafe layer.tape.append(copying: value, at: 0)
    layer.close()
    return try unsafe adding(
      TapeView(layer.tape, input: value.input), elements: layer.elements)
  }
}

/// A layer with nothing but one value and the containers that lead to it.
private struct SettingLayer: ~Copyable {
  var tape = Tape()
  /// Indexes, by the lists that stand for the element there.
  private(set) var elements: [Int: Int] = [:]
  private var containers = OpenContainer()

  init(_ schema: PlainSchema) {
    tape.schema = schema
  }

  mutating func open(_ steps: [WirePath.Step]) throws(Failure) {
    for step in steps {
      switch step {
      case .key(let key):
        try containers.open(.map, on: &tape, limit: .max)
        try tape.append(key)
      case .index(let index), .keyOrIndex(let index):
        elements[tape.count] = index
        try containers.open(.list, on: &tape, limit: .max)
      case .wildcard: continue
      }
      containers.count = 1
    }
  }

  mutating func close() {
    while containers.depth > 0 { containers.close(on: &tape) }
  }
}
