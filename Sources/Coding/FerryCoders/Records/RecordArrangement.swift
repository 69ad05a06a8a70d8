/// How the records of a format stand in a stream.
public protocol RecordArrangement: Sendable {
  /// The arrangement that streams and writers of records have by default.
  init()
}

/// Records one after the other: the arrangement of formats that have only one.
public struct ConsecutiveRecords: RecordArrangement {
  /// The only arrangement.
  public init() {}
}
