import FerryBytes
import FerryTape

/// The tables of a document that others begin with as well: those of one type, as a rule.
///
/// Reading a small document is mostly reading its tables. The same bytes at the same place have the
/// same meaning, so those that were read lately are not read again.
final class KnownTables: Sendable {
  /// All bytes of the tables, their length in front.
  private let bytes: [UInt8]
  let tables: BinaryReader.Tables
  /// The same tables as direct coding uses them, for one document at a time.
  let idle = Pool<WireTables>()

  private init(_ bytes: [UInt8], _ tables: BinaryReader.Tables) {
    self.bytes = bytes
    self.tables = tables
  }

  /// The last tables under each of a few hashes.
  private static let recent = Passing([KnownTables?](repeating: nil, count: 16))
  /// Tables with many values hardly come again, and are not worth the memory.
  private static let maximumLength = 4096

  /// Gives `reader` the tables at `position` of a document, which is moved behind them; they are
  /// read if they are not known.
  /// - Returns: what is known of them; `nil` if they are too long to be kept.
  static func read(
    at position: inout Int, end: Int, with reader: inout BinaryReader
  ) throws(WireFailure) -> KnownTables? {
    let first = position
    let length = try reader.lexer.length(at: &position, end: end)
    let count = position + length - first
    let start = unsafe reader.lexer.base + first
    guard length <= maximumLength else {
      position = first
      try reader.readTables(at: &position, end: end)
      return nil
    }
    let slot = unsafe Int(
      truncatingIfNeeded: ByteRun.hash(start, count: count, seed: ByteRun.seed) & 15)
    let candidate = recent.ifFree { $0[slot] } ?? nil
    if let known = candidate, unsafe known.isRead(from: start, count: count) {
      position = first + count
      reader.tables = known.tables
      return known
    }
    position = first
    try reader.readTables(at: &position, end: end)
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let known = KnownTables(bytes, reader.tables)
    recent.ifFree { $0[slot] = known }
    return known
  }

  /// Whether these are the tables that the bytes at `start` would be read as.
  private func isRead(from start: UnsafePointer<UInt8>, count: Int) -> Bool {
    guard bytes.count == count else { return false }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.map { unsafe ByteRun.equal($0, start, count: count) } ?? false
    }
  }
}
