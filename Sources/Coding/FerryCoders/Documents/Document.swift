public import FerryBase
internal import FerryCoding
internal import FerryFoundation

/// A document of any format that is read on demand, or one value in it.
///
/// ```swift
/// let document = JSON.document(bytes)
/// let name = try document.decode(String.self, at: "statuses[0].user.name")
/// for status in try document.values(at: "statuses[*]") { ... }
/// ```
///
/// Ferry reads only the bytes that lead to a requested value: in JSON text, a path is followed
/// straight through the bytes. Up to the value, the document checks brackets, strings and UTF-8. It
/// checks nothing after the value; to check the whole document, call ``validate()``. Paths mean the
/// same in all formats, see ``WirePath``. If keys are equal, the first one counts.
///
/// A document owns its bytes and is a value: you can keep it, copy it and use it from many threads.
public struct Document: Sendable {
  let source: DocumentSource
  let place: DocumentPlace
  /// The path from the root of the document to this value, without wildcards.
  public let path: WirePath

  package init(_ source: DocumentSource) {
    self.init(source, place: source.root, path: .root)
  }

  init(_ source: DocumentSource, place: DocumentPlace, path: WirePath) {
    self.source = source
    self.place = place
    self.path = path
  }

  /// The kind of this value.
  /// - Throws: `DecodingError` if the bytes are not a value.
  public var kind: AnyValue.Kind {
    get throws { try source.kind(at: place) }
  }

  /// The key of this value in its object; `nil` in an array and at the root.
  public var key: String? {
    if case .key(let key) = path.steps.last { key } else { nil }
  }

  /// The position of this value in its array; `nil` in an object and at the root.
  public var index: Int? {
    if case .index(let index) = path.steps.last { index } else { nil }
  }

  /// Checks the whole document that contains this value.
  /// - Throws: `DecodingError` whose `place` is the line and column of the first error.
  public func validate() throws {
    try source.validate()
  }
}

// MARK: - Paths

extension Document {
  /// Returns the first value at `path`, or `nil` if no value is there.
  /// - Throws: `DecodingError` for errors in the bytes up to the value.
  public func value(at path: WirePath) throws -> Document? {
    if path.isRoot { return self }
    var found: Document?
    try source.forEachMatch(of: path, from: place) { place, way in
      found = child(place, way)
      return false
    }
    return found
  }

  /// The value of the member `key`; `nil` if this value is not an object or has no such member.
  /// - Throws: `DecodingError` for errors in the bytes up to the value.
  public subscript(key: String) -> Document? {
    get throws { try value(at: WirePath(steps: [.key(key)])) }
  }

  /// The element at `index`; `nil` if this value is not an array or has no such element.
  /// - Throws: `DecodingError` for errors in the bytes up to the value.
  public subscript(index: Int) -> Document? {
    get throws { try value(at: WirePath(steps: [.index(index)])) }
  }

  /// Returns all values at `path`, in document order.
  /// - Throws: `DecodingError` for errors in the bytes.
  public func values(at path: WirePath) throws -> [Document] {
    var found: [Document] = []
    try forEachValue(at: path) { found.append($0) }
    return found
  }

  /// Calls `body` with every value at `path`, in document order, until `body` throws. The path
  /// `"[*]"` visits the ``children()``.
  /// - Throws: `DecodingError` for errors in the bytes, or the error of `body`.
  public func forEachValue(at path: WirePath, _ body: (Document) throws -> Void) throws {
    try source.forEachMatch(of: path, from: place) { place, way in
      try body(child(place, way))
      return true
    }
  }

  /// Returns the elements of an array or the values of an object, in document order. The result is
  /// empty for any other value.
  ///
  /// Each child has its ``key`` or ``index``.
  /// - Throws: `DecodingError` for errors in the bytes.
  public func children() throws -> [Document] {
    try values(at: WirePath(steps: [.wildcard]))
  }

