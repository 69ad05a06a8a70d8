internal import FerryBase

/// Two members of one object that have the same name in the document.
struct MemberClash {
  let first: any CodingKey
  let second: any CodingKey
  let name: String
  /// The coding path of the second member.
  let path: [any CodingKey]
  /// The value of the second member, if it is complete.
  let value: AnyValue?
}

/// A wrapper around a value of another type.
protocol ValueCarrier {
  var carriedValue: Any { get }
}

extension EncodingCall {
  /// Returns the value that the caller encodes, without its wrapper.
  static func root(of value: Any) -> Any { (value as? any ValueCarrier)?.carriedValue ?? value }

  /// Returns the `EncodingError` for a failure that leaves the outermost call.
  func error(
    _ failure: WireFailure, for value: Any, path: [any CodingKey]
  ) -> EncodingError {
    if failure.kind == .duplicateKey, let clash = state.clash {
      return .invalid(
        clash.value ?? Self.root(of: value), at: clash.path,
        "The members '\(clash.first.stringValue)' and '\(clash.second.stringValue)' are both "
          + "written as '\(clash.name)'.", failure)
    }
    return .invalid(Self.root(of: value), at: path, failure.kind.description, failure)
  }

  /// Returns the `EncodingError` for a failure at a node of `view`, the finished tape. The error
  /// holds the value of that node.
  func error(_ failure: WireFailure, for value: Any, in view: TapeView) -> EncodingError {
    guard failure.node >= 0 else { return error(failure, for: value, path: []) }
    var trail = CodingTrail()
    let path = trail.steps(to: failure.node, in: view).map { key($0, in: view) }
    if failure.kind == .notRepresentable, let tag = view.tag(at: failure.node) {
      let format = state.options.formatName
      return .invalid(
        Self.root(of: value), at: path, "\(format) has no tag `\(tag)`.", failure)
    }
    let index = trail.value(at: failure.node, in: view)
    guard index > 0, let fault = try? AnyValue(view, at: index) else {
      return error(failure, for: value, path: path)
    }
    let description =
      failure.kind == .duplicateKey
      ? "The object has the key '\(path.last?.stringValue ?? "")' twice."
      : failure.kind.description
    return .invalid(fault, at: path, description, failure)
  }

  /// Returns the value at `index`, if the tape is in the order of the document.
  func finishedValue(at index: Int) -> AnyValue? {
    if state.late.isUsed { return nil }
    return try? AnyValue(view, at: index)
  }

  /// Whether it is an error if the key strategy gives two members the same name.
  private var refusesClashes: Bool {
    state.known.rule.isConverting && !state.options.mergesMembers
  }

  /// Throws if the keys at these two indexes belong to different members. If the last of such
  /// members counts, this is not an error.
  func checkMember(_ first: Int, _ second: Int) throws(WireFailure) {
    guard refusesClashes else { return }
    guard let secondKey = state.key(at: second, in: view) else { return }
    try check(
      secondKey, against: first, second, at: state.path(to: second + 1),
      finishedValue(at: second + 1))
  }

  /// Throws if the key at `first` belongs to another member of the object at `header` than `key`.
  /// `key` has the same name and would continue the container of that member.
  func checkMember<K: CodingKey>(_ key: K, continues first: Int, of header: Int) throws(WireFailure)
  {
    guard refusesClashes else { return }
    try check(
      key, against: first, first, at: state.path(to: header) + [key], nil)
  }

  /// Throws if the node at `first` belongs to another key than `key`. `node` holds the name of
  /// both.
  private func check(
    _ key: any CodingKey, against first: Int, _ node: Int,
    at path: @autoclosure () -> [any CodingKey], _ value: @autoclosure () -> AnyValue?
  ) throws(WireFailure) {
    let view = self.view
    guard let firstKey = state.key(at: first, in: view),
      !firstKey.stringValue.utf8.elementsEqual(key.stringValue.utf8)
    else { return }
    state.clash = MemberClash(
      first: firstKey, second: key, name: view.string(view[node]), path: path(), value: value())
    throw WireFailure(.duplicateKey, node: node)
  }
}
