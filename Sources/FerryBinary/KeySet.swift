import FerryBytes
import FerryTape

/// Finds duplicate keys in maps and key tables, in linear time for any keys.
struct KeySet: ~Copyable {
  /// Up to this many keys, every pair is compared.
  private static let few = 8

  /// The keys' numbers by hash, once there are more.
  private var places: HashPlaces?
  private var indexes: [Int] = []
  private let seed = ByteRun.seed

  /// The index of the first key of the map at `map` that equals an earlier one. The map's contents end
  /// at `end`, and all its keys are nodes whose stored bytes are their text.
  mutating func firstDuplicate(in map: Int, end: Int, of view: TapeView) -> Int? {
    indexes.removeAll(keepingCapacity: indexes.count <= 1 << 16)
    indexes.append(contentsOf: view.keys(from: map + 1, to: end))
    let keys = indexes
    let duplicate = unsafe firstDuplicate(of: keys.count) { unsafe view.stored(view[keys[$0]]) }
    return duplicate.map { keys[$0] }
  }

  /// The number of the first of `count` texts that equals an earlier one. The first `known` of them
  /// differ, and if there are any, this is the set that was asked about them last.
  mutating func firstDuplicate(
    of count: Int, known: Int = 0, _ text: (Int) -> UnsafeBufferPointer<UInt8>
  ) -> Int? {
    if count <= Self.few {
      return (known..<count).first { index in
        (0..<index).contains { unsafe ByteRun.equal(text($0), text(index)) }
      }
    }
    var places = self.places.take() ?? HashPlaces()
    // So few were compared, and are in no place.
    let known = known > Self.few ? known : 0
    if known == 0 { places.clear() }
    let duplicate = (known..<count).first { index in
      let hash = unsafe ByteRun.hash(text(index), seed: seed)
      let position = places.position(of: hash) { unsafe ByteRun.equal(text($0), text(index)) }
      guard position.number == nil else { return true }
      places.put(index, under: hash, at: position)
      return false
    }
    self.places = consume places
    return duplicate
  }
}
