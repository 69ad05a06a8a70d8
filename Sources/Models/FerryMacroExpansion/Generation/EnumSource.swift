/// A writer of the members that the conformance of an enum needs.
struct EnumSource {
  let model: TypeModel

  init(_ model: TypeModel) { self.model = model }

  /// The cases that documents can name.
  var known: [(index: Int, element: CaseModel)] {
    model.cases.enumerated().filter { !$0.element.isUnknown }.map { ($0.offset, $0.element) }
  }

  var unknown: CaseModel? { model.cases.first(where: \.isUnknown) }

  /// Whether the object of an unknown case is read once more: all its keys are known.
  private var rereadsUnknown: Bool {
    switch model.tagging {
    case .synthesized, .external: unknown != nil
    case .inside, .adjacent, .untagged: false
    }
  }

  /// The case for unknown names if it keeps the whole value.
  var keptUnknown: CaseModel? { unknown.flatMap { $0.keepsUnknown ? $0 : nil } }

  var declarations: [String] {
    if let raw = model.rawType {
      return unknown == nil ? [] : [SourceText.of { writeRawInitializer(raw, to: &$0) }]
    }
    return [
      SourceText.of(writeCases), SourceText.of(writeCaseFields), SourceText.of(writeInitializer),
      SourceText.of(writeEncoder), SourceText.of(writeMembersEncoder), SourceText.of(writeTaking),
    ].filter { !$0.isEmpty }
  }

  private func writeCases(to source: inout SourceText) {
    let objects = known.compactMap { payload($0.index, $0.element) }
    guard !objects.isEmpty else { return }
    source.block("\(model.isolation)private enum DirectCases") { source in
      for object in objects {
        object.writeFields(to: &source)
        object.writeSlots(to: &source)
      }
    }
  }

  private func writeInitializer(to source: inout SourceText) {
    source.block(reading("\(model.bodyModifiers)init")) { source in
      if keptUnknown != nil || rereadsUnknown { source.line("let unknownMark = reader.mark()") }
      switch model.tagging {
      case .synthesized, .external: writeExternalDecoding(to: &source)
      case .inside(let tag): writeInternalDecoding(tag, to: &source)
      case .adjacent(let tag, let content): writeAdjacentDecoding(tag, content, to: &source)
      case .untagged: writeUntaggedDecoding(to: &source)
      }
    }
  }

  private func writeEncoder(to source: inout SourceText) {
    source.block(writing("\(model.bodyModifiers)func encode")) { source in
      writeSwitch(to: &source) { writeEncoding($0, $1, to: &$2) }
    }
  }

  private func writeMembersEncoder(to source: inout SourceText) {
    guard model.hasMembers else { return }
    source.block(writing("\(model.bodyModifiers)func encodeMembers", objectParameter)) { source in
      writeSwitch(to: &source) { writeMembers($0, $1, to: &$2) }
    }
  }

  /// Writes a switch over the value. `body` writes the statements for a case and its number.
  private func writeSwitch(
    to source: inout SourceText, _ body: (Int, CaseModel, inout SourceText) -> Void
  ) {
    source.block("switch self") { source in
      for (index, one) in model.cases.enumerated() {
        source.line("case .\(one.name)\(binding(of: one)):")
        source.indented { body(index, one, &$0) }
      }
    }
  }

  private func writeTaking(to source: inout SourceText) {
    var names: [String]
    var objects: [StructSource] = []
    switch model.tagging {
    case .synthesized, .external: names = known.flatMap(\.element.wireNames)
    case .adjacent(let tag, let content): names = [tag, content]
    case .inside(let tag):
      names = [tag]
      objects = known.compactMap { payload($0.index, $0.element) }
    case .untagged: return
    }
    guard !names.isEmpty else { return }
    source.block(
      "\(model.modifiers)static func _takesMember(_ key: \(library)FieldKey) -> \(standard)Bool"
    ) { source in
      source.block("switch key") { source in
        source.line("case \(names.map(\.literal).joined(separator: ", ")): return true")
        let others = objects.isEmpty ? "false" : objects.map(\.taking).joined(separator: " || ")
        source.line("default: return \(others)")
      }
    }
  }

  private func writeRawInitializer(_ raw: String, to source: inout SourceText) {
    guard let unknown else { return }
    source.block(reading("\(model.bodyModifiers)init")) {
      $0.line("let raw = \(readingExpression(.other, raw))")
      $0.line("self = Self(rawValue: raw) ?? .\(unknown.name)")
    }
  }

  // MARK: Payloads

  /// Returns the object for the values of a case, or `nil` if they are not written as an object.
  func payload(_ index: Int, _ one: CaseModel) -> StructSource? {
    func object(
      _ properties: [PropertyModel], tag: (key: String, value: String)? = nil
    ) -> StructSource {
      StructSource(properties, scope: "DirectCases.", suffix: "\(index)", tag: tag)
    }
    switch model.tagging {
    case _ where one.keepsUnknown: return nil
    case .synthesized: return one.payload.isEmpty ? nil : object(one.payload)
    case .inside(let tag):
      let constant = (tag, one.wireNames[0])
      guard one.isWrapper else { return object(one.payload, tag: constant) }
      var member = one.payload[0]
      member.form = .flattened
      member.decodePaths = []
      member.encodePath = nil
      return object([member], tag: constant)
    default:
      return one.payload.isEmpty || one.isWrapper || one.isTuple ? nil : object(one.payload)
    }
  }

  /// Returns the pattern that binds the values: `(let _payload0, let _payload1)`.
  private func binding(of one: CaseModel) -> String {
    if one.payload.isEmpty { return "" }
    return "(" + one.payload.indices.map { "let _payload\($0)" }.joined(separator: ", ") + ")"
  }

