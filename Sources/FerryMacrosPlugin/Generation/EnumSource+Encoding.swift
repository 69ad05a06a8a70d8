extension EnumSource {
  /// Writes the statements that write a case whose values are bound to `_payload0` and so on.
  func writeEncoding(_ index: Int, _ one: CaseModel, to source: inout SourceText) {
    let hasContent = !one.isUnknown && !one.payload.isEmpty
    switch model.tagging {
    case .synthesized where !one.isUnknown, .external where hasContent:
      source.line("var outer = try writer.beginObject(DirectFields.self)")
      source.line("try writer.writeKey(\(index), of: DirectFields.self, in: &outer)")
      writePayload(index, one, to: &source)
      source.line("try writer.endObject(&outer)")
    case .inside(let tag) where one.isUnknown:
      source.line("var object = try writer.beginObject()")
      writeUnknownTag(tag, one, to: &source)
      source.line("try writer.endObject(&object)")
    case .inside, .untagged:
      writePayload(index, one, to: &source)
    case .adjacent:
      source.line("var outer = try writer.beginObject(DirectFields.self)")
      source.line("try writer.writeKey(0, of: DirectFields.self, in: &outer)")
      source.line("try writer.writeString(\(name(of: one)))")
      if hasContent {
        source.line("try writer.writeKey(1, of: DirectFields.self, in: &outer)")
        writePayload(index, one, to: &source)
      }
      source.line("try writer.endObject(&outer)")
    case .synthesized, .external:
      source.line("try writer.writeString(\(name(of: one)))")
    }
  }

  /// An expression for the name of a case. A name that no case has goes back where it was found,
  /// without the content it had.
  private func name(of one: CaseModel) -> String {
    one.isUnknown && !one.payload.isEmpty ? "_payload0" : one.wireNames[0].literal
  }

  private func writePayload(_ index: Int, _ one: CaseModel, to source: inout SourceText) {
    if let object = payload(index, one) {
      object.writeObject(to: &source) { "_payload\($0)" }
    } else if one.isWrapper {
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

  /// Writes the statements that write a case into `object`, of which it is only a part.
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
