/// A writer of the type `Partial` of a struct or class.
///
/// A slot is a key of the object, or of an object that a path of several keys leads into. Those of
/// further paths of a property come last: their values wait for the end of the object, because a
/// better path may come later.
struct PartialSource {
  private let model: TypeModel
  private let object: StructSource
  /// The places of the slots in the tree of keys.
  private var slots: [(level: Int, index: Int)] = []
  private let firstLate: Int

  init(_ model: TypeModel) {
    self.model = model
    object = StructSource(model.properties)
    var late: [(level: Int, index: Int)] = []
    for (level, contents) in object.tree.levels.enumerated() {
      for (index, field) in contents.fields.enumerated() {
        if field.level == nil, (field.decoded?.rank ?? 0) > 0 {
          late.append((level, index))
        } else if field.level != nil || field.decoded != nil {
          slots.append((level, index))
        }
      }
    }
    firstLate = slots.count
    slots += late
  }

  /// Whether the type has no part: it is coded as its raw value, or has no members, so that any value
  /// fits.
  static func comesWhole(_ model: TypeModel) -> Bool {
    guard model.isObject else { return true }
    let object = StructSource(model.properties)
    return object.flattened.isEmpty && object.tree.levels[0].fields.isEmpty
  }

  /// The properties whose values grow, or come whole without attributes.
  var growing: [PropertyModel] {
    model.properties.filter { $0.isDecoded && !$0.isFlattened && !comesWhole($0) }
  }

  /// Whether only the declaration as a whole reads the value: it has another form than its type has, or
  /// a default for an invalid one.
  private func comesWhole(_ property: PropertyModel) -> Bool {
    if case .plain = property.form { return property.defaultOnError != nil }
    return true
  }

  func write(to source: inout SourceText) {
    source.line("/// The part of a `\(model.name)` that is there.")
    source.block("nonisolated \(model.access)struct Partial: \(partial).PartialObject") { source in
      for property in model.properties where property.isDecoded {
        source.line("/// `nil` until the value begins.")
        source.line("\(model.access)var \(property.name): \(type(of: property))")
      }
      source.line("/// An object without members.")
      source.line("\(model.access)init() {}")
      for level in object.tree.levels.indices { writeLookup(of: level, to: &source) }
      writeResuming(to: &source)
      if firstLate < slots.count { writeLate(to: &source) }
      writeEnd(to: &source)
      for property in model.properties where comesWhole(property) && !property.isFlattened {
        writeWhole(property, to: &source)
      }
    }
  }

  private var partial: String { "FerryPartial" }

  private func type(of property: PropertyModel) -> String {
    let type = property.unwrappedType
    if !comesWhole(property) { return "\(partial)._PartialOf<\(type)>?" }
    // Some types need parentheses before a question mark.
    return "\(standard)Optional<\(type)> = nil"
  }

  // MARK: Members

  private func writeLookup(of level: Int, to source: inout SourceText) {
    let access = level == 0 ? model.access : "private "
    let name = level == 0 ? "_slot" : "_slot\(level)"
    source.block(
      "nonisolated \(access)static func \(name)(of key: \(partial).FieldKey) -> \(standard)Int"
    ) { source in
      source.block("switch key") { source in
        for (slot, place) in slots.enumerated() where place.level == level {
          let key = object.tree.levels[level].fields[place.index].name
          source.line("case \(key.literal): return \(slot)")
        }
        source.line("default: return -1")
      }
    }
  }

  private func writeResuming(to source: inout SourceText) {
    source.line("\(model.access)mutating func _resume(")
    source.line("  _ slot: \(standard)Int, _ reader: inout \(partial)._PartialReader")
    source.block(") throws(\(partial).WireFailure) -> \(standard)Bool") { source in
      source.block("switch slot") { source in
        for (slot, place) in slots.enumerated() {
          source.line("case \(slot): return try \(resuming(place))")
        }
        source.line("default: return true")
      }
    }
  }

  private func resuming(_ place: (level: Int, index: Int)) -> String {
    let field = object.tree.levels[place.level].fields[place.index]
    if let level = field.level { return "reader.resume(in: &self, Self._slot\(level))" }
    guard let index = field.decoded?.property else { return "reader.skip()" }
    let property = model.properties[index]
    let member = "&self.\(property.name)"
    guard comesWhole(property) else {
      return "reader.resume(\(property.valueType.isOptional ? "" : "required: ")\(member))"
    }
    let isNested = property.valueType.isOptional && property.hasDefault
    let value = "$0.\(property.name)\(isNested ? " ?? nil" : "")"
    return "reader.resume(\(member), \(wholeName(property)).self) { \(value) }"
  }

  private func writeLate(to source: inout SourceText) {
    source.line(
      "nonisolated \(model.access)static var _firstLateSlot: \(standard)Int { \(firstLate) }")
    let head = "nonisolated \(model.access)static func _betterSlots"
    source.block("\(head)(than slot: \(standard)Int) -> [\(standard)Int]") { source in
      source.block("switch slot") { source in
        for slot in firstLate..<slots.count {
          source.line("case \(slot): return \(betterSlots(than: slot))")
        }
        source.line("default: return []")
      }
    }
  }

  private func betterSlots(than slot: Int) -> [Int] {
    guard let late = decoded(slots[slot]) else { return [] }
    return slots.indices.filter { other in
      guard let one = decoded(slots[other]) else { return false }
      return one.property == late.property && one.rank < late.rank
    }
  }

  private func decoded(_ place: (level: Int, index: Int)) -> (property: Int, rank: Int)? {
    object.tree.levels[place.level].fields[place.index].decoded
  }

  /// The members of flattened values depend on all keys of the object.
  private func writeEnd(to source: inout SourceText) {
    let flattened = object.flattened.filter(\.isDecoded)
    if flattened.isEmpty { return }
    source.block("\(model.access)mutating func _end(_ reader: inout \(partial)._PartialReader)") {
      $0.line("guard let whole = reader.object(\(model.name).self) else { return }")
      for property in flattened { $0.line("self.\(property.name) = whole.\(property.name)") }
    }
  }

  // MARK: Whole values

  private func wholeName(_ property: PropertyModel) -> String {
    "_Whole_\(property.name.withoutBackticks)"
  }

  /// Writes the type that reads the value of one property, as the slots of the model do.
  private func writeWhole(_ property: PropertyModel, to source: inout SourceText) {
    var property = property
    // Only the complete value is checked, but a violation may give a default.
    if property.defaultOnError == nil { property.constraints = [] }
    let name = property.name
    let head = "nonisolated private struct \(wholeName(property))"
    source.block("\(head): \(library)DirectDecodable") { source in
      source.line("var \(name): \(object.storage(of: property))")
      let flag = object.failureFlag(of: property)
      if property.defaultOnError != nil { source.line("var \(flag) = false") }
      source.block(reading("init")) { source in
        object.writeReading(of: property, fills: false, to: &source)
        guard let value = property.defaultOnError else { return }
        source.line("if self.\(flag) { self.\(name) = \(value) }")
      }
    }
  }
}
