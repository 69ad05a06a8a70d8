/// An error of the system that prevents reading or writing a stream.
public struct StreamError: Error, Equatable, Sendable {
  /// The name of the file or other stream.
  public let name: String
  /// The operation that failed, such as `open`, `read`, `write` or `lock`.
  public let operation: String
  /// The system's number for the reason (`errno`); 0 if the file is not a regular file.
  public let code: Int32

  package init(_ name: String, _ operation: String, code: Int32) {
    self.name = name
    self.operation = operation
    self.code = code
  }
}

extension StreamError: CustomStringConvertible {
  /// `events.ndjson: cannot open: No such file or directory`
  public var description: String {
    let reason = code == 0 ? "not a regular file" : systemMessage(code)
    return "\(name): cannot \(operation): \(reason)"
  }
}
