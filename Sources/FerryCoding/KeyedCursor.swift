import FerryTape

/// Where a keyed container is in its map.
///
/// Models ask for keys mostly in the order in which they were written. So the key behind the last
/// hit is compared first; the signatures of the keys that were passed over tell nearly always that
/// none of them was the one wanted. Of duplicate keys the first counts.
///
/// A pointer to its place and no reference: the standard library copies a container for every
/// field that it reads, and a reference would be counted up and down each time. The place belongs
/// to the session, or, once a container has outlived its call, to a ``LateContainer``.
@safe
struct KeyedCursor: ContainerCursor {
  private let place: UnsafeMutablePointer<Place>

  @safe
  private struct Place {
    let call: DecodingCall
    /// The names of the container's keys, if they can be numbered.
    let table: KeyTable?
    /// The same as a pointer, which needs no reference counting: this place keeps the table.
    let names: UnsafeMutablePointer<KeyTable.Name>?
    /// Whether names of the document are converted before they are compared with keys.
    var converts: Bool
    let keyType: any CodingKey.Type
    var header = 0
    var end = 0
    /// The key that is expected next.
    var position = 0
    /// Signatures of keys before `position` that nobody has asked for (or whose asking is not
    /// recorded in `asked`).
    var passed: UInt64 = 0
    /// Signatures of the keys from `position` on, once all of them were compared in vain; until
    /// then any signature.
    var ahead: UInt64 = ~0
    /// Keys that were found at `position`, by their number.
    var asked: UInt64 = 0
    /// Keys compared in vain so far.
    var steps = 0
    var index: KeyIndex?
    /// The values by converted name, once one was not where it was expected.
    var converted: [String: Int]?
    /// What a mapping has found, while it says where values are.
    var located: LocatedNodes?
    var isLocated = false
  }

  init(_ call: DecodingCall, table: KeyTable?, keyType: any CodingKey.Type) {
    unsafe place = .allocate(capacity: 1)
    unsafe place.initialize(
      to: Place(
        call: call, table: table, names: table?.names,
        // The longer way also keeps account of what is asked for.
        converts: !call.state.pointee.options.usesPlainKeys, keyType: keyType))
  }

  func deallocate() {
    unsafe place.pointee.located?.deallocate()
    unsafe place.deinitialize(count: 1)
    unsafe place.deallocate()
  }

  var call: DecodingCall {
    @inline(__always) get { unsafe place.pointee.call }
  }
  var names: UnsafeMutablePointer<KeyTable.Name>? {
    @inline(__always) get { unsafe place.pointee.names }
  }
  var converts: Bool {
    @inline(__always) get { unsafe place.pointee.converts }
  }
  var header: Int {
    @inline(__always) get { unsafe place.pointee.header }
  }

  /// Moves to the map at `header`, in which `keys` finds the values.
  func enter(_ header: Int, _ keys: any LocatedKeys) throws {
    // Names are not compared here, so this counts as converting.
    unsafe place.pointee.converts = true
    unsafe place.pointee.isLocated = true
    unsafe place.pointee.header = header
    unsafe place.pointee.end = call.state.pointee.view[header].payload
    if unsafe place.pointee.located?.keys !== keys {
      unsafe place.pointee.located?.deallocate()
      unsafe place.pointee.located = LocatedNodes(keys)
    }
    guard let located = unsafe place.pointee.located else { return }
    try located.find(TapeDecoder(call, at: header))
  }

  /// What a mapping has found in the map, if one says where its values are.
  var located: LocatedNodes? {
    @inline(__always) get { unsafe place.pointee.isLocated ? place.pointee.located : nil }
  }

  @inline(never)
  private func leaveLocated() {
    unsafe place.pointee.isLocated = false
    unsafe place.pointee.converts = !call.state.pointee.options.usesPlainKeys
  }

  /// Moves to the start of the map at `header`.
  @inline(__always)
  func enter(_ header: Int) {
    if unsafe place.pointee.isLocated { leaveLocated() }
    if converts, unsafe call.state.pointee.options.rejectsUnknownKeys {
      unsafe call.state.pointee.askedKeys.open(header)
    }
    unsafe place.pointee.header = header
    unsafe place.pointee.end = call.state.pointee.view[header].payload
    unsafe place.pointee.position = header &+ 1
    unsafe place.pointee.passed = 0
    unsafe place.pointee.ahead = ~0
    unsafe place.pointee.asked = 0
    unsafe place.pointee.steps = 0
    if unsafe place.pointee.index != nil { unsafe place.pointee.index = nil }
    if unsafe place.pointee.converted != nil { unsafe place.pointee.converted = nil }
    if unsafe place.pointee.converts {
      unsafe call.state.pointee.convertedMaps[header] = place.pointee.keyType
    }
  }

  /// Makes the name of the key with `number`, at the first use of either.
  @inline(never)
  func fill(_ number: Int, with name: String) -> KeyTable.Name {
    unsafe place.pointee.table?.fill(number, with: name)
      ?? KeyTable.Name(bytes: nil, count: 0, signature: 0)
  }

