import FerryTape

extension DecoderReader {
  mutating func beginRecord() throws(Failure) -> Record {
    do {
      switch source {
      case .decoder(let decoder):
        return Record(container: try decoder.container(keyedBy: TapeKey.self))
      case .member(let container, let key):
        let inner = try container.nestedContainer(keyedBy: TapeKey.self, forKey: key)
        return Record(container: inner)
      }
    } catch {
      throw failure(error, at: position)
    }
  }

  func position(of record: Record) -> Int {
    places.position(of: record.container.codingPath)
  }

  /// First the slots whose names are there, then keys that are other spellings of one.
  mutating func nextSlot<Fields: _FieldSet>(
    _ record: inout Record, _ progress: inout _FieldProgress<Fields>
  ) throws(Failure) -> Int? {
    while record.slot < Fields.count {
      let slot = record.slot
      record.slot += 1
      let key = TapeKey("\(Fields.name(slot))")
      guard record.container.contains(key) else { continue }
      progress.seen.insert(slot)
      source = .member(record.container, key)
      return slot
    }
    let keys = record.keys ?? record.container.allKeys
    record.keys = keys
    while record.index < keys.count {
      let key = keys[record.index]
      record.index += 1
      let slot = FieldKey.withKey(key.stringValue) { Fields.slot(for: $0) }
      guard slot >= 0, !progress.has(slot) else { continue }
      progress.seen.insert(slot)
      source = .member(record.container, key)
      return slot
    }
    return nil
  }

  mutating func nextKey(_ record: inout Record) throws(Failure) -> FieldKey? {
    let keys = record.keys ?? record.container.allKeys
    record.keys = keys
    guard record.index < keys.count else { return nil }
    let key = keys[record.index]
    record.index += 1
    source = .member(record.container, key)
    let bytes = KeyBytes(key.stringValue)
    record.bytes = bytes
    return bytes.key
  }
}

/// Owns the bytes that a `FieldKey` points to.
@safe
final class KeyBytes {
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ text: String) {
    // At least one byte, so that there is an address.
    unsafe bytes = .allocate(capacity: max(text.utf8.count, 1))
    _ = unsafe bytes.initialize(from: text.utf8)
    count = text.utf8.count
  }

  private let count: Int

  /// The key. It is valid as long as this object is, which the record sees to until it goes on.
  var key: FieldKey { unsafe FieldKey(UnsafeBufferPointer(rebasing: bytes[..<count])) }

  deinit { unsafe bytes.deallocate() }
}
