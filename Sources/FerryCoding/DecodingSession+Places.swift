import FerryBytes
internal import FerryPath
import FerryTape

extension DecodingSession {
  /// `error` with its place in the input, if the input is at fault.
  package func placed(
    _ error: any Error, _ offsetOfNode: (Int) -> Int?, _ place: (Int) -> SourcePlace,
    _ remark: () -> FailureRemark?
  ) -> any Error {
    call.placed(error, offsetOfNode, place, remark)
  }
}

/// What an error gets on its way out of the outermost call.
extension DecodingCall {
  /// `error` with its place in the input, if the input is at fault.
  @inline(never)
  package func placed(
    _ error: any Error, _ offsetOfNode: (Int) -> Int?, _ place: (Int) -> SourcePlace,
    _ remark: () -> FailureRemark?
  ) -> any Error {
    if let failure = error as? Failure { return placed(failure, place, remark()) }
    guard let error = error as? DecodingError, error.place == nil else { return error }
    let context = error.context
    let failure = context.underlyingError as? Failure
    // An error of the user's own has a path, and the path leads to the node. So it does if there is
    // a failure in it that was caught elsewhere and knows no node of this tape.
    let known = failure.flatMap { node(around: $0.node) }
    guard let node = known ?? node(at: context.codingPath) else { return error }
    guard failure != nil || context.underlyingError == nil else { return error }
    let report = report(of: error, failure?.kind ?? .invalidValue, at: node)
    let placed = PlacedFailure(
      kind: failure?.kind ?? .invalidValue, place: offsetOfNode(node).map(place),
      detail: report.detail, path: Self.path(context.codingPath), hint: report.hint,
      notes: report.notes.compactMap { note in
        offsetOfNode(note.node).map { PlacedFailure.Note(text: note.text, place: place($0)) }
      })
    return error.with(
      DecodingError.Context(
        codingPath: context.codingPath, debugDescription: context.debugDescription,
        underlyingError: placed))
  }

  private func placed(
    _ failure: Failure, _ place: (Int) -> SourcePlace, _ remark: FailureRemark?
  ) -> DecodingError {
    let path =
      unsafe remark?.hasPath != true
      ? "" : WirePath.path(to: state.pointee.view.count, in: state.pointee.view).description
    return DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: [],
        debugDescription:
          unsafe "The given data was not valid \(state.pointee.options.formatName).",
        underlyingError: PlacedFailure(
          kind: failure.kind, place: failure.offset < 0 ? nil : place(failure.offset),
          detail: remark?.detail, path: path, hint: remark?.hint,
          notes: (remark?.notes ?? []).map { note in
            PlacedFailure.Note(text: note.text, place: place(note.offset))
          })))
  }

  /// A coding path as `WirePath` spells it.
  private static func path(_ keys: [any CodingKey]) -> String {
    WirePath(
      steps: keys.map { key in
        // A model's key may have an integer as well as a name.
        key.intValue.flatMap {
          key.stringValue == TapeKey(intValue: $0).stringValue ? .index($0) : nil
        }
          ?? .key(key.stringValue)
      }
    ).description
  }

  /// Whether a model's `key`, or a name in the document, leads to the value at `index`.
  private func leads(_ key: any CodingKey, to index: Int) -> Bool {
    let view = unsafe state.pointee.view
    let name = view.string(view[index - 1])
    let own = unsafe state.pointee.modelKeys.key(to: index, named: name)
    return (own?.stringValue ?? name) == key.stringValue
  }

  /// The node that a coding path leads to, as far as it goes.
  private func node(at path: [any CodingKey]) -> Int? {
    let view = unsafe state.pointee.view
    guard view.count > 0 else { return nil }
    var index = unsafe view.resolved(state.pointee.recordRoot)
    for key in path {
      var child = index + 1
      var ordinal = unsafe index == 0 ? state.pointee.firstElement : 0
      let isMap = view[index].kind == .map
      guard isMap || view[index].kind == .list else { return index }
      var found: Int?
      while child < view[index].payload {
        let value = isMap ? child + 1 : child
        if isMap ? leads(key, to: value) : ordinal == key.intValue {
          found = value
          break
        }
        child = view.next(value)
        ordinal += 1
      }
      guard let found else { return index }
      index = view.resolved(found)
    }
    return index
  }
}
