/// What became of an import.
public struct ImportResult<Record> {
  /// The records that were stored, in order.
  public let records: [Record]
  /// The records that were left out, in order.
  public let warnings: [ImportWarning]

  package init(records: [Record], warnings: [ImportWarning]) {
    self.records = records
    self.warnings = warnings
  }
}

extension ImportResult: Sendable where Record: Sendable {}
