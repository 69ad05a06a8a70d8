internal import FerryBase

// A key is looked up in three steps. The first compares its usual name with the name at the expected
// position. The second walks over the names of the object. The third asks a hash table, for long
// objects and for rules that cannot compare a name with a key. The table has one name for each key:
//
//   rule         | usual name            | names that the walk accepts
//   -------------|-----------------------|-------------------------------------------
//   exact        | own name              | own name
//   canonical    | own name, if no other | own name, if no other text is equal to it;
//                | text is equal to it   | the third step finds the others
//   snake case   | its snake case, or    | names whose camel case is the own name
//                | the last one found    |
//   a style      | name in the style     | name in the style, or else own name
//   unknown      | none                  | none: only the third step finds names
extension KeyedCursor {
  /// Returns the index of the value for `key`. If the cursor `moves`, it expects the key after this
  /// one next.
  @inline(__always)
  func find<K: CodingKey>(_ key: K, moves: Bool) -> Int? {
    if converts { return findConverted(key) }
    guard let names = unsafe names else { return find(key.stringValue, number: -1, moves: moves) }
    let number = KeyTable.index(of: key)
    var name = unsafe names[number]
    if name.text == nil {
      guard let made = makeName(of: key.stringValue, number) else {
        return converted(key.stringValue)
      }
      name = made
    }
    if let index = expected(name, number: number, moves: moves) { return index }
    return place.rule.isConverting
      ? find(key.stringValue, number: number, moves: moves)
      : find(name, number: number, moves: moves)
  }

  /// Makes the usual name of the key with `number` before the first look-up; `nil` if it has none.
  @inline(never)
  private func makeName(of own: String, _ number: Int) -> KeyTable.Name? {
    guard let name = place.table?.fill(number, with: own), name.text != nil else { return nil }
    return name
  }

  // MARK: The expected name

  /// Returns the index of the value for the key with `number` if its usual name is the next one.
  @inline(__always)
  private func expected(_ name: KeyTable.Name, number: Int, moves: Bool) -> Int? {
    let view = call.state.view
    let position = place.position
    let bit = Self.bit(of: number)
    guard position < place.end, name.matches(view.stored(view[position])),
      place.passed & name.signature == 0, bit != 0, place.asked & bit == 0
    else { return nil }
    if moves {
      place.asked |= bit
      place.position = view.next(position &+ 1)
    }
    return position &+ 1
  }

  // MARK: All names

  /// Returns the index of the value for the key with `number`, whose usual name `name` is its only
  /// one.
  @inline(never)
  private func find(_ name: KeyTable.Name, number: Int, moves: Bool) -> Int? {
    name.text.flatMap { search(KeyMatch($0), bit: Self.bit(of: number), moves: moves) }
  }

  /// Returns the index of the value for the key with the own name `own`. `number` is -1 for a key
  /// without a number.
  @inline(never)
  private func find(_ own: String, number: Int, moves: Bool) -> Int? {
    if place.rule.isCanonical, !KeyMatch.hasNoCanonicalEquivalent(own) { return converted(own) }
    let index = firstMatch(of: own) { search($0, bit: Self.bit(of: number), moves: moves) }
    if let index, number >= 0, case .snakeCase = place.rule {
      // The cursor finds the key at once in the next object.
      let view = call.state.view
      place.table?.learn(number, view.stored(view[index - 1]))
    }
    return index
  }

  /// Returns the index of the first value for a key with the own name `own`, at any position. It may
  /// have been read for a numbered key before.
  func first(named own: String) -> Int? {
    if converts { return findConverted(own) }
    let view = call.state.view
    return firstMatch(of: own) { scan(place.header + 1, place.end, for: $0, view) }.map { $0 + 1 }
  }

  /// Returns the first result of `find` for the names that the rule accepts.
  private func firstMatch(of own: String, _ find: (KeyMatch) -> Int?) -> Int? {
    var own = own
    switch place.rule {
    case .exact, .canonical, .unknown: return own.withByteView { find(KeyMatch($0)) }
    case .snakeCase(let canonically):
      return own.withByteView { find(KeyMatch($0, .camelCase(canonically: canonically))) }
    case .styled(let style):
      var name = style.name(of: own)
      return name.withByteView { find(KeyMatch($0)) } ?? own.withByteView { find(KeyMatch($0)) }
    }
  }

