public import FerryBase

/// The result of an import.
public struct ImportResult<Record> {
  /// The records that were stored, in order.
  public let records: [Record]
  /// The warnings about the records that were left out, in order.
  public let warnings: [ImportWarning]

  package init(records: [Record], warnings: [ImportWarning]) {
    self.records = records
    self.warnings = warnings
  }
}

extension ImportResult: Sendable where Record: Sendable {}

/// A warning about a record that was left out.
public struct ImportWarning: Sendable, CustomStringConvertible {
  /// The number of the record, counted from 1.
  public let record: Int
  /// The type that the record should have.
  public let type: String
  /// The path from the record to the invalid value; empty for the record itself.
  public let path: WirePath
  /// The location of the invalid value in the input, if it is known.
  public let place: SourcePlace?
  /// The error message.
  public let problem: String
  /// The record as compact JSON, if it is a valid value.
  public let json: String?

  /// Creates a warning.
  package init(
    record: Int, type: String, path: WirePath = .root, place: SourcePlace? = nil, problem: String,
    json: String? = nil
  ) {
    self.record = record
    self.type = type
    self.path = path
    self.place = place
    self.problem = problem
    self.json = json
  }

  /// The warning as one line of text. A long record is shortened.
  public var description: String {
    let position = place.map { "\($0): " } ?? ""
    let way = path.isRoot ? "" : " at \(path)"
    let input =
      json.map { " The record is \($0.count > 200 ? $0.prefix(199) + "…" : $0[...])." } ?? ""
    return "\(position)record \(record) is not a valid \(type)\(way): \(problem)\(input)"
  }
}
