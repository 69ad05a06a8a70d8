internal import FerryBase

/// The splices of edits, by the kind of the container around the edited place.
extension DocumentEditor {
  /// Replaces the value at the end of a route, and its comment unless that is nil.
  mutating func replace(_ route: Route, with value: AnyValue, comment: String?) throws {
    try replace(route, with: value, comment: comment, .replace(route.steps, value))
  }

  /// Replaces null at the end of a route by the container that an edit inside of it needs.
  mutating func replaceNull(_ route: Route, with container: AnyValue) throws {
    try replace(route, with: container, comment: nil, .replaceNull(route.steps, container))
  }

  private mutating func replace(
    _ route: Route, with value: AnyValue, comment: String?, _ edit: ValueEdit
  ) throws {
    let new = try self.splices(replacing: route, with: value)
    var splices = ending(new, value).filter { !document.text[$0.range].elementsEqual($0.text) }
    if let comment { splices.append(try splice(setting: comment, .above, at: route)) }
    perform(splices, edit, changing: route.steps)
  }

  /// Adds a line break at the end of the document after a block scalar whose text has one there.
  private func ending(_ splices: [Splice], _ value: AnyValue) -> [Splice] {
    var last = value
    while let next = last.array?.last ?? last.object?.last?.value { last = next }
    let end = document.text.count
    guard format.isYAML, last.string?.utf8.last == Byte.newline,
      let index = splices.lastIndex(where: { $0.range.upperBound == end && !$0.text.isEmpty }),
      splices[index].text.last.map(Byte.isBreak) != true
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
    let text = try rendered(.value(value), replacing: route.item, slots: route.slots)
    guard slot == nil, document.isBlank else { return [Splice(route.item.value, text)] }
    // The text has no document yet.
    let (end, lineBreak) = (document.text.count, document.text.lineBreak)
    return [Splice(at: end, (document.text.isFirstInLine(end) ? [] : lineBreak) + text + lineBreak)]
  }

  /// Inserts at the last slot of a route.
  mutating func insert(
    _ content: Content, key: String?, at route: Route, _ comments: EntryComments
  ) throws {
    let slot = route.slots[route.slots.count - 1]
    let splices = try self.splices(inserting: content, key, at: route, comments)
    let target = ValueEdit.Target(
      container: route.parentSteps, before: slot.item == nil ? nil : route.steps.last, key: key)
    var effect = MemberEffect.any
    switch target.before {
    case nil where slot.previousEnd != nil && comments.canBeFollowed:
      effect = .appends(key.map { .key($0) } ?? .index(0))
    case .index(let index) where comments.canBeFollowed:
      effect = .inserts(touched.place(ofNewElement: index, in: target.container))
    default: break
    }
    perform(
      ending(splices, content.value), .insert(content.value, target), changing: target.container,
      effect)
  }

  private mutating func splices(
    inserting content: Content, _ key: String?, at route: Route, _ comments: EntryComments
  ) throws -> [Splice] {
    let (syntax, text) = (try self.syntax, document.text)
    let slot = route.slots[route.slots.count - 1]
    #if FERRY_YAML
    if slot.container.isBlock, let syntax = syntax as? YAMLSyntax {
      return try BlockEditing(syntax).insert(content, key: key, comments, at: slot)
    }
    #endif
    var layout =
      try self.layout(route.slots)
      ?? BracketLayout(of: slot, in: text, syntax.comments, outer: nil)
    let unit = slot.first == nil ? emptied[route.parentSteps] : nil
    if let unit, !unit.isEmpty {
      (layout.isMultiline, layout.unit) = (true, unit)
      layout.indent = layout.closingIndent + unit
    }
    let editing = BracketEditing(text: text, comments: syntax.comments)
    #if FERRY_YAML
    if let syntax = syntax as? YAMLSyntax {
      let (block, outer) = (BlockEditing(syntax), route.slots.dropLast().last)
      if unit == [], outer?.container.isBlock != false {
        return try block.insertFirst(content, key: key, comments, at: slot, in: outer)
      }
      let entry = try block.entryInBrackets(content, key: key, at: slot, layout)
      return try editing.insert(entry, comments, at: slot, layout)
    }
    #endif
    let rendering = JSONRendering(isJSON5: format == .json5, slot.samples, in: text)
    let value = try rendered(content, replacing: nil, slots: route.slots, in: layout)
    return try editing.insert(rendering.entry(key, value, layout), comments, at: slot, layout)
  }

  /// Returns the text of a value of JSON or JSON5.
  private mutating func rendered(
    _ content: Content, replacing old: Item?, slots: [Slot], in layout: BracketLayout? = nil
  ) throws -> [UInt8] {
    let text = document.text
    if case .value(let value) = content, value.isMap == nil, format == .json {
      return JSONRendering(isJSON5: false, [], in: text).scalar(value)
    }
    let slot = slots.last
    var layout =
      try layout ?? self.layout(slots)
      ?? BracketLayout(
        of: Slot(container: old ?? Item(.scalar, 0..<0), samples: []), in: text, .none, outer: nil)
    if !layout.isMultiline || slot == nil { layout.indent = layout.closingIndent }
    switch content {
    case .text(let fragment): return fragment.text(indent: layout.indent, layout.lineBreak)
    case .value(let value):
      let samples = try slot.map {
        $0.samples.isEmpty ? try items(of: $0.container).all : $0.samples
      }
      let models =
        (old.map { $0.value.isEmpty ? [] : [$0] } ?? [])
        + (samples ?? []).prefix(JSONRendering.sampleCount)
      let kind: Item.Kind = value.isMap == true ? .object : .array
      let model = models.first {
        $0.isContainer && $0.value.count > 2 && ($0.kind == kind || $0.start == old?.start)
      }
      if let model { layout.isMultiline = text.hasLineBreak(model.value) }
      return JSONRendering(isJSON5: format == .json5, models, in: text).value(value, layout)
    }
  }

