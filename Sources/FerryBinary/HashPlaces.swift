import FerryBytes
import FerryTape

/// An open-addressing index from hashes to small numbers; the owner compares what they stand for.
///
/// ```
/// places   | hash (8 bytes) | number (4) | generation (4) |
/// ```
///
/// A place of another generation is free, so forgetting all takes no time.
///
/// Hashes are seeded, so no input makes searches long. They are kept whole: what is known by its
/// hash alone must not depend on the seed, or the same values would be written in different ways.
@safe
struct HashPlaces: ~Copyable {
  private struct Place {
    var hash: UInt64
    var number: Int32
    var generation: UInt32
  }

  /// Where a hash is or would be.
  struct Position {
    fileprivate let index: Int
    /// What is there, or `nil` in a free place.
    let number: Int?
  }

  private static let fewestPlaces = 64
  /// What a large document needed is not kept for small ones.
  private static let retainedPlaces = 1 << 14

  /// A power of two of places, all of them initialized, and at least half of them free.
  private var places: UnsafeMutablePointer<Place>
  private var mask: Int
  private var generation: UInt32 = 1
  private(set) var count = 0

  init() {
    unsafe places = Self.freePlaces(Self.fewestPlaces)
    mask = Self.fewestPlaces - 1
  }

  deinit {
    // Places are trivial.
    unsafe places.deallocate()
  }

  /// Forgets all; a little memory is kept.
  mutating func clear() {
    count = 0
    generation &+= 1
    if generation == 0 || mask >= Self.retainedPlaces { self = HashPlaces() }
  }

  /// Where the number is under `hash` that `isRight` says yes to, or the free place for one.
  @inline(__always)
  func position(of hash: UInt64, _ isRight: (Int) -> Bool) -> Position {
    var index = Int(truncatingIfNeeded: hash) & mask
    // A free place ends the search, and the mask keeps it inside.
    while true {
      let place = unsafe places[index]
      if place.generation != generation { return Position(index: index, number: nil) }
      if place.hash == hash, isRight(Int(place.number)) {
        return Position(index: index, number: Int(place.number))
      }
      index = (index &+ 1) & mask
    }
  }

  /// Puts `number`, -1 or more, under `hash` where it was looked for last.
  @inline(__always)
  mutating func put(_ number: Int, under hash: UInt64, at position: Position) {
    unsafe places[position.index] = Place(
      hash: hash, number: Int32(truncatingIfNeeded: number), generation: generation)
    if position.number == nil {
      count &+= 1
      if count &* 2 > mask { grow() }
    }
  }

  @inline(never)
  private mutating func grow() {
    let (former, formerCount) = unsafe (places, mask + 1)
    unsafe places = Self.freePlaces(formerCount * 4)
    mask = formerCount * 4 - 1
    for index in 0..<formerCount {
      let place = unsafe former[index]
      guard place.generation == generation else { continue }
      // All that is there differs.
      let free = position(of: place.hash) { _ in false }
      unsafe places[free.index] = place
    }
    unsafe former.deallocate()
  }

  private static func freePlaces(_ count: Int) -> UnsafeMutablePointer<Place> {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: count)
    unsafe places.initialize(
      repeating: Place(hash: 0, number: 0, generation: 0), count: count)
    return unsafe places
  }
}

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
    let duplicate = firstDuplicate(of: keys.count) { view.stored(view[keys[$0]]) }
    return duplicate.map { keys[$0] }
  }

  /// The number of the first of `count` texts that equals an earlier one. The first `known` of them
  /// differ, and if there are any, this is the set that was asked about them last.
  mutating func firstDuplicate(
    of count: Int, known: Int = 0, _ text: (Int) -> ByteView
  ) -> Int? {
    if count <= Self.few {
      return (known..<count).first { index in
        (0..<index).contains { ByteRun.equal(text($0), text(index)) }
      }
    }
    var places = self.places.take() ?? HashPlaces()
    // So few were compared, and are in no place.
    let known = known > Self.few ? known : 0
    if known == 0 { places.clear() }
    let duplicate = (known..<count).first { index in
      let hash = ByteRun.hash(text(index), seed: seed)
      let position = places.position(of: hash) { ByteRun.equal(text($0), text(index)) }
      guard position.number == nil else { return true }
      places.put(index, under: hash, at: position)
      return false
    }
    self.places = consume places
    return duplicate
  }
}
