internal import CSQLite
public import FerryRecords
public import FerryBase

/// A table of an SQLite database that stores records.
///
/// ```swift
/// var store = try SQLiteStore(path: "cats.db", table: "cats")
/// let result = try Cat.importArray(from: data, into: &store)
/// for warning in result.warnings { print(warning) }
/// ```
///
/// Each record is an object, and its members are columns. Booleans are stored as 0 and 1, arrays
/// and objects as JSON text. A number that neither a 64-bit integer nor a double holds is stored as
/// text, and so is NaN.
///
/// A missing table is created within the transaction, and then gets a column for each new member.
/// In an existing table, a member without a column is an error.
public struct SQLiteStore: RecordStore {
  private let connection: SQLiteConnection
  private let table: String
  private let plannedColumns: [SQLiteColumn]
  /// The names of the columns, in the form that SQLite compares.
  private var columns: Set<String> = []
  /// Whether this store has created the table and may change it.
  private var isOwn = false
  private var isThere = false
  /// The insertion statements by the members of a record.
  private var insertions: [[String]: SQLiteStatement] = [:]

  private static let insertionLimit = 64

  /// Opens a database for the records of one table, and creates the database if there is no file at
  /// `path`.
  ///
  /// If the table is missing, it is created with `columns`. Further columns are added for new
  /// members.
  /// - Throws: ``SQLiteError``
  public init(path: String, table: String, columns: [SQLiteColumn] = []) throws(SQLiteError) {
    connection = try SQLiteConnection(path: path)
    self.table = table
    plannedColumns = columns
    _ = try SQLiteConnection.quoted(table)
  }

  /// Opens a transaction, which blocks other writers.
  /// - Throws: ``SQLiteError``
  public mutating func begin() throws(SQLiteError) {
    try connection.run("BEGIN IMMEDIATE")
    try readColumns()
    if !isThere, !plannedColumns.isEmpty { try createTable(plannedColumns) }
  }

  /// Adds a record, which must be an object.
  /// - Throws: ``SQLiteError``
  public mutating func insert(_ record: AnyValue) throws(SQLiteError) {
    guard case .object(let members) = record else {
      throw .record("the record is not an object")
    }
    var values: [SQLiteValue] = []
    for member in members {
      do throws(WireFailure) {
        values.append(try SQLiteValue(member.value))
      } catch {
        throw .record("\(member.key): \(error.kind)")
      }
    }
    // Only records that can be stored change the table.
    let statement = try insertion(of: members.map(\.key))
    for (position, value) in values.enumerated() { try statement.bind(value, position + 1) }
    while try statement.step() {}
    statement.reset()
  }

  /// Makes the records permanent.
  /// - Throws: ``SQLiteError``
  public mutating func commit() throws(SQLiteError) {
    try connection.run("COMMIT")
  }

  /// Discards the records, and the table if the transaction has created it.
  /// - Throws: ``SQLiteError``
  public mutating func rollBack() throws(SQLiteError) {
    insertions = [:]
    // After some errors, such as a full disk, SQLite has already rolled back.
    if connection.isInTransaction { try connection.run("ROLLBACK") }
    try readColumns()
  }

  /// Returns the rows of a query.
  /// - Throws: ``SQLiteError``
  package func rows(_ query: String) throws(SQLiteError) -> [[AnyValue]] {
    let statement = try connection.prepare(query)
    var rows: [[AnyValue]] = []
    while try statement.step() { rows.append(statement.row) }
    return rows
  }

  // MARK: Table

  private mutating func readColumns() throws(SQLiteError) {
    let rows = try rows("PRAGMA table_info(\(SQLiteConnection.quoted(table)))")
    columns = Set(rows.compactMap { $0[1].string.map(Self.folded) })
    isThere = !columns.isEmpty
    if !isThere { isOwn = false }
  }

  private mutating func createTable(_ columns: [SQLiteColumn]) throws(SQLiteError) {
    try checkColumnCount(columns.count)
    var declarations: [String] = []
    for column in columns { declarations.append(try column.declaration()) }
    try connection.run(
      "CREATE TABLE \(SQLiteConnection.quoted(table)) (\(declarations.joined(separator: ", ")))")
    self.columns = Set(columns.map { Self.folded($0.name) })
    isThere = true
    isOwn = true
  }

  private mutating func insertion(of names: [String]) throws(SQLiteError) -> SQLiteStatement {
    if let statement = insertions[names] { return statement }
    try requireColumns(names)
    if !isThere {
      try createTable(names.map { SQLiteColumn($0) })
    }
    if isOwn { try checkColumnCount(columns.union(names.map(Self.folded)).count) }
    for name in names where isOwn && !columns.contains(Self.folded(name)) {
      let column = try SQLiteColumn(name).declaration()
      try connection.run("ALTER TABLE \(SQLiteConnection.quoted(table)) ADD COLUMN \(column)")
      columns.insert(Self.folded(name))
    }
    let statement = try connection.prepare(try sql(names))
    // The limit bounds the memory if every record has other members.
    if insertions.count >= Self.insertionLimit { insertions = [:] }
    insertions[names] = statement
    return statement
  }

  /// Throws if the members of a record cannot be columns.
  private func requireColumns(_ names: [String]) throws(SQLiteError) {
    var members: [String: String] = [:]
    for name in names {
      guard !name.utf8.contains(0) else {
        throw .record("the name of a column cannot contain a NUL character")
      }
      if let other = members.updateValue(name, forKey: Self.folded(name)) {
        throw .record("SQLite does not distinguish the columns '\(other)' and '\(name)'")
      }
    }
    guard isThere || !names.isEmpty else {
      throw .record("a table needs a column, and the record has no members")
    }
  }

  private func checkColumnCount(_ count: Int) throws(SQLiteError) {
    let limit = connection.columnLimit
    guard count > limit else { return }
    throw SQLiteError(
      code: SQLITE_ERROR,
      message: "table '\(table)' would have \(count) columns, and SQLite allows at most \(limit)",
      statement: nil)
  }

  /// Folds ASCII letters to lowercase, because SQLite ignores their case in names.
  private static func folded(_ name: String) -> String {
    let bytes = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func sql(_ names: [String]) throws(SQLiteError) -> String {
    let table = try SQLiteConnection.quoted(table)
    guard !names.isEmpty else { return "INSERT INTO \(table) DEFAULT VALUES" }
    var quoted: [String] = []
    for name in names { quoted.append(try SQLiteConnection.quoted(name)) }
    let variables = repeatElement("?", count: names.count).joined(separator: ", ")
    return "INSERT INTO \(table) (\(quoted.joined(separator: ", "))) VALUES (\(variables))"
  }
}

/// A column of a table that is created for records.
public struct SQLiteColumn: Equatable, Sendable {
  /// The name of the column.
  public let name: String
  /// The type in SQL, such as `INTEGER` or `TEXT`. A column without a type stores values unchanged.
  public let type: String?
  /// Whether every record must have a value for the column.
  public let isRequired: Bool

  /// Creates a column.
  public init(_ name: String, type: String? = nil, isRequired: Bool = false) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
  }

  /// Returns the declaration in SQL.
  func declaration() throws(SQLiteError) -> String {
    try SQLiteConnection.quoted(name) + (type.map { " " + $0 } ?? "")
      + (isRequired ? " NOT NULL" : "")
  }
}
