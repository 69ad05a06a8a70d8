@_exported public import Ferry
@_exported public import FerryRecords

/// Imports of records into a store, each in one transaction.
public enum RecordImport {
  /// Decodes each value as a `Record`, encodes the decoded records again and stores them.
  ///
  /// - Throws: any error of the store, after the transaction is rolled back.
  public static func run<Record: Codable, Store: RecordStore>(
    _ values: some Sequence<Result<AnyValue, any Error>>, as type: Record.Type,
    into store: inout Store
  ) throws -> ImportResult<Record> {
    try run(values, into: &store) {
      try $0.get().decode(Record.self)
    } input: {
      try $0.get()
    }
  }

  /// Stores values unchanged.
  /// - Throws: any error of the store, after the transaction is rolled back.
  public static func run<Store: RecordStore>(
    _ values: some Sequence<Result<AnyValue, any Error>>, into store: inout Store
  ) throws -> ImportResult<AnyValue> {
    try run(values, as: AnyValue.self, into: &store)
  }

  /// Decodes each element of an array as a `Record`, encodes the decoded records again and stores
  /// them. Warnings have the place of the error in the document.
  /// - Throws: `DecodingError` if the document is invalid or not an array; any error of the store,
  ///   after the transaction is rolled back.
  public static func run<Record: Codable, Store: RecordStore>(
    arrayIn document: Document, as type: Record.Type, into store: inout Store
  ) throws -> ImportResult<Record> {
    try document.validate()
    guard try document.kind == .array else {
      _ = try document.decode([AnyValue].self)
      return ImportResult(records: [], warnings: [])
    }
    return try run(document.children(), isInArray: true, into: &store) {
      try $0.decode(Record.self)
    } input: {
      try $0.decode(AnyValue.self)
    }
  }

  private static func run<Attempt, Record: Encodable, Store: RecordStore>(
    _ attempts: some Sequence<Attempt>, isInArray: Bool = false, into store: inout Store,
    _ read: (Attempt) throws -> Record, input: (Attempt) throws -> AnyValue
  ) throws -> ImportResult<Record> {
    var records: [Record] = []
    var warnings: [ImportWarning] = []
    try store.transaction { store in
      for (position, attempt) in attempts.enumerated() {
        let record: Record
        do {
          record = try read(attempt)
        } catch {
          let input = try? input(attempt)
          warnings.append(
            ImportWarning(record: position + 1, Record.self, error, input, isInArray: isInArray))
          continue
        }
        try store.insert(AnyValue(encoding: record))
        records.append(record)
      }
    }
    return ImportResult(records: records, warnings: warnings)
  }
}

extension ImportWarning {
  init(
    record: Int, _ type: Any.Type, _ error: any Error, _ input: AnyValue?, isInArray: Bool = false
  ) {
    let problem = Problem(error)
    self.init(
      record: record, type: "\(type)",
      path: WirePath(steps: Array(problem.path.steps.dropFirst(isInArray ? 1 : 0))),
      place: problem.place, problem: problem.detail ?? problem.summary,
      json: input.flatMap { try? JSON.string($0) })
  }
}
