/// The fields of an object: its keys and the slot (0, 1, 2, ...) of each key.
///
/// Slots are in the order in which the object is written. A reader first compares each key with the
/// next one in this order, so a document in that order costs one comparison for each key.
///
/// ```swift
/// enum Fields: _FieldSet {
///   static var count: Int { 2 }
///   static var required: _FieldMask { _FieldMask(bits: 0b01) }
///   static func name(_ slot: Int) -> StaticString { slot == 0 ? "id" : "name" }
/// }
/// ```
public protocol _FieldSet {
  /// The type of a set of slots: ``_FieldMask`` for up to 64 fields, ``_LargeFieldMask`` for more.
  associatedtype Mask: _FieldMasking = _FieldMask

  /// The number of slots.
  static var count: Int { get }

  /// The number of slots that may be written. The slots from this number on are only read.
  static var writtenCount: Int { get }

  /// The required slots.
  static var required: Mask { get }

  /// Returns the key of a slot, without escapes. `slot` is at least 0. For a slot from ``count``
  /// on, any text is correct.
  static func name(_ slot: Int) -> StaticString

  /// Returns the slot of a key that did not come in order, or -1.
  static func slot(for key: FieldKey) -> Int

  /// Adds the slot of a key to `progress` and returns the slot. Returns -1 for a key without a slot
  /// and `nil` for a repeated key.
  ///
  /// The default compares the key with the expected name first. This is a protocol requirement so
  /// that a reader without the concrete type makes one call for each key, into code that has the
  /// type.
  static func takeSlot(for key: FieldKey, in progress: inout _FieldProgress<Self>) -> Int?

  /// Returns the text before the slot's value in compact JSON: a comma, the key in quotes and a
  /// colon. For an empty text, the writer makes it from the name. An empty text is correct for any
  /// name, and required for a name with `/` or another character that JSON may escape.
  static func memberText(_ slot: Int) -> StaticString
}

extension _FieldSet {
  /// All slots.
  @inlinable public static var writtenCount: Int { count }

  /// Compares the key with every name.
  @inlinable
  public static func slot(for key: FieldKey) -> Int {
    for slot in 0..<count where name(slot) ~= key { return slot }
    return -1
  }

  /// Compares the key with the expected name, then with every name.
  @inlinable
  public static func takeSlot(
    for key: FieldKey, in progress: inout _FieldProgress<Self>
  ) -> Int? {
    var slot = progress.expected
    if slot >= count || !(name(slot) ~= key) {
      slot = self.slot(for: key)
      if slot < 0 { return slot }
    }
    if progress.seen.contains(slot) { return nil }
    progress.seen.insert(slot)
    progress.expected = slot &+ 1
    return slot
  }

  /// Returns an empty text: the writer makes the text from the name.
  @inlinable public static func memberText(_ slot: Int) -> StaticString { "" }
}

/// A set of slots.
public protocol _FieldMasking: Sendable {
  /// Creates the empty set.
  init()
  /// Returns whether `slot` is in the set.
  func contains(_ slot: Int) -> Bool
  /// Adds `slot`, which is less than the number of fields.
  mutating func insert(_ slot: Int)
  /// Returns whether every slot of `other` is in this set.
  func isSuperset(of other: Self) -> Bool
}

/// A set of slots below 64.
@frozen
public struct _FieldMask: _FieldMasking {
  @usableFromInline var bits: UInt64

  /// Creates the empty set.
  @inlinable public init() { bits = 0 }

  /// Creates the set of the slots whose bits are set. Slot 0 is the lowest bit.
  @inlinable public init(bits: UInt64) { self.bits = bits }

  /// Returns whether `slot` is in the set.
  @inlinable @inline(__always)
  public func contains(_ slot: Int) -> Bool {
    bits & (1 &<< UInt64(truncatingIfNeeded: slot)) != 0
  }

  /// Adds `slot`.
  @inlinable @inline(__always)
  public mutating func insert(_ slot: Int) {
    bits |= 1 &<< UInt64(truncatingIfNeeded: slot)
  }

  /// Returns whether every slot of `other` is in this set.
  @inlinable @inline(__always)
  public func isSuperset(of other: Self) -> Bool { bits & other.bits == other.bits }
}

/// A set of slots without an upper limit.
public struct _LargeFieldMask: _FieldMasking {
  private var words: [UInt64] = []

  /// Creates the empty set.
  public init() {}

  /// Creates the set of the slots whose bits are set, 64 in each word. Slot 0 is the lowest bit of
  /// the first word.
  public init(words: [UInt64]) { self.words = words }

  /// Returns whether `slot` is in the set.
  public func contains(_ slot: Int) -> Bool {
    slot >> 6 < words.count && words[slot >> 6] >> UInt64(slot & 63) & 1 != 0
  }

  /// Adds `slot`.
  public mutating func insert(_ slot: Int) {
    while words.count <= slot >> 6 { words.append(0) }
    words[slot >> 6] |= 1 << UInt64(slot & 63)
  }

  /// Returns whether every slot of `other` is in this set.
  public func isSuperset(of other: Self) -> Bool {
    for (index, word) in other.words.enumerated() {
      let own = index < words.count ? words[index] : 0
      if own & word != word { return false }
    }
    return true
  }
}

/// The progress of reading one object: the filled slots and the expected next slot.
@frozen
public struct _FieldProgress<Fields: _FieldSet> {
  /// The next slot if the document has the fields in order.
  @usableFromInline package var expected: Int
  /// The slots that the document has filled so far.
  @usableFromInline package var seen: Fields.Mask

  /// Creates the progress before the first key.
  @inlinable @inline(__always)
  public init(_ fields: Fields.Type = Fields.self) {
    expected = 0
    seen = Fields.Mask()
  }

  /// Whether all required slots are filled.
  @inlinable public var isComplete: Bool { seen.isSuperset(of: Fields.required) }

  /// Returns whether the document has a key for `slot`, with null or a value.
  @inlinable public func has(_ slot: Int) -> Bool { seen.contains(slot) }

  /// The keys of the required slots that are not filled, in order.
  public var missingNames: [String] {
    (0..<Fields.count).filter { Fields.required.contains($0) && !seen.contains($0) }
      .map { "\(Fields.name($0))" }
  }
}
