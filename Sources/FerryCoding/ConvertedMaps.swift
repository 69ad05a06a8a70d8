/// Maps that were read by converted keys, and of what type: dictionaries keep their names.
///
/// Noted for every map and asked for only by errors, so the notes are put in order when somebody
/// asks.
struct ConvertedMaps {
  private var notes: [(header: Int, type: any CodingKey.Type)] = []
  private var types: [Int: any CodingKey.Type] = [:]

  /// Notes that the map at `header` has keys of `type`.
  mutating func note(_ header: Int, _ type: any CodingKey.Type) {
    notes.append((header, type))
  }

  /// The type of the keys of the map at `header`, `nil` if its names are not converted.
  mutating func keyType(of header: Int) -> (any CodingKey.Type)? {
    for note in notes { types[note.header] = note.type }
    notes.removeAll(keepingCapacity: true)
    return types[header]
  }

  /// Forgets the maps.
  mutating func clear() {
    notes.removeAll(keepingCapacity: notes.count < 4096)
    if !types.isEmpty { types = [:] }
  }
}
