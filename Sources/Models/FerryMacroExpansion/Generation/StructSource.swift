/// A writer of the code for one object: its field sets, its slots, and the statements that write
/// it.
///
/// An object is a struct, a class, or the associated values of an enum's case.
struct StructSource {
  let properties: [PropertyModel]
  let tree: FieldTree
  /// The name of the outermost field set.
  let fields: String
  /// The name of the struct that a document is read into.
  let slots: String
  /// The modifier of the generated types: `nonisolated ` or an empty text.
  let isolation: String

  /// Creates the source of a struct. `scope` is the type that contains the generated types, with a dot
  /// behind it, or an empty text.
  init(
    _ properties: [PropertyModel], scope: String = "", suffix: String = "",
    isolation: String = "", tag: (key: String, value: String)? = nil
  ) {
    self.properties = properties
    self.isolation = isolation
    fields = "\(scope)DirectFields\(suffix)"
    slots = "\(scope)DirectSlots\(suffix)"
    tree = FieldTree(properties, tag: tag)
  }

  var flattened: [PropertyModel] { properties.filter(\.isFlattened) }

  /// The name of a level's field set.
  func name(of level: Int) -> String { level == 0 ? fields : "\(fields).Level\(level)" }

  /// Whether code outside of the loop needs the keys of the outermost object that were seen.
  var sharesProgress: Bool { tree.levels.count > 1 || hasOtherPaths }

  /// Whether a property is read from several paths.
  var hasOtherPaths: Bool { properties.contains { $0.readPaths.count > 1 } }

  /// Whether a bit in the field set's mask marks the value as required. If the value has several
  /// paths, the bit is that of the first one.
  func isRequiredBySlot(_ property: PropertyModel) -> Bool {
    property.isRequired && !property.isFlattened
  }
}

extension String {
  /// The name without the types around it.
  var unqualified: Substring { self[(lastIndex(of: ".").map(index(after:)) ?? startIndex)...] }
}

extension StructSource {
  /// Writes the field sets of all levels.
  func writeFields(to source: inout SourceText) {
    let levels = tree.levels.indices.dropFirst()
    let head = "\(isolation)fileprivate struct \(fields.unqualified)"
    source.block("\(head): \(library)_FieldSet") { source in
      writeMembers(of: 0, to: &source)
      for level in levels {
        source.block("struct Level\(level): \(library)_FieldSet") {
          writeMembers(of: level, to: &$0)
        }
      }
    }
  }

  /// Writes the function that returns whether the type takes a member of a shared object.
  func writeTaking(_ modifiers: String, to source: inout SourceText) {
    source.block(
      "\(modifiers)static func _takesMember(_ key: \(library)FieldKey) -> \(standard)Bool"
    ) {
      $0.line(taking)
    }
  }

  /// An expression for whether the object, or an object flattened into it, has the key.
  var taking: String {
    let others = flattened.filter { $0.isDecoded && !$0.isRest }.map { other in
      " || \(library)_Generated.takesMember(\(metatype(other.unwrappedType)), key)"
    }
    return "\(fields)().slot(for: key) >= 0\(others.joined())"
  }

  private func writeMembers(of level: Int, to source: inout SourceText) {
    let contents = tree.levels[level].fields
    let required = requiredSlots(of: level) { !$0.mayBeOptional }
    let uncertain = requiredSlots(of: level, where: \.mayBeOptional)
    writeFieldSet(
      contents.map(\.name), required: required,
      mask: uncertain.isEmpty ? nil : "\(slots).\(maskName(of: level))",
      written: (contents.lastIndex(where: tree.isWritten) ?? -1) + 1, to: &source)
  }

  /// Writes the masks of levels where overloads decide whether members are required. The masks are
  /// beside the slots, because a field set has names of its own that hide types.
  func writeMasks(to source: inout SourceText) {
    for (level, contents) in tree.levels.enumerated() {
      let uncertain = requiredSlots(of: level, where: \.mayBeOptional)
      guard !uncertain.isEmpty else { continue }
      let certain = requiredSlots(of: level) { !$0.mayBeOptional }
      let mask = FieldMaskSource(count: contents.fields.count, slots: certain)
      source.block("static var \(maskName(of: level)): \(mask.type)") { source in
        source.line("var mask = \(mask.expression)")
        for slot in uncertain {
          guard let decoded = contents.fields[slot].decoded else { continue }
          source.line("mask.require(\(slot), \(metatype(properties[decoded.property].type)))")
        }
        source.line("return mask")
      }
    }
  }

  private func maskName(of level: Int) -> String { "_required\(level)" }

