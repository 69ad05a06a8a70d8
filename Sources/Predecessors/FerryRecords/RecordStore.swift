public import FerryBase

/// A destination of imported records: a database with transactions, or a substitute for one.
public protocol RecordStore {
  /// Opens a transaction.
  mutating func begin() throws
  /// Adds a record to the open transaction.
  mutating func insert(_ record: AnyValue) throws
  /// Makes everything since ``begin()`` permanent.
  mutating func commit() throws
  /// Discards everything since ``begin()``.
  mutating func rollBack() throws
}

/// A store in memory.
public struct MemoryStore: RecordStore, Sendable {
  /// The records of finished transactions.
  public private(set) var records: [AnyValue] = []
  private var pending: [AnyValue] = []

  /// Creates an empty store.
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
  /// Discards the records of the transaction.
  public mutating func rollBack() { pending = [] }
}

extension RecordStore {
  /// Runs `body` in a transaction, which is rolled back after an error.
  /// - Throws: the first error of the store or of `body`.
  public mutating func transaction(_ body: (inout Self) throws -> Void) throws {
    try begin()
    do {
      try body(&self)
      try commit()
    } catch {
      // The first error is the one to report.
      try? rollBack()
      throw error
    }
  }
}
