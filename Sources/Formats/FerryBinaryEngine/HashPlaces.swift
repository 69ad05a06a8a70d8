import FerryBase

/// An open-addressing index from hashes to small numbers. The owner compares the values behind the
/// numbers.
///
/// ```
/// places   | hash (8 bytes) | number (4) | generation (4) |
/// ```
///
/// A place with an old generation is free, so removing all numbers takes constant time.
///
/// Hashes are seeded, so no input can cause long searches. The index stores whole hashes. Some
/// values are known only by their hash, and with shorter hashes their output would depend on the
/// seed.
@safe
struct HashPlaces: ~Copyable {
  private struct Place {
    var hash: UInt64
    var number: Int32
    var generation: UInt32
  }

  /// The position of a hash, or the free position for it.
  struct Position {
    fileprivate let index: Int
    /// The number at the position, or `nil` if the position is free.
    let number: Int?
  }

  private static let fewestPlaces = 64
  /// The number of places that are kept for the next document. More places are freed.
  private static let retainedPlaces = 1 << 14

  /// The places: a power of two, all initialized, at least half of them free.
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

  /// Removes all numbers and keeps a little memory.
  mutating func clear() {
    count = 0
    generation &+= 1
    if generation == 0 || mask >= Self.retainedPlaces { self = HashPlaces() }
  }

  /// Returns the position of the number under `hash` for which `isRight` returns true, or the free
  /// position for it.
  @inline(__always)
  func position(of hash: UInt64, _ isRight: (Int) -> Bool) -> Position {
    var index = Int(truncatingIfNeeded: hash) & mask
    // A free place ends the search, and the mask keeps the index in range.
    while true {
      let place = unsafe places[index]
      if place.generation != generation { return Position(index: index, number: nil) }
      if place.hash == hash, isRight(Int(place.number)) {
        return Position(index: index, number: Int(place.number))
      }
      index = (index &+ 1) & mask
    }
  }

  /// Stores `number`, at least -1, under `hash` at the position that was found last.
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
      // All stored values differ, so no comparison is needed.
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

/// A set that finds duplicate keys in objects and key tables, in linear time for any keys.
struct KeySet: ~Copyable {
  /// The maximum number of keys for which every pair is compared.
  private static let few = 8

  /// The keys' numbers by hash, if there are more keys.
  private var places: HashPlaces?
  private var indexes: [Int] = []
  private let seed = ByteRun.seed

  /// Returns the index of the first key of the object at `map` that equals an earlier one. The
  /// object's contents end at `end`. All its keys are nodes whose stored bytes are their text.
  mutating func firstDuplicate(in map: Int, end: Int, of view: TapeView) -> Int? {
    indexes.removeAll(keepingCapacity: indexes.count <= 1 << 16)
    indexes.append(contentsOf: view.keys(from: map + 1, to: end))
    let keys = indexes
    let duplicate = firstDuplicate(of: keys.count) { view.stored(view[keys[$0]]) }
    return duplicate.map { keys[$0] }
  }

  /// Returns the number of the first of `count` texts that equals an earlier one. The first `known`
  /// texts are known to differ. If `known` is not 0, the last call on this set must have checked
  /// those texts.
  mutating func firstDuplicate(
    of count: Int, known: Int = 0, _ text: (Int) -> ByteView
  ) -> Int? {
    if count <= Self.few {
      return (known..<count).first { index in
        (0..<index).contains { ByteRun.equal(text($0), text(index)) }
      }
    }
    var places = self.places.take() ?? HashPlaces()
    // Up to ``few`` texts were compared in pairs and are not in the index.
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
