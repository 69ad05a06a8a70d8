/// What a database says is wrong.
public struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// SQLite's extended result code, such as 2067 for a value that has to be unique and is not.
  public let code: Int32
  /// What is wrong, in SQLite's words.
  public let message: String
  /// The statement that failed, where it was one.
  public let statement: String?

  /// The message, and the statement in brackets.
  public var description: String {
    statement.map { "\(message) (\($0))" } ?? message
  }
}
