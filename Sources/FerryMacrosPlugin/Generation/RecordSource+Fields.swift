extension RecordSource {
  /// Writes the field sets of all levels.
  func writeFields(to source: inout SourceText) {
    let levels = tree.levels.indices.dropFirst()
    source.block("fileprivate enum \(fields.unqualified): \(library)FieldSet") { source in
      writeMembers(of: 0, to: &source)
      for level in levels {
        source.block("enum Level\(level): \(library)FieldSet") { writeMembers(of: level, to: &$0) }
      }
    }
  }

  /// Writes the function that says which members of a shared record the type takes.
  func writeTaking(_ modifiers: String, to source: inout SourceText) {
    source.block("\(modifiers)static func takesMember(_ key: \(library)FieldKey) -> Swift.Bool") {
      $0.line(taking)
    }
  }

  /// An expression that says whether the record, or a record flattened into it, has the key.
  var taking: String {
    let others = flattened.filter { $0.isDecoded && !$0.isRest }.map { other in
      var type = other.type
      if case .optional(_, let wrapped) = other.valueType { type = wrapped }
      return " || \(library)takesMember(\(metatype(type)), key)"
    }
    return "\(fields).slot(for: key) >= 0\(others.joined())"
  }

  private func writeMembers(of level: Int, to source: inout SourceText) {
    let contents = tree.levels[level].fields
    let required = contents.indices.filter { slot in
      guard let decoded = contents[slot].decoded else { return false }
      return isRequiredBySlot(properties[decoded.property])
    }
    writeFieldSet(contents.map { ($0.name, $0.spellings) }, required: required, to: &source)
  }
}

/// Writes the requirements of `FieldSet` for these keys.
func writeFieldSet(
  _ keys: [(name: String, spellings: [String])], required: [Int], to source: inout SourceText
) {
  source.line("static var count: Swift.Int { \(keys.count) }")
  if keys.count <= 64 {
    let bits = required.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    source.block("static var required: \(library)FieldMask") {
      $0.line("\(library)FieldMask(bits: 0x\(String(bits, radix: 16)))")
    }
  } else {
    var words = [UInt64](repeating: 0, count: (keys.count + 63) / 64)
    for slot in required { words[slot / 64] |= 1 << UInt64(slot % 64) }
    let list = words.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
    source.line("typealias Mask = \(library)LargeFieldMask")
    source.block("static var required: \(library)LargeFieldMask") {
      $0.line("\(library)LargeFieldMask(words: [\(list)])")
    }
  }
  writeTable("name", keys.map(\.name), to: &source)
  writeTable("memberText", keys.map { memberText($0.name) }, to: &source)
  writeLookup(keys, to: &source)
}

private func writeTable(_ name: String, _ texts: [String], to source: inout SourceText) {
  // Asked for a slot that is known, the text is known as well.
  source.line("@inline(__always)")
  source.block("static func \(name)(_ slot: Swift.Int) -> Swift.StaticString") { source in
    source.block("switch slot") { source in
      for (slot, text) in texts.enumerated() where !text.isEmpty {
        source.line("case \(slot): return \(text.literal)")
      }
      source.line("default: return \"\"")
    }
  }
}

/// What compact JSON has before the value; empty if there may be escapes.
private func memberText(_ name: String) -> String {
  let isPlain = name.unicodeScalars.allSatisfy {
    $0 >= " " && $0 != "\"" && $0 != "\\" && $0 != "/"
  }
  return isPlain ? ",\"\(name)\":" : ""
}

/// Writes the switch from the hash of a key to its slot. Different keys can have one hash.
private func writeLookup(
  _ keys: [(name: String, spellings: [String])], to source: inout SourceText
) {
  var slots: [(hash: UInt64, keys: [(name: String, slot: Int)])] = []
  for (slot, key) in keys.enumerated() {
    for name in [key.name] + key.spellings {
      let hash = fieldHash(name)
      if let known = slots.firstIndex(where: { $0.hash == hash }) {
        slots[known].keys.append((name, slot))
      } else {
        slots.append((hash, [(name, slot)]))
      }
    }
  }
  source.line("@inline(never)")
  source.block("static func slot(for key: \(library)FieldKey) -> Swift.Int") { source in
    if slots.isEmpty {
      source.line("return -1")
      return
    }
    source.block("switch key.hash") { source in
      for entry in slots {
        let choices = entry.keys.map { "\($0.name.literal) ~= key ? \($0.slot) : " }.joined()
        source.line("case 0x\(String(entry.hash, radix: 16)): return \(choices)-1")
      }
      source.line("default: return -1")
    }
  }
}
