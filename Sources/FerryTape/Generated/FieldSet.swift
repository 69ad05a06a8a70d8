/// The fields of an object: which keys it has, and the slot (0, 1, 2, ...) of each.
///
/// Slots are in the order in which the object is written. A reader compares each key with the one
/// that comes next in this order first, so a document in that order costs one comparison a key.
///
/// ```swift
/// enum Fields: _FieldSet {
///   static var count: Int { 2 }
///   static var required: _FieldMask { _FieldMask(bits: 0b01) }
///   static func name(_ slot: Int) -> StaticString { slot == 0 ? "id" : "name" }
/// }
/// ```
public protocol _FieldSet {
  /// The set of slots: ``_FieldMask`` up to 64 fields, ``_LargeFieldMask`` beyond.
  associatedtype Mask: _FieldMasking = _FieldMask

  /// The number of slots.
  static var count: Int { get }

  /// The slots that a document has to fill.
  static var required: Mask { get }

  /// The key of a slot, without escapes. `slot` is at least 0; from ``count`` on any text will do.
  static func name(_ slot: Int) -> StaticString

  /// The slot of a key that did not come in order, or -1.
  static func slot(for key: FieldKey) -> Int

  /// Takes the slot of a key into `progress`; -1 for a key that has none, `nil` for one that came
  /// before.
  ///
  /// The default compares the key with the expected name first. It is a requirement so that a reader
  /// which meets the set as an unknown type calls one function a key, which knows it.
  static func takeSlot(for key: FieldKey, in progress: inout _FieldProgress<Self>) -> Int?

  /// What compact JSON has in front of the slot's value: a comma, the key in quotes and a colon.
  /// An empty text stands for "to be made from the name", which is right for any name and the only
  /// choice for one with `/` or something else that JSON may escape.
  static func memberText(_ slot: Int) -> StaticString
}

extension _FieldSet {
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

  /// Leaves it to the writer.
  @inlinable public static func memberText(_ slot: Int) -> StaticString { "" }
}

/// A set of slots.
public protocol _FieldMasking: Sendable {
  /// The empty set.
  init()
  /// Whether `slot` is in the set.
  func contains(_ slot: Int) -> Bool
  /// Adds `slot`, which is less than the number of fields.
  mutating func insert(_ slot: Int)
  /// Whether every slot of `other` is in this set.
  func isSuperset(of other: Self) -> Bool
}

/// A set of slots less than 64.
@frozen
public struct _FieldMask: _FieldMasking {
  @usableFromInline var bits: UInt64

  /// The empty set.
  @inlinable public init() { bits = 0 }

  /// The slots whose bits are set; slot 0 is the lowest bit.
  @inlinable public init(bits: UInt64) { self.bits = bits }

  /// Whether `slot` is in the set.
  @inlinable @inline(__always)
  public func contains(_ slot: Int) -> Bool {
    bits & (1 &<< UInt64(truncatingIfNeeded: slot)) != 0
  }

  /// Adds `slot`.
  @inlinable @inline(__always)
  public mutating func insert(_ slot: Int) {
    bits |= 1 &<< UInt64(truncatingIfNeeded: slot)
  }

  /// Whether every slot of `other` is in this set.
  @inlinable @inline(__always)
  public func isSuperset(of other: Self) -> Bool { bits & other.bits == other.bits }
}

/// A set of any number of slots.
public struct _LargeFieldMask: _FieldMasking {
  private var words: [UInt64] = []

  /// The empty set.
  public init() {}

  /// The slots whose bits are set, 64 a word; slot 0 is the lowest bit of the first.
  public init(words: [UInt64]) { self.words = words }

  /// Whether `slot` is in the set.
  public func contains(_ slot: Int) -> Bool {
    slot >> 6 < words.count && words[slot >> 6] >> UInt64(slot & 63) & 1 != 0
  }

  /// Adds `slot`.
  public mutating func insert(_ slot: Int) {
    while words.count <= slot >> 6 { words.append(0) }
    words[slot >> 6] |= 1 << UInt64(slot & 63)
  }

  /// Whether every slot of `other` is in this set.
  public func isSuperset(of other: Self) -> Bool {
    for (index, word) in other.words.enumerated() {
      let own = index < words.count ? words[index] : 0
      if own & word != word { return false }
    }
    return true
  }
}

/// How far the reading of one object has come: which slots were filled, and which is expected next.
@frozen
public struct _FieldProgress<Fields: _FieldSet> {
  /// The slot that comes next if the document has the fields in order.
  @usableFromInline package var expected: Int
  /// The slots that were there.
  @usableFromInline package var seen: Fields.Mask

  /// Nothing has been read yet.
  @inlinable @inline(__always)
  public init(_ fields: Fields.Type = Fields.self) {
    expected = 0
    seen = Fields.Mask()
  }

  /// Whether all required slots were filled.
  @inlinable public var isComplete: Bool { seen.isSuperset(of: Fields.required) }

  /// Whether the document has a key for `slot`, with null or a value.
  @inlinable public func has(_ slot: Int) -> Bool { seen.contains(slot) }

  /// The keys of the required slots that were not filled, in order.
  public var missingNames: [String] {
    (0..<Fields.count).filter { Fields.required.contains($0) && !seen.contains($0) }
      .map { "\(Fields.name($0))" }
  }
}
