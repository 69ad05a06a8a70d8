internal import FerryBase

/// The splices of edits, by the kind of the container around the edited place.
extension DocumentEditor {
  /// Replaces the value at the end of a route.
  mutating func replace(_ route: Route, with value: AnyValue) throws {
    let new = try self.splices(replacing: route, with: value)
    let splices = ending(new, value)
    let isUnchanged = splices.allSatisfy { document.text[$0.range].elementsEqual($0.text) }
    perform(isUnchanged ? [] : splices, .replace(route.steps, value))
  }

  /// Adds a line break at the end of the document after a block scalar whose text has one there.
  private func ending(_ splices: [Splice], _ value: AnyValue) -> [Splice] {
    var last = value
    while let next = last.array?.last ?? last.object?.last?.value { last = next }
    let end = document.text.count
    guard format.isYAML, last.string?.utf8.last == Byte.newline,
      let index = splices.lastIndex(where: { $0.range.upperBound == end && !$0.text.isEmpty })
    else { return splices }
    var splices = splices
    splices[index].text += document.text.lineBreak
    return splices
  }

  private mutating func splices(replacing route: Route, with value: AnyValue) throws -> [Splice] {
    let syntax = try self.syntax
    let slot = route.slots.last
    #if FERRY_YAML
    if let syntax = syntax as? YAMLSyntax {
      let block = BlockEditing(syntax)
      guard let slot, !slot.container.isBlock else {
        return try block.replace(route.item, in: slot, with: value)
      }
      return try block.replaceInBrackets(route.item, in: slot, with: value)
    }
    #endif
    let text = try rendered(.value(value), replacing: route.item, slots: route.slots, syntax)
    return [Splice(route.item.value, text)]
  }

  /// Inserts at the last slot of a route.
  mutating func insert(
    _ content: Content, key: String?, at route: Route, comment: String?, beside: String? = nil
  ) throws {
    let slot = route.slots[route.slots.count - 1]
    let splices = try self.splices(
      inserting: content, key, at: route, comment: comment, beside: beside)
    var before: WirePath.Step?
    if slot.item != nil { before = route.steps.last }
    let target = ValueEdit.Target(container: route.parentSteps, before: before, key: key)
    perform(ending(splices, content.value), .insert(content.value, target))
  }

  private mutating func splices(
    inserting content: Content, _ key: String?, at route: Route, comment: String?, beside: String?
  ) throws -> [Splice] {
    let syntax = try self.syntax
    let slot = route.slots[route.slots.count - 1]
    if comment != nil || beside != nil, syntax.comments == .none {
      throw Problem.edit("JSON has no comments", hint: "read the file as JSON5")
    }
    let lines = comment.map(syntax.comments.lines) ?? []
    #if FERRY_YAML
    if let syntax = syntax as? YAMLSyntax {
      let block = BlockEditing(syntax)
      if slot.container.isBlock {
        return try block.insert(content, key: key, comment: lines, beside: beside, at: slot)
      }
      let layout =
        try self.layout(route.slots, syntax)
        ?? BracketLayout(of: slot, in: document.text, .hash, outer: nil)
      let entry = try block.entryInBrackets(content, key: key, at: slot, layout)
      return try BracketEditing(text: document.text, comments: .hash)
        .insert(entry, comment: lines, at: slot, layout)
    }
    #endif
    let layout =
      try self.layout(route.slots, syntax)
      ?? BracketLayout(of: slot, in: document.text, .none, outer: nil)
    let rendering = JSONRendering(isJSON5: format == .json5, slot.samples, in: document.text)
    let value = try rendered(content, replacing: nil, slots: route.slots, syntax)
    let entry = rendering.entry(key, value, layout)
    let above = lines + (beside.map(syntax.comments.lines) ?? [])
    return try BracketEditing(text: document.text, comments: syntax.comments)
      .insert(entry, comment: above, at: slot, layout)
  }

  /// Returns the text of a value of JSON or JSON5.
  private func rendered(
    _ content: Content, replacing old: Item?, slots: [Slot], _ syntax: any Syntax
  ) throws -> [UInt8] {
    let text = document.text
    if case .value(let value) = content, value.isMap == nil, format == .json {
      return JSONRendering(isJSON5: false, [], in: text).scalar(value)
    }
    let slot = slots.last
    var layout =
      try self.layout(slots, syntax)
      ?? BracketLayout(
        of: Slot(container: old ?? Item(.scalar, 0..<0), samples: []), in: text, syntax.comments,
        outer: nil)
    if !layout.isMultiline || slot == nil { layout.indent = layout.closingIndent }
    switch content {
    case .text(let fragment): return fragment.text(indent: layout.indent, layout.lineBreak)
    case .value(let value):
      let samples = try slot.map { try self.samples($0, syntax) } ?? []
      let models = (old.map { [$0] } ?? []) + samples
      let kind: Item.Kind = value.isMap == true ? .object : .array
      let model = models.first {
        $0.isContainer && $0.value.count > 2 && ($0.kind == kind || $0.start == old?.start)
      }
      if let model { layout.isMultiline = text.hasLineBreak(model.value) }
      return JSONRendering(isJSON5: format == .json5, models, in: text).value(value, layout)
    }
  }

  /// Returns values of a container, for their style.
  private func samples(_ slot: Slot, _ syntax: any Syntax) throws -> [Item] {
    slot.samples.isEmpty ? try syntax.samples(of: slot.container) : slot.samples
  }

  /// Deletes the value at the end of a route.
  mutating func delete(_ route: Route) throws {
    guard let slot = route.slots.last else {
      throw Problem.edit("the document as a whole cannot be deleted")
    }
    perform(try splices(deleting: slot, route), .delete(route.steps))
  }

  private mutating func splices(deleting slot: Slot, _ route: Route) throws -> [Splice] {
    let syntax = try self.syntax
    #if FERRY_YAML
    if slot.container.isBlock, let syntax = syntax as? YAMLSyntax {
      return try BlockEditing(syntax).delete(slot, in: route.slots.dropLast().last)
    }
    #endif
    return try BracketEditing(text: document.text, comments: syntax.comments).delete(slot)
  }

  /// Returns the text of a key in the style of the key that it replaces.
  mutating func renderedKey(_ key: String, _ slot: Slot) throws -> [UInt8] {
    #if FERRY_YAML
    if let syntax = try self.syntax as? YAMLSyntax {
      return try BlockEditing(syntax).renamed(key, slot)
    }
    #endif
    let samples = (slot.item.map { [$0] } ?? []) + slot.samples
    return JSONRendering(isJSON5: format == .json5, samples, in: document.text).key(key)
  }

  /// Returns the content of a value that moves.
  mutating func content(of route: Route, isCopy: Bool = false) throws -> Content {
    #if FERRY_YAML
    if let syntax = try self.syntax as? YAMLSyntax {
      let value = try self.value(at: route.steps)
      if isCopy, syntax.hasAnchor(in: route.item) { return .value(value) }
      return .text(try BlockEditing(syntax).fragment(route.item, in: route.slots.last, value))
    }
    #endif
    let text = document.text
    let indent = text.indentation(route.item.start)
    return .text(
      Fragment(
        kind: route.item.kind, wasInBrackets: true,
        lines: Fragment.lines(route.item.value, without: indent, in: text)))
  }

  /// Returns whether the text of a value is null.
  func isNull(_ item: Item) -> Bool {
    let text = String(decoding: document.text[item.value], as: UTF8.self)
    return format.isYAML ? ["", "~", "null", "Null", "NULL"].contains(text) : text == "null"
  }
}