  /// The text of a deletion.
  struct Deletion {
    /// The value, or all values that are deleted together.
    var slot: Slot
    var splices: [Splice]
    var effect: MemberEffect
    /// Whether the container is empty afterwards.
    var isLast: Bool { slot.previousEnd == nil && slot.nextStart == nil }
  }

  /// Deletes the value at the end of a route, together with its neighbours that pending changes delete.
  mutating func delete(_ route: Route) throws {
    let (route, deletion) = try settledForDeletion(route)
    let steps = route.parentSteps
    if deletion.isLast {
      var unit: [UInt8]? = []
      if !deletion.slot.container.isBlock {
        unit = try self.layout(route.slots).flatMap { $0.isMultiline ? $0.unit : nil }
      }
      empty(steps, unit)
    }
    perform(deletion.splices, .delete(route.steps), changing: steps, deletion.effect)
  }

  /// Returns the route to a value and its deletion, together with the pending changes. They are applied
  /// first if the text depends on them.
  mutating func settledForDeletion(_ route: Route) throws -> (route: Route, deletion: Deletion) {
    if let deletion = try deletion(of: route) { return (route, deletion) }
    settle()
    let route = try existing(WirePath(steps: route.steps), joining: .deletion)
    guard let deletion = try deletion(of: route) else { throw Problem.inconsistent }
    return (route, deletion)
  }

  /// Returns the deletion of the value at the end of a route; `nil` if the text of it depends on pending
  /// changes.
  private mutating func deletion(of route: Route) throws -> Deletion? {
    guard let last = route.slots.last else {
      throw Problem.edit("the document as a whole cannot be deleted")
    }
    let steps = route.parentSteps
    if touched.contains(above: steps) { return nil }
    // A variable with the members would keep them, and each deletion would copy all of them.
    let run = last.index.flatMap { touched.deleted[steps, default: .init()].run(with: $0) }
    let slot = run.flatMap { $0.count > 1 ? last.extended(to: $0) : nil } ?? last
    var deletion = Deletion(slot: slot, splices: [], effect: .any)
    if touched.contains(steps), run == nil || deletion.isLast { return nil }
    deletion.splices = try splices(deleting: slot, route)
    guard let run else { return deletion }
    let ranges = deletion.splices.map(\.range)
    deletion.effect = .deletes(.init(members: run, bytes: ranges))
    if run.count > 1 {
      // Each value takes its own comments with it, also those between two values, and no others.
      let parts =
        touched.deleted[steps, default: .init()].bytes(of: run)
        + (try splices(deleting: last, route).map(\.range))
      guard
        parts.allSatisfy({ part in ranges.contains { $0.clamped(to: part) == part } }),
        ranges.allSatisfy({ document.text.hasOnlySeparators($0, outside: parts) })
      else { return nil }
    }
    return deletion
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
    let samples = (slot.item.map { [$0] } ?? []) + slot.samples.prefix(JSONRendering.sampleCount)
    return JSONRendering(isJSON5: format == .json5, samples, in: document.text).key(key)
  }

  /// Returns the content of a value that moves.
  mutating func content(of route: Route, isCopy: Bool = false) throws -> Content {
    let (syntax, text) = (try self.syntax, document.text)
    #if FERRY_YAML
    if let syntax = syntax as? YAMLSyntax {
      var steps = route.steps
      // Pending deletions give the elements behind them other indexes than those in the text.
      if case .index? = steps.last, let index = route.slots.last?.index {
        steps[steps.count - 1] = .index(index)
      }
      let value = try tape().value(at: steps)
      if isCopy, syntax.hasAnchor(in: route.item) { return .value(value) }
      return .text(try BlockEditing(syntax).fragment(route.item, in: route.slots.last, value))
    }
    #endif
    let start = startOfContent(route.item, syntax)
    let lines = Fragment.lines(
      start..<route.item.value.upperBound, without: text.indentation(route.item.start), in: text)
    return .text(Fragment(kind: route.item.kind, wasInBrackets: true, lines: lines))
  }

  /// Returns the start of the text that moves with a value. In JSON5, it has the comments after the
  /// colon.
  func startOfContent(_ item: Item, _ syntax: any Syntax) -> Int {
    guard let key = item.key, !format.isYAML else { return item.value.lowerBound }
    let colon = syntax.comments.skipTrivia(key.upperBound, in: document.text)
    return CommentSyntax.none.skipTrivia(colon + 1, in: document.text)
  }

  /// Returns whether the text of a value is null.
  func isNull(_ item: Item) -> Bool {
    guard item.value.count <= 4 else { return false }
    let text = String(decoding: document.text[item.value], as: UTF8.self)
    return format.isYAML
      ? ["", "~", "null", "Null", "NULL"].contains(text) : ["", "null"].contains(text)
  }
}
