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
  let place: UnsafeMutablePointer<Place>

  @safe
  struct Place {
    let call: DecodingCall
    /// The names of the container's keys, if they can be numbered.
    let table: KeyTable?
    /// The same as a pointer, which needs no reference counting: this place keeps the table.
    let names: UnsafeMutablePointer<KeyTable.Name>?
    let rule: KeyRule
    /// Whether keys are found in another way than by a name that the table has.
    var converts: Bool
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
    var converted: KeyNames<Int>?
    /// What a mapping has found, while it says where values are.
    var located: LocatedNodes?
    var isLocated = false
  }

  init(_ call: DecodingCall, table: KeyTable?) {
    unsafe place = .allocate(capacity: 1)
    unsafe place.initialize(
      to: Place(
        call: call, table: table, names: table?.names, rule: call.state.pointee.known.rule,
        converts: call.state.pointee.known.rule == .unknown))
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
    unsafe place.pointee.converts = place.pointee.rule == .unknown
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
    // As Foundation does: later, another key may have led to the map, and its path be another.
    if converts, unsafe call.state.pointee.options.keys.isCustom { indexConvertedNames() }
  }

  /// Notes that `key`, which has no number, leads to the value at `index`.
  func note(_ key: some CodingKey, to index: Int) {
    let rule = unsafe place.pointee.rule
    // A canonically equal name is not the key's own.
    let isConverted =
      rule.isConverting || rule.isCanonical && !KeyTable.looksLikeNoOther(key.stringValue)
    unsafe call.state.pointee.modelKeys.note(key, to: index, isConverted: isConverted)
  }

  /// Makes the name of the key with `number`, at the first use of either.
  @inline(never)
  func fill(_ number: Int, with name: String) -> KeyTable.Name {
    unsafe place.pointee.table?.fill(number, with: name)
      ?? KeyTable.Name(text: nil, signature: 0)
  }
}
