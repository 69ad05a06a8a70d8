@_exported public import Ferry
import FerryCoding
import FerryEssentials
import FerryModels
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
    try run(values, into: &store) { value in
      (Result { try TreeCoding.decode(Record.self, from: value.get()) }, try? value.get())
    }
  }

  /// Stores values unchanged.
  /// - Throws: any error of the store, after the transaction is rolled back.
  public static func run<Store: RecordStore>(
    _ values: some Sequence<Result<AnyValue, any Error>>, into store: inout Store
  ) throws -> ImportResult<AnyValue> {
    try run(values, as: AnyValue.self, into: &store)
  }

  package static func run<Record: Codable, Store: RecordStore>(
    attempts: [ImportAttempt<Record>], fromJSON data: Data, into store: inout Store
  ) throws -> ImportResult<Record> {
    try run(attempts, isInArray: true, into: &store) { attempt in
      (attempt.result.mapError { TreeCoding.located($0, inJSON: data) }, attempt.input)
    }
  }

  private static func run<Attempt, Record: Encodable, Store: RecordStore>(
    _ attempts: some Sequence<Attempt>, isInArray: Bool = false, into store: inout Store,
    _ read: (Attempt) -> (Result<Record, any Error>, AnyValue?)
  ) throws -> ImportResult<Record> {
    var records: [Record] = []
    var warnings: [ImportWarning] = []
    try store.transaction { store in
      for (position, attempt) in attempts.enumerated() {
        switch read(attempt) {
        case (.success(let record), _):
          try store.insert(TreeCoding.encode(record))
          records.append(record)
        case (.failure(let error), let input):
          warnings.append(
            ImportWarning(record: position + 1, Record.self, error, input, isInArray: isInArray))
        }
      }
    }
    return ImportResult(records: records, warnings: warnings)
  }
}

extension ImportWarning {
  init(
    record: Int, _ type: Any.Type, _ error: any Error, _ input: AnyValue?, isInArray: Bool = false
  ) {
    let json = input.flatMap { try? TreeCoding.json($0) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let decoding = error as? DecodingError else {
      self.init(record: record, type: "\(type)", problem: "\(error)", json: json)
      return
    }
    let keys = decoding.context.codingPath.dropFirst(isInArray ? 1 : 0)
    self.init(
      record: record, type: "\(type)",
      path: WirePath(
        steps: keys.map { $0.intValue.map(WirePath.Step.index) ?? .key($0.stringValue) }),
      place: decoding.problem?.place,
      problem: decoding.problem?.detail ?? decoding.context.debugDescription,
      json: json)
  }
}

/// The result of decoding a record, and the input if decoding failed.
package struct ImportAttempt<Value: Decodable>: Decodable {
  let result: Result<Value, any Error>
  let input: AnyValue?

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    result = Result { try container.decode(Value.self) }
    if case .failure = result { input = try? container.decode(AnyValue.self) } else { input = nil }
  }
}
