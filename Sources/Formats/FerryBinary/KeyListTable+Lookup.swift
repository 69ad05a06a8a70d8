import FerryBase

/// The form of an object.
enum MapForm {
  /// An object with a key list. Its keys are all keys of the list, or the first of them.
  case keyList(Int)
  /// An object with a key list that contains further keys in between.
  case sparse(Int)
  /// An object with its own keys.
  case map
}

extension KeyListTable {
  /// The maximum number of keys in a key list that is made at the first occurrence of its keys.
  /// Longer key lists are made at the second occurrence.
  private static let eagerKeys = 64
  /// The number of new key lists in one slot after which keys must occur twice to get a key list.
  private static let eagerKeyLists = 8

  /// Chooses the form of an object with at least one key. `start..<end` are its contents on the
  /// tape.
  @inline(__always)
  mutating func form(_ view: TapeView, _ start: Int, _ end: Int, slot: Int) -> MapForm {
    let expected = Int(fields[slot].slot.keyList)
    if expected >= 0, case .fits = match(view, start, end, with: expected) {
      return .keyList(expected)
    }
    return searchedForm(view, start, end, slot, expected)
  }

  @inline(never)
  private mutating func searchedForm(
    _ view: TapeView, _ start: Int, _ end: Int, _ slot: Int, _ expected: Int
  ) -> MapForm {
    if let form = nextForm(view, start, end, slot: slot) { return form }
    diverge()
    guard let (hash, count) = hashKeys(view, start, end),
      count <= BinaryFormat.maximumKeyListKeys / 16
    else { return .map }

    let place = keyListPlaces.position(of: hash) { _ in true }
    if let known = place.number, known >= 0, case .fits = match(view, start, end, with: known) {
      let made = fields[slot].slot.newKeyLists
      if made > 0 { fields[slot].slot.newKeyLists = made - 1 }
      fields[slot].slot.keyList = Int32(truncatingIfNeeded: known)
      return .keyList(known)
    }

    if place.number != -1 {
      let mayNote = keyListPlaces.count < BinaryFormat.maximumKeyLists
      if expected >= 0, missesFew(view, start, end, expected) {
        if mayNote { keyListPlaces.put(-1, under: hash, at: place) }
        isPlain = false
        return .sparse(expected)
      }
      if count > Self.eagerKeys || Int(fields[slot].slot.newKeyLists) >= Self.eagerKeyLists {
        if mayNote { keyListPlaces.put(-1, under: hash, at: place) }
        isPlain = false
        return .map
      }
    }
    guard let made = makeKeyList(view, start, end, count, expected) else {
      isPlain = false
      return .map
    }
    keyListPlaces.put(made, under: hash, at: place)
    if fields[slot].slot.newKeyLists < .max { fields[slot].slot.newKeyLists += 1 }
    fields[slot].slot.keyList = Int32(truncatingIfNeeded: made)
    return .keyList(made)
  }

  /// Returns a hash of all keys in their order, and their number. Returns `nil` if a key's bytes
  /// are not its text.
  private func hashKeys(_ view: TapeView, _ start: Int, _ end: Int) -> (UInt64, Int)? {
    var hash = seed
    var count = 0
    for position in view.keys(from: start, to: end) {
      let key = view[position]
      guard Self.isPlainKey(key.kind), key.length <= BinaryFormat.maximumEntryLength
      else { return nil }
      hash = Self.combine(hash, view.stored(key), seed: seed)
      count += 1
    }
    return (hash, count)
  }

  /// Returns whether the object's keys are a key list's keys in order, with a few missing.
  private mutating func missesFew(
    _ view: TapeView, _ start: Int, _ end: Int, _ keyList: Int
  ) -> Bool {
    var field = keyLists[keyList].first
    let last = field + keyLists[keyList].count
    var allowed = min(max(2, keyLists[keyList].count / 4), 16)
    for position in view.keys(from: start, to: end) {
      let key = view[position]
      while field < last, !equals(view, key, field) {
        allowed -= 1
        if allowed < 0 { return false }
        field += 1
      }
      if field == last { return false }
      field += 1
    }
    return true
  }

  // MARK: New key lists

  /// Makes a key list of the object's keys, or extends the expected key list. Returns `nil` for
  /// duplicate keys or at a limit of the format.
  private mutating func makeKeyList(
    _ view: TapeView, _ start: Int, _ end: Int, _ count: Int, _ expected: Int
  ) -> Int? {
    guard fields.count + 2 * count <= BinaryFormat.maximumKeyListKeys,
      keyLists.count < BinaryFormat.maximumKeyLists, keys.count + count <= BinaryFormat.maximumKeys
    else { return nil }
    definitions += 1
    for key in view.keys(from: start, to: end) {
      let number = Int(numberedKey(view, view[key]).key)
      if lastUse[number] == definitions { return nil }
      lastUse[number] = definitions
    }
    if expected >= written, case .exceeds(let rest) = match(view, start, end, with: expected) {
      var keyList = keyLists[expected]
      if keyList.first + keyList.count != fields.count {
        // The old fields keep their slots, because open objects still use them.
        let moved = fields.count
        for field in keyList.first..<keyList.first + keyList.count { fields.append(fields[field]) }
        keyList.first = moved
      }
      appendFields(view, rest, end)
      keyList.count = fields.count - keyList.first
      keyLists[expected] = keyList
      isPlain = false
      return expected
    }
    let first = fields.count
    appendFields(view, start, end)
    keyLists.append(KeyList(first: first, count: count, keyCount: keys.count))
    self.count += 1
    return keyLists.count - 1
  }

  /// Returns the key list of an array of objects by columns. `keys` are all keys of its objects,
  /// without duplicates.
  mutating func columnKeyList(_ view: TapeView, _ keys: [Node]) -> Int? {
    diverge()
    isPlain = false
    guard fields.count + keys.count <= BinaryFormat.maximumKeyListKeys,
      keyLists.count < BinaryFormat.maximumKeyLists,
      self.keys.count + keys.count <= BinaryFormat.maximumKeys,
      keys.allSatisfy({ $0.length <= BinaryFormat.maximumEntryLength })
    else { return nil }
    let numbered = keys.map { numberedKey(view, $0) }
    let list = numbered.map { $0.key }
    if let known = columnKeyLists[list] { return known }
    keyLists.append(
      KeyList(first: fields.count, count: keys.count, keyCount: self.keys.count))
    count += 1
    fields.append(contentsOf: numbered)
    columnKeyLists[list] = keyLists.count - 1
    return keyLists.count - 1
  }

  private mutating func appendFields(_ view: TapeView, _ start: Int, _ end: Int) {
    for key in view.keys(from: start, to: end) { fields.append(numberedKey(view, view[key])) }
  }

  /// Returns a field for a key. Adds the key to the key table if it is new.
  private mutating func numberedKey(_ view: TapeView, _ node: Node) -> KeyListField {
    let number = keys.number(ofKey: view.stored(node))
    if number == lastUse.count { lastUse.append(0) }
    let text = keys.entries[number]
    return KeyListField(
      word: trustsNodes ? node.word : 0, offset: text.offset, length: text.length,
      key: UInt32(truncatingIfNeeded: number))
  }
}
