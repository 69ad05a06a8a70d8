import FerryBytes
import FerryTape

/// What a map is written as.
enum MapForm {
  /// An object of a shape, with the shape's first keys or all of them.
  case shape(Int)
  /// An object of a shape that has keys in between which the map has not.
  case sparse(Int)
  /// An object with its keys beside the values.
  case map
}

extension ShapeTable {
  /// Shapes of more keys than this are made when the keys are met again.
  private static let eagerKeys = 64
  /// Shapes that are made in one place before keys have to be met again first.
  private static let eagerShapes = 8

  /// Chooses the form of a map with at least one key; `start..<end` are its contents on the tape.
  @inline(__always)
  mutating func form(_ view: TapeView, _ start: Int, _ end: Int, slot: Int) -> MapForm {
    let expected = Int(fields[slot].slot.shape)
    if expected >= 0, case .fits = match(view, start, end, with: expected) {
      return .shape(expected)
    }
    return searchedForm(view, start, end, slot, expected)
  }

  @inline(never)
  private mutating func searchedForm(
    _ view: TapeView, _ start: Int, _ end: Int, _ slot: Int, _ expected: Int
  ) -> MapForm {
    guard let (hash, count) = hashKeys(view, start, end),
      count <= BinaryFormat.maximumShapeKeys / 16
    else { return .map }

    let place = shapePlaces.position(of: hash) { _ in true }
    if let known = place.number, known >= 0, case .fits = match(view, start, end, with: known) {
      let made = fields[slot].slot.newShapes
      if made > 0 { fields[slot].slot.newShapes = made - 1 }
      fields[slot].slot.shape = Int32(truncatingIfNeeded: known)
      return .shape(known)
    }

    if place.number != -1 {
      let mayNote = shapePlaces.count < BinaryFormat.maximumShapes
      if expected >= 0, missesFew(view, start, end, expected) {
        if mayNote { shapePlaces.put(-1, under: hash, at: place) }
        return .sparse(expected)
      }
      if count > Self.eagerKeys || Int(fields[slot].slot.newShapes) >= Self.eagerShapes {
        if mayNote { shapePlaces.put(-1, under: hash, at: place) }
        return .map
      }
    }
    guard let made = makeShape(view, start, end, count, expected) else { return .map }
    shapePlaces.put(made, under: hash, at: place)
    if fields[slot].slot.newShapes < .max { fields[slot].slot.newShapes += 1 }
    fields[slot].slot.shape = Int32(truncatingIfNeeded: made)
    return .shape(made)
  }

  /// A hash of all keys in their order and their number, or `nil` if a key's bytes are not its
  /// text.
  private func hashKeys(_ view: TapeView, _ start: Int, _ end: Int) -> (UInt64, Int)? {
    var hash = seed
    var count = 0
    for position in view.keys(from: start, to: end) {
      let key = view[position]
      guard Self.isPlainKey(key.kind), key.length <= BinaryFormat.maximumEntryLength,
        let base = unsafe view.stored(key).baseAddress
      else { return nil }
      let keyHash = unsafe ByteRun.hash(base, count: key.length, seed: seed)
      hash = ByteRun.mix(hash.byteSwapped &+ keyHash, seed)
      count += 1
    }
    return (hash, count)
  }

  /// Whether the map's keys are a shape's keys in order with a few left out.
  private mutating func missesFew(
    _ view: TapeView, _ start: Int, _ end: Int, _ shape: Int
  ) -> Bool {
    var field = shapes[shape].first
    let last = field + shapes[shape].count
    var allowed = min(max(2, shapes[shape].count / 4), 16)
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

  // MARK: New shapes

  /// Makes a shape of the map's keys, or lets the expected one grow. No shape is made of duplicate
  /// keys or at a cap.
  private mutating func makeShape(
    _ view: TapeView, _ start: Int, _ end: Int, _ count: Int, _ expected: Int
  ) -> Int? {
    guard fields.count + 2 * count <= BinaryFormat.maximumShapeKeys,
      shapes.count < BinaryFormat.maximumShapes, keys.count + count <= BinaryFormat.maximumKeys
    else { return nil }
    definitions += 1
    for key in view.keys(from: start, to: end) {
      let number = Int(numberedKey(view, view[key]).key)
      if lastUse[number] == definitions { return nil }
      lastUse[number] = definitions
    }
    if expected >= written, case .exceeds(let rest) = match(view, start, end, with: expected) {
      var shape = shapes[expected]
      if shape.first + shape.count != fields.count {
        // Slots of the old place stay where they are: maps that are open still use them.
        let moved = fields.count
        for field in shape.first..<shape.first + shape.count { fields.append(fields[field]) }
        shape.first = moved
      }
      appendFields(view, rest, end)
      shape.count = fields.count - shape.first
      shapes[expected] = shape
      return expected
    }
    shapes.append(Shape(first: fields.count, count: count))
    appendFields(view, start, end)
    return shapes.count - 1
  }

  /// The shape of a batch: `keys` are all keys of its objects, and differ.
  mutating func batchShape(_ view: TapeView, _ keys: [Node]) -> Int? {
    guard fields.count + keys.count <= BinaryFormat.maximumShapeKeys,
      shapes.count < BinaryFormat.maximumShapes,
      self.keys.count + keys.count <= BinaryFormat.maximumKeys,
      keys.allSatisfy({ $0.length <= BinaryFormat.maximumEntryLength })
    else { return nil }
    let numbered = keys.map { numberedKey(view, $0) }
    let list = numbered.map { $0.key }
    if let known = batchShapes[list] { return known }
    shapes.append(Shape(first: fields.count, count: keys.count))
    fields.append(contentsOf: numbered)
    batchShapes[list] = shapes.count - 1
    return shapes.count - 1
  }

  private mutating func appendFields(_ view: TapeView, _ start: Int, _ end: Int) {
    for key in view.keys(from: start, to: end) { fields.append(numberedKey(view, view[key])) }
  }

  /// A field for a key, which is added to the key table if it is new.
  private mutating func numberedKey(_ view: TapeView, _ node: Node) -> ShapeField {
    let number = unsafe keys.number(ofKey: view.stored(node))
    if number == lastUse.count { lastUse.append(0) }
    let text = keys.entries[number]
    return ShapeField(
      word: trustsNodes ? node.word : 0, offset: text.offset, length: text.length,
      key: UInt32(truncatingIfNeeded: number))
  }
}
