#if !hasFeature(Embedded)
/// The stored properties of a struct: keys, offsets, and how the values are coded.
///
/// The macro writes one table for each type. The loops of readers and writers over a table exist
/// once for each format, in the module of the format. So models are coded as fast from every module.
///
/// ```
/// _FieldTable ──▶ Body ──▶ rows    │ key, offset, form │ key, offset, form │ …
///                     ├──▶ texts   │ ,"id": │ ,"name": │ … │ 32 readable bytes │
///                     └──▶ index   │ slots of keys, by hash │
/// ```
///
/// Tables live as long as the process, so they need no reference counts.
@frozen
@safe
public struct _FieldTable: @unchecked Sendable {
  // The memory is complete before the table is shared, and does not change afterwards.
  @usableFromInline package let body: UnsafePointer<Body>

  @usableFromInline
  @safe
  package struct Body {
    /// The form of the record that the table describes.
    @usableFromInline package let form: UnsafePointer<_ValueForm>
    @usableFromInline package let rows: UnsafePointer<FieldRow>
    @usableFromInline package let count: Int
    @usableFromInline package let required: _FieldMask
    /// The slots of keys by their hashes, plus 1. A hash table with linear probing.
    let index: UnsafePointer<UInt8>
    let indexMask: Int
    /// Whether there are rows and no fault.
    @usableFromInline package let isUsable: Bool
    /// The fault of a table that cannot be used: a property has no offset.
    @usableFromInline package let fault: String?
  }

  /// Creates the table of a type with up to 64 rows.
  public init<Root: _TableCodable>(_ type: Root.Type, _ rows: [Row]) {
    precondition(rows.count <= 64, "A table has up to 64 rows.")
    let texts = MemberTexts(rows.map(\.name))
    // A row lies in one line of the cache.
    let memory = unsafe UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<FieldRow>.stride * max(rows.count, 1), alignment: 64
    ).bindMemory(to: FieldRow.self, capacity: max(rows.count, 1))
    var required = _FieldMask()
    for (slot, row) in rows.enumerated() {
      let field = FieldRow(row, texts.members[slot])
      if field.isRequired { required.insert(slot) }
      unsafe (memory + slot).initialize(to: field)
    }
    let index = SlotIndex(rows.map(\.name))
    let body = UnsafeMutablePointer<Body>.allocate(capacity: 1)
    let form = UnsafeMutablePointer<_ValueForm>.allocate(capacity: 1)
    unsafe form.initialize(to: .record(type, _FieldTable(body: body)))
    unsafe body.initialize(
      to: Body(
        form: form, rows: memory, count: rows.count, required: required, index: index.slots,
        indexMask: index.mask, isUsable: !rows.isEmpty && rows.allSatisfy { $0.offset >= 0 },
        fault: rows.first { $0.offset < 0 }.map {
          "The property '\($0.name)' has no offset, so a table cannot code it."
        }))
    unsafe self.body = UnsafePointer(body)
  }

  private init(body: UnsafePointer<Body>) { unsafe self.body = body }
}

extension _FieldTable: _FieldSet {
  /// The address of the table.
  @inlinable @inline(__always)
  public var identity: ObjectIdentifier {
    unsafe unsafeBitCast(body, to: ObjectIdentifier.self)
  }

  /// The number of rows.
  @inlinable @inline(__always)
  public var count: Int { unsafe body.pointee.count }

  /// The rows that a document must contain.
  @inlinable @inline(__always)
  public var required: _FieldMask { unsafe body.pointee.required }

  /// The form of the record that the table describes.
  @inlinable @inline(__always)
  package var form: UnsafePointer<_ValueForm> { unsafe body.pointee.form }

  /// Whether the loops of formats can code arrays of the record.
  @usableFromInline var hasArrays: Bool { unsafe form.pointee.arrays != nil }

  /// The types of the properties.
  package var types: [any Any.Type] {
    (0..<count).map { unsafe self[$0].pointee.details.pointee.type }
  }

  @inlinable @inline(__always)
  package subscript(slot: Int) -> UnsafePointer<FieldRow> { unsafe body.pointee.rows + slot }

  /// Whether the loops of formats can use the table.
  @inlinable @inline(__always)
  package var isUsable: Bool { unsafe body.pointee.isUsable }

  /// Returns the key of a row.
  @inlinable @inline(__always)
  public func name(_ slot: Int) -> StaticString {
    slot < count ? unsafe self[slot].pointee.name : ""
  }

  /// Returns the text before the value of a row in compact JSON.
  @inlinable @inline(__always)
  public func memberText(_ slot: Int) -> _MemberText {
    slot < count ? unsafe self[slot].pointee.details.pointee.memberText : ""
  }

  /// True: more memory follows the texts.
  @inlinable @inline(__always)
  public var hasPaddedTexts: Bool { true }

  /// Compares the text of the member.
  @inlinable @inline(__always)
  public func memberLength(_ slot: Int, at place: UnsafeRawPointer) -> Int {
    if slot >= count { return 0 }
    let row = unsafe self[slot]
    return unsafe row.pointee.isMember(at: place) ? row.pointee.length : 0
  }

  /// Returns the row of a key, or -1.
  public func slot(for key: FieldKey) -> Int {
    let mask = unsafe body.pointee.indexMask
    var place = SlotIndex.place(of: key) & mask
    while true {
      let slot = unsafe Int(body.pointee.index[place]) &- 1
      if slot < 0 || name(slot) ~= key { return slot }
      place = (place &+ 1) & mask
    }
  }
}

/// A hash table of keys. It is made in one pass.
@safe
private struct SlotIndex {
  let slots: UnsafePointer<UInt8>
  let mask: Int

  init(_ names: [StaticString]) {
    var capacity = 8
    while capacity < names.count * 2 { capacity *= 2 }
    mask = capacity - 1
    let slots = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe slots.initialize(repeating: 0, count: capacity)
    for (slot, name) in names.enumerated() {
      var place = Self.place(of: FieldKey(ByteView(name))) & mask
      while unsafe slots[place] != 0 { place = (place + 1) & mask }
      unsafe slots[place] = UInt8(slot + 1)
    }
    unsafe self.slots = UnsafePointer(slots)
  }

  /// Returns the first place of a key, before the mask is applied.
  static func place(of key: FieldKey) -> Int {
    Int(truncatingIfNeeded: (key._hash &* 0x9E37_79B9_7F4A_7C15) &>> 40)
  }
}

/// The texts of members in compact JSON, one after the other, in memory that readers compare in
/// steps of up to 16 bytes.
private struct MemberTexts {
  let members: [_MemberText]

  init(_ names: [StaticString]) {
    let size = names.reduce(0) { $0 + $1.utf8CodeUnitCount + 4 }
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: size + 32)
    unsafe start.initialize(repeating: 0, count: size + 32)
    var end = unsafe start
    members = names.map { name in
      guard ByteView(name).isPlainJSONText else { return "" }
      let first = unsafe end
      func append(_ bytes: ByteView) {
        unsafe end.update(from: bytes.start, count: bytes.count)
        unsafe end += bytes.count
      }
      append(ByteView(",\""))
      append(ByteView(name))
      append(ByteView("\":"))
      return unsafe _MemberText(start: UnsafePointer(first), count: end - first)
    }
  }
}

extension ByteView {
  /// Whether the text is the same in JSON, whichever characters a writer escapes.
  fileprivate var isPlainJSONText: Bool {
    allSatisfy {
      $0 >= 0x20 && ![UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains($0)
    }
  }
}
#endif
