#if !hasFeature(Embedded)
/// The functions that read or write the values of a type, compiled for the readers or the writers of
/// two formats.
///
/// A generic function that another module calls is not specialized. So the module of a table, which
/// knows the types of its rows, makes these functions for the types that code themselves.
@frozen
@safe
public struct _TypeCode: @unchecked Sendable {
  // The memory is complete before it is shared. It does not change and is not freed.
  @usableFromInline let body: UnsafePointer<Body>

  @usableFromInline
  @safe
  package struct Body {
    let type: Any.Type
    /// The functions of the text format and of the binary format, in the types of these formats.
    @usableFromInline package let text: UnsafeRawPointer
    @usableFromInline package let binary: UnsafeRawPointer

    @usableFromInline
    init(type: Any.Type, text: UnsafeRawPointer, binary: UnsafeRawPointer) {
      self.type = type
      unsafe self.text = text
      unsafe self.binary = binary
    }
  }

  /// Creates the code of `type` from its functions.
  @inlinable
  package init<Text, Binary>(_ type: Any.Type, _ text: Text, _ binary: Binary) {
    let (start, middle) = (MemoryLayout<Body>.stride, MemoryLayout<Text>.stride)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: start + middle + MemoryLayout<Binary>.stride, alignment: 16)
    let textPlace = unsafe memory + start
    let binaryPlace = unsafe textPlace + middle
    unsafe textPlace.initializeMemory(as: Text.self, to: text)
    unsafe binaryPlace.initializeMemory(as: Binary.self, to: binary)
    unsafe body = UnsafePointer(
      memory.initializeMemory(
        as: Body.self,
        to: Body(
          type: type, text: UnsafeRawPointer(textPlace), binary: UnsafeRawPointer(binaryPlace))))
  }

  var type: Any.Type { unsafe body.pointee.type }

  /// The functions of the text format.
  @inlinable @inline(__always)
  package var text: UnsafeRawPointer { unsafe body.pointee.text }

  /// The functions of the binary format.
  @inlinable @inline(__always)
  package var binary: UnsafeRawPointer { unsafe body.pointee.binary }
}

/// The function that reads values of one type, compiled for one reader.
@frozen @usableFromInline
@safe
package struct ReadingCode<Reader: WireReader & ~Copyable> {
  @usableFromInline
  let read: (inout Reader, UnsafeMutableRawPointer, Bool) throws(WireFailure) -> Void

  @inlinable
  package init<Value: DirectDecodable>(_ type: Value.Type) {
    unsafe read = { (reader, place, isOptional) throws(WireFailure) in
      unsafe place.put(try Value(from: &reader), isOptional)
    }
  }
}

/// The function that writes values of one type, compiled for one writer.
@frozen @usableFromInline
@safe
package struct WritingCode<Writer: WireWriter & ~Copyable> {
  @usableFromInline
  let write: (inout Writer, UnsafeRawPointer, Bool) throws(WireFailure) -> Void

  @inlinable
  package init<Value: DirectEncodable>(_ type: Value.Type) {
    unsafe write = { (writer, place, isOptional) throws(WireFailure) in
      try unsafe place.lend(Value.self, isOptional) { value throws(WireFailure) in
        try value.encode(to: &writer)
      }
    }
  }
}

/// A module that knows both formats, and makes the code of types.
public protocol _CodeSource {
  /// Returns the code that reads values of a type.
  static func reading<Value: DirectDecodable>(_ type: Value.Type) -> _TypeCode
  /// Returns the code that writes values of a type.
  static func writing<Value: DirectEncodable>(_ type: Value.Type) -> _TypeCode
}
#endif
