/// The fields of an object: its keys and the slot (0, 1, 2, ...) of each key.
///
/// Slots are in the order in which the object is written. A reader first compares each key with the
/// next one in this order, so a document in that order costs one comparison for each key.
///
/// ```swift
/// struct Fields: _FieldSet {
///   var count: Int { 2 }
///   var required: _FieldMask { _FieldMask(bits: 0b01) }
///   func name(_ slot: Int) -> StaticString { slot == 0 ? "id" : "name" }
/// }
/// ```
public protocol _FieldSet {
  /// The type of a set of slots: ``_FieldMask`` for up to 64 fields, ``_LargeFieldMask`` for more.
  associatedtype Mask: _FieldMasking = _FieldMask

  /// The identity of the set: equal identities mean equal keys and slots.
  var identity: ObjectIdentifier { get }

  /// The number of slots.
  var count: Int { get }

  /// The number of slots that may be written. The slots from this number on are only read.
  var writtenCount: Int { get }

  /// The required slots.
  var required: Mask { get }

  /// Returns the key of a slot, without escapes. `slot` is at least 0. For a slot from ``count``
  /// on, any text is correct.
  func name(_ slot: Int) -> StaticString

  /// Returns the slot of a key that did not come in order, or -1.
  func slot(for key: FieldKey) -> Int

  /// Adds the slot of a key to `progress` and returns the slot. Returns -1 for a key without a slot
  /// and `nil` for a repeated key.
  ///
  /// The default compares the key with the expected name first. This is a protocol requirement so
  /// that a reader without the concrete type makes one call for each key, into code that has the
  /// type.
  func takeSlot(for key: FieldKey, in progress: inout _FieldProgress<Self>) -> Int?

  /// Returns the text before the slot's value in compact JSON: a comma, the key in quotes and a
  /// colon. For an empty text, the writer makes it from the name. An empty text is correct for any
  /// name, and required for a name with `/` or another character that JSON may escape.
  func memberText(_ slot: Int) -> _MemberText

  /// Whether 32 bytes from the start of each member's text are readable.
  var hasPaddedTexts: Bool { get }

  /// Returns the length of the key in quotes and the colon if they are the text at `place`, else 0.
  /// 44 bytes must be readable. Longer texts are never found.
  func memberLength(_ slot: Int, at place: UnsafeRawPointer) -> Int
}

extension _FieldSet {
  /// The identity of the type: the fields are the same for all values.
  @inlinable @inline(__always)
  public var identity: ObjectIdentifier {
    #if hasFeature(Embedded)
    // Embedded Swift has no metadata of structs and enums, but each class has an address.
    unsafe unsafeBitCast(FieldSetIdentity<Self>.self, to: ObjectIdentifier.self)
    #else
    ObjectIdentifier(Self.self)
    #endif
  }

  /// All slots.
  @inlinable public var writtenCount: Int { count }

  /// Compares the key with every name.
  @inlinable
  public func slot(for key: FieldKey) -> Int {
    for slot in 0..<count where name(slot) ~= key { return slot }
    return -1
  }

  /// Compares the key with the expected name, then with every name.
  @inlinable
  public func takeSlot(for key: FieldKey, in progress: inout _FieldProgress<Self>) -> Int? {
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

  /// False: literals end with their text.
  @inlinable @inline(__always)
  public var hasPaddedTexts: Bool { false }

  /// Compares the text of the member. If the compiler knows the slot, these are a few comparisons.
  @inlinable @inline(__always)
  public func memberLength(_ slot: Int, at place: UnsafeRawPointer) -> Int {
    let text = memberText(slot)
    let count = text.count &- 1
    let expected = unsafe UnsafeRawPointer(text.start) + 1
    let isNext: Bool
    if count < 8 {
      isNext = unsafe count >= 4 && expected.hasEnds(of: place, count: count, as: UInt32.self)
    } else if count <= 16 {
      isNext = unsafe expected.hasEnds(of: place, count: count, as: UInt64.self)
    } else {
      let last = count &- 16
      isNext =
        unsafe count <= 32 && expected.hasEnds(of: place, count: 16, as: UInt64.self)
        && (expected + last).hasEnds(of: place + last, count: 16, as: UInt64.self)
    }
    return isNext ? count : 0
  }

  /// Returns an empty text: the writer makes the text from the name.
  @inlinable public func memberText(_ slot: Int) -> _MemberText { "" }
}

#if hasFeature(Embedded)
/// A class for each field set.
@usableFromInline final class FieldSetIdentity<Fields: _FieldSet> {}
#endif

/// The text of a member in compact JSON before its value, in memory that is never freed.
@frozen
@safe
public struct _MemberText: ExpressibleByStringLiteral {
  @usableFromInline package let start: UnsafePointer<UInt8>
  @usableFromInline package let count: Int

  @inlinable @inline(__always)
  package init(start: UnsafePointer<UInt8>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  /// Creates the text from a literal.
  @inlinable @inline(__always)
  public init(stringLiteral literal: StaticString) {
    unsafe start = literal.utf8Start
    count = literal.utf8CodeUnitCount
  }
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
  @usableFromInline package var bits: UInt64

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
  @usableFromInline package let fields: Fields
  /// The next slot if the document has the fields in order.
  @usableFromInline package var expected: Int
  /// The slots that the document has filled so far.
  @usableFromInline package var seen: Fields.Mask

  /// Creates the progress before the first key.
  @inlinable @inline(__always)
  public init(_ fields: Fields) {
    self.fields = fields
    expected = 0
    seen = Fields.Mask()
  }

  /// Creates the progress after the slots `seen`.
  @inlinable @inline(__always)
  package init(_ fields: Fields, seen: Fields.Mask, expected: Int) {
    self.fields = fields
    self.expected = expected
    self.seen = seen
  }

  /// Whether all required slots are filled.
  @inlinable public var isComplete: Bool { seen.isSuperset(of: fields.required) }

  /// Returns whether the document has a key for `slot`, with null or a value.
  @inlinable public func has(_ slot: Int) -> Bool { seen.contains(slot) }

  /// The keys of the required slots that are not filled, in order.
  public var missingNames: [String] {
    (0..<fields.count).filter { fields.required.contains($0) && !seen.contains($0) }
      .map { "\(fields.name($0))" }
  }

  /// Adds the slot of a key and returns it. Returns -1 for a key without a slot and `nil` for a
  /// repeated key.
  @inlinable
  package mutating func takeSlot(for key: FieldKey) -> Int? {
    fields.takeSlot(for: key, in: &self)
  }
}
