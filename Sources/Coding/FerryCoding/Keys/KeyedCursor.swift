internal import FerryBase

/// The position of a keyed container in its object.
///
/// Models mostly ask for keys in the order in which the keys were written, so the key after the
/// last hit is compared first. The signatures of skipped keys nearly always show that the requested
/// key is not among them. Of duplicate keys, the first counts.
///
/// The cursor is a pointer, not a reference: the standard library copies a container for every
/// field that it reads, and each copy would count a reference. The memory belongs to the session.
/// If a container has outlived its call, the memory belongs to a ``LateContainer``.
struct KeyedCursor: ContainerCursor {
  private let handle: Handle<Place>

  var place: Place {
    @inline(__always) _read { yield handle.value }
    @inline(__always) nonmutating _modify { yield &handle.value }
  }

  @safe
  struct Place {
    let call: DecodingCall
    /// The names of the container's keys, if they can be numbered.
    let table: KeyTable?
    /// The names as a pointer, which needs no reference counting. `table` keeps them.
    let names: UnsafeMutablePointer<KeyTable.Name>?
    var rule: KeyRule
    /// Whether the keys are those of a dictionary.
    let isDictionary: Bool
    /// Whether keys are found by other means than the names of the table.
    var converts: Bool
    var header = 0
    var end = 0
    /// Index of the expected key.
    var position = 0
    /// Signatures of keys before `position` that were not requested, or whose request is not in
    /// `asked`.
    var passed: UInt64 = 0
    /// Signatures of the keys from `position` on, after a search has compared all of them in vain.
    /// Until then, all bits are set.
    var ahead: UInt64 = ~0
    /// The keys that were found at `position`, one bit per number.
    var asked: UInt64 = 0
    /// The number of keys that were compared in vain.
    var steps = 0
    var index: KeyIndex?
    /// The values by converted name, after one of them was not at its expected position.
    var converted: KeyNames<Int>?
    /// The values that a mapping has found in the object, if the container has a mapping.
    var located: LocatedNodes?
  }

  init<K: CodingKey>(_ call: DecodingCall, keyedBy type: K.Type) {
    let table = call.state.known.tables.table(for: type)
    handle = Handle(
      unsafe Place(
        call: call, table: table, names: table?.names, rule: call.state.known.rule,
        isDictionary: ObjectIdentifier(type) == KeysDecoder.keysOfDictionaries,
        converts: call.state.known.rule == .unknown))
  }

  func deallocate() {
    place.located?.deallocate()
    handle.deallocate()
  }

  var call: DecodingCall {
    @inline(__always) get { place.call }
  }
  var names: UnsafeMutablePointer<KeyTable.Name>? {
    @inline(__always) get { unsafe place.names }
  }
  var converts: Bool {
    @inline(__always) get { place.converts }
  }
  var header: Int {
    @inline(__always) get { place.header }
  }
  var located: LocatedNodes? {
    @inline(__always) get { place.located }
  }

  /// Moves to the object at `header`, in which `keys` finds the values.
  func enter(_ header: Int, _ keys: any LocatedKeys) throws {
    // Names are not compared, so this counts as a conversion.
    place.converts = true
    place.header = header
    place.end = call.state.view[header].payload
    if unsafe place.located?.keys !== keys {
      place.located?.deallocate()
      place.located = LocatedNodes(keys)
    }
    try located?.find(TapeDecoder(call, at: header))
  }

  @inline(never)
  private func leaveLocated() {
    place.located?.deallocate()
    place.located = nil
    place.converts = place.rule == .unknown
  }

  /// Moves to the start of the object at `header`.
  @inline(__always)
  func enter(_ header: Int) {
    if place.located != nil { leaveLocated() }
    if place.isDictionary { enterDictionary() }
    if converts, call.state.options.notesKeys {
      call.state.askedKeys.open(header)
    }
    place.header = header
    place.end = call.state.view[header].payload
    place.position = header &+ 1
    place.passed = 0
    place.ahead = ~0
    place.asked = 0
    place.steps = 0
    if place.index != nil { place.index = nil }
    if place.converted != nil { place.converted = nil }
    // Foundation converts names here as well. Later, another key may lead to the object, with
    // another path.
    if converts, call.state.options.keys.isCustom { indexConvertedNames() }
  }

  /// Whether the keys are data, which no strategy converts. Foundation converts the keys of some
  /// dictionaries.
  var hasData: Bool {
    place.isDictionary && !call.state.options.rules.followsFoundation
  }

  @inline(never)
  private func enterDictionary() {
    place.rule = hasData ? .exact : call.state.known.rule
    place.converts = place.rule == .unknown
  }

  /// Returns the name at `key`, as the options convert it.
  func name(at key: Int) -> String {
    guard hasData else { return call.convertedName(key, in: header) }
    return call.state.view.string(call.state.view[key])
  }

  /// Notes that `key`, which has no number, leads to the value at `index`.
  func note(_ key: some CodingKey, to index: Int) {
    let rule = place.rule
    // A canonically equal name is not the key's own.
    let isConverted =
      rule.isConverting || rule.isCanonical && !KeyMatch.hasNoCanonicalEquivalent(key.stringValue)
    call.state.modelKeys.note(key, to: index, isConverted: isConverted)
  }
}
