import FerryTape

/// Finds duplicate keys in maps and key tables, in linear time for any keys.
struct KeySet: ~Copyable {
  /// Up to this many keys, every pair is compared.
  private static let few = 8

  /// Indexes of keys plus 1, by hash; zero is free.
  private var places: [UInt32] = []
  private let seed = ByteRun.seed

  /// The index of the first key of the map at `map` that equals an earlier one. All keys of the
  /// map are nodes whose stored bytes are their text.
  mutating func firstDuplicate(in map: Int, of view: TapeView) -> Int? {
    firstDuplicate(in: map, end: view[map].payload, view.elementCount(map), of: view)
  }

  /// The same for a map that is not closed yet: its contents end at `end` and have `count` pairs.
  mutating func firstDuplicate(
    in map: Int, end: Int, _ count: Int, of view: TapeView
  ) -> Int? {
    if count < 2 { return nil }
    if count > Self.few { clear(for: count) }
    var key = map + 1
    while key < end {
      let text = unsafe view.stored(view[key])
      if count > Self.few {
        let isNew = unsafe insert(text, key) { unsafe view.stored(view[$0]) }
        if !isNew { return key }
      } else {
        var earlier = map + 1
        while earlier < key {
          if unsafe Self.equal(view.stored(view[earlier]), text) { return key }
          earlier = view.next(earlier + 1)
        }
      }
      key = view.next(key + 1)
    }
    return nil
  }

  /// The place of the first of `keys` that equals an earlier one. They are text nodes of `lexer`. The first `known` of them differ, and if there are any, this is the set that was
  /// asked about them last.
  mutating func firstDuplicate(of keys: [UInt64], known: Int, in lexer: BinaryLexer) -> Int? {
    func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
      unsafe lexer.text(Node(word: keys[index]))
    }
    if keys.count <= Self.few {
      for index in known..<keys.count {
        for earlier in 0..<index where unsafe Self.equal(text(earlier), text(index)) {
          return index
        }
      }
      return nil
    }
    // Room doubles, so that keys that come a few at a time are seldom noted again.
    let isRoomy = known > Self.few && Self.size(for: keys.count) <= places.count
    if !isRoomy { clear(for: keys.count) }
    for index in (isRoomy ? known : 0)..<keys.count {
      if unsafe !insert(text(index), index, text) { return index }
    }
    return nil
  }

  /// Places for `count` keys, so that at most two thirds of them are taken.
  private static func size(for count: Int) -> Int {
    1 << (Int.bitWidth - (count + count / 2).leadingZeroBitCount)
  }

  /// Makes room for `count` keys.
  private mutating func clear(for count: Int) {
    places.removeAll(keepingCapacity: places.count <= 1 << 16)
    places.append(contentsOf: repeatElement(0, count: Self.size(for: count)))
  }

  /// Notes `text` under `index`.
  /// - Returns: false if an equal text is there already.
  @inline(__always)
  private mutating func insert(
    _ text: UnsafeBufferPointer<UInt8>, _ index: Int,
    _ other: (Int) -> UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let hash =
      unsafe text.baseAddress.map { unsafe ByteRun.hash($0, count: text.count, seed: seed) } ?? 0
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while places[place] != 0 {
      if unsafe Self.equal(other(Int(places[place]) - 1), text) { return false }
      place = (place + 1) & mask
    }
    places[place] = UInt32(truncatingIfNeeded: index + 1)
    return true
  }

  private static func equal(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard first.count == second.count else { return false }
    guard let a = first.baseAddress, let b = second.baseAddress else { return true }
    return unsafe ByteRun.equal(a, b, count: first.count)
  }
}
