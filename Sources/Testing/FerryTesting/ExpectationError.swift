internal import FerryCoders
internal import FerryPatch
internal import FerryBase

/// A failed expectation of a test.
public struct ExpectationError: Error, CustomStringConvertible {
  /// The failures, with the differences by path.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension ExpectationError {
  /// The largest number of differences that are shown.
  private static let limit = 20

  /// Returns a line for each difference of two values.
  static func differences<T: Encodable>(expected: T, found: T) -> [String] {
    let lines = (try? (AnyValue(encoding: expected), AnyValue(encoding: found)))
      .map { differences(expected: $0, found: $1) }
    guard let lines, !lines.isEmpty else { return ["  expected \(expected)", "  found \(found)"] }
    return lines
  }

  /// Returns a line for each difference of two documents.
  static func differences(expected: AnyValue, found: AnyValue) -> [String] {
    let operations = found.difference(from: expected).operations
    // The path of an operation is one in the document that the operations before it have changed.
    var document = expected
    var lines: [String] = []
    for operation in operations.prefix(limit) {
      switch operation {
      case .add(let path, let value): lines.append("  \(path): expected nothing, found \(value)")
      case .remove(let path):
        lines.append("  \(path): expected \(document.value(at: path) ?? .null), found nothing")
      case .replace(let path, let value):
        let name = path == .root ? "the value" : "\(path)"
        lines.append("  \(name): expected \(document.value(at: path) ?? .null), found \(value)")
      default: break
      }
      guard let next = try? document.applying(JSONPatch([operation])) else { break }
      document = next
    }
    let rest = operations.count - lines.count
    return rest > 0 ? lines + ["  and \(rest) more"] : lines
  }
}