  @inline(__always)
  private static func bit(of number: Int) -> UInt64 {
    number < 64 && number >= 0 ? 1 << UInt64(number) : 0
  }

  private func search(_ match: KeyMatch, bit: UInt64, moves: Bool) -> Int? {
    let view = call.state.view
    if isWorthAnIndex(view) { return indexed(match, view) }
    // The key is before the position only if it was skipped or has been requested already.
    let mayBeBefore = place.passed & match.signature != 0 || place.asked & bit != 0
    if mayBeBefore, let key = scan(place.header + 1, place.position, for: match, view) {
      return key + 1
    }
    if place.ahead & match.signature == 0 { return nil }
    var key = place.position
    var signatures: UInt64 = 0
    while key < place.end {
      let text = view.stored(view[key])
      if match.matches(text) {
        if moves {
          place.passed |= bit == 0 ? signatures | match.signature : signatures
          place.asked |= bit
          place.position = view.next(key + 1)
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

  private func scan(_ start: Int, _ end: Int, for match: KeyMatch, _ view: TapeView) -> Int? {
    var key = start
    while key < end {
      if match.matches(view.stored(view[key])) { return key }
      key = view.next(key + 1)
      place.steps += 1
    }
    return nil
  }

  // MARK: Hash tables

  /// Returns whether a hash table of the names is worthwhile. Walking over the names is quadratic
  /// at worst. A hash table is worthwhile once the walks have cost as much as making one.
  private func isWorthAnIndex(_ view: TapeView) -> Bool {
    place.steps > 128 + 4 * view.elementCount(place.header)
  }

  /// Returns the index of the value for a key, found with a hash table that is made at the first use.
  private func indexed(_ match: KeyMatch, _ view: TapeView) -> Int? {
    guard case .exact = match.form else {
      return converted(String(decoding: match.text, as: UTF8.self))
    }
    if place.index == nil { place.index = KeyIndex(of: place.header, view) }
    return place.index?.find(match.text, view)
  }

  /// Returns the index of the value for `key` by other means than the names of the table.
  @inline(never)
  private func findConverted<K: CodingKey>(_ key: K) -> Int? {
    let own = key.stringValue
    if located == nil {
      for spelling in call.state.options.keys.otherSpellings(of: key) {
        if let index = findConverted(spelling) { return index }
      }
    }
    let number = unsafe names == nil ? -1 : KeyTable.index(of: key)
    return findConverted(own, number: number) ?? call.otherSpelling(own, in: header)
  }

  /// Returns the index of the value whose name converts to `name`. Notes the name, if the call notes
  /// names.
  private func findConverted(_ name: String, number: Int = -1) -> Int? {
    if let located { return located.node(of: number, name, TapeDecoder(call, at: header)) }
    if call.state.options.notesKeys { call.state.askedKeys.ask(name, of: header) }
    return converted(name)
  }

  /// Returns the index of the value whose name converts to `name`. If several names do, the first
  /// counts.
  private func converted(_ name: String) -> Int? {
    indexConvertedNames()
    return place.converted?[name]
  }

  /// Converts all names of the object, unless that has been done.
  func indexConvertedNames() {
    if place.converted != nil { return }
    let (view, options) = (call.state.view, call.state.options)
    var index = KeyNames<Int>(canonically: options.rules.followsFoundation)
    for key in view.keys(ofMap: header) {
      _ = index.insert(call.convertedName(key, in: header), key + 1)
    }
    place.converted = index
  }

  /// The names that a closure made when the container was made, in the order of the object; `nil`
  /// without a closure.
  var customNames: [String]? {
    guard call.state.options.keys.isCustom, let index = place.converted else { return nil }
    return index.all.sorted { $0.value < $1.value }.map(\.key)
  }
}

/// A hash table of the keys of one long object. Of equal keys, it contains the first.
struct KeyIndex {
  private var table = ByteTable()

  init(of header: Int, _ view: TapeView) {
    table.removeAll(reserving: view.elementCount(header))
    for key in view.keys(ofMap: header) {
      let text = view.stored(view[key])
      _ = table.insert(text, as: key) { ByteRun.equal(view.stored(view[$0]), text) }
    }
  }

  /// Returns the index of the value for the key `name`.
  func find(_ name: ByteView, _ view: TapeView) -> Int? {
    table.find(name) { ByteRun.equal(name, view.stored(view[$0])) }.map { $0 + 1 }
  }
}
