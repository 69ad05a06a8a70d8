#if !hasFeature(Embedded)
extension _FieldTable {
  /// A row as the macro writes it: a key, the offset of the property, and the form of its type.
  @safe
  public struct Row {
    let name: StaticString
    /// -1 if the property has no offset.
    let offset: Int
    let form: _ValueForm
    /// The type of the property.
    let type: any Any.Type
    /// The rule of the member alone for its `nil`.
    private(set) var nilStrategy: NilEncodingStrategy?
    let useDefault: DefaultUse?

    package init(
      _ name: StaticString, _ offset: Int, _ form: _ValueForm, of type: any Any.Type
    ) {
      self.name = name
      self.offset = offset
      self.form = form
      self.type = type
      unsafe useDefault = nil
    }

    package init<Value>(
      _ name: StaticString, _ offset: Int, _ form: _ValueForm, default value: @escaping () -> Value
    ) {
      self.name = name
      self.offset = offset
      self.form = form
      type = Value.self
      unsafe useDefault = { place, compares in
        guard !compares else {
          return areEqual(unsafe place.assumingMemoryBound(to: Value.self).pointee, value())
        }
        unsafe place.initializeMemory(as: Value.self, to: value())
        return true
      }
    }

    /// Returns the row with a rule of its own for `nil`.
    public func encodingNil(_ strategy: NilEncodingStrategy) -> Self {
      var row = self
      row.nilStrategy = strategy
      return row
    }
  }
}

/// Initializes memory with the value for a missing key. If the second argument is true, returns
/// instead whether the value in memory equals it.
typealias DefaultUse = (UnsafeMutableRawPointer, Bool) -> Bool

/// Returns whether two values are equal; false if their type cannot tell.
private func areEqual<Value>(_ first: Value, _ second: Value) -> Bool {
  func isEqual<T: Equatable>(_ first: T) -> Bool { first == second as? T }
  return (first as? any Equatable).map { isEqual($0) } ?? false
}

extension _FieldTable.Row {
  /// Creates the row of a property whose type has direct coding. `readingCode` and `writingCode` are
  /// those of a type that codes itself.
  @usableFromInline
  package init<Value: DirectDecodable & DirectEncodable>(
    _ name: StaticString, _ offset: Int, _ type: Value.Type, _ readingCode: _TypeCode?,
    _ writingCode: _TypeCode?
  ) {
    self.init(name, offset, Self.form(of: type, readingCode, writingCode), of: type)
  }

  /// Creates the row of a property with a value for missing keys.
  @usableFromInline
  package init<Value: DirectDecodable & DirectEncodable>(
    _ name: StaticString, _ offset: Int, _ type: Value.Type, _ readingCode: _TypeCode?,
    _ writingCode: _TypeCode?, default value: @escaping () -> Value
  ) {
    self.init(name, offset, Self.form(of: type, readingCode, writingCode), default: value)
  }

  private static func form<Value: DirectDecodable & DirectEncodable>(
    of type: Value.Type, _ readingCode: _TypeCode?, _ writingCode: _TypeCode?
  ) -> _ValueForm {
    var form = Value._readingForm.written(like: Value._writingForm)
    form.add(reading: readingCode, writing: writingCode)
    return form
  }
}

extension _FieldTable {
  /// Stands for values in an initializer that is never called. The compiler checks there that the
  /// rows name all stored properties.
  public struct Proof {
    /// Stops the process.
    public func value<Value>() -> Value { fatalError("The initializer is never called.") }
  }
}

