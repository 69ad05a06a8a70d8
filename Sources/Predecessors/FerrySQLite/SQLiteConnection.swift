internal import CSQLite
import FerryBase

/// An open database.
///
/// Only one thread at a time may use a connection.
@safe
package final class SQLiteConnection {
  private let handle: OpaquePointer

  /// The time to wait for a lock of another process, in milliseconds.
  private static let patience: Int32 = 10_000

  /// Opens the database at `path`, and creates it if it is missing. `:memory:` is a database in
  /// memory. Any other text is the path of a file, even if SQLite would read it as a URI.
  package init(path: String) throws(SQLiteError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      // SQLite would create a temporary database, or one with another name.
      let found = path.isEmpty ? "an empty path" : "a path with a NUL character"
      throw SQLiteError(
        code: SQLITE_CANTOPEN, message: "expected the path of a database, found \(found)",
        statement: nil)
    }
    let file = path == ":memory:" || path.hasPrefix("/") ? path : "./" + path
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = unsafe sqlite3_open_v2(file, &opened, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      // Most errors come with a handle, which has the message.
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
    // Open statements keep the connection alive until they end.
    unsafe sqlite3_close_v2(handle)
  }

  /// The maximum number of columns of a table.
  var columnLimit: Int { unsafe Int(sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, -1)) }

  /// Whether a transaction is open. Some errors end a transaction.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Compiles one statement.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement = unsafe statement else { throw error(code, sql) }
    return unsafe SQLiteStatement(statement, sql, self)
  }

  /// Runs one statement without parameters and ignores its rows.
  package func run(_ sql: String) throws(SQLiteError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// Returns the error of the last call.
  func error(_ code: Int32, _ sql: String?) -> SQLiteError {
    unsafe SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), statement: sql)
  }
}

extension SQLiteConnection {
  /// Returns a name quoted for SQL.
  /// - Throws: an error for a name with a NUL, because C ignores the text after it.
  static func quoted(_ name: String) throws(SQLiteError) -> String {
    guard !name.utf8.contains(0) else {
      throw SQLiteError(
        code: SQLITE_MISUSE, message: "the name contains a NUL character", statement: nil)
    }
    return "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}

/// A compiled statement.
@safe
package final class SQLiteStatement {
  private let handle: OpaquePointer
  private let sql: String
  // Kept alive, because its handle has the error messages.
  private let connection: SQLiteConnection

  /// The destructor that makes SQLite copy bound bytes, which are freed after the call.
  private static var transient: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  init(_ handle: OpaquePointer, _ sql: String, _ connection: SQLiteConnection) {
    unsafe self.handle = handle
    self.sql = sql
    self.connection = connection
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Goes to the next row.
  /// - Returns: whether there is a next row.
  package func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let error = connection.error(code, sql)
      unsafe sqlite3_reset(handle)
      throw error
    }
  }

  /// Resets the statement, so that it can run again.
  func reset() { unsafe sqlite3_reset(handle) }

  // MARK: Values

  /// Binds `value` to parameter `index`, counted from 1.
  func bind(_ value: SQLiteValue, _ index: Int) throws(SQLiteError) {
    let index = Int32(clamping: index)
    let code: Int32
    switch value {
    case .null: code = unsafe sqlite3_bind_null(handle, index)
    case .integer(let value): code = unsafe sqlite3_bind_int64(handle, index, value)
    case .real(let value): code = unsafe sqlite3_bind_double(handle, index, value)
    case .text(var text):
      code = text.withByteView { bytes in
        unsafe bytes.buffer.withMemoryRebound(to: CChar.self) {
          unsafe sqlite3_bind_text64(
            handle, index, $0.baseAddress, UInt64($0.count), Self.transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      // Even an empty view has an address, so SQLite does not store NULL.
      code = bytes.withByteView {
        unsafe sqlite3_bind_blob64(handle, index, $0.start, UInt64($0.count), Self.transient)
      }
    }
    guard code == SQLITE_OK else { throw connection.error(code, sql) }
  }

  /// The values of the current row.
  package var row: [AnyValue] {
    unsafe (0..<sqlite3_column_count(handle)).map { column in
      switch unsafe sqlite3_column_type(handle, column) {
      case SQLITE_INTEGER: unsafe .number(AnyValue.Number(sqlite3_column_int64(handle, column)))
      case SQLITE_FLOAT: unsafe .number(AnyValue.Number(sqlite3_column_double(handle, column)))
      case SQLITE_TEXT: .string(text(column))
      case SQLITE_BLOB: .bytes(blob(column))
      default: .null
      }
    }
  }

  private func text(_ column: Int32) -> String {
    guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
    // The count is read after the text, because reading the text may convert it.
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe String(decoding: ByteView(start: start, count: count), as: UTF8.self)
  }

  private func blob(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe Array(ByteView(at: start, count: count))
  }
}

/// An error of a database.
public struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The extended result code of SQLite, such as 2067 for a value that is not unique in its column.
  public let code: Int32
  /// The error message, usually from SQLite.
  public let message: String
  /// The statement that failed, if there was one.
  public let statement: String?

  /// The message, followed by the start of the statement in parentheses.
  public var description: String {
    guard let statement else { return message }
    let shown = statement.count > 120 ? statement.prefix(119) + "…" : statement[...]
    return "\(message) (\(shown))"
  }

  /// Returns the error for a record that no table can hold, found before a statement runs.
  static func record(_ message: String) -> SQLiteError {
    SQLiteError(code: SQLITE_MISMATCH, message: message, statement: nil)
  }

  /// Whether only the record is invalid, so that the next record can be stored.
  package var isOfRecord: Bool { code == SQLITE_MISMATCH && statement == nil }

  /// The code without the bits of an extended one.
  private var primaryCode: Int32 { code & 0xFF }

  /// Whether the error is about columns that the members of records need.
  package var isOfColumns: Bool { primaryCode == SQLITE_ERROR }

  /// Whether the database could not be opened, before any statement.
  package var isUnopenedFile: Bool { primaryCode == SQLITE_CANTOPEN && statement == nil }
}
