import FerryBytes
public import FerryTape

extension JSONWireWriter {
  /// Begins an object to which several types write.
  public mutating func beginSharedObject() throws(WireFailure) -> Object {
    Object(start: try beginObject().start, firstKey: sharedKeys.count)
  }

  /// Ends an object whose keys have to differ. One in which they do not is left to the tape, which
  /// knows the words for it.
  public mutating func endSharedObject(_ object: inout Object) throws(WireFailure) {
    let differ = keysDiffer(from: object.firstKey)
    sharedKeys.removeLast(sharedKeys.count - object.firstKey)
    if !differ { throw WireFailure(.duplicateKey, offset: -1) }
    try endObject(&object)
  }

  /// Compares hashes, of which equal ones are possible, but rare.
  private func keysDiffer(from first: Int) -> Bool {
    var hashes = Set<Int>(minimumCapacity: sharedKeys.count - first)
    for place in sharedKeys[first...] {
      var hasher = Hasher()
      // What was written a moment ago is still there.
      unsafe hasher.combine(
        bytes: UnsafeRawBufferPointer(
          start: output.pointer(at: place.lowerBound), count: place.count))
      if !hashes.insert(hasher.finalize()).inserted { return false }
    }
    return true
  }
}
