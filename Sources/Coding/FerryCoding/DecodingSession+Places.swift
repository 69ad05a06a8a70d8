package import FerryBase

/// An error about nodes of the tape. It gets their locations when it leaves the outermost call.
package protocol NodeError: Error {
  /// The nodes and their locations, as far as they are known.
  var places: [Int: SourcePlace?] { get }
  /// Returns the error with other locations.
  func with(places: [Int: SourcePlace?]) -> Self
}

extension NodeError {
  /// Returns the error with its locations, which one pass over the document finds.
  func located<Source: TapeSource & ~Copyable>(
    from source: inout Source, _ cursor: inout PlaceCursor
  ) -> Self {
    let input = cursor.input
    let nodes = places.keys.sorted()
    let all = nodes.count > 1 ? source.offsets(in: input) : []
    var places: [Int: SourcePlace?] = [:]
    for node in nodes {
      let offset =
        all.isEmpty
        ? source.offset(ofNode: node, in: input) : all.indices.contains(node) ? all[node] : nil
      places[node] = offset.map { source.place(of: $0, &cursor) }
    }
    return with(places: places)
  }

  /// Returns the error with the locations in a document around the text. `move` is called with
  /// ascending offsets.
  package func moved(_ move: (SourcePlace) -> SourcePlace) -> Self {
    var places = self.places
    for node in places.keys.sorted() { places[node] = places[node]?.map(move) }
    return with(places: places)
  }
}

/// The location and the report that an error gets when it leaves the outermost call.
extension DecodingCall {
  /// Returns `error` with its location in the input, if the input is at fault. The location shows no
  /// text if the model `type` has sensitive members.
  @inline(never)
  package func located<Source: TapeSource & ~Copyable>(
    _ error: any Error, of type: any Any.Type, from source: inout Source,
    _ cursor: inout PlaceCursor
  ) -> any Error {
    let hidesText = hidesText(of: type)
    if let failure = error as? WireFailure {
      let problem = source.problem(failure, in: cursor.input)
      return unreadable(problem.located { source.location($0, &cursor) }, hidesText)
    }
    func locate(_ location: Problem.Location) -> Problem.Location {
      guard case .node = location else { return location }
      let location = source.location(location, &cursor)
      guard hidesText, case .place(let place) = location else { return location }
      return .place(place.withoutExcerpt)
    }
    guard let error = error as? DecodingError else {
      return (error as? any NodeError)?.located(from: &source, &cursor) ?? error
    }
    let context = error.context
    if (context.underlyingError as? Problem)?.place != nil { return error }
    let unplaced = error.unplaced
    if var redacted = unplaced, redacted.isRedacted {
      redacted.location = redacted.node.flatMap(node(around:)).map { .node($0) } ?? .unknown
      redacted.path = WirePath(keys: context.codingPath)
      return error.with(
        DecodingError.Context(
          codingPath: context.codingPath, redacted.located(locate).moved { $0.withoutExcerpt }))
    }
    // An error of the user's own has a path that leads to the node. The same applies to an error
    // whose failure was caught elsewhere and knows no node of this tape.
    let known = unplaced?.node.flatMap(node(around:))
    guard let node = known ?? node(at: context.codingPath) else { return error }
    guard unplaced != nil || context.underlyingError == nil else { return error }
    let report = report(of: error, unplaced, at: node)
    var placed = report.problem
    if unplaced?.underlyingError != nil { placed.subject = unplaced?.subject ?? .none }
    let inner = placed.path
    placed.path = WirePath(keys: context.codingPath).appending(inner)
    placed = placed.located(locate)
    let isContainer = [.map, .list].contains(state.view[node].kind)
    let isSensitive =
      hidesText && !isContainer && SensitiveMembers.all(of: type).concern(placed.path)
    if isSensitive { placed = placed.redacted }
    // The text of a type's own error stays. Under `followsFoundation`, Foundation's text stays as
    // well, for callers that compare it.
    let followsFoundation = state.options.rules.followsFoundation
    let keepsText = !isSensitive && (followsFoundation || !report.isWhole)
    let placedContext = DecodingError.Context(
      codingPath: context.codingPath + inner.codingKeys, placed,
      text: keepsText ? context.debugDescription : nil)
    guard let key = report.missingKey else { return error.with(placedContext) }
    return DecodingError.keyNotFound(key.codingKey, placedContext)
  }

  /// Returns the error for an input that is not a document of its format.
  private func unreadable(_ problem: Problem, _ hidesText: Bool) -> DecodingError {
    var placed = problem
    if placed.hasPath {
      placed.path = WirePath.path(to: state.view.count, in: state.view)
      if case .index(let index)? = placed.path.steps.first {
        let steps = placed.path.steps.dropFirst()
        placed.path = WirePath(steps: [.index(state.firstElement + index)] + steps)
      }
    }
    if hidesText { placed = placed.withoutText }
    let options = state.options
    return DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: [], placed,
        text: options.rules.followsFoundation
          ? "The given data was not valid \(options.formatName)." : nil))
  }

  /// Whether an error of the model `type` shows no text of the input, because sensitive values may be
  /// near. The locations of an observer show no other value than the one at fault.
  private func hidesText(of type: any Any.Type) -> Bool {
    state.options.observer == nil && !SensitiveMembers.all(of: type).paths.isEmpty
  }

  /// Returns whether the value at `index` belongs to `key`: the model's key if one was noted, or
  /// else the name in the document.
  private func leads(_ key: any CodingKey, to index: Int) -> Bool {
    let view = state.view
    let name = view.string(view[index - 1])
    let own = state.modelKeys.key(to: index, named: name)
    return (own?.stringValue ?? name) == key.stringValue
  }

  /// Returns the last node that can be reached along a coding path.
  private func node(at path: [any CodingKey]) -> Int? {
    let view = state.view
    guard view.count > 0 else { return nil }
    var index = view.resolved(state.recordRoot)
    for key in path {
      var child = index + 1
      var ordinal = index == 0 ? state.firstElement : 0
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

extension WirePath.Step {
  /// The step as a coding key.
  package var codingKey: any CodingKey {
    switch self {
    case .key(let key): TapeKey(key)
    case .index(let index), .keyOrIndex(let index): TapeKey(intValue: index)
    case .wildcard: TapeKey("*")
    }
  }
}

extension WirePath {
  /// The path as a coding path.
  package var codingKeys: [any CodingKey] { steps.map(\.codingKey) }

  /// Creates the path for a coding path.
  init(keys: [any CodingKey]) {
    self.init(
      steps: keys.map { key in
        // A model's key may have an integer as well as a name.
        key.intValue.flatMap {
          key.stringValue == TapeKey(intValue: $0).stringValue ? .index($0) : nil
        }
          ?? .key(key.stringValue)
      })
  }
}
