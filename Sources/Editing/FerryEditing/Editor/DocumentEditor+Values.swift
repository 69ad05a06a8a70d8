public import FerryPatch
public import FerryBase
internal import FerryCoders
internal import FerryJSON
#if FERRY_YAML
internal import FerryYAML
#endif

extension DocumentEditor {
  /// Encodes `value` and sets it at `path`, see ``set(_:to:comment:)-(_,AnyValue,_)``.
  ///
  /// To keep the order of a dictionary, pass an `AnyValue`.
  /// - Throws: `EncodingError`, or `Problem`.
  @_disfavoredOverload
  public mutating func set(
    _ path: WirePath, to value: some Encodable, comment: String? = nil
  ) throws {
    try set(path, to: try encoded(value), comment: comment)
  }

  /// Encodes `value` and appends it to the array at `path`.
  /// - Throws: `EncodingError`, or `Problem`.
  @_disfavoredOverload
  public mutating func append(
    _ value: some Encodable, to path: WirePath, comment: String? = nil
  ) throws {
    try append(try encoded(value), to: path, comment: comment)
  }

  /// Changes the value at `path` so that it equals the encoded `value`. Only members and elements
  /// that differ are touched. Members that the encoded value does not have are deleted.
  ///
  /// To keep the members that a model does not know, use ``update(_:from:to:)``.
  /// - Throws: `EncodingError`, or `Problem`.
  public mutating func update(_ path: WirePath, to value: some Encodable) throws {
    try edit(
      { editor in
        let new = try editor.document.normalized(try editor.encoded(value))
        let (old, steps) = try editor.value(at: path)
        try editor.edit(toward: { $0.replacing(WirePath(steps: steps), with: new) }) {
          try $0.apply(new.difference(from: old, removesFirst: true), below: steps)
        }
      }, at: path)
  }

  /// Changes the members in which two values of a model differ, in the object at `path`.
  ///
  /// Decode `old` from the document and change a copy of it. Members that the model does not know
  /// stay.
  /// - Throws: `EncodingError`, or `Problem`.
  public mutating func update<T: Encodable>(_ path: WirePath, from old: T, to new: T) throws {
    try edit(
      { editor in
        let old = try editor.document.normalized(try editor.encoded(old))
        let new = try editor.document.normalized(try editor.encoded(new))
        let steps = try editor.existing(path).steps
        let patch = new.difference(from: old, removesFirst: true).below(steps)
        try editor.edit(toward: { try $0.changed(by: patch) }) { try $0.applyChanges(patch) }
      }, at: path)
  }

  /// Applies the changes of a model. A default of the model may be missing in the document.
  private mutating func applyChanges(_ patch: JSONPatch) throws {
    for operation in patch.operations {
      switch operation {
      case .remove(let path):
        if try route(to: path, inside: true, joining: .deletion).isComplete {
          try apply(operation)
          continue
        }
        settle()
        if isInherited(path) { throw Problem.inherited(path) }
      case .replace(let path, let value):
        if !isDone(path, value) { try set(path, to: value) }
      default: try apply(operation)
      }
    }
  }

  /// Applies the operations of a JSON Patch (RFC 6902) to the text, all or none.
  ///
  /// An operation `replace` with an object or an array changes only the parts that differ.
  /// - Throws: `Problem` with the path of the operation that fails.
  public mutating func apply(_ patch: JSONPatch) throws {
    try edit({ editor in
      try editor.edit(toward: { try $0.applying(patch) }) {
        for (index, operation) in patch.operations.enumerated() {
          do {
            try $0.apply(operation)
          } catch let problem as Problem {
            throw problem.inOperation(index, of: patch)
          }
        }
      }
    })
  }

  /// Applies a merge patch (RFC 7396) to the text: sets and deletes members.
  /// - Throws: `Problem` if the text does not allow an edit.
  public mutating func apply(mergePatch patch: AnyValue) throws {
    try edit({ editor in
      let old = try editor.value(at: .root).value
      for path in patch.partialChanges([]) where editor.isInherited(path) {
        throw Problem.inherited(path)
      }
      let new = old.applying(mergePatch: patch)
      try editor.edit(toward: { _ in new }) {
        try $0.apply(new.difference(from: old, removesFirst: true), below: [])
      }
    })
  }

  private mutating func apply(_ patch: JSONPatch, below steps: ValueEdit.Steps) throws {
    for operation in patch.below(steps).operations { try apply(operation) }
  }

