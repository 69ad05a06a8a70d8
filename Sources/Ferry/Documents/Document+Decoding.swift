import FerryBytes
import FerryCoding
public import FerryPath
import FerryTape

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