  /// Returns the expression that constructs a case: `Self.circle(radius: a, b)`.
  func construction(of one: CaseModel, _ values: [String]) -> String {
    if one.payload.isEmpty { return "Self.\(one.name)" }
    let arguments = zip(one.labels, values).map { label, value in
      label.map { "\($0): \(value)" } ?? value
    }
    return "Self.\(one.name)(\(arguments.joined(separator: ", ")))"
  }

  /// Returns the statements that put the case for unknown names into `target`; none without such a
  /// case. The variable `name` holds the unknown name.
  func unknownStatements(_ name: String, into target: String) -> [String] {
    guard let unknown else { return [] }
    if let kept = keptUnknown {
      let value = construction(of: kept, [readingExpression(of: kept.payload[0])])
      return ["reader.rewind(to: unknownMark)", "\(target) = \(value)"]
    }
    return ["\(target) = \(construction(of: unknown, unknown.payload.map { _ in name }))"]
  }

  // MARK: Field sets of the enum itself

  /// Writes the field set of the keys around the payload.
  private func writeCaseFields(to source: inout SourceText) {
    let keys: [String]
    var written: Int?
    switch model.tagging {
    case .synthesized, .external:
      keys = model.cases.map { $0.wireNames[0] } + otherNames.map(\.name)
      written = model.cases.count
    case .adjacent(let tag, let content): keys = [tag, content]
    default: return
    }
    source.block("\(model.isolation)fileprivate struct DirectFields: \(library)_FieldSet") {
      writeFieldSet(keys, required: [], written: written, to: &$0)
    }
  }

  /// The names of cases that are only read.
  private var otherNames: [(name: String, index: Int)] {
    var names = Set(model.cases.map { Array($0.wireNames[0].utf8) })
    return known.flatMap { index, one in
      one.wireNames.dropFirst().filter { names.insert(Array($0.utf8)).inserted }
        .map { ($0, index) }
    }
  }

  /// Returns the slots of the names of a case.
  func slots(of index: Int) -> [Int] {
    let others = otherNames
    return [index]
      + others.indices.filter { others[$0].index == index }.map { model.cases.count + $0 }
  }
}

extension EnumSource {
  /// Writes the statements that write a case whose values are bound to `_payload0` and so on.
  func writeEncoding(_ index: Int, _ one: CaseModel, to source: inout SourceText) {
    if one.keepsUnknown { return writePayload(index, one, to: &source) }
    let hasContent = !one.isUnknown && !one.payload.isEmpty
    switch model.tagging {
    case .synthesized where !one.isUnknown, .external where hasContent:
      source.line("var outer = try writer.beginObject(DirectFields())")
      source.line("try writer.writeKey(\(index), of: DirectFields(), in: &outer)")
      writePayload(index, one, to: &source)
      source.line("try writer.endObject(&outer)")
    case .inside(let tag) where one.isUnknown:
      source.line("var object = try writer.beginObject()")
      writeUnknownTag(tag, one, to: &source)
      source.line("try writer.endObject(&object)")
    case .inside, .untagged:
      writePayload(index, one, to: &source)
    case .adjacent:
      source.line("var outer = try writer.beginObject(DirectFields())")
      source.line("try writer.writeKey(0, of: DirectFields(), in: &outer)")
      source.line("try writer.writeString(\(name(of: one)))")
      if hasContent {
        source.line("try writer.writeKey(1, of: DirectFields(), in: &outer)")
        writePayload(index, one, to: &source)
      }
      source.line("try writer.endObject(&outer)")
    case .synthesized, .external:
      source.line("try writer.writeString(\(name(of: one)))")
    }
  }

  /// Returns an expression for the name of a case. An unknown name is written where it was read,
  /// without its content.
  private func name(of one: CaseModel) -> String {
    one.isUnknown && !one.payload.isEmpty ? "_payload0" : one.wireNames[0].literal
  }

  private func writePayload(_ index: Int, _ one: CaseModel, to source: inout SourceText) {
    if let object = payload(index, one) {
      object.writeObject(to: &source) { "_payload\($0)" }
    } else if one.isWrapper || one.keepsUnknown {
      source.line(
        writingStatement(one.payload[0].valueType, "_payload0", one.payload[0].isOfEitherKind))
    } else if one.isTuple {
      source.line("var list = try writer.beginList(count: \(one.payload.count))")
      for (position, value) in one.payload.enumerated() {
        source.line("try writer.beginElement(&list)")
        source.line(writingStatement(value.valueType, "_payload\(position)", value.isOfEitherKind))
      }
      source.line("try writer.endList(&list)")
    } else if case .untagged = model.tagging {
      source.line("try writer.writeNull()")
    } else {
      source.line("var empty = try writer.beginObject()")
      source.line("try writer.endObject(&empty)")
    }
  }

  /// Writes the statements that write a case into `object`, which has other members as well.
  func writeMembers(_ index: Int, _ one: CaseModel, to source: inout SourceText) {
    guard case .inside(let tag) = model.tagging else { return }
    if one.isUnknown {
      writeUnknownTag(tag, one, to: &source)
    } else {
      payload(index, one)?.writeMembers(.texts, to: &source) { "_payload\($0)" }
    }
  }

  private func writeUnknownTag(_ tag: String, _ one: CaseModel, to source: inout SourceText) {
    source.line("try writer.writeKey(\(tag.literal) as \(standard)StaticString, in: &object)")
    source.line("try writer.writeString(\(name(of: one)))")
  }
}
