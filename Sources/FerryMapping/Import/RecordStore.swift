import FerryBytes
import FerryPath
import FerryTape

/// Where imported records go: a database with transactions, or a stand-in for one.
public protocol RecordStore {
  /// Opens a transaction.
  mutating func begin() throws
  /// Adds a record to the open transaction.
  mutating func insert(_ record: AnyValue) throws
  /// Makes everything since ``begin()`` permanent.
  mutating func commit() throws
  /// Takes back everything since ``begin()``.
  mutating func rollBack() throws
}

/// A store in memory.
public struct MemoryStore: RecordStore, Sendable {
  /// The records of finished transactions.
  public private(set) var records: [AnyValue] = []
  private var pending: [AnyValue] = []

  /// An empty store.
  public init() {}

  /// Opens a transaction.
  public mutating func begin() { pending = [] }
  /// Adds a record.
  public mutating func insert(_ record: AnyValue) { pending.append(record) }
  /// Keeps the records of the transaction.
  public mutating func commit() {
    records += pending
    pending = []
  }
  /// Forgets the records of the transaction.
  public mutating func rollBack() { pending = [] }
}

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

  /// One line for people.
  public var description: String {
    let position = place.map { "\($0): " } ?? ""
    let way = path.isRoot ? "" : " at \(path)"
    return "\(position)record \(record) is no \(type)\(way): \(problem)"
  }
}

/// What became of an import.
public struct ImportResult<Record> {
  /// The records that were stored, in order.
  public let records: [Record]
  /// The records that were left out, in order.
  public let warnings: [ImportWarning]
}

extension ImportResult: Sendable where Record: Sendable {}
