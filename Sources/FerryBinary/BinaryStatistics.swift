/// What a document or record file is made of, and what its tables and packings saved.
package struct BinaryStatistics: Sendable, Equatable {
  /// Things of one kind.
  package struct Share: Sendable, Equatable {
    /// How many.
    package var count = 0
    /// Bytes of all of them.
    package var bytes = 0

    mutating func add(_ size: Int) {
      count += 1
      bytes += size
    }
  }

  /// Bytes in all.
  package var total = 0
  /// Bytes of all tables, with their lengths and counts.
  package var tableBytes = 0
  /// Entries of the tables.
  package var keys = Share()
  /// Key lists, with the numbers of their keys.
  package var keyLists = Share()
  /// Values that come again.
  package var values = Share()
  /// Frames of a record file.
  package var frames = Share()
  /// Tags, lengths and counts of containers.
  package var containers = Share()
  /// Scalars that stand in their place.
  package var scalars = Share()
  /// Entries of the value table that stand in place of a value.
  package var references = Share()
  /// Packed blocks.
  package var packed = Share()
  /// Objects that have a key list.
  package var objects = 0

  /// Bytes that keys beside their values would take.
  package var keySavings = 0
  /// Bytes that values would take more in place of references.
  package var referenceSavings = 0
  /// Bytes that the elements of packed blocks would take with their tags.
  package var packedPlainBytes = 0

  /// What key lists saved: keys beside values, less the tables of keys and key lists.
  package var savedByKeyLists: Int { keySavings - keys.bytes - keyLists.bytes }
  /// What the value table saved.
  package var savedByValues: Int { referenceSavings - values.bytes }
  /// What packed blocks saved.
  package var savedByPacking: Int { packedPlainBytes - packed.bytes }
}
