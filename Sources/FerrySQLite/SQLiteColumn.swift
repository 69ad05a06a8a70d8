/// A column of a table that is made for records.
public struct SQLiteColumn: Equatable, Sendable {
  /// Its name.
  public let name: String
  /// Its type as SQL declares it, such as `INTEGER` or `TEXT`; without one, values stay what they are.
  public let type: String?
  /// Whether every record has a value for it.
  public let isRequired: Bool

  /// A column.
  public init(_ name: String, type: String? = nil, isRequired: Bool = false) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
  }

  /// How SQL declares it.
  func declaration() throws(SQLiteError) -> String {
    try SQLiteConnection.quoted(name) + (type.map { " " + $0 } ?? "")
      + (isRequired ? " NOT NULL" : "")
  }
}
