internal import CSQLite

/// An open database. The only file that calls SQLite beside `SQLiteStatement.swift`.
///
/// A connection is used by one thread at a time.
@safe
package final class SQLiteConnection {
  private let handle: OpaquePointer

  /// How long a lock of another process is waited for.
  private static let patience: Int32 = 10_000

  /// Opens the database at `path`, which is made if there is none; `:memory:` is one in memory. Any
  /// other text is the path of a file, also if SQLite would take it for a URI.
  package init(path: String) throws(SQLiteError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      // SQLite would make a database that is gone when it is closed, or one of another name.
      let what = path.isEmpty ? "an empty path" : "a path with a NUL character"
      throw SQLiteError(code: SQLITE_CANTOPEN, message: "\(what) is no database", statement: nil)
    }
    let file = path == ":memory:" || path.hasPrefix("/") ? path : "./" + path
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = unsafe sqlite3_open_v2(file, &opened, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      // A handle comes with most errors, to ask it what was wrong.
      let message =
        unsafe opened.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      unsafe sqlite3_close_v2(opened)
      throw SQLiteError(code: code, message: "\(path): \(message)", statement: nil)
    }
    unsafe handle = opened
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe sqlite3_busy_timeout(handle, Self.patience)
  }

  deinit {
    // Statements that are still there keep the connection alive until they end.
    unsafe sqlite3_close_v2(handle)
  }

  /// How many columns a table can have.
  var columnLimit: Int { unsafe Int(sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, -1)) }

  /// Whether a transaction is open: some errors end it.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Compiles one statement.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement = unsafe statement else { throw error(code, sql) }
    return unsafe SQLiteStatement(statement, sql, self)
  }

  /// Runs one statement that has no values and no rows of interest.
  package func run(_ sql: String) throws(SQLiteError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// The error that the last call has left.
  func error(_ code: Int32, _ sql: String?) -> SQLiteError {
    unsafe SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), statement: sql)
  }
}

extension SQLiteConnection {
  /// A name as SQL spells it.
  /// - Throws: an error for a name with a NUL, behind which C does not look.
  static func quoted(_ name: String) throws(SQLiteError) -> String {
    guard !name.utf8.contains(0) else {
      throw SQLiteError(
        code: SQLITE_MISUSE, message: "a name with a NUL character", statement: nil)
    }
    return "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
