/// An open-addressing index from hashes to small numbers; the owner compares what they stand for.
///
/// Hashes are seeded, so no input makes searches long. They are kept whole: what is known by its
/// hash alone must not depend on the seed, or the same tape would be written in different ways.
struct HashPlaces: ~Copyable {
  private struct Place {
    var hash: UInt64 = 0
    /// Number plus 2; zero is free.
    var number: UInt32 = 0
  }

  private var places: [Place] = []
  private(set) var count = 0

  /// Forgets all; a little memory is kept.
  mutating func clear() {
    if count > 0 {
      if places.count > 1024 { places = [] }
      for index in places.indices { places[index] = Place() }
    }
    count = 0
  }

  /// The number under `hash` that `isRight` says yes to, or `nil`. Numbers are -1 and up.
  @inline(__always)
  func find(_ hash: UInt64, _ isRight: (Int) -> Bool) -> Int? {
    if places.isEmpty { return nil }
    let mask = places.count &- 1
    var index = Int(truncatingIfNeeded: hash) & mask
    // At most half of the places are taken, so a free one ends the search.
    while true {
      let place = places[index]
      if place.number == 0 { return nil }
      if place.hash == hash {
        let number = Int(place.number) &- 2
        if isRight(number) { return number }
      }
      index = (index &+ 1) & mask
    }
  }

  /// Puts `number` under `hash`, in the place of `old` if that is there.
  mutating func insert(_ hash: UInt64, _ number: Int, replacing old: Int? = nil) {
    if count * 2 >= places.count { grow() }
    let mask = places.count - 1
    var index = Int(truncatingIfNeeded: hash) & mask
    while true {
      let place = places[index]
      let isOld = old.map { place.hash == hash && Int(place.number) - 2 == $0 } ?? false
      if place.number == 0 || isOld {
        if place.number == 0 { count += 1 }
        places[index] = Place(hash: hash, number: UInt32(truncatingIfNeeded: number + 2))
        return
      }
      index = (index + 1) & mask
    }
  }

  private mutating func grow() {
    let old = places
    places = [Place](repeating: Place(), count: max(64, old.count * 4))
    let mask = places.count - 1
    for place in old where place.number != 0 {
      var index = Int(truncatingIfNeeded: place.hash) & mask
      while places[index].number != 0 { index = (index + 1) & mask }
      places[index] = place
    }
  }
}
