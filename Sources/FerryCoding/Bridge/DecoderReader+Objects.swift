import FerryTape

extension DecoderReader {
  mutating func beginObject() throws(WireFailure) -> Object {
    do {
      switch source {
      case .decoder(let decoder):
        return Object(container: try decoder.container(keyedBy: TapeKey.self))
      case .member(let container, let key):
        let inner = try container.nestedContainer(keyedBy: TapeKey.self, forKey: key)
        return Object(container: inner)
      }
    } catch {
      throw failure(error, at: position)
    }
  }

  func position(of object: Object) -> Int {
    places.position(of: object.container.codingPath)
  }

  /// First the slots whose names are there, then keys that are other spellings of one.
  mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    while object.slot < Fields.count {
      let slot = object.slot
      object.slot += 1
      let key = TapeKey("\(Fields.name(slot))")
      guard object.container.contains(key) else { continue }
      progress.seen.insert(slot)
      source = .member(object.container, key)
      return slot
    }
    let keys = object.keys ?? object.container.allKeys
    object.keys = keys
    while object.index < keys.count {
      let key = keys[object.index]
      object.index += 1
      let slot = FieldKey.withKey(key.stringValue) { Fields.slot(for: $0) }
      guard slot >= 0, !progress.has(slot) else { continue }
      progress.seen.insert(slot)
      source = .member(object.container, key)
      return slot
    }
    return nil
  }

  mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    let keys = object.keys ?? object.container.allKeys
    object.keys = keys
    guard object.index < keys.count else { return nil }
    let key = keys[object.index]
    object.index += 1
    source = .member(object.container, key)
    let bytes = KeyBytes(key.stringValue)
    object.bytes = bytes
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

  /// The key. It is valid as long as this object is, which the object sees to until it goes on.
  var key: FieldKey { unsafe FieldKey(UnsafeBufferPointer(rebasing: bytes[..<count])) }

  deinit { unsafe bytes.deallocate() }
}
