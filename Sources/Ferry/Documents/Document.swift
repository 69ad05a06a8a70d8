import FerryBytes
import FerryCoding
import FerryFoundation
import FerryModels
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
    guard let value = try value(at: path) else { throw missing(path, type) }
    return try value.decoded(type, userInfo)
  }

  /// Decodes the first value that `path` leads to; `nil` if there is none, or if it is null.
  /// - Throws: `DecodingError`.
  public func decodeIfPresent<T: Decodable>(
    _ type: T.Type = T.self, at path: WirePath,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T? {
    guard let value = try value(at: path), try value.kind != .null else { return nil }
    return try value.decoded(type, userInfo)
  }

  private func decoded<T: Decodable>(
    _ type: T.Type, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    do {
      return try source.decode(type, at: place, userInfo: userInfo)
    } catch let error as DecodingError where !path.isRoot {
      throw error.moved(to: path.codingKeys, path.description)
    }
  }

  /// The error for a path that leads nowhere: it is at the last value on the way.
  private func missing(_ path: WirePath, _ type: any Any.Type) -> DecodingError {
    var last = self
    var length = 0
    // Looked for again, which only an error pays for.
    while length < path.steps.count,
      let next = try? value(at: WirePath(steps: Array(path.steps[...length])))
    {
      last = next
      length += 1
    }
    func context(_ kind: FailureKind, _ detail: String) -> DecodingError.Context {
      DecodingError.Context(
        codingPath: last.path.codingKeys,
        PlacedFailure(
          kind: kind, place: source.sourcePlace(of: last.place), detail: detail,
          path: last.path.description))
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

extension Document: CustomStringConvertible {
  /// The value as compact JSON; the error if no ``AnyValue`` can be read.
  public var description: String {
    do {
      return try decode(AnyValue.self).description
    } catch {
      let failure: any Error = (error as? DecodingError)?.failure ?? error
      return "unreadable document: \(failure)"
    }
  }
}

extension Document {
  /// A document of a value that is in memory.
  ///
  /// Foundation's types are decoded from it as from JSON, and mappings are followed; a value nested deeper than 512 containers
  /// is an error when it is asked for.
  public init(_ value: AnyValue) {
    let nowhere = CollectionBytes.owner(of: [UInt8]())
    self.init(
      TapeSource(
        nowhere,
        TapeSource.Format(
          read: { _, tape throws(WireFailure) in
            var open = OpenContainer()
            try value.append(to: &tape, &open, limit: OpenContainer.standardLimit)
          },
          offsetOfNode: { _, _ in nil },
          place: { offset, _ in SourcePlace(binaryOffset: offset) },
          options: { userInfo in
            CodingOptions {
              $0.formatName = "value"
              $0.decodingBridge = MappedDecoding(FoundationDecoding())
              $0.userInfo = userInfo
            }
          })))
  }
}

extension AnyValue {
  /// Decodes the first value that `path` leads to, as a ``Document`` of this value does.
  /// - Throws: `DecodingError`; `keyNotFound` or `valueNotFound` if there is no such value.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, at path: WirePath = .root,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try Document(self).decode(type, at: path, userInfo: userInfo)
  }
}
