internal import FerryBase

extension KeyedCursor {
  // MARK: Converted names

  /// Returns the index of the value whose name converts to `name`. `number` is the number of the
  /// key in the table, or -1.
  ///
  /// The table stores the name that the last document had for a key. The same name at the expected
  /// position needs no conversion.
  func findConverted(_ name: @autoclosure () -> String, number: Int, moves: Bool) -> Int? {
    if let located { return located.node(of: number, name(), TapeDecoder(call, at: header)) }
    if call.state.options.notesKeys {
      call.state.askedKeys.ask(name(), of: header)
    }
    // The result of a closure depends on the coding path, so the name cannot be cached.
    if call.state.options.keys.isCustom { return converted(name()) }
    let view = call.state.view
    let position = place.position
    let bit: UInt64 = number < 64 && number >= 0 ? 1 << UInt64(number) : 0
    guard place.converted == nil, bit != 0, place.asked & bit == 0,
      position < place.end, let names = unsafe names
    else { return converted(name()) }
    let text = view.stored(view[position])
    if unsafe !names[number].matches(text) {
      guard call.convertedName(position, in: header) == name() else {
        return converted(name())
      }
      place.table?.learn(number, text)
    }
    if moves {
      place.asked |= bit
      place.position = view.next(position &+ 1)
    }
    return position &+ 1
  }

  /// Returns the index of the value whose name converts to `name`. If several names do, the first
  /// counts.
  func converted(_ name: String) -> Int? {
    indexConvertedNames()
    return place.converted?[name]
  }

  /// Converts all names of the object, unless that has been done.
  func indexConvertedNames() {
    if place.converted != nil { return }
    let (view, options) = (call.state.view, call.state.options)
    var index = KeyNames<Int>(canonically: options.followsFoundation)
    for key in view.keys(ofMap: header) {
      _ = index.insert(call.convertedName(key, in: header), key + 1)
    }
    place.converted = index
  }

  /// The names that a closure made when the container was made, in the order of the object; `nil`
  /// without a closure.
  var customNames: [String]? {
    guard call.state.options.keys.isCustom,
      let index = place.converted
    else { return nil }
    return index.all.sorted { $0.value < $1.value }.map(\.key)
  }

  // MARK: Names that the table has

  /// Returns the index of the value for a key. `number` is its number in the table, or -1. If the
  /// cursor `moves`, it expects the key after this one next.
  @inline(__always)
  func find(_ name: KeyTable.Name, number: Int, moves: Bool) -> Int? {
    let view = call.state.view
    let position = place.position
    let bit: UInt64 = number < 64 && number >= 0 ? 1 << UInt64(number) : 0
    if position < place.end, name.matches(view.stored(view[position])),
      place.passed & name.signature == 0, bit != 0,
      place.asked & bit == 0
    {
      if moves {
        place.asked |= bit
        place.position = view.next(position &+ 1)
      }
      return position &+ 1
    }
    return search(name, number: number, moves: moves)
  }

  /// Returns the index of the value for a key without a number. `name` is the key's own name.
  func find(unnumbered name: String, moves: Bool) -> Int? {
    if place.rule.isCanonical, !KeyTable.hasNoCanonicalEquivalent(name) {
      return converted(name)
    }
    return withName(unnumbered: name) { name, camelCase in
      guard let camelCase else { return find(name, number: -1, moves: moves) }
      return search(camelCase, bit: 0, moves: moves)
    }
  }

  /// Returns the index of the first value named `name`, at any position. It may have been read for
  /// a numbered key before.
  func first(named name: String) -> Int? {
    let view = call.state.view
    let (start, end) = (place.header + 1, place.end)
    let key = withName(unnumbered: name) { name, camelCase in
      guard let camelCase else { return scan(start, end, for: ExactMatch(name), view) }
      return scan(start, end, for: camelCase, view)
    }
    return key.map { $0 + 1 }
  }

  /// Returns the result of `find` for a key without a number. `own` is the key's own name. `find`
  /// gets a name under the rule, or a comparison with the camel case of names.
  private func withName(
    unnumbered own: String, _ find: (KeyTable.Name, SnakeCaseMatch?) -> Int?
  ) -> Int? {
    KeyTable.withName(own) { name in
      switch place.rule {
      case .exact, .canonical, .unknown: find(name, nil)
      case .snakeCase(let canonically): find(name, SnakeCaseMatch(name, canonically: canonically))
      case .styled(let style):
        KeyTable.withName(style.name(of: own)) { find($0, nil) } ?? find(name, nil)
      }
    }
  }

  @inline(never)
  private func search(_ name: KeyTable.Name, number: Int, moves: Bool) -> Int? {
    let bit: UInt64 = number < 64 && number >= 0 ? 1 << UInt64(number) : 0
    guard number >= 0, let table = place.table else {
      return search(ExactMatch(name), bit: bit, moves: moves)
    }
    switch place.rule {
    case .exact, .canonical, .unknown:
      return search(ExactMatch(name), bit: bit, moves: moves)
    case .snakeCase(let canonically):
      let match = SnakeCaseMatch(table.ownName(number), canonically: canonically)
      let index = search(match, bit: bit, moves: moves)
      if let index { learn(number, from: index - 1) }
      return index
    case .styled:
      return search(ExactMatch(name), bit: bit, moves: moves)
        ?? search(ExactMatch(table.ownName(number)), bit: bit, moves: moves)
    }
  }

  /// Stores the document's name for the key with `number`, so that the cursor finds it at once in
  /// the next object.
  private func learn(_ number: Int, from key: Int) {
    let view = call.state.view
    let text = view.stored(view[key])
    if unsafe names?[number].matches(text) != true {
      place.table?.learn(number, text)
    }
  }

  private func search(_ match: some KeyMatch, bit: UInt64, moves: Bool) -> Int? {
    let view = call.state.view
    if isWorthAnIndex(view) { return match.find(inIndexOf: self) }
    let position = place.position

    // The key is before the position only if it was skipped or has been requested already.
    let mayBeBefore =
      place.passed & match.signature != 0 || place.asked & bit != 0
    if mayBeBefore, let key = scan(place.header + 1, position, for: match, view) {
      return key + 1
    }
    if place.ahead & match.signature == 0 { return nil }
    var key = position
    var signatures: UInt64 = 0
    while key < place.end {
      let text = view.stored(view[key])
      if match.matches(text) {
        if moves {
          place.passed |= signatures
          place.position = view.next(key + 1)
          if bit == 0 {
            place.passed |= match.signature
          } else {
            place.asked |= bit
          }
        }
        return key + 1
      }
      signatures |= match.signature(of: text)
      key = view.next(key + 1)
      place.steps += 1
    }
    place.ahead = signatures
    return nil
  }

  private func scan(
    _ start: Int, _ end: Int, for match: some KeyMatch, _ view: TapeView
  ) -> Int? {
    var key = start
    while key < end {
      if match.matches(view.stored(view[key])) { return key }
      key = view.next(key + 1)
      place.steps += 1
    }
    return nil
  }

  /// Returns whether a hash table of the names is worthwhile. Walking over the names is quadratic
  /// at worst. A hash table is worthwhile once the walks have cost as much as making one.
  private func isWorthAnIndex(_ view: TapeView) -> Bool {
    place.steps > 128 + 4 * view.elementCount(place.header)
  }

  /// Returns the index of the value for `name`, found with a hash table that is made at the first
  /// use.
  func indexed(_ name: KeyTable.Name) -> Int? {
    let view = call.state.view
    if place.index == nil {
      place.index = KeyIndex(of: place.header, view)
    }
    return place.index?.find(name, view)
  }
}
