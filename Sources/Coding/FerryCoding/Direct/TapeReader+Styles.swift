public import FerryBase

// A style gives names to the keys of a model and cannot be reversed. So the fields of a type are
// looked up in the object one by one, as `Codable` does.

/// The names of a field set in a style.
struct StyledNames {
  /// By slot: the name in the style, and the name in the model.
  let names: [(styled: String, own: String)]
  /// The slots by the names in the style.
  let slots: [String: Int]

  init<Fields: _FieldSet>(_ fields: Fields, _ style: KeyStyle) {
    names = (0..<fields.count).map { slot in
      let own = "\(fields.name(slot))"
      return (style.name(of: own), own)
    }
    slots = Dictionary(
      names.enumerated().map { ($1.styled, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// The values of an object by name, and the next slot to look up. A class, because each open object is on
/// the stack.
final class StyledMembers {
  let values: KeyNames<Int>
  var slot = 0

  init(_ values: KeyNames<Int>) { self.values = values }
}

extension TapeReader {
  private mutating func names<Fields: _FieldSet>(of fields: Fields) -> StyledNames? {
    guard let style else { return nil }
    if let known = styledNames[fields.identity] { return known }
    let names = StyledNames(fields, style)
    styledNames[fields.identity] = names
    return names
  }

  /// Returns the next slot for which the object has a key.
  @usableFromInline @inline(never)
  mutating func nextStyledSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) -> Int? {
    let names = names(of: progress.fields)?.names ?? []
    let members = object.styled ?? StyledMembers(values(of: object.header))
    object.styled = members
    while members.slot < names.count {
      let slot = members.slot
      members.slot += 1
      let (styled, own) = names[slot]
      let found =
        members.values[styled] ?? members.values[own]
        ?? root.call.otherSpelling(own, in: object.header)
      guard let found else { continue }
      progress.seen.insert(slot)
      index = found
      follow(own)
      if notesKeys { ask(in: object) }
      return slot
    }
    index = object.after
    return nil
  }

  private func values(of header: Int) -> KeyNames<Int> {
    var values = KeyNames<Int>(canonically: followsFoundation)
    for key in view.keys(ofMap: header) { _ = values.insert(view.string(view[key]), key + 1) }
    return values
  }

  /// Returns the slot of the last key.
  @usableFromInline @inline(never)
  package mutating func slot<Fields: _FieldSet>(
    of key: FieldKey, in object: Object, _ fields: Fields
  ) -> Int {
    let slot = findSlot(of: key, in: object, fields)
    if notesKeys {
      open(fields, of: object)
      if slot >= 0 { ask(in: object) }
    }
    return slot
  }

  private mutating func findSlot<Fields: _FieldSet>(
    of key: FieldKey, in object: Object, _ fields: Fields
  ) -> Int {
    guard let names = names(of: fields) else { return fields.slot(for: key) }
    let text = view.string(view[index - 1])
    if let slot = names.slots[text] { return slot }
    let own = FieldKey.withKey(text) { fields.slot(for: $0) }
    return own < 0 || has(names.names[own].styled, in: object) ? -1 : own
  }

  /// Returns whether the last key has this name in the model.
  @usableFromInline @inline(never)
  package mutating func isKey(_ key: FieldKey, _ name: StaticString, in object: Object) -> Bool {
    if let style {
      let (text, own) = (view.string(view[index - 1]), "\(name)")
      let styled = style.name(of: own)
      guard text == styled || text == own && !has(styled, in: object) else { return false }
      follow(own)
    } else if !(name ~= key) {
      return false
    }
    if notesKeys { ask(in: object) }
    return true
  }

  private func has(_ name: String, in object: Object) -> Bool {
    view.keys(ofMap: object.header).contains { view.string(view[$0]) == name }
  }

  /// Returns the model's name of the next value if a type has read it as a field. Otherwise returns
  /// the key of the document.
  mutating func modelName() -> String {
    let name = view.string(view[index - 1])
    return root.call.state.modelKeys.key(to: index, named: name)?.stringValue ?? name
  }
}
