/// The parts of a document or record file, and the bytes that its tables and packed blocks save.
package struct BinaryStatistics: Sendable, Equatable {
  /// The number and the size of parts of one kind.
  package struct Share: Sendable, Equatable {
    /// The number of parts.
    package var count = 0
    /// The bytes of all parts.
    package var bytes = 0

    mutating func add(_ size: Int) {
      count += 1
      bytes += size
    }
  }

  /// The total number of bytes.
  package var total = 0
  /// Bytes of all tables, with their lengths and counts.
  package var tableBytes = 0
  /// Entries of the key table.
  package var keys = Share()
  /// Key lists, with the numbers of their keys.
  package var keyLists = Share()
  /// Entries of the value table.
  package var values = Share()
  /// Frames of a record file.
  package var frames = Share()
  /// Tags, lengths and counts of containers.
  package var containers = Share()
  /// Scalars that are written in place.
  package var scalars = Share()
  /// References to entries of the value table.
  package var references = Share()
  /// Packed blocks.
  package var packed = Share()
  /// Objects that have a key list.
  package var objects = 0

  /// Bytes that keys beside their values would take.
  package var keySavings = 0
  /// Bytes that the referenced values would take in place, minus the bytes of the references.
  package var referenceSavings = 0
  /// Bytes that the elements of packed blocks would take with their tags.
  package var packedPlainBytes = 0

  /// Bytes that key lists save: keys beside values, minus the tables of keys and key lists.
  package var savedByKeyLists: Int { keySavings - keys.bytes - keyLists.bytes }
  /// Bytes that the value table saves.
  package var savedByValues: Int { referenceSavings - values.bytes }
  /// Bytes that packed blocks save.
  package var savedByPacking: Int { packedPlainBytes - packed.bytes }
}
