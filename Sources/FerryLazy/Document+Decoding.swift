internal import FerryBytes
internal import FerryCoding
public import FerryPath
public import FerryTape

extension Document {
  /// Decodes the first value that `path` leads to.
  ///
  /// The coding path of an error begins at the root of the document. What `userInfo` holds is added
  /// to the decoder's for this call.
  /// - Throws: `DecodingError`; `keyNotFound` or `valueNotFound` if there is no such value.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, at path: WirePath = .root,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    guard let value = try get(path) else { throw missing(path, type) }
    return try value.decoded(type, userInfo)
  }

  /// Decodes the first value that `path` leads to; `nil` if there is none, or if it is null.
  /// - Throws: `DecodingError`.
  public func decodeIfPresent<T: Decodable>(
    _ type: T.Type = T.self, at path: WirePath,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T? {
    guard let value = try get(path), try value.kind != .null else { return nil }
    return try value.decoded(type, userInfo)
  }

  /// The first value that `path` leads to, with everything in it; `nil` if there is none.
  /// - Throws: `DecodingError`.
  public func value(at path: WirePath = .root) throws -> AnyValue? {
    try get(path)?.decoded(AnyValue.self, [:])
  }

  private func decoded<T: Decodable>(
    _ type: T.Type, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    do {
      return try source.decode(type, at: place, userInfo: userInfo)
    } catch let error as DecodingError where !path.isRoot {
      let context = error.context
      throw error.with(
        DecodingError.Context(
          codingPath: Self.codingPath(path.steps) + context.codingPath,
          debugDescription: context.debugDescription,
          underlyingError: error.failure?.moved(to: path.description) ?? context.underlyingError))
    }
  }

  /// The error for a path that leads nowhere: it is at the last value on the way.
  private func missing(_ path: WirePath, _ type: any Any.Type) -> DecodingError {
    var last = self
    var length = 0
    // Looked for again, which only an error pays for.
    while length < path.steps.count,
      let next = try? get(WirePath(steps: Array(path.steps[...length])))
    {
      last = next
      length += 1
    }
    let placed = PlacedFailure(
      kind: .keyNotFound, place: source.sourcePlace(of: last.place),
      detail: "nothing at '\(path)'", path: last.path.description)
    func context(_ text: String) -> DecodingError.Context {
      DecodingError.Context(
        codingPath: Self.codingPath(last.path.steps), debugDescription: text,
        underlyingError: placed)
    }
    guard length < path.steps.count, case .key(let name) = path.steps[length],
      let kind = try? last.kind, kind == .object
    else {
      return .valueNotFound(type, context("No value at path '\(path)'."))
    }
    let key = TapeKey(stringValue: name)
    return .keyNotFound(
      key, context("No value associated with key \"\(name)\", on the way to '\(path)'."))
  }

  private static func codingPath(_ steps: [WirePath.Step]) -> [any CodingKey] {
    steps.map { step in
      switch step {
      case .key(let key): TapeKey(stringValue: key)
      case .index(let index), .keyOrIndex(let index): TapeKey(intValue: index)
      case .wildcard: TapeKey(stringValue: "*")
      }
    }
  }
}
