public import FerryBytes
public import FerryPath

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

/// A record that was left out.
public struct ImportWarning: Sendable, CustomStringConvertible {
  /// The number of the record, from 1.
  public let record: Int
  /// The type that it was to be.
  public let type: String
  /// The way from the record to what is wrong in it; empty for the record itself.
  public let path: WirePath
  /// Where that is in the input, if it is known.
  public let place: SourcePlace?
  /// What is wrong.
  public let problem: String
  /// The record as compact JSON, if it is a value at all.
  public let json: String?

  /// A warning.
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

  /// One line for people; of a long record it has the beginning.
  public var description: String {
    let position = place.map { "\($0): " } ?? ""
    let way = path.isRoot ? "" : " at \(path)"
    let input =
      json.map { " The record is \($0.count > 200 ? $0.prefix(199) + "…" : $0[...])." } ?? ""
    return "\(position)record \(record) is not a valid \(type)\(way): \(problem)\(input)"
  }
}
