import FerryBytes
import FerryTape

extension BinaryWireWriter {
  /// Makes sure that the keys from number `first` on, those of one object, differ: no document has
  /// one twice. An object that has is left to the tape, which knows the words for it.
  @usableFromInline @inline(never)
  mutating func endKeys(from first: Int) throws(Failure) {
    let differ = keyPlaces.count - first <= 16 ? keysDiffer(from: first) : hashesDiffer(from: first)
    keyPlaces.removeLast(keyPlaces.count - first)
    if !differ { throw Failure(.duplicateKey, offset: -1) }
  }

  /// Compares each key with each.
  private func keysDiffer(from first: Int) -> Bool {
    for index in first..<keyPlaces.count {
      let key = unsafe writtenKey(at: keyPlaces[index])
      for other in first..<index {
        // The tag of a short key is its length: most keys differ there.
        if unsafe output.pointer(at: keyPlaces[other]).pointee == key.tag,
          unsafe writtenKey(at: keyPlaces[other]).text.elementsEqual(key.text)
        {
          return false
        }
      }
    }
    return true
  }

  /// Compares hashes, of which equal ones are possible, but rare.
  private func hashesDiffer(from first: Int) -> Bool {
    var hashes = Set<Int>(minimumCapacity: keyPlaces.count - first)
    for place in keyPlaces[first...] {
      var hasher = Hasher()
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(writtenKey(at: place).text))
      if !hashes.insert(hasher.finalize()).inserted { return false }
    }
    return true
  }

  /// The tag and the text of a key that was written at `place`.
  private func writtenKey(at place: Int) -> (tag: UInt8, text: UnsafeBufferPointer<UInt8>) {
    let start = unsafe UnsafePointer(output.pointer(at: place))
    let tag = unsafe start.pointee
    guard tag == BinaryTag.longText else {
      return unsafe (
        tag, UnsafeBufferPointer(start: start + 1, count: Int(tag - BinaryTag.shortText))
      )
    }
    // The length that was written here a moment ago is whole.
    guard let (count, width) = unsafe VarInt.read(start + 1, end: start + (output.count - place))
    else {
      return unsafe (tag, UnsafeBufferPointer(start: nil, count: 0))
    }
    return unsafe (tag, UnsafeBufferPointer(start: start + 1 + width, count: Int(count)))
  }
}
