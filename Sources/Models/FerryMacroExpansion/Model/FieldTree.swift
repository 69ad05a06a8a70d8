/// The keys of an object and of the objects inside of it, as slots of field sets.
///
/// The tree inserts the paths of the properties one after the other. A key that paths share is one
/// slot. The number of a slot is its index in the level, which is also the order of writing.
struct FieldTree {
  /// An object. Level 0 is the outermost.
  struct Level {
    var fields: [Field] = []
    /// The path from the outermost object.
    let path: [String]
  }

  struct Field {
    let name: String
    /// The level of the object that the key holds.
    var level: Int?
    /// The property that is read here, and the index of this path among the property's paths.
    var decoded: (property: Int, rank: Int)?
    var encoded: Content?
  }

  enum Content {
    case property(Int)
    /// A constant text: the tag of an enum.
    case constant(String)
  }

  /// Two properties with the same key.
  struct Conflict: Error {
    let first: Int
    let second: Int
    let path: [String]
  }

  private(set) var levels = [Level(path: [])]
  private(set) var conflicts: [Conflict] = []

  init(_ properties: [PropertyModel], tag: (key: String, value: String)? = nil) {
    if let tag {
      levels[0].fields.append(Field(name: tag.key, encoded: .constant(tag.value)))
    }
    for (index, property) in properties.enumerated() {
      if let path = property.readPaths.first {
        insert(path, for: index) { $0.decoded = (index, 0) }
      }
      if let path = property.encodePath {
        insert(path, for: index) { $0.encoded = .property(index) }
      }
    }
    // Paths that are only read come last, so that the written ones are consecutive.
    for (index, property) in properties.enumerated() {
      for (rank, path) in property.readPaths.enumerated().dropFirst()
      where path != property.spelling {
        insert(path, for: index) { $0.decoded = (index, rank) }
      }
    }
    // Every other key of this name comes before a spelling.
    for (index, property) in properties.enumerated() {
      guard let spelling = property.spelling, let name = spelling.first,
        let rank = property.readPaths.firstIndex(of: spelling),
        !levels[0].fields.contains(where: { $0.name.isSameKey(as: name) })
      else { continue }
      insert(spelling, for: index) { $0.decoded = (index, rank) }
    }
  }

  /// Whether the field is written, or a field of the object that its key holds.
  func isWritten(_ field: Field) -> Bool {
    field.encoded != nil || field.level.map { !properties(under: $0).isEmpty } ?? false
  }

  /// Returns the slot of the path of a property with this rank.
  func place(of property: Int, rank: Int) -> (level: Int, slot: Int)? {
    for (level, contents) in levels.enumerated() {
      for (slot, field) in contents.fields.enumerated() {
        if let decoded = field.decoded, decoded == (property, rank) { return (level, slot) }
      }
    }
    return nil
  }

  /// Returns the properties that are written in a level or inside of it.
  func properties(under level: Int) -> [Int] {
    levels[level].fields.flatMap { field -> [Int] in
      if let inner = field.level { return properties(under: inner) }
      guard case .property(let index) = field.encoded else { return [] }
      return [index]
    }
  }

  // MARK: Building

  private mutating func insert(
    _ path: [String], for property: Int, _ set: (inout Field) -> Void
  ) {
    var level = 0
    for (depth, key) in path.enumerated() {
      let isLast = depth == path.count - 1
      let slot: Int
      if let known = levels[level].fields.firstIndex(where: { $0.name.isSameKey(as: key) }) {
        slot = known
      } else {
        slot = levels[level].fields.count
        levels[level].fields.append(Field(name: key))
      }
      let field = levels[level].fields[slot]
      if isLast {
        var changed = field
        set(&changed)
        if field.level != nil || changed.collides(with: field) {
          conflict(property, with: field, path)
          return
        }
        levels[level].fields[slot] = changed
        return
      }
      if field.decoded != nil || field.encoded != nil {
        conflict(property, with: field, path)
        return
      }
      if let inner = field.level {
        level = inner
      } else {
        levels.append(Level(path: levels[level].path + [key]))
        levels[level].fields[slot].level = levels.count - 1
        level = levels.count - 1
      }
    }
  }

  private mutating func conflict(_ property: Int, with field: Field, _ path: [String]) {
    var other = field.decoded?.property
    if case .property(let index) = field.encoded, index != property { other = index }
    if let inner = field.level { other = properties(under: inner).first }
    conflicts.append(Conflict(first: other ?? property, second: property, path: path))
  }
}

extension FieldTree.Field {
  /// Whether the change replaces another property in the slot.
  fileprivate func collides(with before: FieldTree.Field) -> Bool {
    if let old = before.decoded, let new = decoded, old != new { return true }
    switch (before.encoded, encoded) {
    case (.property(let old), .property(let new)): return old != new
    case (.constant, .property): return true
    default: return false
    }
  }
}

extension String {
  /// Whether both texts have the same bytes. Keys are compared without Unicode normalisation.
  fileprivate func isSameKey(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