  /// Returns whether a path goes through an alias, and the value of the anchor is already the wanted
  /// one. A patch between two documents changes a value once for each of its aliases.
  private mutating func isDone(_ path: WirePath, _ value: AnyValue) -> Bool {
    guard format.isYAML else { return false }
    // An alias itself can be replaced, but stays if it already has the value.
    if let route = try? route(to: path, inside: true), !sharesAliases || route.item.kind != .alias {
      return false
    }
    settle()
    return (try? tape().value(at: path.steps))?.isSame(as: value) == true
  }

  private mutating func apply(_ operation: JSONPatch.Operation) throws {
    switch operation {
    case .add(let path, let value), .replace(let path, let value):
      if isDone(path, value) { return }
    default: break
    }
    switch operation {
    case .add(let path, let value):
      // A member that exists is replaced (RFC 6902, section 4.1).
      let isMember = try path.isRoot || route(to: path).isReplacedByAdding
      try isMember ? replace(path, with: value) : insert(value, at: path)
    case .remove(let path): try delete(path)
    case .replace(let path, let value):
      guard value.isMap != nil else { return try replace(path, with: value) }
      let (old, steps) = try self.value(at: path)
      let changes = try document.normalized(value).difference(from: old, removesFirst: true)
      if changes.operations.contains(where: {
        if case .replace(.root, _) = $0 { true } else { false }
      })
        || changes.operations.count > 1 << 10
      {
        try replace(path, with: value)
      } else {
        try apply(changes, below: steps)
      }
    case .move(let from, let path):
      if from != path, path.steps.starts(with: from.steps) {
        throw Problem.patch("a value cannot move into itself", at: path)
      }
      try makeRoom(at: path, for: from)
      try move(from, to: path)
    case .copy(let from, let path):
      if try path.isRoot || route(to: path).isReplacedByAdding {
        let value = try self.value(at: from).value
        try replace(path, with: value)
      } else {
        try copy(from, to: path)
      }
    case .test(let path, let value):
      let tested = try document.normalized(value)
      if try !self.value(at: path).value.isSame(as: tested) {
        throw Problem.patch("the value is not the one that the patch tests for", at: path)
      }
    }
  }

  /// Deletes the member that a move replaces.
  private mutating func makeRoom(at path: WirePath, for from: WirePath) throws {
    guard path != from, !path.isRoot else { return }
    if try route(to: path).isReplacedByAdding { try delete(path) }
  }

  /// Returns the value that the encoder of the format writes.
  private func encoded(_ value: some Encodable) throws -> AnyValue {
    #if FERRY_YAML
    if format == .yaml { return try AnyValue(encoding: value, with: YAML.Encoder()) }
    #endif
    return try AnyValue(encoding: value, with: JSON.Encoder())
  }
}

extension JSONPatch {
  /// Returns the patch for the value at `steps` as one of the document.
  fileprivate func below(_ steps: ValueEdit.Steps) -> JSONPatch {
    if steps.isEmpty { return self }
    func full(_ path: WirePath) -> WirePath { WirePath(steps: steps + path.steps) }
    return JSONPatch(
      operations.map {
        switch $0 {
        case .add(let path, let value): .add(full(path), value)
        case .remove(let path): .remove(full(path))
        case .replace(let path, let value): .replace(full(path), value)
        case .move(let from, let path): .move(from: full(from), full(path))
        case .copy(let from, let path): .copy(from: full(from), full(path))
        case .test(let path, let value): .test(full(path), value)
        }
      })
  }
}

extension AnyValue {
  fileprivate func replacing(_ path: WirePath, with value: AnyValue) -> AnyValue {
    var copy = self
    copy.set(value, at: path)
    return copy
  }

  /// Returns the value after the changes of a model, as the editor applies them.
  fileprivate func changed(by patch: JSONPatch) throws -> AnyValue {
    var copy = self
    for operation in patch.operations {
      switch operation {
      case .remove(let path): copy.set(nil, at: path)
      case .replace(let path, let value): copy.set(value, at: path)
      default: copy = try copy.applying(JSONPatch([operation]))
      }
    }
    return copy
  }

  /// Returns the paths of the members that a merge patch removes or changes in part.
  fileprivate func partialChanges(_ steps: ValueEdit.Steps) -> [WirePath] {
    (object.map(Array.init) ?? []).flatMap { key, value in
      let steps = steps + [.key(key)]
      return (value.isNull || value.object != nil ? [WirePath(steps: steps)] : [])
        + value.partialChanges(steps)
    }
  }
}

extension Route {
  /// Whether an operation `add` at this route replaces a value.
  fileprivate var isReplacedByAdding: Bool {
    guard isComplete, case .key? = steps.last else { return false }
    return true
  }
}