  /// Returns the required slots of a level, for the properties that `isIncluded` picks.
  private func requiredSlots(
    of level: Int, where isIncluded: (PropertyModel) -> Bool
  ) -> [Int] {
    let contents = tree.levels[level].fields
    return contents.indices.filter { slot in
      guard let decoded = contents[slot].decoded, decoded.rank == 0 else { return false }
      let property = properties[decoded.property]
      return isRequiredBySlot(property) && isIncluded(property)
    }
  }
}

/// The mask of required slots.
struct FieldMaskSource {
  let type: String
  let expression: String

  init(count: Int, slots: [Int]) {
    if count <= 64 {
      let bits = slots.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
      type = "\(library)_FieldMask"
      expression = "\(type)(bits: 0x\(String(bits, radix: 16)))"
    } else {
      var words = [UInt64](repeating: 0, count: (count + 63) / 64)
      for slot in slots { words[slot / 64] |= 1 << UInt64(slot % 64) }
      let list = words.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
      type = "\(library)_LargeFieldMask"
      expression = "\(type)(words: [\(list)])"
    }
  }
}

/// Writes the requirements of `_FieldSet` for these keys. `mask` is the expression for the required
/// slots, unless `required` lists them all. `written` is the number of slots that are written, unless
/// that is all of them.
func writeFieldSet(
  _ keys: [String], required: [Int], mask: String? = nil, written: Int? = nil,
  to source: inout SourceText
) {
  source.line("var count: \(standard)Int { \(keys.count) }")
  if let written, written < keys.count {
    source.line("var writtenCount: \(standard)Int { \(written) }")
  }
  let requiredMask = FieldMaskSource(count: keys.count, slots: required)
  if keys.count > 64 { source.line("typealias Mask = \(requiredMask.type)") }
  source.block("var required: \(requiredMask.type)") {
    $0.line(mask ?? requiredMask.expression)
  }
  writeTable("name", "\(standard)StaticString", keys, to: &source)
  writeTable("memberText", "\(library)_MemberText", keys.map(memberText), to: &source)
  writeLookup(keys, to: &source)
}

private func writeTable(
  _ name: String, _ type: String, _ texts: [String], to source: inout SourceText
) {
  // If the caller knows the slot at compile time, inlining makes the text known as well.
  source.line("@inline(__always)")
  source.block("func \(name)(_ slot: \(standard)Int) -> \(type)") { source in
    source.block("switch slot") { source in
      for (slot, text) in texts.enumerated() where !text.isEmpty {
        source.line("case \(slot): return \(text.literal)")
      }
      source.line("default: return \"\"")
    }
  }
}

/// Returns the text before the value in compact JSON, or an empty text if the name may need
/// escapes.
private func memberText(_ name: String) -> String {
  let isPlain = name.unicodeScalars.allSatisfy {
    $0 >= " " && $0 != "\"" && $0 != "\\" && $0 != "/"
  }
  return isPlain ? ",\"\(name)\":" : ""
}

/// Writes the switch from the hash of a key to its slot. Different keys can have the same hash.
private func writeLookup(_ keys: [String], to source: inout SourceText) {
  var slots: [(hash: UInt64, keys: [(name: String, slot: Int)])] = []
  for (slot, name) in keys.enumerated() {
    let hash = fieldHash(name)
    if let known = slots.firstIndex(where: { $0.hash == hash }) {
      slots[known].keys.append((name, slot))
    } else {
      slots.append((hash, [(name, slot)]))
    }
  }
  source.line("@inline(never)")
  source.block("func slot(for key: \(library)FieldKey) -> \(standard)Int") { source in
    if slots.isEmpty {
      source.line("return -1")
      return
    }
    source.block("switch key._hash") { source in
      for entry in slots {
        let choices = entry.keys.map { "\($0.name.literal) ~= key ? \($0.slot) : " }.joined()
        source.line("case 0x\(String(entry.hash, radix: 16)): return \(choices)-1")
      }
      source.line("default: return -1")
    }
  }
}

/// Returns the hash of a key, as `FieldKey.hash` of the library defines it. A test compares the
/// two.
package func fieldHash(_ name: String) -> UInt64 {
  let bytes = Array(name.utf8)
  let tail = bytes.count > 8 ? word(bytes.suffix(8)) : 0
  return (word(bytes.prefix(8)) ^ (tail &* 0x9E37_79B9_7F4A_7C15)) &+ UInt64(bytes.count)
}

/// Returns up to 8 bytes as a number in little-endian order, padded with zeros.
private func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
  bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
}
