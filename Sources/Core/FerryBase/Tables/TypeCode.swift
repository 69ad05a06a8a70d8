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
  }

  /// Creates the code of `type`. The memory must not be freed.
  @unsafe
  public init(_ type: Any.Type, text: UnsafeRawPointer, binary: UnsafeRawPointer) {
    let memory = UnsafeMutablePointer<Body>.allocate(capacity: 1)
    unsafe memory.initialize(to: Body(type: type, text: text, binary: binary))
    unsafe body = UnsafePointer(memory)
  }

  var type: Any.Type { unsafe body.pointee.type }

  /// The functions of the text format.
  @inlinable @inline(__always)
  package var text: UnsafeRawPointer { unsafe body.pointee.text }

  /// The functions of the binary format.
  @inlinable @inline(__always)
  package var binary: UnsafeRawPointer { unsafe body.pointee.binary }
}

/// A module that knows both formats, and makes the code of types.
public protocol _CodeSource {
  /// Returns the code that reads values of a type.
  static func reading<Value: DirectDecodable>(_ type: Value.Type) -> _TypeCode
  /// Returns the code that writes values of a type.
  static func writing<Value: DirectEncodable>(_ type: Value.Type) -> _TypeCode
}
#endif
