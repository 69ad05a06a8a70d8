extension EnumSource {
  /// Writes the statements that read the payload of a case and put the case into `target`.
  private func writePayload(
    _ index: Int, _ one: CaseModel, into target: String, to source: inout SourceText
  ) {
    if let object = payload(index, one) {
      source.line("var slots = \(object.slots)()")
      source.line("try slots.read(from: &reader)")
      object.writeUnwrapping(to: &source)
      let values = object.properties.map { object.value(of: $0) }
      source.line("\(target) = \(construction(of: one, values))")
    } else if one.isWrapper {
      let value = one.payload[0]
      source.line("\(target) = \(construction(of: one, [readingExpression(of: value)]))")
    } else if one.isTuple {
      source.line("let listStart = reader.position")
      source.line("var list = try reader.beginList()")
      for (position, value) in one.payload.enumerated() {
        source.line(
          "try reader.nextElement(&list, at: \(position), of: \(one.payload.count), from: listStart)"
        )
        source.line("let _payload\(position) = \(readingExpression(of: value))")
      }
      source.line("try reader.endList(&list, after: \(one.payload.count))")
      let values = one.payload.indices.map { "_payload\($0)" }
      source.line("\(target) = \(construction(of: one, values))")
    } else {
      var isSynthesized = false
      if case .synthesized = model.tagging { isSynthesized = true }
      source.line("try reader.\(isSynthesized ? "readEmptyObject" : "readNothing")()")
      source.line("\(target) = \(construction(of: one, []))")
    }
  }

  private func patterns(_ one: CaseModel) -> String {
    one.wireNames.map(\.literal).joined(separator: ", ")
  }

  /// The array literal of the names that cases are written with, for errors.
  private var knownNames: String {
    return "[" + known.compactMap(\.element.wireNames.first?.literal).joined(separator: ", ") + "]"
  }

  // MARK: External

  func writeExternalDecoding(to source: inout SourceText) {
    source.line("let start = reader.position")
    let bare = known.map(\.element).filter(\.payload.isEmpty)
    if !bare.isEmpty || unknown != nil {
      source.block("if try reader.nextKind() == .string") { source in
        source.line("let name = try reader.readString()")
        source.block("switch name") { source in
          for one in bare { source.line("case \(patterns(one)): self = .\(one.name)") }
          writeDefault(bareFallback, to: &source)
        }
        source.line("return")
      }
    }
    source.line("var object = try reader.beginObject()")
    source.line("var result: Self? = nil")
    if !known.isEmpty { source.line("var found = -1") }
    if unknown != nil {
      source.line("var name: \(standard)String? = nil")
      source.line("var isUnclear = false")
    }
    source.block("while let key = try reader.nextName(&object)") { source in
      source.line("let slot = reader.slot(of: key, in: object, DirectFields())")
      source.block("switch slot") { source in
        for (index, one) in known {
          source.line("case \(slots(of: index).map(String.init).joined(separator: ", ")):")
          source.indented {
            // If an object has equal keys, the first one counts, as everywhere.
            $0.block("if found == slot") {
              $0.line("try reader.skipValue()")
              $0.line("continue")
            }
            $0.line("guard found < 0 else { throw reader.severalCases(of: Self.self, at: start) }")
            $0.line("found = slot")
            writePayload(index, one, into: "result", to: &$0)
          }
        }
        source.line("default:")
        source.indented {
          if unknown != nil {
            $0.line("let other = reader.dataKey(key, in: object)")
            $0.line("if let name { isUnclear = isUnclear || name != other } else { name = other }")
          }
          $0.line("try reader.skipValue()")
        }
      }
    }
    if unknown != nil {
      let name = keptUnknown == nil ? "let name" : "name != nil"
      source.block("if case nil = result, \(name)") { source in
        source.line("guard !isUnclear else { throw reader.severalCases(of: Self.self, at: start) }")
        if keptUnknown == nil {
          source.line("reader.rewind(to: unknownMark)")
          source.line("try reader.skipCase()")
        }
        for line in unknownStatements("name", into: "result") { source.line(line) }
      }
    }
    source.block("guard let result else") {
      $0.line("throw reader.noCase(of: Self.self, nil, among: \(knownNames), at: start)")
    }
    source.line("self = result")
  }

  /// The statements for a text that names no case. Without an unknown case, `.synthesized` needs an
  /// object.
  private var bareFallback: [String] {
    guard unknown == nil, case .synthesized = model.tagging else { return fallback }
    return ["throw reader.mismatch([\(standard)String: Any].self, at: start)"]
  }

  /// The statements for a name that no case has.
  private var fallback: [String] {
    let statements = unknownStatements("name", into: "self")
    guard statements.isEmpty else { return statements }
    return ["throw reader.noCase(of: Self.self, name, among: \(knownNames), at: start)"]
  }

  /// Writes the last branch of a switch.
  private func writeDefault(_ statements: [String], to source: inout SourceText) {
    source.line("default:")
    source.indented { source in
      for line in statements { source.line(line) }
    }
  }

  // MARK: Internal

  func writeInternalDecoding(_ tag: String, to source: inout SourceText) {
    writeTag(tag, to: &source)
    source.block("switch name") { source in
      for (index, one) in known {
        source.line("case \(patterns(one)):")
        source.indented { writePayload(index, one, into: "self", to: &$0) }
      }
      let isSkipped = unknown != nil && keptUnknown == nil
      writeDefault((isSkipped ? ["try reader.skipCase()"] : []) + fallback, to: &source)
    }
  }

  private func writeTag(_ tag: String, to source: inout SourceText) {
    source.line("let start = reader.position")
    source.block("guard let name = try reader.peekString(forKey: \(tag.literal)) else") {
      $0.line("throw reader.missing([\(tag.literal)], at: start)")
    }
  }

  // MARK: Adjacent

  func writeAdjacentDecoding(_ tag: String, _ content: String, to source: inout SourceText) {
    writeTag(tag, to: &source)
    source.line("var object = try reader.beginObject(DirectFields())")
    source.line("var fields = \(library)_FieldProgress(DirectFields())")
    source.line("var result: Self? = nil")
    source.block("while let slot = try reader.nextSlot(&object, &fields)") { source in
      source.block("guard slot == 1 else") {
        $0.line("try reader.skipValue()")
        $0.line("continue")
      }
      source.block("switch name") { source in
        for (index, one) in known {
          source.line("case \(patterns(one)):")
          source.indented { writePayload(index, one, into: "result", to: &$0) }
        }
        source.line("default: try reader.skipValue()")
      }
    }
    source.block("if let result") {
      $0.line("self = result")
      $0.line("return")
    }
    // Without content, the case is one without values, or an unknown one.
    source.block("switch name") { source in
      for (_, one) in known {
        source.line("case \(patterns(one)):")
        source.indented {
          $0.line(
            one.payload.isEmpty
              ? "self = .\(one.name)"
              : "throw reader.missing([\(content.literal)], at: start)")
        }
      }
      writeDefault(fallback, to: &source)
    }
  }

  // MARK: Untagged

  func writeUntaggedDecoding(to source: inout SourceText) {
    source.line("let start = reader.position")
    source.line("let mark = reader.mark()")
    writeRecalling(["self = known"], to: &source)
    for (index, one) in known {
      if one.payload.isEmpty {
        source.block("if try reader.readNull()") {
          $0.line("self = .\(one.name)")
          $0.line("return")
        }
        continue
      }
      source.block("do throws(\(library)WireFailure)") {
        writePayload(index, one, into: "self", to: &$0)
        $0.line("reader.keepCase(self, at: start)")
        $0.line("return")
      }
      source.block("catch") { $0.line("reader._tryNext(from: mark)") }
    }
    // A value that fits no case still has to be well-formed. Otherwise that is the failure.
    source.line("try reader.skipValue()")
    source.line("throw reader.noCaseFits(Self.self, at: start)")
  }
}
