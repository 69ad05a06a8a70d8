/// What a database says is wrong.
public struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// SQLite's extended result code, such as 2067 for a value that has to be unique and is not.
  public let code: Int32
  /// What is wrong, in SQLite's words.
  public let message: String
  /// The statement that failed, where it was one.
  public let statement: String?

  /// The message, and the start of the statement in brackets.
  public var description: String {
    guard let statement else { return message }
    let shown = statement.count > 120 ? statement.prefix(119) + "…" : statement[...]
    return "\(message) (\(shown))"
  }

  /// An error of a record that no table can hold, found before the database was asked: SQLITE_MISMATCH
  /// without a statement.
  static func record(_ message: String) -> SQLiteError {
    SQLiteError(code: 20, message: message, statement: nil)
  }

  /// Whether the record is to blame, and the next one can be stored all the same.
  package var isOfRecord: Bool { code == 20 && statement == nil }
}