  // MARK: Converted names

  /// The index of the value whose name converts to `name`, with `number` in the table or -1.
  ///
  /// The table remembers which name of a document a key had last; the same one in the expected
  /// place needs no conversion.
  func findConverted(_ name: @autoclosure () -> String, number: Int, moves: Bool) -> Int? {
    if let located { return located.node(of: number, name(), TapeDecoder(call, at: header)) }
    if unsafe call.state.pointee.options.rejectsUnknownKeys {
      unsafe call.state.pointee.askedKeys.ask(name(), of: header)
    }
    let view = unsafe call.state.pointee.view
    let position = unsafe place.pointee.position
    let bit: UInt64 = number < 64 && number >= 0 ? 1 << UInt64(number) : 0
    guard unsafe place.pointee.converted == nil, bit != 0, unsafe place.pointee.asked & bit == 0,
      unsafe position < place.pointee.end, let names = unsafe names
    else { return convertedIndex[name()] }
    let text = unsafe view.stored(view[position])
    if unsafe !names[number].matches(text) {
      guard call.convertedName(position, in: header) == name() else {
        return convertedIndex[name()]
      }
      _ = unsafe fill(number, with: TapeView.string(validated: text))
    }
    if moves {
      unsafe place.pointee.asked |= bit
      unsafe place.pointee.position = view.next(position &+ 1)
    }
    return position &+ 1
  }

  /// The values of the map by converted name; of names that convert to the same the first counts.
  private var convertedIndex: [String: Int] {
    if let index = unsafe place.pointee.converted { return index }
    let view = unsafe call.state.pointee.view
    var index: [String: Int] = [:]
    var key = header + 1
    while unsafe key < place.pointee.end {
      let name = call.convertedName(key, in: header)
      if index[name] == nil { index[name] = key + 1 }
      key = view.next(key + 1)
    }
    unsafe place.pointee.converted = index
    return index
  }

  // MARK: Names as they are

  /// The index of the value for the key, whose `number` in its table is -1 if it has none. If this
  /// `moves` the cursor, the key behind this one is expected next.
  @inline(__always)
  func find(_ name: KeyTable.Name, number: Int, moves: Bool) -> Int? {
    let view = unsafe call.state.pointee.view
    let position = unsafe place.pointee.position
    let bit: UInt64 = number < 64 && number >= 0 ? 1 << UInt64(number) : 0
    if unsafe position < place.pointee.end, unsafe name.matches(view.stored(view[position])),
      unsafe place.pointee.passed & name.signature == 0, bit != 0,
      unsafe place.pointee.asked & bit == 0
    {
      if moves {
        unsafe place.pointee.asked |= bit
        unsafe place.pointee.position = view.next(position &+ 1)
      }
      return position &+ 1
    }
    return search(name, bit: bit, moves: moves)
  }

  @inline(never)
  private func search(_ name: KeyTable.Name, bit: UInt64, moves: Bool) -> Int? {
    let view = unsafe call.state.pointee.view
    indexIfWorthwhile(view)
    if let index = unsafe place.pointee.index { return index.find(name, view) }
    let position = unsafe place.pointee.position

    // Before the position only if somebody passed it over, or asked for it already.
    let mayBeBefore =
      unsafe place.pointee.passed & name.signature != 0 || place.pointee.asked & bit != 0
    if mayBeBefore, let key = unsafe scan(place.pointee.header + 1, position, for: name, view) {
      return key + 1
    }
    if unsafe place.pointee.ahead & name.signature == 0 { return nil }
    var key = position
    var signatures: UInt64 = 0
    while unsafe key < place.pointee.end {
      let text = unsafe view.stored(view[key])
      if unsafe name.matches(text) {
        if moves {
          unsafe place.pointee.passed |= signatures
          unsafe place.pointee.position = view.next(key + 1)
          if bit == 0 {
            unsafe place.pointee.passed |= name.signature
          } else {
            unsafe place.pointee.asked |= bit
          }
        }
        return key + 1
      }
      if let base = text.baseAddress {
        unsafe signatures |= KeyTable.signature(base, count: text.count)
      }
      key = view.next(key + 1)
      unsafe place.pointee.steps += 1
    }
    unsafe place.pointee.ahead = signatures
    return nil
  }

  private func scan(_ start: Int, _ end: Int, for name: KeyTable.Name, _ view: TapeView) -> Int? {
    var key = start
    while key < end {
      if unsafe name.matches(view.stored(view[key])) { return key }
      key = view.next(key + 1)
      unsafe place.pointee.steps += 1
    }
    return nil
  }

  /// Walking is quadratic at worst; once it has cost as much as an index, there is an index.
  private func indexIfWorthwhile(_ view: TapeView) {
    let header = unsafe place.pointee.header
    guard unsafe place.pointee.index == nil,
      unsafe place.pointee.steps > 128 + 4 * view.elementCount(header)
    else { return }
    unsafe place.pointee.index = KeyIndex(of: header, view)
  }
}
