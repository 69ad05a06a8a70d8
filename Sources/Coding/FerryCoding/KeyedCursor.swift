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
@safe
struct KeyedCursor: ContainerCursor {
  let place: UnsafeMutablePointer<Place>

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
    /// The values that a mapping has found. Valid if `isLocated` is true.
    var located: LocatedNodes?
    var isLocated = false
  }

  init<K: CodingKey>(_ call: DecodingCall, keyedBy type: K.Type) {
    let table = unsafe call.state.pointee.known.tables.table(for: type)
    unsafe place = .allocate(capacity: 1)
    unsafe place.initialize(
      to: Place(
        call: call, table: table, names: table?.names, rule: call.state.pointee.known.rule,
        isDictionary: ObjectIdentifier(type) == KeysDecoder.keysOfDictionaries,
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

  /// Moves to the object at `header`, in which `keys` finds the values.
  func enter(_ header: Int, _ keys: any LocatedKeys) throws {
    // Names are not compared, so this counts as a conversion.
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

  /// The values that a mapping has found in the object, if the container has a mapping.
  var located: LocatedNodes? {
    @inline(__always) get { unsafe place.pointee.isLocated ? place.pointee.located : nil }
  }

  @inline(never)
  private func leaveLocated() {
    unsafe place.pointee.isLocated = false
    unsafe place.pointee.converts = place.pointee.rule == .unknown
  }

  /// Moves to the start of the object at `header`.
  @inline(__always)
  func enter(_ header: Int) {
    if unsafe place.pointee.isLocated { leaveLocated() }
    if unsafe place.pointee.isDictionary { enterDictionary() }
    if converts, unsafe call.state.pointee.options.notesKeys {
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
    // Foundation converts names here as well. Later, another key may lead to the object, with
    // another path.
    if converts, unsafe call.state.pointee.options.keys.isCustom { indexConvertedNames() }
  }

  /// Whether the keys are data, which no strategy converts. Foundation converts the keys of some
  /// dictionaries.
  var hasData: Bool {
    unsafe place.pointee.isDictionary && !call.state.pointee.options.followsFoundation
  }

  @inline(never)
  private func enterDictionary() {
    unsafe place.pointee.rule = hasData ? .exact : call.state.pointee.known.rule
    unsafe place.pointee.converts = place.pointee.rule == .unknown
  }

  /// Returns the name at `key`, as the options convert it.
  func name(at key: Int) -> String {
    guard hasData else { return call.convertedName(key, in: header) }
    return unsafe call.state.pointee.view.string(call.state.pointee.view[key])
  }

  /// Notes that `key`, which has no number, leads to the value at `index`.
  func note(_ key: some CodingKey, to index: Int) {
    let rule = unsafe place.pointee.rule
    // A canonically equal name is not the key's own.
    let isConverted =
      rule.isConverting || rule.isCanonical && !KeyTable.hasNoCanonicalEquivalent(key.stringValue)
    unsafe call.state.pointee.modelKeys.note(key, to: index, isConverted: isConverted)
  }

  /// Makes the name of the key with `number` when the key or the name is first used.
  @inline(never)
  func fill(_ number: Int, with name: String) -> KeyTable.Name {
    unsafe place.pointee.table?.fill(number, with: name)
      ?? KeyTable.Name(text: nil, signature: 0)
  }
}
