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
    _ failure: Failure, for value: Any, path: [any CodingKey]
  ) -> EncodingError {
    if failure.kind == .duplicateKey, let clash = unsafe state.pointee.clash {
      return .invalidValue(
        clash.value ?? Self.root(of: value),
        EncodingError.Context(
          codingPath: clash.path,
          debugDescription: "The members '\(clash.first.stringValue)' and "
            + "'\(clash.second.stringValue)' are both written as '\(clash.name)'.",
          underlyingError: failure))
    }
    return .invalidValue(
      Self.root(of: value),
      EncodingError.Context(
        codingPath: path, debugDescription: failure.kind.description, underlyingError: failure))
  }

  /// The `EncodingError` for a failure at a node of `view`, the finished tape. It holds the value
  /// of that node.
  func error(_ failure: Failure, for value: Any, in view: TapeView) -> EncodingError {
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
    return .invalidValue(
      fault,
      EncodingError.Context(
        codingPath: path, debugDescription: description, underlyingError: failure))
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
  func checkMember(_ first: Int, _ second: Int) throws(Failure) {
    guard refusesClashes else { return }
    let view = self.view
    guard let firstKey = unsafe state.pointee.key(at: first, in: view),
      let secondKey = unsafe state.pointee.key(at: second, in: view),
      !firstKey.stringValue.utf8.elementsEqual(secondKey.stringValue.utf8)
    else { return }
    unsafe state.pointee.clash = MemberClash(
      first: firstKey, second: secondKey, name: view.string(view[second]),
      path: state.pointee.path(to: second + 1), value: finishedValue(at: second + 1))
    throw Failure(.duplicateKey, node: second)
  }

  /// Refuses to go on with the container of another member of the map at `header`, which has the
  /// same name as `key`.
  func checkMember<K: CodingKey>(_ key: K, continues first: Int, of header: Int) throws(Failure) {
    guard refusesClashes else { return }
    let view = self.view
    guard let firstKey = unsafe state.pointee.key(at: first, in: view),
      !firstKey.stringValue.utf8.elementsEqual(key.stringValue.utf8)
    else { return }
    unsafe state.pointee.clash = MemberClash(
      first: firstKey, second: key, name: view.string(view[first]),
      path: state.pointee.path(to: header) + [key], value: nil)
    throw Failure(.duplicateKey, node: first)
  }
}
