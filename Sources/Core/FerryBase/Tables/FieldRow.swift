#if !hasFeature(Embedded)
extension _FieldTable {
  /// A row as the macro writes it: a key, the offset of the property, and the forms of its type.
  @safe
  public struct Row {
    let name: StaticString
    /// -1 if the property has no offset.
    let offset: Int
    let reading: _ValueForm
    let writing: _ValueForm
    /// Initializes memory with the value for a missing key.
    let setDefault: ((UnsafeMutableRawPointer) -> Void)?

    package init(
      _ name: StaticString, _ offset: Int, _ reading: _ValueForm, _ writing: _ValueForm
    ) {
      unsafe self.init(name, offset, reading, writing, setDefault: nil)
    }

    @unsafe
    package init(
      _ name: StaticString, _ offset: Int, _ reading: _ValueForm, _ writing: _ValueForm,
      setDefault: ((UnsafeMutableRawPointer) -> Void)?
    ) {
      self.name = name
      self.offset = offset
      self.reading = reading
      self.writing = writing
      unsafe self.setDefault = setDefault
    }
  }
}

extension _FieldTable.Row {
  /// Returns the row of a property whose type has direct coding.
  @inlinable @inline(__always)
  public static func field<Root, Value: DirectDecodable & DirectEncodable>(
    _ name: StaticString, _ property: KeyPath<Root, Value>
  ) -> Self {
    // In optimized code, the offset is a constant.
    Self(name, MemoryLayout<Root>.offset(of: property) ?? -1, Value.self)
  }

  /// Returns the row of a property with a value for missing keys. If the type is optional, `nil` is
  /// written as null.
  @inlinable @inline(__always)
  public static func field<Root, Value: DirectDecodable & DirectEncodable>(
    _ name: StaticString, _ property: KeyPath<Root, Value>,
    default value: @autoclosure @escaping () -> Value
  ) -> Self {
    Self(name, MemoryLayout<Root>.offset(of: property) ?? -1, Value.self, value)
  }

  @usableFromInline
  init<Value: DirectDecodable & DirectEncodable>(
    _ name: StaticString, _ offset: Int, _ type: Value.Type
  ) {
    self.init(name, offset, Value._readingForm, Value._writingForm)
  }

  @usableFromInline
  init<Value: DirectDecodable & DirectEncodable>(
    _ name: StaticString, _ offset: Int, _ type: Value.Type, _ value: @escaping () -> Value
  ) {
    self.init(name, offset, Value._readingForm, Value._writingForm, default: value)
  }

  package init<Value>(
    _ name: StaticString, _ offset: Int, _ reading: _ValueForm, _ writing: _ValueForm,
    default value: @escaping () -> Value
  ) {
    unsafe self.init(
      name, offset, reading, writing,
      setDefault: { unsafe $0.initializeMemory(as: Value.self, to: value()) })
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

/// A row as the loops use it.
@usableFromInline
@safe
package struct FieldRow {
  @usableFromInline package let name: StaticString
  @usableFromInline package let memberText: _MemberText
  // The text without the comma: its first bytes and its last eight bytes, which are 0 for a text of
  // up to eight. The mask has the bits of a shorter text.
  @usableFromInline let head: UInt64
  @usableFromInline let headMask: UInt64
  @usableFromInline let tail: UInt64
  @usableFromInline let tailOffset: Int
  /// The length of this text, or 0 if it is longer than 32 bytes or has another form.
  @usableFromInline let memberLength: Int
  @usableFromInline package let offset: Int
  @usableFromInline package let reading: UnsafePointer<_ValueForm>
  @usableFromInline package let writing: UnsafePointer<_ValueForm>
  /// Whether `nil` is left out or written as null.
  @usableFromInline package let isOptional: Bool
  /// Whether null is read as `nil` or as the default.
  @usableFromInline package let takesNull: Bool
  /// Whether `nil` is written as null. Otherwise the member is left out.
  @usableFromInline package let writesNull: Bool
  let setDefault: ((UnsafeMutableRawPointer) -> Void)?

  init(_ row: _FieldTable.Row, _ memberText: _MemberText) {
    name = row.name
    self.memberText = memberText
    let count = memberText.count - 1
    memberLength = 4...32 ~= count ? count : 0
    if memberLength == 0 {
      // No text has these bytes: `ff` does not occur in UTF-8.
      (head, headMask, tail, tailOffset) = (.max, .max, .max, 0)
    } else {
      // The memory behind the text is readable.
      let text = unsafe UnsafeRawPointer(memberText.start) + 1
      headMask = count < 8 ? 1 << UInt64(count * 8) - 1 : .max
      head = unsafe text.loadUnaligned(as: UInt64.self) & headMask
      tailOffset = max(count - 8, 0)
      tail = unsafe text.loadUnaligned(fromByteOffset: tailOffset, as: UInt64.self) & headMask
    }
    offset = row.offset
    unsafe reading = row.reading.resolved
    unsafe writing = row.writing.resolved
    isOptional = row.writing.isOptional
    let hasDefault = unsafe row.setDefault != nil
    takesNull = hasDefault || row.reading.isOptional
    writesNull = hasDefault
    unsafe setDefault = row.setDefault
  }

  var isRequired: Bool { !takesNull }

  /// Initializes the property of an object without the key.
  func initializeMissing(at place: UnsafeMutableRawPointer) {
    if let setDefault = unsafe setDefault {
      unsafe setDefault(place)
    } else {
      unsafe reading.pointee.stored._initializeNil(at: place)
    }
  }

  /// Destroys the value of the property.
  func deinitialize(at place: UnsafeMutableRawPointer) {
    if unsafe reading.pointee.isOptional {
      unsafe reading.pointee.stored._deinitializeOptional(at: place)
    } else {
      unsafe reading.pointee.stored._deinitialize(at: place, count: 1)
    }
  }
}
#endif