  private func child(_ place: DocumentPlace, _ way: [WirePath.Step]) -> Document {
    Document(source, place: place, path: WirePath(steps: path.steps + way))
  }
}

extension Document {
  /// Decodes the first value at `path`.
  ///
  /// The coding path of an error begins at the root of the document. The entries of `userInfo` are
  /// added to the decoder's own for this call.
  /// - Throws: `DecodingError`; `keyNotFound` or `valueNotFound` if no value is at `path`.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, at path: WirePath = .root,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try showing(type) {
      guard let value = try value(at: path) else { throw missing(path, type) }
      return try value.decoded(type, userInfo)
    }
  }

  /// Decodes the first value at `path`. Returns `nil` if no value is there, or if it is null.
  /// - Throws: `DecodingError`.
  public func decodeIfPresent<T: Decodable>(
    _ type: T.Type = T.self, at path: WirePath,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T? {
    try showing(type) {
      guard let value = try value(at: path), try value.kind != .null else { return nil }
      return try value.decoded(type, userInfo)
    }
  }

  /// Calls `body`, whose errors show no text of the document if the model `type` has sensitive
  /// members.
  private func showing<R>(_ type: any Any.Type, _ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as DecodingError {
      throw error.shown(of: type)
    }
  }

  private func decoded<T: Decodable>(
    _ type: T.Type, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    do {
      return try source.decode(type, at: place, userInfo: userInfo)
    } catch let error as DecodingError where !path.isRoot {
      throw error.moved(to: path.codingKeys, path)
    }
  }

  /// Returns the error for a path without a value. Its location is the last value on the path.
  private func missing(_ path: WirePath, _ type: any Any.Type) -> DecodingError {
    var last = self
    var length = 0
    // The search is repeated, which costs time only on errors.
    while length < path.steps.count,
      let next = try? value(at: WirePath(steps: Array(path.steps[...length])))
    {
      last = next
      length += 1
    }
    func context(_ kind: FailureKind, _ detail: String) -> DecodingError.Context {
      DecodingError.Context(
        codingPath: last.path.codingKeys,
        Problem(
          kind, place: source.sourcePlace(of: last.place), detail: detail, path: last.path))
    }
    guard length < path.steps.count, case .key(let name) = path.steps[length],
      let kind = try? last.kind, kind == .object
    else {
      return .valueNotFound(type, context(.valueNotFound, "nothing at '\(path)'"))
    }
    return .keyNotFound(
      TapeKey(name), context(.keyNotFound, "`\(name)`, on the way to '\(path)'"))
  }
}

extension Document {
  /// Creates a document of a value in memory.
  ///
  /// Foundation's types are decoded from it as from JSON, and mappings apply. A value with more
  /// than 512 levels of containers is an error when it is read.
  public init(_ value: AnyValue) {
    self.init(
      value,
      CodingOptions {
        $0.formatName = "value"
        $0.decodingBridge = FoundationDecoding()
      })
  }

  /// Creates a document of a value in memory, which is decoded with `coding`.
  init(_ value: AnyValue, _ coding: CodingOptions) {
    self.init(
      DocumentSource(
        CollectionBytes.owner(of: [UInt8]()), ValueFormat(value: value, coding: coding)))
  }
}

/// A value in memory as a document.
private struct ValueFormat: DocumentFormat, TapeSource {
  let value: AnyValue
  let coding: CodingOptions
  var isText: Bool { false }

  func source(of part: Int) -> any TapeSource { self }

  func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    var open = OpenContainer()
    try value.append(to: &tape, &open, limit: OpenContainer.standardLimit)
  }

  func offset(ofNode node: Int, in input: ByteView) -> Int? { nil }
}

extension AnyValue {
  /// Decodes the first value at `path`, as a ``Document`` of this value does.
  /// - Throws: `DecodingError`; `keyNotFound` or `valueNotFound` if no value is at `path`.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, at path: WirePath = .root,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try Document(self).decode(type, at: path, userInfo: userInfo)
  }
}
