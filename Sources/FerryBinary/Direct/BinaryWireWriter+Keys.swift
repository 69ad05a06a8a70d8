import FerryBytes
import FerryTape

extension BinaryWireWriter {
  /// Makes sure that the keys from number `first` on, those of one object, differ: no document has
  /// one twice. An object that has is left to the tape, which knows the words for it.
  @usableFromInline @inline(never)
  mutating func endKeys(from first: Int) throws(WireFailure) {
    let count = keyPlaces.count - first
    let lexer = unsafe BinaryLexer(output.bytes)
    let duplicate = unsafe keyLists.keySet.firstDuplicate(of: count) { number in
      // Keys that were written here a moment ago are whole.
      let head = try? lexer.head(at: keyPlaces[first + number], end: lexer.count)
      return unsafe lexer.bytes(at: head?.start ?? 0, count: head?.count ?? 0)
    }
    keyPlaces.removeLast(count)
    if duplicate != nil { throw WireFailure(.duplicateKey, offset: -1) }
  }
}
