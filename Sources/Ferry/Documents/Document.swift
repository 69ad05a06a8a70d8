public import FerryPath
public import FerryTape

/// A document of any format that is not loaded yet, or one value in it.
///
/// ```swift
/// let document = JSON.document(bytes)
/// let name = try document.decode(String.self, at: "statuses[0].user.name")
/// for status in try document.values(at: "statuses[*]") { ... }
/// ```
///
/// Nothing is read before it is asked for, and then only what leads to it: in JSON text, a path is
/// followed straight through the bytes. On the way a document checks brackets, strings and UTF-8,
/// behind the value nothing, and so it never claims to be valid: ``validate()`` tells. What a path
/// means is the same everywhere, see ``WirePath``; of equal keys the first one counts.
///
/// A document owns its bytes and is a value: it may be kept, copied and used by many threads.
public struct Document: Sendable {
  let source: any DocumentSource
  let place: DocumentPlace
  /// The way from the root of the document to this value, without wildcards.
  public let path: WirePath

  init(_ source: any DocumentSource) {
    self.init(source, place: .root, path: .root)
  }

  init(_ source: any DocumentSource, place: DocumentPlace, path: WirePath) {
    self.source = source
    self.place = place
    self.path = path
  }

  /// What this value is.
  /// - Throws: `DecodingError` where the bytes are no value.
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

  /// Checks all of the document that this value is in.
  /// - Throws: `DecodingError` whose `place` is the line and column of the first error.
  public func validate() throws {
    try source.validate()
  }
}

// MARK: - Paths

extension Document {
  /// The first value that `path` leads to; `nil` if there is none.
  /// - Throws: `DecodingError` for what is wrong in the bytes before it.
  public func value(at path: WirePath) throws -> Document? {
    if path.isRoot { return self }
    var found: Document?
    try source.forEachMatch(of: path, from: place) { place, way in
      found = child(place, way)
      return false
    }
    return found
  }

  /// The value of the member `key`; `nil` if this is no object or has no such member.
  /// - Throws: `DecodingError` for what is wrong in the bytes before it.
  public subscript(key: String) -> Document? {
    get throws { try value(at: WirePath(steps: [.key(key)])) }
  }

  /// The element at `index`; `nil` if this is no array or has no such element.
  /// - Throws: `DecodingError` for what is wrong in the bytes before it.
  public subscript(index: Int) -> Document? {
    get throws { try value(at: WirePath(steps: [.index(index)])) }
  }

  /// All values that `path` leads to, in the order of the document.
  /// - Throws: `DecodingError` for what is wrong in the bytes.
  public func values(at path: WirePath) throws -> [Document] {
    var found: [Document] = []
    try forEachValue(at: path) { found.append($0) }
    return found
  }

  /// Calls `body` with every value that `path` leads to, as they come, until it throws: with `"[*]"`,
  /// with each of the ``children()``.
  /// - Throws: `DecodingError` for what is wrong in the bytes, or what `body` throws.
  public func forEachValue(at path: WirePath, _ body: (Document) throws -> Void) throws {
    var failure: (any Error)?
    try source.forEachMatch(of: path, from: place) { place, way in
      do {
        try body(child(place, way))
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
  }

  /// The elements of an array, or the values of an object, in their order; else none.
  ///
  /// Each knows its ``key`` or ``index``.
  /// - Throws: `DecodingError` for what is wrong in the bytes.
  public func children() throws -> [Document] {
    try values(at: WirePath(steps: [.wildcard]))
  }

  private func child(_ place: DocumentPlace, _ way: [WirePath.Step]) -> Document {
    Document(source, place: place, path: WirePath(steps: path.steps + way))
  }
}