/// A row as the loops use it, in 64 bytes.
@usableFromInline
@safe
package struct FieldRow {
  // The text of the member without the comma: its first bytes and its last eight bytes, which are 0
  // for a text of up to eight. The mask has the bits of a shorter text.
  @usableFromInline let head: UInt64
  @usableFromInline let headMask: UInt64
  @usableFromInline let tail: UInt64
  /// The text of the member: a comma, the key in quotes and a colon. 32 bytes are readable.
  @usableFromInline package let text: UnsafePointer<UInt8>
  @usableFromInline package let form: UnsafePointer<_ValueForm>
  /// The part that the loops seldom need.
  @usableFromInline let details: UnsafePointer<RowDetails>
  @usableFromInline let offset32: UInt32
  /// The length of the text with the comma, or 0 if it is very long or has another form.
  @usableFromInline package let textLength: UInt8
  /// The length of the text without the comma, or 0 if it is longer than 44 bytes or has another form.
  @usableFromInline let memberLength: UInt8
  @usableFromInline let tailOffset: UInt8
  /// The kind of the form.
  @usableFromInline package let kind: _ValueForm.Kind
  /// How `nil` is found in memory, if the type is optional.
  @usableFromInline package let nothing: NilForm
  /// Whether null is read as `nil` or as the default.
  @usableFromInline package let takesNull: Bool
  /// How `nil` is written.
  @usableFromInline let nilWriting: NilWriting
  /// Whether null is not read as `nil`, but as the `nil` of the optional inside of the type.
  @usableFromInline let keepsNull: Bool
  /// Whether the value is always written, after a text of up to 32 bytes.
  @usableFromInline package let isPlain: Bool

  init(_ row: _FieldTable.Row, _ memberText: _MemberText) {
    let count = memberText.count - 1
    unsafe text = memberText.start
    textLength = UInt8(exactly: memberText.count) ?? 0
    memberLength = 4...44 ~= count ? UInt8(count) : 0
    if memberLength == 0 {
      // No text has these bytes: `ff` does not occur in UTF-8.
      (head, headMask, tail, tailOffset) = (.max, .max, .max, 0)
    } else {
      // The memory behind the text is readable.
      let text = unsafe UnsafeRawPointer(memberText.start) + 1
      headMask = count < 8 ? 1 << UInt64(count * 8) - 1 : .max
      head = unsafe text.loadUnaligned(as: UInt64.self) & headMask
      tailOffset = UInt8(max(count - 8, 0))
      tail =
        unsafe text.loadUnaligned(fromByteOffset: Int(tailOffset), as: UInt64.self) & headMask
    }
    // A row without an offset is the fault of its table, so no loop uses it.
    offset32 = UInt32(clamping: row.offset)
    let form = unsafe row.form.resolved
    unsafe self.form = form
    kind = row.form.kind
    nothing = row.form.isOptional ? NilForm(of: row.form) : NilForm(.never)
    let hasDefault = unsafe row.useDefault != nil
    takesNull = hasDefault || row.form.isOptional
    keepsNull = row.form.isNested && !hasDefault
    nilWriting =
      switch row.nilStrategy {
      case .omit: .omit
      case .null: .null
      case nil: hasDefault ? .null : keepsNull ? .omit : .byEncoder
      }
    isPlain = !row.form.isOptional && 1...32 ~= memberText.count
    let details = UnsafeMutablePointer<RowDetails>.allocate(capacity: 1)
    unsafe details.initialize(
      to: RowDetails(
        name: row.name, type: row.type, memberText: memberText, useDefault: row.useDefault,
        nothing: nothing.test == .other ? NilBytes(of: row.form) : nil))
    unsafe self.details = UnsafePointer(details)
  }

  @inlinable @inline(__always)
  package var offset: Int { Int(truncatingIfNeeded: offset32) }

  /// The key.
  @inlinable package var name: StaticString { unsafe details.pointee.name }

  @inlinable @inline(__always)
  package var isOptional: Bool { nothing.test != .never }

  var isRequired: Bool { !takesNull }

  /// How the `nil` of a property is written.
  @usableFromInline
  enum NilWriting: UInt8 {
    case omit, null, byEncoder
  }

  /// Returns whether `nil` is written as null. Otherwise the member is left out.
  @inlinable @inline(__always)
  package func writesNull(_ context: _WireContext) -> Bool {
    nilWriting == .null || (nilWriting == .byEncoder && context.writesNil)
  }

  /// Returns whether the value is the default.
  @usableFromInline @inline(never)
  func isDefault(at place: UnsafeRawPointer) -> Bool {
    unsafe details.pointee.useDefault?(UnsafeMutableRawPointer(mutating: place), true) ?? false
  }

  /// Returns whether the key in quotes and the colon are the text at `place`. 44 bytes must be
  /// readable.
  @inlinable @inline(__always)
  package func isMember(at place: UnsafeRawPointer) -> Bool {
    let last = Int(truncatingIfNeeded: tailOffset)
    // Most texts have at most 16 bytes: the first and the last eight are all of them.
    let head = unsafe place.loadUnaligned(as: UInt64.self) ^ self.head
    let tail = unsafe place.loadUnaligned(fromByteOffset: last, as: UInt64.self) ^ self.tail
    if (head | tail) & headMask != 0 { return false }
    if last <= 8 { return true }
    let expected = unsafe UnsafeRawPointer(text) + 1
    let between = last &- 8
    guard
      unsafe expected.hasEnds(of: place, count: 16, as: UInt64.self)
        && (expected + between).hasEnds(of: place + between, count: 16, as: UInt64.self)
    else { return false }
    return last <= 24
      || (unsafe (expected + 16).hasEnds(of: place + 16, count: 16, as: UInt64.self))
  }

  /// The length of the key in quotes and the colon.
  @inlinable @inline(__always)
  package var length: Int { Int(truncatingIfNeeded: memberLength) }

  /// Initializes the property of an object without the key.
  @usableFromInline @inline(never)
  func initializeMissing(at place: UnsafeMutableRawPointer) {
    if let useDefault = unsafe details.pointee.useDefault {
      _ = unsafe useDefault(place, false)
    } else {
      unsafe initializeNil(at: place)
    }
  }

  /// Initializes an optional with `nil`.
  @inlinable @inline(__always)
  func initializeNil(at place: UnsafeMutableRawPointer) {
    if let bytes = unsafe details.pointee.nothing {
      unsafe bytes.initialize(at: place)
    } else {
      unsafe nothing.initialize(at: place)
    }
  }

  /// Returns whether the value is `nil`.
  @inlinable @inline(__always)
  package func isNil(at place: UnsafeRawPointer) -> Bool {
    nothing.test == .other
      ? unsafe form.pointee.stored.isNil(at: place) : unsafe nothing.isNil(at: place)
  }

  /// Destroys the value of the property.
  func deinitialize(at place: UnsafeMutableRawPointer) {
    if isOptional {
      unsafe form.pointee.stored.deinitializeOptional(at: place)
    } else {
      unsafe form.pointee.stored.deinitialize(at: place, count: 1)
    }
  }
}

/// The part of a row that the loops seldom need.
@usableFromInline
@safe
package struct RowDetails {
  @usableFromInline let name: StaticString
  let type: any Any.Type
  @usableFromInline let memberText: _MemberText
  let useDefault: DefaultUse?
  /// The bytes of `nil` if ``NilForm`` does not make it.
  @usableFromInline let nothing: NilBytes?
}
#endif
