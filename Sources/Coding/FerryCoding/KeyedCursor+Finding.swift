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
    if unsafe call.state.pointee.options.notesKeys {
      unsafe call.state.pointee.askedKeys.ask(name(), of: header)
    }
    // The result of a closure depends on the coding path, so the name cannot be cached.
    if unsafe call.state.pointee.options.keys.isCustom { return converted(name()) }
    let view = unsafe call.state.pointee.view
    let position = unsafe place.pointee.position
    let bit: UInt64 = number < 64 && number >= 0 ? 1 << UInt64(number) : 0
    guard unsafe place.pointee.converted == nil, bit != 0, unsafe place.pointee.asked & bit == 0,
      unsafe position < place.pointee.end, let names = unsafe names
    else { return converted(name()) }
    let text = view.stored(view[position])
    if unsafe !names[number].matches(text) {
      guard call.convertedName(position, in: header) == name() else {
        return converted(name())
      }
      unsafe place.pointee.table?.learn(number, text)
    }
    if moves {
      unsafe place.pointee.asked |= bit
      unsafe place.pointee.position = view.next(position &+ 1)
    }
    return position &+ 1
  }

  /// Returns the index of the value whose name converts to `name`. If several names do, the first
  /// counts.
  func converted(_ name: String) -> Int? {
    indexConvertedNames()
    return unsafe place.pointee.converted?[name]
  }

  /// Converts all names of the object, unless that has been done.
  func indexConvertedNames() {
    if unsafe place.pointee.converted != nil { return }
    let (view, options) = unsafe (call.state.pointee.view, call.state.pointee.options)
    var index = KeyNames<Int>(canonically: options.followsFoundation)
    for key in view.keys(ofMap: header) {
      _ = index.insert(call.convertedName(key, in: header), key + 1)
    }
    unsafe place.pointee.converted = index
  }

  /// The names that a closure made when the container was made, in the order of the object; `nil`
  /// without a closure.
  var customNames: [String]? {
    guard unsafe call.state.pointee.options.keys.isCustom,
      let index = unsafe place.pointee.converted
    else { return nil }
    return index.all.sorted { $0.value < $1.value }.map(\.key)
  }

  // MARK: Names that the table has

  /// Returns the index of the value for a key. `number` is its number in the table, or -1. If the
  /// cursor `moves`, it expects the key after this one next.
  @inline(__always)
  func find(_ name: KeyTable.Name, number: Int, moves: Bool) -> Int? {
    let view = unsafe call.state.pointee.view
    let position = unsafe place.pointee.position
    let bit: UInt64 = number < 64 && number >= 0 ? 1 << UInt64(number) : 0
    if unsafe position < place.pointee.end, name.matches(view.stored(view[position])),
      unsafe place.pointee.passed & name.signature == 0, bit != 0,
      unsafe place.pointee.asked & bit == 0
    {
      if moves {
        unsafe place.pointee.asked |= bit
        unsafe place.pointee.position = view.next(position &+ 1)
      }
      return position &+ 1
    }
    return search(name, number: number, moves: moves)
  }

  /// Returns the index of the value for a key without a number. `name` is the key's own name.
  func find(unnumbered name: String, moves: Bool) -> Int? {
    if unsafe place.pointee.rule.isCanonical, !KeyTable.hasNoCanonicalEquivalent(name) {
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
    let view = unsafe call.state.pointee.view
    let (start, end) = unsafe (place.pointee.header + 1, place.pointee.end)
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
      switch unsafe place.pointee.rule {
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
    guard number >= 0, let table = unsafe place.pointee.table else {
      return search(ExactMatch(name), bit: bit, moves: moves)
    }
    switch unsafe place.pointee.rule {
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
    let view = unsafe call.state.pointee.view
    let text = view.stored(view[key])
    if unsafe names?[number].matches(text) != true {
      unsafe place.pointee.table?.learn(number, text)
    }
  }

  private func search(_ match: some KeyMatch, bit: UInt64, moves: Bool) -> Int? {
    let view = unsafe call.state.pointee.view
    if isWorthAnIndex(view) { return match.find(inIndexOf: self) }
    let position = unsafe place.pointee.position

    // The key is before the position only if it was skipped or has been requested already.
    let mayBeBefore =
      unsafe place.pointee.passed & match.signature != 0 || place.pointee.asked & bit != 0
    if mayBeBefore, let key = unsafe scan(place.pointee.header + 1, position, for: match, view) {
      return key + 1
    }
    if unsafe place.pointee.ahead & match.signature == 0 { return nil }
    var key = position
    var signatures: UInt64 = 0
    while unsafe key < place.pointee.end {
      let text = view.stored(view[key])
      if match.matches(text) {
        if moves {
          unsafe place.pointee.passed |= signatures
          unsafe place.pointee.position = view.next(key + 1)
          if bit == 0 {
            unsafe place.pointee.passed |= match.signature
          } else {
            unsafe place.pointee.asked |= bit
          }
        }
        return key + 1
      }
      signatures |= match.signature(of: text)
      key = view.next(key + 1)
      unsafe place.pointee.steps += 1
    }
    unsafe place.pointee.ahead = signatures
    return nil
  }

  private func scan(
    _ start: Int, _ end: Int, for match: some KeyMatch, _ view: TapeView
  ) -> Int? {
    var key = start
    while key < end {
      if match.matches(view.stored(view[key])) { return key }
      key = view.next(key + 1)
      unsafe place.pointee.steps += 1
    }
    return nil
  }

  /// Returns whether a hash table of the names is worthwhile. Walking over the names is quadratic
  /// at worst. A hash table is worthwhile once the walks have cost as much as making one.
  private func isWorthAnIndex(_ view: TapeView) -> Bool {
    unsafe place.pointee.steps > 128 + 4 * view.elementCount(place.pointee.header)
  }

  /// Returns the index of the value for `name`, found with a hash table that is made at the first
  /// use.
  func indexed(_ name: KeyTable.Name) -> Int? {
    let view = unsafe call.state.pointee.view
    if unsafe place.pointee.index == nil {
      unsafe place.pointee.index = KeyIndex(of: place.pointee.header, view)
    }
    return unsafe place.pointee.index?.find(name, view)
  }
}
