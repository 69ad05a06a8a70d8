internal import CSQLite
import FerryTape

/// A compiled statement.
@safe
package final class SQLiteStatement {
  private let handle: OpaquePointer
  private let sql: String
  // Kept, as its handle is asked for messages.
  private let connection: SQLiteConnection

  /// Tells SQLite to copy what is bound, which is gone after the call.
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
  /// - Returns: whether there is one.
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

  /// Makes the statement ready to be run again.
  func reset() { unsafe sqlite3_reset(handle) }

  // MARK: Values

  /// Sets variable `index`, from 1.
  func bind(_ value: SQLiteValue, _ index: Int) throws(SQLiteError) {
    let index = Int32(clamping: index)
    let code: Int32
    switch value {
    case .null: code = unsafe sqlite3_bind_null(handle, index)
    case .integer(let value): code = unsafe sqlite3_bind_int64(handle, index, value)
    case .real(let value): code = unsafe sqlite3_bind_double(handle, index, value)
    case .text(var text):
      code = text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          unsafe sqlite3_bind_text64(
            handle, index, $0.baseAddress, UInt64($0.count), Self.transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      // An empty array may have no address, which would be NULL.
      code =
        unsafe bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : bytes.withUnsafeBytes {
          unsafe sqlite3_bind_blob64(
            handle, index, $0.baseAddress, UInt64($0.count), Self.transient)
        }
    }
    guard code == SQLITE_OK else { throw connection.error(code, sql) }
  }

  /// The values of the row.
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
    // The count is asked for behind the text, which may have been converted.
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private func blob(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
