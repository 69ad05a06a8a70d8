public import FerryBase

/// A JSON Patch: operations that change a document one after the other (RFC 6902).
///
/// ```swift
/// let patch = new.difference(from: old)
/// let copy = try old.applying(patch)          // equals `new`
/// let text = try JSON.string(patch.value)     // [{"op":"replace","path":"/port","value":81}]
/// ```
public struct JSONPatch: Hashable, Sendable {
  /// One operation. Paths are JSON Pointers (RFC 6901). A number is an index of an array or a key of
  /// an object. `-` is the position after the last element of an array.
  public enum Operation: Hashable, Sendable {
    /// Inserts an element before the one at the path, or sets a member (section 4.1).
    case add(WirePath, AnyValue)
    /// Removes the value, which must exist (section 4.2).
    case remove(WirePath)
    /// Replaces the value, which must exist (section 4.3).
    case replace(WirePath, AnyValue)
    /// Removes the value at `from` and adds it at the path (section 4.4).
    case move(from: WirePath, WirePath)
    /// Adds the value at `from` at the path (section 4.5).
    case copy(from: WirePath, WirePath)
    /// Fails unless the value at the path equals this value (section 4.6).
    case test(WirePath, AnyValue)
  }

  /// The operations in order.
  public var operations: [Operation]

  /// Creates a patch of these operations.
  public init(_ operations: [Operation] = []) { self.operations = operations }

  /// Whether the patch changes nothing.
  public var isEmpty: Bool { operations.isEmpty }
}

extension JSONPatch {
  /// Creates a patch from its document, an array of operations (RFC 6902, section 3).
  ///
  /// Members without a meaning are ignored (section 4).
  /// - Throws: `Problem` with the path of the operation that is not valid.
  public init(_ document: AnyValue) throws(Problem) {
    guard case .array(let elements) = document else {
      throw .patch("a JSON Patch is an array of operations", at: .root)
    }
    operations = []
    for (index, element) in elements.enumerated() {
      operations.append(try Operation(element, at: WirePath(steps: [.index(index)])))
    }
  }

  /// The document of the patch.
  public var value: AnyValue { .array(operations.map(\.value)) }
}

extension JSONPatch.Operation {
  fileprivate init(_ document: AnyValue, at place: WirePath) throws(Problem) {
    func pointer(_ name: String) throws(Problem) -> WirePath {
      guard case .string(let text)? = document[name] else {
        throw .patch("the operation needs a JSON Pointer `\(name)`", at: place)
      }
      return try WirePath(pointer: text)
    }
    func value() throws(Problem) -> AnyValue {
      guard let value = document["value"] else {
        throw .patch("the operation needs a `value`", at: place)
      }
      return value
    }
    let path = try pointer("path")
    switch document["op"]?.string {
    case "add": self = .add(path, try value())
    case "remove": self = .remove(path)
    case "replace": self = .replace(path, try value())
    case "move": self = .move(from: try pointer("from"), path)
    case "copy": self = .copy(from: try pointer("from"), path)
    case "test": self = .test(path, try value())
    default:
      throw .patch(
        "`op` must be add, remove, replace, move, copy or test", at: place)
    }
  }

  fileprivate var value: AnyValue {
    func document(
      _ name: String, from: WirePath? = nil, _ path: WirePath, _ value: AnyValue? = nil
    ) -> AnyValue {
      var members: AnyValue.Object = ["op": .string(name)]
      // The paths of an operation have no wildcard, so they have a pointer.
      if let from { members["from"] = .string(from.pointer ?? "") }
      members["path"] = .string(path.pointer ?? "")
      if let value { members["value"] = value }
      return .object(members)
    }
    return switch self {
    case .add(let path, let value): document("add", path, value)
    case .remove(let path): document("remove", path)
    case .replace(let path, let value): document("replace", path, value)
    case .move(let from, let path): document("move", from: from, path)
    case .copy(let from, let path): document("copy", from: from, path)
    case .test(let path, let value): document("test", path, value)
    }
  }
}

extension Problem {
  /// Returns the problem of a patch or an edit that cannot be applied.
  package static func patch(_ words: String, at path: WirePath, hint: String? = nil) -> Problem {
    var problem = Problem(.invalidValue, path: path, hint: hint)
    problem.subject = .words(words)
    return problem
  }
}
