import FerryTape

/// Two members of one map that have one name in the document.
struct MemberClash {
  let first: any CodingKey
  let second: any CodingKey
  let name: String
  /// The way to the second member.
  let path: [any CodingKey]
  /// The second member, where it is complete.
  let value: AnyValue?
}

/// What stands for a value of another type.
protocol ValueCarrier {
  var carriedValue: Any { get }
}

extension EncodingCall {
  /// The value that the caller encodes.
  static func root(of value: Any) -> Any { (value as? any ValueCarrier)?.carriedValue ?? value }

  /// The `EncodingError` that a failure becomes at the boundary.
  func error(
    _ failure: WireFailure, for value: Any, path: [any CodingKey]
  ) -> EncodingError {
    if failure.kind == .duplicateKey, let clash = unsafe state.pointee.clash {
      return .invalid(
        clash.value ?? Self.root(of: value), at: clash.path,
        "The members '\(clash.first.stringValue)' and '\(clash.second.stringValue)' are both "
          + "written as '\(clash.name)'.", failure)
    }
    return .invalid(Self.root(of: value), at: path, failure.kind.description, failure)
  }

  /// The `EncodingError` for a failure at a node of `view`, the finished tape. It holds the value
  /// of that node.
  func error(_ failure: WireFailure, for value: Any, in view: TapeView) -> EncodingError {
    guard failure.node >= 0 else { return error(failure, for: value, path: []) }
    var trail = CodingTrail()
    let path = trail.steps(to: failure.node, in: view).map { key($0, in: view) }
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

  /// The value at `index`, if the tape is the document as it stands.
  func finishedValue(at index: Int) -> AnyValue? {
    if unsafe state.pointee.needsLinearising { return nil }
    return try? AnyValue(view, at: index)
  }

  /// Whether members are an error to which the strategy for keys gives one name.
  private var refusesClashes: Bool {
    unsafe state.pointee.known.isConverting && !state.pointee.options.mergesMembers
  }

  /// Refuses two members of one name, of which the keys stand at these indexes, unless they are the
  /// same member or the last one counts.
  func checkMember(_ first: Int, _ second: Int) throws(WireFailure) {
    guard refusesClashes else { return }
    guard let secondKey = unsafe state.pointee.key(at: second, in: view) else { return }
    try check(
      secondKey, against: first, second, at: unsafe state.pointee.path(to: second + 1),
      finishedValue(at: second + 1))
  }

  /// Refuses to go on with the container of another member of the map at `header`, which has the
  /// same name as `key`.
  func checkMember<K: CodingKey>(_ key: K, continues first: Int, of header: Int) throws(WireFailure)
  {
    guard refusesClashes else { return }
    try check(
      key, against: first, first, at: unsafe state.pointee.path(to: header) + [key], nil)
  }

  /// Refuses `key`, which `node` has the name of, if the node at `first` is that of another one.
  private func check(
    _ key: any CodingKey, against first: Int, _ node: Int,
    at path: @autoclosure () -> [any CodingKey], _ value: @autoclosure () -> AnyValue?
  ) throws(WireFailure) {
    let view = self.view
    guard let firstKey = unsafe state.pointee.key(at: first, in: view),
      !firstKey.stringValue.utf8.elementsEqual(key.stringValue.utf8)
    else { return }
    unsafe state.pointee.clash = MemberClash(
      first: firstKey, second: key, name: view.string(view[node]), path: path(), value: value())
    throw WireFailure(.duplicateKey, node: node)
  }
}
