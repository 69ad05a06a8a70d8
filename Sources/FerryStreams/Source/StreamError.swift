/// Why a stream cannot be read or written at all: the system refused.
public struct StreamError: Error, Equatable, Sendable {
  /// The file, or what it is called.
  public let name: String
  /// What was to be done, such as `open`, `read`, `write` or `lock`.
  public let operation: String
  /// The system's number for the reason (`errno`).
  public let code: Int32

  package init(_ name: String, _ operation: String, code: Int32) {
    self.name = name
    self.operation = operation
    self.code = code
  }
}

extension StreamError: CustomStringConvertible {
  /// `events.ndjson: cannot open: No such file or directory`
  public var description: String { "\(name): cannot \(operation): \(systemMessage(code))" }
}
